import { describe, expect, it } from 'vitest';
import { createMovingAverage } from './movingAverage.ts';

/** `kilobytes`: KiB per second. */
function run(fps: number, kilobytes: number | null, seconds: number) {
  const average = createMovingAverage();
  for (let atMs = 0; atMs <= seconds * 1000; atMs += 500) {
    average.add({ atMs, frame: (fps * atMs) / 1000, sizeKb: kilobytes === null ? null : (kilobytes * atMs) / 1000 });
  }
  return average;
}

it('a flood of status lines is thinned out', () => {
  const average = createMovingAverage();
  const before = process.cpuUsage();
  for (let line = 0; line < 100_000; line += 1) average.add({ atMs: line / 10, frame: line / 400, sizeKb: null });
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
  expect(average.at(10_000).fps).toBeCloseTo(25, 1);
});

describe('the moving average over 30 s', () => {
  it.each([
    ['the true rate after two seconds', run(25, 100, 2), 2_400, { fps: 25, bitrateKbit: 800 }],
    ['the true rate after five minutes', run(25, 100, 300), 300_100, { fps: 25, bitrateKbit: 800 }],
    ['0 in the first second', run(25, 100, 0.5), 600, { fps: 0, bitrateKbit: 0 }],
    ['0 kbit/s if ffmpeg reports no size', run(25, null, 10), 10_000, { fps: 25, bitrateKbit: 0 }],
    ['lower after the frames stopped', run(25, 100, 10), 21_000, { fps: 12.5, bitrateKbit: 400 }],
    ['0 long after the frames stopped', run(25, 100, 10), 41_000, { fps: 0, bitrateKbit: 0 }],
    ['0 before the first line', createMovingAverage(), 5_000, { fps: 0, bitrateKbit: 0 }],
  ])('is %s', (_, average, nowMs, expected) => expect(average.at(nowMs)).toEqual(expected));
});
