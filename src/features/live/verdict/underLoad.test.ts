import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Processes, type ProcessState } from '../../../api/answers/process.ts';
import { ActiveSessions } from '../../../api/answers/sessions.ts';
import cores from '../../../api/fixtures/cores.json' with { type: 'json' };
import { audienceOf, receivedBytesOf, senderOf } from '../../../media/coreInfo/sessions.ts';
import { progressOf } from '../../../media/run/progress.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { resourcesSeen, steadyCpuIn } from '../../shared/resource/slice.ts';
import { channelsFound, statesOpened, watchedFetched } from '../channel/slice.ts';
import { audienceSeen } from '../ingest/slice.ts';
import { channelVerdictIn } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

const EGRESS = 'restreamer-ui:egress:rtmp:1';
const RANKS = { live: 0, calm: 0, busy: 0, warning: 1, error: 2 };

const recorded = () => {
  const state = Processes.parse(cores['16.7.2'].processes[0]?.body)[0]?.state;
  if (!state?.progress) throw new Error('nothing is recorded');
  return { ...state, progress: state.progress };
};
const RUNNING = recorded();
const COPYING = { ...RUNNING, command: ['-i', 'rtmp://127.0.0.1/live', '-c:v', 'copy', '-f', 'hls', '/tmp/x.m3u8'] };

interface Second {
  frames: number;
  time: number;
  dup?: number;
  bytes: number;
  /** Percent of the machine in total, and of the process. */
  cpu: number;
  ownCpu?: number;
  destination?: Partial<ProcessState>;
}

interface Row {
  begin: Second;
  after: (second: number) => Second;
  base?: ProcessState & { progress: NonNullable<ProcessState['progress']> };
}

type ShownSentence = {
  second: number;
  kind: string | undefined;
  fault: string | undefined;
  severity: string | undefined;
};

/** Polls like the interface: states every second, sessions every 3.5 s, the machine every 3 s. */
function play({ begin, after, base = RUNNING }: Row): ShownSentence[] {
  const store = openStore({ core: aCore() });
  const egresses = { [EGRESS]: { service: 'rtmp', name: 'Venue' } };
  store.dispatch(channelsFound({ list: [{ id: CHANNEL, name: 'A', available: true, egresses }], chosen: CHANNEL }));
  store.dispatch(statesOpened(CHANNEL));
  const total = { frame: 300, time: 20, dup: 0, bytes: 1_000_000 };
  let audienceAt = 0;
  const shown = Array.from({ length: 66 }, (_, i): ShownSentence => {
    const second = i - 30;
    const now = 100_000 + i * 1000;
    vi.useFakeTimers({ now });
    const {
      frames,
      time,
      dup = 0,
      bytes,
      cpu,
      ownCpu = cpu / 2,
      destination = {},
    } = second < 0 ? begin : after(second);
    total.frame += frames;
    total.time += time;
    total.dup += dup;
    total.bytes += bytes;
    if (i % 3 === 0) store.dispatch(resourcesSeen({ ...MACHINE, cpu: { ...MACHINE.cpu, percent: cpu } }));
    if (now - audienceAt >= 3500) {
      audienceAt = now;
      const sessions = ActiveSessions.parse({ rtmp: [{ ...PUBLISHER, bytes_rx: total.bytes }] });
      const receivedBytes = receivedBytesOf(sessions, CHANNEL);
      const sender = senderOf(sessions, CHANNEL);
      store.dispatch(audienceSeen({ ...audienceOf(sessions, CHANNEL), sender, receivedBytes, at: now }));
    }
    const running = { ...base, runtime_seconds: 60 + i };
    const progress = { ...base.progress, fps: 15, frame: total.frame, time: total.time, dup: total.dup };
    const ingest = progressOf({ ...running, progress, cpu_usage: ownCpu });
    const egress = progressOf({ ...running, ...COPYING, runtime_seconds: 60 + i, progress, ...destination });
    store.dispatch(
      watchedFetched({
        ...{ channel: CHANNEL, askedAt: now, seenAt: now },
        ...{ progress: ingest, egresses: { [EGRESS]: egress } },
      }),
    );
    const verdict = channelVerdictIn(store.getState(), CHANNEL);
    return { second, kind: verdict?.kind, fault: verdict?.fault, severity: verdict?.severity };
  });
  store.stop();
  return shown;
}

const PUBLISHER = {
  ...{ id: '1', reference: `${CHANNEL}.stream`, local: `publish:/live/${CHANNEL}.stream`, remote: '192.0.2.7:5000' },
  created_at: 1,
};
const IDLE = { used: 0, limit: null, percent: 0, warning: false };
const MACHINE = {
  ...{ uptimeSeconds: 1, cpu: { ...IDLE, cores: 2 }, memory: { ...IDLE, percent: 30 }, memfs: IDLE, disk: IDLE },
  ...{ network: IDLE, sessions: IDLE, warning: false },
};

