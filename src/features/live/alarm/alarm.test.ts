import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { aCore, anAbout, CHANNEL } from '../../../testing/coreAnswers.ts';
import { fakeAgent } from '../../../testing/fakeAgent.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { preferenceChosen } from '../../shared/preference/slice.ts';
import { channelDeletion, channelOpened } from '../channel/slice.ts';
import { headerShown } from '../shownChannels/slice.ts';
import { alarmIn, CORE, SILENCE_MS } from './alarmChoices.ts';
import { namedIn } from './slice.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const OTHER = '11111111-2222-4333-8444-555555555555';
const states = { running: ['start', 'running'], failed: ['start', 'failed'], stopped: ['stop', 'finished'] } as const;

async function entered(storage: Record<string, string> = { alarm: 'on' }, extensions: readonly string[] = []) {
  const began = Date.now();
  const stateOf: { [id: string]: keyof typeof states } = { [CHANNEL]: 'running', [OTHER]: 'running' };
  const core = { away: false };
  const process = (channel: string) => {
    const [order, exec] = states[stateOf[channel] ?? 'running'];
    const seconds = (Date.now() - began) / 1000 + 60;
    return {
      ...{ id: ingestId(channel), reference: channel, type: 'ffmpeg', created_at: 0, updated_at: 0 },
      metadata: { 'restreamer-ui': { meta: { name: channel } } },
      state: {
        ...{ order, exec, runtime_seconds: exec === 'running' ? seconds : 1, reconnect_seconds: 14, last_logline: 'x' },
        progress: { frame: Math.round(seconds * 25), fps: 25, speed: 1, time: seconds, size_kb: 0, q: -1 },
      },
    };
  };
  const reached = <T>(answer: T): T => {
    if (core.away) throw new CoreError(-1, 'fetch failed');
    return answer;
  };
  const store = openStore({
    storage,
    core: aCore({
      about: () => reached(anAbout({ extensions })),
      processes: () => reached([CHANNEL, OTHER].map(process)),
      process: ({ id }) => process(id),
    }),
  });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(100);
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const ring = () => store.getState().alarm.ring;
  const looks = () => store.core.calls.filter((call) => call.startsWith('processes restreamer-ui:')).length;
  return { store, stateOf, core, pass, ring, looks };
}

it('the alarm is off by default', async () => {
  const { store, stateOf, pass, ring, looks } = await entered({});
  await pass(7000);
  expect(looks()).toBe(0);
  store.hide(true);
  stateOf[OTHER] = 'failed';
  await pass(20_000);
  expect(ring()).toBeNull();
  expect(looks()).toBe(0);
});

it('the alarm rings once for a channel that is not on the screen, and never for a stopped one', async () => {
  const { store, stateOf, pass, ring } = await entered();
  await pass(7000);
  stateOf[CHANNEL] = 'stopped';
  stateOf[OTHER] = 'failed';
  await pass(60_000);
  expect(ring()).toEqual({ n: 1, channels: [OTHER] });
  expect(store.getState().alarm.bad).toEqual([OTHER]);
  stateOf[OTHER] = 'running';
  await pass(10_000);
  expect(store.getState().alarm.bad).toEqual([]);
});

it('the alarm sends no requests on a channel page, because the channel sync covers the others', async () => {
  const { store, stateOf, pass, ring, looks } = await entered();
  store.dispatch(channelOpened(CHANNEL));
  store.dispatch(headerShown(null));
  await pass(7000);
  const before = looks();
  stateOf[OTHER] = 'failed';
  await pass(15_000);
  expect(looks()).toBe(before);
  expect(ring()).toEqual({ n: 1, channels: [OTHER] });
});

