import { expect, it } from 'vitest';
import type { Counts, Progress } from './progress.ts';
import {
  addSample,
  catchesUp,
  flowingSeconds,
  isCatchingUp,
  isSettled,
  isTooSlow,
  ratesOf,
  shownFps,
  stalledFor,
  type Throughput,
} from './throughput.ts';

const at = (counts?: Counts): Progress => ({
  status: 'connecting',
  order: 'start',
  seconds: 1,
  ...(counts ? { counts } : {}),
});

/** `seconds`: the growth per second. */
function after(seconds: readonly Partial<Counts>[], begin: Throughput | null = null, from = 0): Throughput | null {
  const last = begin?.readings.at(-1);
  const total = {
    frames: last?.frames ?? 1,
    sizeKb: last?.sizeKb ?? 0,
    seconds: last?.seconds ?? 0,
    repeated: last?.repeated ?? 0,
  };
  let flow = begin ?? addSample(null, at({ ...total }), from);
  seconds.forEach((counts, i) => {
    total.frames += counts.frames ?? 0;
    total.sizeKb += counts.sizeKb ?? 0;
    total.seconds += counts.seconds ?? 0;
    total.repeated += counts.repeated ?? 0;
    flow = addSample(flow, at({ ...total }), from + (i + 1) * 1000);
  });
  return flow;
}

const times = (n: number, counts: Partial<Counts>) => Array<Partial<Counts>>(n).fill(counts);
const fine = { frames: 25, sizeKb: 250, seconds: 1 };
const slow = { frames: 3, sizeKb: 20, seconds: 0.05 };

it('a flow is not slow when it has just stopped, but when it continues slowly', () => {
  const stopped = after([...times(12, fine), ...times(2, { frames: 0, sizeKb: 0, seconds: 0 })]);
  expect([isTooSlow(stopped), stopped?.slow]).toEqual([false, undefined]);
  expect(isTooSlow(after([...times(12, fine), ...times(3, slow)]))).toBe(false);
  expect(isTooSlow(after([...times(12, fine), ...times(7, slow)]))).toBe(true);
});

it('a flow has no rate yet after a stop, and the stop does not make it slow', () => {
  const nothing = { frames: 0, sizeKb: 0, seconds: 0 };
  const stopped = after([...times(12, fine), ...times(14, nothing)]);
  for (let n = 1; n < 10; n += 1) expect(isTooSlow(after(times(n, fine), stopped, 26_000)), `${n} s`).toBe(false);
  expect(ratesOf(after([fine], stopped, 26_000))).toBeNull();
  expect(Math.round(ratesOf(after(times(3, fine), stopped, 26_000))?.fps ?? 0)).toBe(25);
  expect(isTooSlow(after(times(9, slow), stopped, 26_000))).toBe(true);
});

it('a slow flow stays slow until it is clearly fast enough', () => {
  const slower = after([...times(12, fine), ...times(8, { frames: 13, seconds: 0.5 })]);
  expect(slower?.slow).toBe(true);
  const better = after(times(12, { frames: 23, seconds: 0.92 }), slower, 20_000);
  expect(better?.slow).toBe(true);
  expect(after(times(12, { frames: 23, seconds: 0.92 }))?.slow).toBeUndefined();
  expect(after(times(12, fine), better, 32_000)?.slow).toBeUndefined();
});

it.each<[string, readonly Partial<Counts>[]]>([
  ['stops for two seconds', [...times(12, fine), ...times(2, {}), fine]],
  ['arrives in bursts', Array.from({ length: 24 }, (_, i) => (i % 4 === 3 ? { frames: 100, seconds: 4 } : {}))],
])('a flow is not too slow if it %s', (_, seconds) => expect(isTooSlow(after(seconds), false)).toBe(false));

it.each([
  ['connecting', 1, true],
  ['connected', 60, true],
  // A new run starts from zero.
  ['connecting', 0, false],
] as const)(
  'a flow keeps its samples when figures are missing once, unless the run is new: %s since %d s',
  (status, seconds, isSame) => {
    const before = after(times(4, fine), null, 60_000 - 5000);
    const bare = { order: 'start', seconds, uptimeSeconds: seconds, fps: 0, bitrateKbit: null, speed: null } as const;
    const now: Progress = { status, ...bare, q: 0, frames: 0, drop: 0, dup: 0 };
    const current = seconds === 1 ? { ...now, seconds: 6 } : now;
    expect(addSample(before, current, 60_000) === before).toBe(isSame);
  },
);