const healthy = { frames: 15, time: 1, bytes: 100_000, cpu: 50 };
const slow = { frames: 8, time: 0.53 };
/** A busy machine: frames and load vary, the source is steady. */
const uneven = (second: number) => [3, 12, 7, 0, 9, 14, 4][second % 7] ?? 0;
const load = (second: number) => [97, 84, 99, 76, 92][second % 5] ?? 0;

const failedAt = (second: number): Partial<ProcessState> => {
  const tries = second % 12;
  return tries < 10
    ? { exec: 'failed', runtime_seconds: tries, reconnect_seconds: 10 - tries, last_logline: 'Connection refused' }
    : { exec: 'running', runtime_seconds: tries - 10, progress: null };
};

const rows: [string, Row, Record<3 | 10 | 30, readonly string[]>][] = [
  [
    'the source is steady, the server is slow',
    { begin: healthy, after: () => ({ ...healthy, ...slow, cpu: 97 }) },
    { 3: ['live nobody'], 10: ['slow server'], 30: ['slow server'] },
  ],
  [
    'the source is steady, the server is slow and uneven',
    {
      begin: healthy,
      after: (second) => ({ ...healthy, frames: uneven(second), time: uneven(second) / 15, cpu: load(second) }),
    },
    { 3: ['live nobody'], 10: ['slow server'], 30: ['slow server'] },
  ],
  [
    'the channel is copied on a slow server',
    { base: COPYING, begin: healthy, after: () => ({ ...healthy, ...slow, cpu: 97 }) },
    { 3: ['live nobody'], 10: ['strained server'], 30: ['strained server'] },
  ],
  [
    'the source is slow, the server is not',
    { begin: { ...healthy, cpu: 20 }, after: () => ({ ...healthy, ...slow, bytes: 53_000, cpu: 12 }) },
    { 3: ['live nobody'], 10: ['slow source', 'slow nobody'], 30: ['slow source'] },
  ],
  [
    'the source is slow, the channel is copied',
    { base: COPYING, begin: { ...healthy, cpu: 20 }, after: () => ({ ...healthy, ...slow, bytes: 53_000, cpu: 12 }) },
    { 3: ['live nobody'], 10: ['slow source'], 30: ['slow source'] },
  ],
  [
    'the source stalls while the server is busy with other things',
    { begin: { ...healthy, cpu: 90 }, after: () => ({ frames: 0, time: 0, bytes: 0, cpu: 90, ownCpu: 0 }) },
    { 3: ['stalled source'], 10: ['stalled source'], 30: ['stalled source'] },
  ],
  [
    'two frames a second, which the encoder repeats',
    { begin: healthy, after: () => ({ ...healthy, dup: 13, bytes: 20_000 }) },
    { 3: ['live nobody'], 10: ['few-frames source'], 30: ['few-frames source'] },
  ],
  [
    'one destination fails, the server is at its limit',
    { begin: healthy, after: (second) => ({ ...healthy, cpu: load(second), destination: failedAt(second) }) },
    { 3: ['destination nobody'], 10: ['destination nobody'], 30: ['destination nobody'] },
  ],
];

describe('the verdict on a machine under load', () => {
  it.each(rows)('%s', (_, row, expected) => {
    const shown = play(row);
    for (const [second, verdicts] of Object.entries(expected)) {
      const found = shown.find((entry) => entry.second === Number(second));
      expect(verdicts, `after ${second} s`).toContain(`${found?.kind} ${found?.fault}`);
    }
  });

  it.each(rows)('%s: no verdict disappears within five seconds, unless it gets worse', (_, row) => {
    let since = 0;
    const shown = play(row);
    for (const [i, now] of shown.entries()) {
      const before = shown[i - 1];
      if (!before || (before.kind === now.kind && before.fault === now.fault)) continue;
      const worse = rankOf(now) > rankOf(before);
      if (rankOf(before) > 0 && !worse) expect(now.second - since, JSON.stringify([before, now])).toBeGreaterThan(4);
      since = now.second;
    }
  });

  it.each(rows.slice(0, 3))('%s: never blames the source', (_, row) =>
    expect(play(row).filter(({ fault }) => fault === 'source')).toEqual([]),
  );
});

const rankOf = ({ severity }: ShownSentence) => RANKS[severity as keyof typeof RANKS] ?? 0;

it.each([
  [[99, 99, 99], null],
  [[99, 97, 99, 98], 97],
  [[99, 97, 99, 98, 40], 97],
  [[99, 97, 99, 98, 40, 98, 40, 99], 97],
  [[99, 97, 99, 98, 40, 30, 50, 45], 97],
  [[99, 97, 99, 98, ...Array(11).fill(40), 50], 50],
  [[20, 20, 20, 20, 99, 20, 99, 20], 20],
])('the CPU of the server is steady through short peaks and dips: %j', (percents, expected) => {
  const store = openStore({ core: aCore() });
  for (const percent of percents) store.dispatch(resourcesSeen({ ...MACHINE, cpu: { ...MACHINE.cpu, percent } }));
  expect(steadyCpuIn(store.getState())).toBe(expected);
  store.stop();
});
