import { expect, it } from 'vitest';
import { Process } from '../../api/answers/process.ts';
import { egressId, ingestId, snapshotId } from '../../api/processIds.ts';
import { CORE_SUBJECT, type KnownProcesses, readProcesses, withViewers } from './readProcesses.ts';

const CHANNEL = '11111111-2222-3333-4444-555555555555';
const INGEST = ingestId(CHANNEL);
const EGRESS = egressId('youtube', CHANNEL);

const processOf = (id: string, state: object) =>
  Process.parse({ id, state: { order: 'start', exec: 'running', runtime_seconds: 60, command: [], ...state } });
const running = (second: number, more: object = {}) => ({
  ...{ cpu_usage: 12, memory_bytes: 50 * 2 ** 20, runtime_seconds: 60 + second },
  progress: { frame: 25 * second, size_kb: 500 * second, time: second, fps: 25, bitrate_kbit: 4000, speed: 1, ...more },
});

const NOW = 1_700_000_000;
const NOTHING_STORED = new Map<string, number>();
const lookAt = (second: number, storedKbit: ReadonlyMap<string, number> = NOTHING_STORED) => ({
  ...{ at: second * 1000, now: (NOW + second) * 1000, storedKbit },
});
const YESTERDAY = NOW - 86_400;

interface Scene {
  id?: string;
  stored?: ReadonlyMap<string, number>;
  /** Unix seconds. */
  updated?: number;
}

/** One poll per second. Null: the core is unreachable; undefined: the process does not exist. */
function looks(states: readonly (object | null | undefined)[], scene: Scene = {}) {
  const { id = EGRESS, stored, updated = YESTERDAY } = scene;
  let previous: KnownProcesses = null;
  return states.map((state, second) => {
    const process = state && { ...processOf(id, state), created_at: YESTERDAY, updated_at: updated };
    const processes = state === null ? null : new Map(process ? [[id, process]] : []);
    const found = readProcesses(previous, processes, lookAt(second, stored));
    previous = found.known;
    return found.readings;
  });
}
const statesOf = (states: readonly (object | null | undefined)[], scene: Scene = {}) =>
  looks(states, scene).map((readings) => readings.get(scene.id ?? EGRESS)?.state);

const LIVE = running(30);
const CONNECTING = { exec: 'starting', runtime_seconds: 1 };
const FAILED = { exec: 'failed', reconnect_seconds: 10 };
const STOPPED = { order: 'stop', exec: 'finished' };
const TOO_LONG = { ...CONNECTING, runtime_seconds: 30 };
const UNKNOWN = { exec: 'thinking' };

it.each<[what: string, states: (object | null)[], seen: (string | undefined)[]]>([
  ['a start', [STOPPED, CONNECTING, LIVE], ['stopped', 'waiting', 'live']],
  ['a start that takes too long', [STOPPED, TOO_LONG], ['stopped', 'failing']],
  ['an outage', [LIVE, FAILED, CONNECTING, LIVE], ['live', 'failing', 'failing', 'live']],
  ['an unexpected end', [LIVE, { exec: 'finished', reconnect_seconds: 5 }], ['live', 'failing']],
  ['a restart', [LIVE, { exec: 'finishing' }, CONNECTING], ['live', 'failing', 'failing']],
  ['a stop', [LIVE, { order: 'stop', exec: 'finishing' }, STOPPED], ['live', 'stopped', 'stopped']],
  ['a stop on failure', [FAILED, { order: 'stop', exec: 'failed' }, CONNECTING], ['failing', 'stopped', 'waiting']],
  ['an unreachable core', [LIVE, null, CONNECTING], ['live', undefined, 'failing']],
  ['a state of a newer core', [UNKNOWN], [undefined]],
])('the states of %s are detected', (_, states, expected) => {
  expect(statesOf(states)).toEqual(expected);
});

