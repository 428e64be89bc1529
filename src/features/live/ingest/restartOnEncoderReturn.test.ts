import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aConfig, aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { fakeProcesses } from '../../../testing/fakeProcesses.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelOpened } from '../channel/slice.ts';
import { pushOpened } from '../pushAddress/slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const KEY = 'abcdef-ghjkmn-pqrstu';
const waiting = { order: 'start', exec: 'failed', runtime_seconds: 2, reconnect_seconds: 12 };
const starting = { order: 'start', exec: 'running', runtime_seconds: 1, reconnect_seconds: -1 };
const live = { ...starting, runtime_seconds: 30, progress: { fps: 25, frame: 500, speed: 1 } };

const pushed = (type: string, name: string) => ({ mode: 'push', push: { type, name } });

interface Surroundings {
  state?: object;
  published?: readonly string[];
  settings?: object;
  address?: string;
  command?: () => string;
}

async function opened({
  state = waiting,
  published = [],
  settings = pushed('rtmp', KEY),
  address = `rtmp://localhost/live/${KEY}`,
  command = () => 'OK',
}: Surroundings = {}) {
  const input = [{ address, options: [] }];
  const stored = { version: 1, meta: { name: 'Studio' }, sources: [{ type: 'network', settings, inputs: input }] };
  const core = fakeProcesses({
    [ingestId(CHANNEL)]: { config: { input }, metadata: { [METADATA_KEY]: stored }, state },
  });
  const server = { published };
  const store = openStore({
    core: aCore({
      ...core.answers,
      config: () => aConfig({ version: 3, rtmp: { enable: true, address: ':1935', app: '/live', token: '' } }),
      sessionsActive: () => ({}),
      memFiles: () => [],
      processCommand: command,
      rtmp: () => server.published.map((name) => ({ name })),
    }),
  });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.dispatch(channelOpened(CHANNEL));
  store.dispatch(pushOpened(CHANNEL));
  await vi.advanceTimersByTimeAsync(2000);
  const count = (name: string) => store.core.calls.filter((call) => call.split(' ')[0] === name).length;
  return {
    ...{ store, server, count },
    commands: () => count('processCommand'),
    becomes: (changed: object) => {
      const process = core.held.get(ingestId(CHANNEL));
      if (process) process.state = changed;
    },
  };
}

it.each([
  ['only its name', [KEY]],
  ['its name after the RTMP app', [`/live/${KEY}`]],
  ['its name among others', ['/live/else', `/live/${KEY}`]],
])('starts the channel when its encoder publishes again: %s', async (_, published) => {
  const { server, commands, becomes, store } = await opened();
  expect(commands()).toBe(0);
  server.published = published;
  await vi.advanceTimersByTimeAsync(1000);
  expect(commands()).toBeGreaterThan(0);
  becomes(starting);
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.getState().ingest.asked).toBe(null);
});

it('reports the return of the encoder until the process started by the core runs', async () => {
  const { becomes, server, commands, store } = await opened({ state: { ...waiting, exec: 'finished' } });
  const isBack = () => store.getState().ingest.returned;
  becomes(starting);
  await vi.advanceTimersByTimeAsync(2000);
  expect(isBack()).toBe(false);
  server.published = [`/live/${KEY}`];
  await vi.advanceTimersByTimeAsync(2000);
  expect([isBack(), commands()]).toEqual([true, 0]);
  becomes(live);
  await vi.advanceTimersByTimeAsync(2000);
  expect(isBack()).toBe(false);
});

it('a waiting channel polls for its encoder once a second, a running one does not', async () => {
  const { becomes, count } = await opened();
  const before = count('rtmp');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count('rtmp') - before).toBe(10);
  becomes(live);
  await vi.advanceTimersByTimeAsync(2000);
  const after = count('rtmp');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count('rtmp')).toBe(after);
});

it('a waiting channel is started once per return, because a second failure has another cause', async () => {
  const { server, commands } = await opened({ published: [`/live/${KEY}`] });
  const tries = commands();
  expect(tries).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(commands()).toBe(tries);
  server.published = [];
  await vi.advanceTimersByTimeAsync(2000);
  server.published = [`/live/${KEY}`];
  await vi.advanceTimersByTimeAsync(2000);
  expect(commands()).toBe(2 * tries);
});

it('a failed automatic start shows no notice', async () => {
  const { commands, store } = await opened({
    published: [`/live/${KEY}`],
    command: () => {
      throw new CoreError(-1, 'fetch failed');
    },
  });
  expect(commands()).toBeGreaterThan(0);
  expect(store.getState()).toMatchObject({ ingest: { asked: null }, notice: { shown: [] } });
});

it('a channel starts at once if its stream is already back after an interruption', async () => {
  const { becomes, commands } = await opened({ state: live, published: [`/live/${KEY}`] });
  expect(commands()).toBe(0);
  becomes(waiting);
  await vi.advanceTimersByTimeAsync(3000);
  expect(commands()).toBeGreaterThan(0);
});

it.each([
  ['a stream under another name', { published: ['/live/else'] }],
  ['a pulled source', { published: [`/live/${KEY}`], settings: { mode: 'pull' } }],
  ['a process that reads from elsewhere', { published: [`/live/${KEY}`], address: 'rtmp://localhost:1999/live/x' }],
  ['an HLS push, whose files remain', { published: [KEY], settings: pushed('hls', '') }],
  ['a channel without a retry', { published: [`/live/${KEY}`], state: { ...waiting, reconnect_seconds: -1 } }],
  ['a channel that is off', { published: [`/live/${KEY}`], state: { ...waiting, order: 'stop' } }],
  ['a retry that is due at once', { published: [`/live/${KEY}`], state: { ...waiting, reconnect_seconds: 1 } }],
])('does not start the channel for %s', async (_, surroundings) => {
  const { commands } = await opened(surroundings);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(commands()).toBe(0);
});
