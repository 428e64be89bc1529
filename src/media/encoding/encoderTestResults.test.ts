import { describe, expect, it } from 'vitest';
import { benchOf, countInRealTime, parseTestedEncoders, speedAt, storedResults } from './encoderTestResults.ts';

const NOW = { core: '16.14.0', ffmpeg: '5.1.9' };
const result = { at: 1, ...NOW, works: true, cause: '', line: '', sizes: [{ height: 720, speed: 3.2, cpu: 0.4 }] };

describe('stored results of encoder tests', () => {
  const stored = (encoders: object) => ({ version: 1, encoders });
  it.each([
    ['this version', NOW, false],
    ['another core', { ...NOW, core: '16.15.0' }, true],
    ['another ffmpeg', { ...NOW, ffmpeg: '7.1.1' }, true],
  ])('of %s are marked as old or current', (_, versions, old) => {
    const tested = parseTestedEncoders(stored({ libx264: result }), versions);
    expect(tested).toEqual({ libx264: { ...result, old } });
    expect(storedResults(tested)).toEqual(stored({ libx264: result }));
  });
  it.each([null, undefined, 1, 'x', [], {}, { version: 2, encoders: { a: result } }, stored({ a: { at: 'x' } })])(
    'are ignored if malformed: %j',
    (raw) => expect(parseTestedEncoders(raw, NOW)).toEqual({}),
  );
});

it.each([
  [['bench: utime=0.399s stime=0.033s rtime=0.552s'], { speed: 5.43, cpu: 0.144 }],
  [['[info] bench: utime=2.000s stime=1.000s rtime=6.000s', 'bench: maxrss=1kB'], { speed: 0.5, cpu: 1 }],
  [['bench: utime=0.000s stime=0.000s rtime=0.000s'], null],
  [['frame=   75 fps=0.0'], null],
])('the cost of a run is parsed from %j', (lines, cost) => {
  const found = benchOf(lines, 3);
  expect(found && { speed: Number(found.speed.toFixed(2)), cpu: Number(found.cpu?.toFixed(3)) }).toEqual(cost);
});

it.each([
  ['as many as the cores bear', { speed: 4, cpu: 0.5 }, false, { cores: 2, used: 0 }, 3],
  ['while other processes run', { speed: 4, cpu: 0.5 }, false, { cores: 4, used: 50 }, 3],
  ['one thread each on many cores', { speed: 1.2, cpu: 0.8 }, false, { cores: 8, used: 0 }, 9],
  ['hardware by itself', { speed: 4.4, cpu: 0.01 }, true, { cores: 2, used: 0 }, 4],
  ['hardware that needs the cores as well', { speed: 9, cpu: 1 }, true, { cores: 2, used: 0 }, 1],
  ['none if a single one is too slow', { speed: 0.9, cpu: 0.5 }, false, { cores: 16, used: 0 }, 0],
  ['by speed only', { speed: 4, cpu: null }, false, { cores: 2, used: 50 }, 1],
  ['none on a busy machine', { speed: 4, cpu: 0.5 }, false, { cores: 2, used: 100 }, 0],
])('the number of encodings in real time is calculated: %s', (_, measured, hardware, machine, count) =>
  expect(countInRealTime({ height: 720, ...measured }, hardware, machine)).toBe(count),
);

it.each([
  [720, 4],
  [360, 4],
  [1080, 2],
  [2160, 0.5],
])("an encoder's speed at %ip depends on the size of the picture", (height, speed) => {
  const sizes = [
    { height: 1080, speed: 2, cpu: 1 },
    { height: 720, speed: 4, cpu: 1 },
  ];
  expect(speedAt({ sizes }, height)).toBe(speed);
});
it('the speed of an encoder without measurements is null', () => {
  expect(speedAt({ sizes: [] }, 720)).toBeNull();
  expect(speedAt({ sizes: [{ height: 0, speed: 50, cpu: 0 }] }, 720)).toBeNull();
});