it.each<[what: string, states: (object | null | undefined)[], seen: (string | undefined)[]]>([
  ['has not connected', [STOPPED, CONNECTING, FAILED, CONNECTING], ['stopped', 'waiting', 'waiting', 'waiting']],
  ['takes long to start', [STOPPED, TOO_LONG, LIVE, FAILED], ['stopped', 'waiting', 'live', 'failing']],
  ['is lost', [STOPPED, LIVE, FAILED, TOO_LONG, FAILED], ['stopped', 'live', 'failing', 'failing', 'failing']],
  ['is waited for again', [LIVE, FAILED, STOPPED, FAILED], ['live', 'failing', 'stopped', 'waiting']],
  ['has not come before a restart', [STOPPED, FAILED, { exec: 'finishing' }], ['stopped', 'waiting', 'waiting']],
  [
    'did not start while the core was unreachable',
    [STOPPED, FAILED, null, FAILED],
    ['stopped', 'waiting', undefined, 'waiting'],
  ],
  ['is lost with the core', [LIVE, null, FAILED], ['live', undefined, 'failing']],
  ['has a state of a newer core', [STOPPED, UNKNOWN, FAILED], ['stopped', undefined, 'waiting']],
  ['belongs to a channel that is added', [undefined, FAILED, CONNECTING], [undefined, 'waiting', 'waiting']],
])('an encoder that %s only causes an outage after it was live', (_, states, expected) => {
  expect(statesOf(states, { id: INGEST })).toEqual(expected);
});

it.each<[what: string, updated: number, states: (object | null)[], seen: (string | undefined)[]]>([
  ['was saved just now', NOW - 14, [FAILED, CONNECTING, FAILED], ['waiting', 'waiting', 'waiting']],
  ['was written two minutes ago', NOW - 120, [FAILED, FAILED], ['waiting', 'waiting']],
  ['was written earlier', NOW - 121, [FAILED, CONNECTING, LIVE], ['failing', 'failing', 'live']],
  ['retries for a day', YESTERDAY, [CONNECTING, FAILED], ['waiting', 'failing']],
  ['has retried for too long', YESTERDAY, [TOO_LONG], ['failing']],
  ['appears with a core that was unreachable at first', NOW, [null, FAILED], [undefined, 'waiting']],
  ['was written by a clock that was set back by three days', NOW + 3 * 86_400, [FAILED], ['failing']],
  ['was written by a clock that was set ahead by 30 days', NOW - 30 * 86_400, [FAILED, LIVE], ['failing', 'live']],
  ['was saved by a clock that is slightly ahead', NOW + 5, [FAILED], ['waiting']],
  ['is live', NOW, [LIVE, FAILED], ['live', 'failing']],
])('the state is detected at the first poll of a channel that %s', (_, updated, states, expected) => {
  expect(statesOf(states, { id: INGEST, updated })).toEqual(expected);
});

it('a publication that cannot reach its service is an outage from the first try', () => {
  expect(statesOf([STOPPED, FAILED])).toEqual(['stopped', 'failing']);
  expect(statesOf([FAILED], { updated: NOW })).toEqual(['failing']);
});

it('rates are means of the last three seconds', () => {
  const polls = looks([0, 1, 2, 3, 4].map((second) => running(second + 20, second === 4 ? { size_kb: 23 * 500 } : {})));
  const figures = polls.map((each) => each.get(EGRESS)?.figures);
  expect(figures[0]).toEqual({ fps: 25, kbitOut: 4000, speed: 1, cpu: 12, memory: 50 });
  expect(figures[3]?.kbitOut).toBeCloseTo(4096);
  expect(figures[4]?.kbitOut).toBeCloseTo((4096 * 2) / 3);
  expect(figures[4]).toMatchObject({ fps: 25, speed: 1 });
});

it('a failing subject has rates of 0 if it has sent before; a stopped one has no rates', () => {
  const polls = looks([FAILED, LIVE, FAILED, STOPPED, FAILED]).map((each) => each.get(EGRESS)?.figures);
  expect(polls[0]).toEqual({ cpu: 0, memory: 0 });
  expect(polls[2]).toEqual({ kbitOut: 0, fps: 0, cpu: 0, memory: 0 });
  expect(polls[3]).toEqual({});
  expect(polls[4]).toEqual(polls[2]);
});

/** ffmpeg's figures with HLS output. */
const hls = (second: number) => running(second, { size_kb: 0, bitrate_kbit: 0 });
const STORED = new Map([[CHANNEL, 3000]]);

