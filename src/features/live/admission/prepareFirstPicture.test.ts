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

interface Arranged {
  chosen?: string | null;
  answers?: FakeAnswers;
  prepareVideo?: (playlist: string) => Promise<void>;
}

function login(
  hash: string,
  state: object,
  { chosen = CHANNEL, answers = {}, prepareVideo = async () => {} }: Arranged,
) {
  const processes: NonNullable<FakeAnswers['processes']> = ({ reference } = {}) =>
    [CHANNEL, OTHER]
      .filter((id) => reference === undefined || id === reference)
      .map((id) => ({ id: ingestId(id), reference: id, state }));
  const storage: Record<string, string> = chosen === null ? {} : { [choiceKey(CORE_ID)]: chosen };
  const { host, browser } = aHost({ core: aCore({ processes, ...answers }), storage });
  const page = new URL(`http://core.test/ui/${hash}`);
  const store = createStore({ host: { ...host, page }, browser: { ...browser, prepareVideo } });
  store.dispatch(sessionStarted());
  return store;
}

async function preparedAt(hash: string, state: object, chosen: string | null, answers: FakeAnswers = {}) {
  const prepareVideo = vi.fn(async (_playlist: string) => {});
  const store = login(hash, state, { chosen, answers, prepareVideo });
  await vi.advanceTimersByTimeAsync(0);
  store.stop();
  return prepareVideo.mock.calls.map(([address]) => new URL(address).pathname);
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

it.each<[string, () => Promise<void>, object, number]>([
  ['until its player decodes', async () => {}, live, 0],
  ['for at most 200 ms', () => new Promise(() => {}), live, 200],
  ['not for a player that cannot be loaded', () => Promise.reject(new TypeError('Failed to fetch')), live, 0],
  ['not for a stopped channel', () => new Promise(() => {}), none, 0],
])('the login waits for the picture: %s', async (_, prepareVideo, state, waitMs) => {
  const store = login('', state, { prepareVideo });
  await vi.advanceTimersByTimeAsync(Math.max(0, waitMs - 1));
  expect(store.getState().session.status).toBe(waitMs === 0 ? 'ready' : 'starting');
  await vi.advanceTimersByTimeAsync(1);
  expect(store.getState().session.status).toBe('ready');
  store.stop();
});