it('the alarm checks all channels in one request every five seconds in a hidden tab', async () => {
  const { store, stateOf, pass, ring } = await entered();
  store.dispatch(channelOpened(CHANNEL));
  await pass(7000);
  store.hide(true);
  await pass(3000);
  const before = store.core.calls.length;
  await pass(60_000);
  const calls = store.core.calls.slice(before);
  expect(calls.length).toBeGreaterThanOrEqual(11);
  expect(calls.length).toBeLessThanOrEqual(13);
  expect(new Set(calls.map((call) => call.split(' ')[0]))).toEqual(new Set(['processes']));
  stateOf[CHANNEL] = 'failed';
  await pass(12_000);
  expect(ring()).toEqual({ n: 1, channels: [CHANNEL] });
  store.dispatch(preferenceChosen({ key: 'alarm', value: 'off' }));
  const off = store.core.calls.length;
  await pass(60_000);
  expect(store.core.calls.length - off).toBeLessThanOrEqual(1);
});

it('the alarm does not ring for a channel deleted here, nor for the core instead of it', async () => {
  const { store, stateOf, pass, ring } = await entered();
  await pass(7000);
  store.dispatch(channelDeletion(OTHER));
  stateOf[OTHER] = 'failed';
  await pass(15_000);
  expect([ring(), store.getState().alarm.bad]).toEqual([null, []]);
  expect(namedIn(store.getState(), [OTHER, CHANNEL, 'gone', CORE])).toEqual([
    { id: OTHER, name: OTHER },
    { id: CHANNEL, name: CHANNEL },
    { id: CORE, name: null },
  ]);
});

it('the alarm rings for a lost core, but not for a short interruption', async () => {
  const { store, core, pass, ring } = await entered();
  const lose = () => {
    core.away = true;
    store.core.tell({ type: 'network', severity: 'error', message: 'fetch failed' });
  };
  await pass(7000);
  lose();
  await pass(2000);
  core.away = false;
  await pass(20_000);
  expect(ring()).toBeNull();
  lose();
  await pass(20_000);
  expect(ring()).toEqual({ n: 1, channels: [CORE] });
  core.away = false;
  await pass(60_000);
  expect(ring()?.n).toBe(1);
});

it.each([
  ['nothing', {}, { on: false, sound: true, notifications: false, silencedUntil: 0 }],
  [
    'all of it',
    { alarm: 'on', alarmSound: 'off', alarmNotifications: 'on', alarmSilencedUntil: '5000' },
    { on: true, sound: false, notifications: true, silencedUntil: 5000 },
  ],
  ['an expired silence', { alarmSilencedUntil: '999' }, { silencedUntil: 0 }],
  ['an endless silence', { alarmSilencedUntil: String(1001 + SILENCE_MS) }, { silencedUntil: 0 }],
  ['a silence that is not a number', { alarmSilencedUntil: 'soon' }, { silencedUntil: 0 }],
])('the alarm reads its stored preferences: %s', (_, preference, choices) =>
  expect(alarmIn({ preference }, 1000)).toMatchObject(choices),
);

it('the alarm rings once for an incident of the agent, and not for what the agent leaves out or has silenced', async () => {
  const agent = fakeAgent();
  agent.receivers = [{ id: 'a', kind: 'ntfy', name: 'A', isGone: false, fields: {}, secrets: [], lastBeat: null }];
  const { store, stateOf, pass, ring } = await entered({ alarm: 'on' }, ['agent']);
  await pass(15_000);
  expect(store.getState().alarm.told).toEqual([]);
  stateOf[OTHER] = 'failed';
  await pass(12_000);
  expect(ring()).toBeNull();
  const incident: (typeof agent)['incidents'][number] = {
    ...{ id: 'i', rule: 'channel-down', channel: OTHER, publication: null, names: { channel: '', publication: '' } },
    ...{
      isSilent: true,
      status: 'firing',
      begun: 1,
      ended: null,
      end: null,
      fault: 'source',
      sentences: [],
      remedy: null,
    },
  };
  agent.incidents = [incident];
  await pass(12_000);
  expect(ring()).toBeNull();
  agent.incidents = [{ ...incident, isSilent: false }];
  await pass(15_000);
  expect(ring()).toEqual({ n: 1, channels: [OTHER] });
  // Without the agent, the browser judges by itself and does not ring again for the same problem.
  agent.receivers = [];
  await pass(15_000);
  expect(store.getState().alarm.told).toBeNull();
  expect(ring()).toEqual({ n: 1, channels: [OTHER] });
  vi.unstubAllGlobals();
});