it.each<[what: string, states: object[], stored: typeof STORED, kbit: (number | undefined)[]]>([
  ['is that of its files', [hls(30), hls(31), hls(34)], STORED, [3000, 3000, 3000]],
  ['is unknown without them', [hls(30), hls(31)], new Map(), [undefined, undefined]],
  ['is the figure of ffmpeg, if it reports one', [running(30), running(33)], STORED, [4000, 4000]],
  ['is 0 if it fails after that', [hls(30), FAILED, CONNECTING], STORED, [3000, 0, 0]],
  ['is unknown rather than 0 if it was never known', [hls(30), FAILED], new Map(), [undefined, undefined]],
  ['is nothing while it waits or is stopped', [STOPPED, FAILED, CONNECTING], STORED, [undefined, undefined, undefined]],
  [
    'is not that of its files if no new ones arrive',
    [30, 31, 31, 31, 31].map((second) => hls(second)),
    STORED,
    [3000, 3000, 3000, 3000, undefined],
  ],
])('the bitrate of a channel %s', (_, states, stored, kbit) => {
  const polls = looks(states, { id: INGEST, stored }).map((each) => each.get(INGEST)?.figures.kbitIn);
  expect(polls).toEqual(kbit);
});

it.each<[what: string, states: object[], stored: typeof STORED, kbit: (number | undefined)[]]>([
  ['the sum of known bitrates', [hls(30), FAILED, STOPPED], STORED, [3000, 0, 0]],
  ['unknown if those of all channels are', [hls(30), FAILED], new Map(), [undefined, undefined]],
  ['0 if nothing is on', [STOPPED, FAILED], new Map(), [0, 0]],
])('the bitrate of the core is %s', (_, states, stored, kbit) => {
  const polls = looks(states, { id: INGEST, stored }).map((each) => each.get(CORE_SUBJECT)?.figures.kbitIn);
  expect(polls).toEqual(kbit);
});

it('the core is the sum of all subjects, and failing if it does not respond', () => {
  const all = [INGEST, EGRESS, snapshotId(CHANNEL), 'of-somebody-else'].map((id) => processOf(id, LIVE));
  const { readings, known } = readProcesses(null, new Map(all.map((each) => [each.id, each])), lookAt(0));
  expect([...readings.keys()].toSorted()).toEqual([CORE_SUBJECT, EGRESS, INGEST]);
  expect(readings.get(CORE_SUBJECT)).toEqual({
    state: 'live',
    figures: { cpu: 48, memory: 200, kbitIn: 4000, kbitOut: 4000 },
  });
  const away = readProcesses(known, null, lookAt(1));
  expect([...away.readings]).toEqual([[CORE_SUBJECT, { state: 'failing', figures: {} }]]);
  expect(away.known).toBe(known);
});

it('the core has a sum even if one of its channels is unknown', () => {
  const other = ingestId(CHANNEL.replaceAll('1', '7'));
  const all = new Map([INGEST, other].map((id) => [id, processOf(id, hls(30))]));
  expect(readProcesses(null, all, lookAt(0, STORED)).readings.get(CORE_SUBJECT)?.figures.kbitIn).toBe(3000);
});

it('a response without states is accepted', () => {
  const processes = new Map([[INGEST, Process.parse({ id: INGEST })]]);
  expect(readProcesses(null, processes, lookAt(0)).readings.get(INGEST)).toBeUndefined();
});

it('viewers are counted per channel and in total, without stopped channels', () => {
  const reading = { state: 'live' as const, figures: { fps: 25 } };
  const readings = new Map([
    [CORE_SUBJECT, reading],
    [INGEST, reading],
    [EGRESS, reading],
  ]);
  const countsIn = (all: typeof readings, viewers: readonly [string, number][]) =>
    [...withViewers(all, new Map(viewers)).values()].map(({ figures: { viewers: count } }) => count);
  expect(countsIn(readings, [])).toEqual([undefined, undefined, undefined]);
  expect(countsIn(readings, [[CHANNEL, 0]])).toEqual([0, 0, undefined]);
  expect(
    countsIn(readings, [
      [CHANNEL, 7],
      ['another', 5],
    ]),
  ).toEqual([12, 7, undefined]);
  expect(countsIn(readings, [['another', 5]])).toEqual([5, undefined, undefined]);
  expect([...withViewers(new Map([[INGEST, { state: 'stopped', figures: {} }]]), new Map([[CHANNEL, 7]]))]).toEqual([
    [INGEST, { state: 'stopped', figures: {} }],
  ]);
});
