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

/** Looks once a second, and answers what was seen. */
function looks(states: readonly (object | null)[]) {
  let known: KnownProcesses = new Map();
  return states.map((state, at) => {
    const found = readProcesses(known, state && new Map([[EGRESS, processOf(EGRESS, state)]]), at * 1000);
    known = found.known;
    return found.readings;
  });
}
const stateOf = (states: readonly (object | null)[]) => looks(states).map((seen) => seen.get(EGRESS)?.state);

const LIVE = running(30);
const CONNECTING = { exec: 'starting', runtime_seconds: 1 };
const FAILED = { exec: 'failed', reconnect_seconds: 10 };
const STOPPED = { order: 'stop', exec: 'finished' };

it.each<[what: string, states: (object | null)[], seen: (string | undefined)[]]>([
  ['a start', [STOPPED, CONNECTING, LIVE], ['stopped', 'waiting', 'live']],
  ['a start that takes too long', [STOPPED, { ...CONNECTING, runtime_seconds: 30 }], ['stopped', 'failing']],
  ['a fall', [LIVE, FAILED, CONNECTING, LIVE], ['live', 'failing', 'failing', 'live']],
  ['an end that nobody ordered', [LIVE, { exec: 'finished', reconnect_seconds: 5 }], ['live', 'failing']],
  ['a restart', [LIVE, { exec: 'finishing' }, CONNECTING], ['live', 'failing', 'failing']],
  ['a stop', [LIVE, { order: 'stop', exec: 'finishing' }, STOPPED], ['live', 'stopped', 'stopped']],
  ['a stop of what failed', [FAILED, { order: 'stop', exec: 'failed' }, CONNECTING], ['failing', 'stopped', 'waiting']],
  ['a core that is away', [LIVE, null, CONNECTING], ['live', undefined, 'failing']],
  ['a state of a newer core', [{ exec: 'thinking' }], [undefined]],
])('%s is seen as it is', (_, states, seen) => {
  expect(stateOf(states)).toEqual(seen);
});

it('rates are of the last three seconds, as far as there are some', () => {
  const seen = looks([0, 1, 2, 3, 4].map((second) => running(second + 20, second === 4 ? { size_kb: 23 * 500 } : {})));
  const figures = seen.map((each) => each.get(EGRESS)?.figures);
  expect(figures[0]).toEqual({ fps: 25, kbitOut: 4000, speed: 1, cpu: 12, memory: 50 });
  expect(figures[3]?.kbitOut).toBeCloseTo(4096);
  expect(figures[4]?.kbitOut).toBeCloseTo((4096 * 2) / 3);
  expect(figures[4]).toMatchObject({ fps: 25, speed: 1 });
});

it('of what fails it is known that nothing is sent, of what is stopped nothing is known', () => {
  const [failing, stopped] = looks([FAILED, STOPPED]).map((each) => each.get(EGRESS)?.figures);
  expect(failing).toEqual({ kbitOut: 0, fps: 0, cpu: 0, memory: 0 });
  expect(stopped).toEqual({});
});

it('the core is the sum of all, and away when it does not answer', () => {
  const all = [INGEST, EGRESS, snapshotId(CHANNEL), 'of-somebody-else'].map((id) => processOf(id, LIVE));
  const { readings, known } = readProcesses(new Map(), new Map(all.map((each) => [each.id, each])), 0);
  expect([...readings.keys()].toSorted()).toEqual([CORE_SUBJECT, EGRESS, INGEST]);
  expect(readings.get(CORE_SUBJECT)).toEqual({
    state: 'live',
    figures: { cpu: 48, memory: 200, kbitIn: 4000, kbitOut: 4000 },
  });
  const away = readProcesses(known, null, 1000);
  expect([...away.readings]).toEqual([[CORE_SUBJECT, { state: 'failing', figures: {} }]]);
  expect(away.known).toBe(known);
});

it('an answer without states is read', () => {
  const processes = new Map([[INGEST, Process.parse({ id: INGEST })]]);
  expect(readProcesses(new Map(), processes, 0).readings.get(INGEST)).toBeUndefined();
});

it('viewers are those of channels and of all, and nobody watches what is stopped', () => {
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
