import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SCHEDULE_KEY } from '../../../api/processIds.ts';
import { aCore, anAbout, CHANNEL } from '../../../testing/coreAnswers.ts';
import { fakeAgent } from '../../../testing/fakeAgent.ts';
import { openStore } from '../../../testing/openStore.ts';
import { logoutRequested, sessionStarted } from '../../gate/session/actions.ts';
import { scheduleNoticed } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const MINUTE_MS = 60_000;

async function entered({ rules }: { rules: readonly object[] }) {
  const agent = fakeAgent();
  const store = openStore({
    core: aCore({
      about: () => anAbout({ extensions: ['agent'] }),
      metadataAll: () => ({ [SCHEDULE_KEY]: { version: 1, schedule: { rules } } }),
    }),
  });
  store.dispatch(sessionStarted());
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  await pass(500);
  const countRequests = () => agent.calls.filter(({ call }) => call === 'GET /schedules/next').length;
  return { store, agent, pass, countRequests, channels: () => store.getState().nextChange.channels };
}

const subject = { type: 'channel', id: CHANNEL, withPublications: true } as const;
const changeAt = (at: number) => ({
  [CHANNEL]: { at, becomes: 'on' as const, isImage: false, rule: 'rule', name: '', subject },
});

it('no agent is asked for the next change if the core has no rules', async () => {
  const { store, agent, pass } = await entered({ rules: [] });
  await pass(10 * MINUTE_MS);
  expect(agent.calls).toEqual([]);
  expect(store.getState().nextChange).toEqual({ isScheduled: false, channels: null });
  store.stop();
});

it('the next change is fetched at once and then every minute', async () => {
  const { store, agent, pass, countRequests, channels } = await entered({ rules: [{}] });
  expect(countRequests()).toBe(1);
  expect(channels()).toEqual({});
  agent.next = changeAt(Date.now() + 60 * MINUTE_MS);
  await pass(10 * MINUTE_MS);
  expect(countRequests()).toBe(11);
  expect(channels()).toEqual(agent.next);
  store.stop();
});

it('the next change is fetched again when it was due, but not every second while it is overdue', async () => {
  const { store, agent, pass, countRequests, channels } = await entered({ rules: [{}] });
  agent.next = changeAt(Date.now() + 80_000);
  await pass(MINUTE_MS);
  expect(countRequests()).toBe(2);
  await pass(19_000);
  expect(countRequests()).toBe(2);
  await pass(5000);
  expect(countRequests()).toBe(3);
  await pass(50_000);
  expect(countRequests()).toBe(3);
  agent.next = {};
  await pass(15_000);
  expect(countRequests()).toBe(4);
  expect(channels()).toEqual({});
  store.stop();
});

it('the next change is still fetched every minute after the clock was set back by hours', async () => {
  const { store, pass, countRequests } = await entered({ rules: [{}] });
  vi.setSystemTime(Date.now() - 100_000_000);
  await pass(2 * MINUTE_MS);
  expect(countRequests()).toBe(3);
  store.stop();
});

it('the next change is forgotten when the agent drops it, and polling ends with the last rule or a logout', async () => {
  const { store, agent, pass, countRequests, channels } = await entered({ rules: [{}] });
  agent.next = changeAt(Date.now() + 60 * MINUTE_MS);
  await pass(MINUTE_MS);
  expect(channels()).toEqual(agent.next);
  agent.refuse('GET /schedules/next', {
    status: 503,
    detail: 'The core does not respond to the agent. Make sure the core is running.',
  });
  await pass(MINUTE_MS);
  expect(channels()).toBeNull();
  store.dispatch(scheduleNoticed(false));
  const before = countRequests();
  await pass(5 * MINUTE_MS);
  expect(countRequests()).toBe(before);
  store.dispatch(scheduleNoticed(true));
  await pass(1000);
  expect(countRequests()).toBe(before + 1);
  store.dispatch(logoutRequested());
  await pass(5 * MINUTE_MS);
  expect(countRequests()).toBe(before + 1);
  store.stop();
});
