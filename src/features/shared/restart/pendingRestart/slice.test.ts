import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aConfig, aCore } from '../../../../testing/coreAnswers.ts';
import { openStore } from '../../../../testing/openStore.ts';
import { connectionHealed } from '../../../gate/connection/slice.ts';
import { sessionStarted } from '../../../gate/session/actions.ts';
import { coreInfoOf } from '../../../gate/session/slice.ts';
import { settingsOpened } from '../../../setup/settings/slice.ts';
import { resourcesShown } from '../../resource/slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

type Store = ReturnType<typeof openStore>;

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const BEFORE = '2026-01-01T00:00:00Z';
const AFTER = '2026-01-01T00:00:05Z';

async function opened(updated: string) {
  const times = { loaded_at: BEFORE, updated_at: updated };
  const up = { seconds: 100 };
  const metrics = () => ({ metrics: [{ name: 'uptime_uptime', labels: {}, values: [[1, up.seconds]] }] });
  const store = openStore({ core: aCore({ metrics, config: () => ({ ...aConfig(), ...times, overrides: ['x'] }) }) });
  store.dispatch(sessionStarted());
  await pass(0);
  return {
    store,
    times,
    up,
    pending: () => store.getState().pendingRestart,
    readAgain: async (changed: Partial<typeof times>) => {
      Object.assign(times, changed);
      store.dispatch(settingsOpened());
      await vi.dynamicImportSettled();
      await pass(6_000);
    },
  };
}

it.each([
  ['never changed', '0001-01-01T00:00:00Z', 'none'],
  ['in effect', BEFORE, 'none'],
  ['of the next start', AFTER, 'shown'],
])('a config that is %s before the start', async (_, updated, expected) =>
  expect((await opened(updated)).pending()).toBe(expected),
);

it('settings stored after the start: addresses on the screen stay valid until the restart', async () => {
  const { pending, readAgain } = await opened(BEFORE);
  await readAgain({ updated_at: AFTER });
  expect(pending()).toBe('later');
  await readAgain({ loaded_at: AFTER });
  expect(pending()).toBe('none');
});

it('settings stored before the start: addresses on the screen stay those of the next start', async () => {
  const { pending, readAgain } = await opened(AFTER);
  await readAgain({});
  expect(pending()).toBe('shown');
});

it.each([
  ['the connection came back', async (store: Store) => store.dispatch(connectionHealed())],
  [
    'its uptime restarted',
    async (store: Store, up: { seconds: number }) => {
      store.dispatch(resourcesShown());
      await pass(7000);
      up.seconds = 1;
      await pass(7000);
    },
  ],
])('a pending restart is cleared after a restart elsewhere: %s', async (_, happens) => {
  const { store, times, up, pending } = await opened(AFTER);
  await happens(store, { seconds: 100 });
  await pass(0);
  expect(pending()).toBe('shown');
  Object.assign(times, { loaded_at: AFTER });
  up.seconds = 100;
  await happens(store, up);
  await pass(0);
  expect(pending()).toBe('none');
  expect(coreInfoOf(store.getState().session)?.overrides).toEqual(['x']);
});

// Files that inherit the note from a parent. The agent's address and tokens appear in commands.
const WITHIN = [
  'src/features/live/pushAddress/PushFields.tsx',
  'src/features/setup/agent/AgentAddress.tsx',
  'src/features/agentScreens/tokens/TokenList.tsx',
];
const showing = globSync('src/{features,screens}/**/*.tsx')
  .filter((file) => !file.endsWith('.test.tsx') && !WITHIN.includes(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  .filter(({ text }) => text.includes('<CopyField'));

it.each(showing)('$file shows addresses of the core together with the note', ({ text }) =>
  expect(text).toContain('<PendingRestartNote />'),
);
