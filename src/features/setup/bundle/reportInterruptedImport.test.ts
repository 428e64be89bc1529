import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IMPORT_KEY } from '../../../media/stored/unfinishedSave.ts';
import { settle } from '../../../testing/kindsOfSave.ts';
import { openStore } from '../../../testing/openStore.ts';
import { statefulCore } from '../../../testing/statefulCore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const note = (at: number) => ({ at, done: 3, of: 14 });
async function sessionOn(global: Record<string, unknown>, meanwhile: (core: ReturnType<typeof statefulCore>) => void) {
  const core = statefulCore({}, { global });
  const store = openStore({ core: core.answers });
  store.dispatch(sessionStarted());
  await settle(10_000);
  meanwhile(core);
  await settle(60_000);
  const said = store
    .getState()
    .notice.shown.flatMap(({ text, values }) => (text.startsWith('An import') ? [values] : []));
  store.stop();
  return { said, isNoted: IMPORT_KEY in core.global };
}

it('an import that a closed page has left is said once, with its steps', async () =>
  expect(await sessionOn({ [IMPORT_KEY]: note(1) }, () => {})).toEqual({
    said: [['3', '14']],
    isNoted: false,
  }));

it('an import that goes on in another page is not said', async () => {
  const goesOn = (core: ReturnType<typeof statefulCore>) => {
    core.global[IMPORT_KEY] = note(2);
  };
  expect(await sessionOn({ [IMPORT_KEY]: note(1) }, goesOn)).toEqual({ said: [], isNoted: true });
});

it.each([[null], ['text'], [{ at: 'x' }]])('a note that is no such note says nothing: %j', async (raw) =>
  expect(await sessionOn({ [IMPORT_KEY]: raw }, () => {})).toMatchObject({ said: [] }),
);
