import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../api/error.ts';
import { egressId, ingestId } from '../api/processIds.ts';
import { aCore, anAbout, refreshToken } from '../testing/coreAnswers.ts';
import { openStore, type TestStore } from '../testing/openStore.ts';
import { sessionStarted } from './gate/session/actions.ts';
import { channelClosed, channelOpened } from './live/channel/slice.ts';

/* Pages that stay open all day, many of them at once. */

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const uuidOf = (n: number) => `11111111-2222-4333-8444-${String(n).padStart(12, '0')}`;
const running = (seconds: number) => ({
  order: 'start',
  exec: 'running',
  runtime_seconds: seconds,
  progress: { fps: 25, speed: 1, bitrate_kbit: 4100 },
});
const failed = { order: 'start', exec: 'failed', reconnect_seconds: 4, last_logline: 'Connection refused' };

/** A core that pages share; `away`: it restarts. */
function sharedCore(channels: number, publications: number) {
  const core = { away: false, requests: [] as number[], broken: -1 };
  const ids = Array.from({ length: channels }, (_, n) => uuidOf(n));
  const processes = () => {
    const seconds = Math.floor(Date.now() / 1000) % 5000;
    return [
      ...ids.map((id) => ({ id: ingestId(id), reference: id, state: running(seconds) })),
      ...Array.from({ length: publications }, (_, n) => ({
        id: egressId('rtmp', uuidOf(1000 + n)),
        reference: ids[0],
        state: n === core.broken ? failed : running(seconds),
      })),
    ];
  };
  const open = (seed: number): TestStore => {
    const asked = () => {
      core.requests.push(Date.now());
      if (!core.away) return;
      store.core.tell({ type: 'network', severity: 'error', message: 'fetch failed' });
      throw new CoreError(-1, 'fetch failed');
    };
    const after =
      <T>(answer: () => T) =>
      (): T => {
        asked();
        return answer();
      };
    const store: TestStore = openStore({
      seed,
      storage: { token: refreshToken('kept') },
      core: aCore({
        about: after(anAbout),
        processes: after(processes),
        sessionsActive: after(() => ({})),
        memFiles: after(() => []),
        processCommand: after(() => 'OK'),
      }),
    });
    store.dispatch(sessionStarted());
    return store;
  };
  return { core, open, first: ids[0] ?? '' };
}

const busiestSecond = (moments: readonly number[]) => {
  const seconds = moments.map((moment) => Math.floor(moment / 1000));
  return Math.max(0, ...[...new Set(seconds)].map((second) => seconds.filter((one) => one === second).length));
};

it('a hundred pages that lost the core in the same instant do not return in the same second @nightly', async () => {
  const { core, open, first } = sharedCore(1, 0);
  const pages = Array.from({ length: 100 }, (_, n) => open(n * 41));
  await pass(0);
  for (const page of pages) page.dispatch(channelOpened(first));
  await pass(5000);
  core.requests.length = 0;
  await pass(10_000);
  const usual = busiestSecond(core.requests);
  core.away = true;
  await pass(20_000);
  core.away = false;
  core.requests.length = 0;
  await pass(20_000);
  expect(pages.every((page) => page.getState().connection.status === 'alive')).toBe(true);
  expect(busiestSecond(core.requests)).toBeLessThan(usual);
  for (const page of pages) page.stop();
});

it('a page that is shown after hours asks each thing once', async () => {
  const { core, open, first } = sharedCore(1, 0);
  const page = open(1);
  await pass(0);
  page.dispatch(channelOpened(first));
  await pass(10_000);
  page.hide(true);
  await pass(3 * 3600_000);
  core.requests.length = 0;
  page.hide(false);
  await pass(0);
  expect(core.requests.length).toBeLessThanOrEqual(4);
  page.stop();
});

it('a page keeps nothing of twelve hours with failures, hidden tabs and restarts @nightly', {
  timeout: 600_000,
}, async () => {
  const { core, open, first } = sharedCore(12, 50);
  const page = open(1);
  await pass(0);
  const hour = async () => {
    for (let turn = 0; turn < 2; turn++) {
      page.dispatch(channelOpened(first));
      core.broken = turn % 50;
      await pass(10_000);
      core.broken = -1;
      core.away = true;
      await pass(8000);
      core.away = false;
      await pass(15_000);
      page.dispatch(channelClosed());
      page.hide(true);
      await pass(29 * 60_000);
      page.hide(false);
    }
    page.dispatch(channelOpened(first));
    await pass(10_000);
    page.core.calls.length = 0;
    return { timers: vi.getTimerCount(), state: JSON.stringify(page.getState()).length };
  };
  const hours = [];
  for (let n = 0; n < 12; n++) hours.push(await hour());
  const [early, late] = [hours[0], hours.at(-1)];
  expect(late?.timers).toBe(early?.timers);
  // The timelines keep the events of a day.
  expect((late?.state ?? 0) - (early?.state ?? 0)).toBeLessThan(200_000);
  page.stop();
});