it.each([
  ['steady', times(10, fine), { fps: 25, wantedFps: 25, kbit: 2048, speed: 1 }],
  ['slow for most of ten seconds', [...times(60, fine), ...times(7, slow)], { fps: 9.6, speed: 0.335 }],
  ['slow for less of them', [...times(60, fine), ...times(3, slow)], { fps: 18.4, speed: 0.715, kbit: 1482.8 }],
  ['faster again', [...times(60, slow), ...times(7, fine)], { fps: 18.4, speed: 0.715, kbit: 1482.8 }],
  ['frames that the encoder repeats', times(10, { ...fine, repeated: 23 }), { fps: 25, wantedFps: 25, arrivingFps: 2 }],
  ['an encoder that makes 3 of 60', times(30, slow), { fps: 3, wantedFps: 60.7 }],
  [
    'a slow encoder with jitter',
    [...times(20, slow), { frames: 3, seconds: 0.02 }, { frames: 3, seconds: 0.02 }, { frames: 3, seconds: 0.02 }],
    { wantedFps: 66 },
  ],
  ['a source that sends two', times(10, { frames: 2, seconds: 1 }), { fps: 2, wantedFps: 2, speed: 1, kbit: null }],
  ['nothing any more', [...times(60, fine), ...times(10, {})], { fps: 0, wantedFps: null, kbit: 0, speed: 0 }],
  // A run that stops for two seconds and catches up is fine.
  [
    'a stop that was made up for',
    [...times(60, fine), ...times(2, {}), ...times(1, { frames: 75, seconds: 3, sizeKb: 750 })],
    { fps: 25, speed: 1, kbit: 2048 },
  ],
  // ffmpeg reports twice per second, so a poll may be off by half a second.
  ['the same, looked at unevenly', [...times(7, fine), { frames: 37, seconds: 1.5 }, ...times(3, fine)], { fps: 26.2 }],
])('the rates of a flow are measured: %s', (_, seconds, rates) => {
  const measured = ratesOf(after(seconds));
  for (const [name, value] of Object.entries(rates)) {
    const found = measured?.[name as keyof typeof rates] ?? null;
    if (value === null || found === null) expect(found).toBe(value);
    else expect(found).toBeCloseTo(value, 1);
  }
});

it.each([
  ['two looks', times(1, fine), null],
  ['no look', [], null],
])('a flow has no rates after %s', (_, seconds, rates) => expect(ratesOf(after(seconds))).toBe(rates));

it.each([
  [times(5, fine), null, 5],
  [[...times(5, fine), ...times(2, {})], null, 5],
  [[...times(5, fine), ...times(3, {})], 3, null],
  [[...times(5, fine), ...times(6, {})], 6, null],
  [[...times(5, fine), ...times(6, {}), fine], null, 12],
  [times(1, fine), null, null],
  [times(2, fine), null, 2],
  // Audio alone: only the time grows.
  [[...times(5, { seconds: 1 }), ...times(4, {})], 4, null],
])('flow %# has the expected idle and flowing seconds', (seconds, idle, flowing) => {
  const flow = after(seconds);
  expect(stalledFor(flow)).toBe(idle);
  expect(flowingSeconds(flow)).toBe(flowing);
});

it('a new run starts without samples, and is not settled for ten seconds', () => {
  const flow = after(times(12, fine));
  expect(isSettled(flow)).toBe(true);
  const next = addSample(flow, at({ frames: 1, sizeKb: 0, seconds: 0 }), 13_000);
  expect(next).toMatchObject({ beganAt: 13_000, movedAt: 13_000 });
  expect(isSettled(next)).toBe(false);
  expect(addSample(flow, at(), 13_000)).toBeNull();
  expect(addSample(flow, null, 13_000)).toBeNull();
});

it('a flow ignores a repeated poll, and keeps only the samples it needs', () => {
  const flow = after(times(400, fine));
  expect(addSample(flow, at({ frames: 99_999, sizeKb: 0, seconds: 99_999 }), 400_000)).toBe(flow);
  expect(flow?.readings.length).toBeLessThan(13);
});

const fast = { frames: 75, sizeKb: 750, seconds: 3 };
const burst = [{ frames: 150, sizeKb: 1500, seconds: 6 }];
it.each([
  ['no for a file that is read without pacing', times(40, fast), false],
  ['yes for an even source', times(40, fine), true],
  ['yes after a pause', [...times(30, fine), ...times(8, {}), ...times(3, fast)], true],
  [
    'yes after a pause that follows a start in one burst',
    [...burst, ...times(30, fine), ...times(8, {}), ...times(3, fast)],
    true,
  ],
  ['no once it has caught up', [...times(30, fine), {}, ...times(20, fast)], false],
  ['no right after the start', times(8, fast), false],
])('a flow is catching up or not: %s', (_, seconds, late) => expect(isCatchingUp(after(seconds))).toBe(late));

it.each<[string, readonly Partial<Counts>[], number, boolean]>([
  ['a steady flow', times(30, fine), 25, false],
  ['a flow that is slightly off, as ffmpeg counts', [...times(29, fine), { frames: 37, seconds: 1.5 }], 25, false],
  ['a stop that is being made up for', [...times(30, fine), ...times(8, {}), ...times(4, fast)], 25, true],
  ['a start in one burst', [fine, ...burst, ...times(3, fine)], 25, true],
  ['too few', times(30, { frames: 13, seconds: 0.87 }), 13, false],
  ['a file that is read without a clock', times(40, fast), 75, false],
])('the frame rate is shown for %s', (_, seconds, fps, isAhead) => {
  const flow = after(seconds);
  expect(Math.round(shownFps(flow) ?? 0)).toBe(fps);
  expect(catchesUp(flow)).toBe(isAhead);
});
