import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { aCore, CHANNEL, CORE_ID } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { aHost } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { createStore } from '../../gate/store.ts';
import { choiceKey } from '../channel/discoverChannels.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const OTHER = 'aa000000-0000-4000-8000-000000000000';
const live = { exec: 'running', order: 'start', progress: { frame: 50, fps: 25, time: 2 } };
const none = { exec: 'finished', order: 'stop' };

async function preparedAt(hash: string, state: object, chosen: string | null, answers: FakeAnswers = {}) {
  const processes: NonNullable<FakeAnswers['processes']> = ({ reference } = {}) =>
    [CHANNEL, OTHER]
      .filter((id) => reference === undefined || id === reference)
      .map((id) => ({ id: ingestId(id), reference: id, state }));
  const storage: Record<string, string> = chosen === null ? {} : { [choiceKey(CORE_ID)]: chosen };
  const { host, browser } = aHost({ core: aCore({ processes, ...answers }), storage });
  const prepareVideo = vi.fn();
  const page = new URL(`http://core.test/ui/${hash}`);
  const store = createStore({ host: { ...host, page }, browser: { ...browser, prepareVideo } });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.stop();
  return prepareVideo.mock.calls.map(([address]) => new URL(String(address)).pathname);
}

it.each<[string, string, object, string | null, string[]]>([
  ['the channel in the address', `#/${OTHER}`, live, CHANNEL, [`/memfs/${OTHER}.m3u8`]],
  ['the channel that was shown last', '', live, CHANNEL, [`/memfs/${CHANNEL}.m3u8`]],
  ['the channel that was shown last, at home', '#/', live, OTHER, [`/memfs/${OTHER}.m3u8`]],
  ['nothing for another screen of the channel', `#/${CHANNEL}/edit`, live, CHANNEL, []],
  ['nothing for the settings', '#/settings', live, CHANNEL, []],
  ['nothing for a stopped channel', '', none, CHANNEL, []],
])('the login prepares %s', async (_, hash, state, chosen, paths) =>
  expect(await preparedAt(hash, state, chosen)).toEqual(paths),
);

it('a failed request prepares nothing and does not disturb the login', async () => {
  const processes = () => {
    throw new CoreError(500, 'Internal Server Error');
  };
  expect(await preparedAt('', live, CHANNEL, { processes })).toEqual([]);
});
