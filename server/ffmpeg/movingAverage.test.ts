import { describe, expect, it } from 'vitest';
import { createMovingAverage } from './movingAverage.ts';

/** A status line every half second, `fps` frames and `kilobytes` KiB a second. */
function run(fps: number, kilobytes: number | null, seconds: number) {
  const average = createMovingAverage();
  for (let atMs = 0; atMs <= seconds * 1000; atMs += 500) {
    average.add({ atMs, frame: (fps * atMs) / 1000, sizeKb: kilobytes === null ? null : (kilobytes * atMs) / 1000 });
  }
  return average;
}

it('takes a flood of status lines as a few', () => {
  const average = createMovingAverage();
  const before = process.cpuUsage();
  for (let line = 0; line < 100_000; line += 1) average.add({ atMs: line / 10, frame: line / 400, sizeKb: null });
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
  expect(average.at(10_000).fps).toBeCloseTo(25, 1);
});

describe('the mean of the last 30 s', () => {
  it.each([
    ['the true rate after two seconds', run(25, 100, 2), 2_400, { fps: 25, bitrateKbit: 800 }],
    ['and much later', run(25, 100, 300), 300_100, { fps: 25, bitrateKbit: 800 }],
    ['nothing in the first second', run(25, 100, 0.5), 600, { fps: 0, bitrateKbit: 0 }],
    ['no bitrate where ffmpeg knows no size', run(25, null, 10), 10_000, { fps: 25, bitrateKbit: 0 }],
    ['less when frames have stopped to come', run(25, 100, 10), 21_000, { fps: 12.5, bitrateKbit: 400 }],
    ['nothing when they stopped long ago', run(25, 100, 10), 41_000, { fps: 0, bitrateKbit: 0 }],
    ['nothing before the first line', createMovingAverage(), 5_000, { fps: 0, bitrateKbit: 0 }],
  ])('%s', (_, average, nowMs, expected) => expect(average.at(nowMs)).toEqual(expected));
});
