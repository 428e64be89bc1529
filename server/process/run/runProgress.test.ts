import { expect, it } from 'vitest';
import { createRunProgress } from './runProgress.ts';

const lines = (minutes: number, lineAt: (seconds: number) => string): string[] =>
  Array.from({ length: minutes * 120 }, (_, i) => lineAt(i / 2));

const clock = (seconds: number) => new Date(Math.abs(seconds) * 1000).toISOString().slice(11, 22);

it.each([
  // A plain 6.1: HLS and null outputs have no size.
  ['copied video with an advancing clock', lines(15, (s) => `size=N/A time=${clock(s)} bitrate=N/A speed=1x`), false],
  [
    'an output with a size and no time',
    lines(2, (s) => `size=${2 + Math.floor(s)}kB time=N/A bitrate=N/A speed=N/A`),
    false,
  ],
  ['a clock that starts below zero', lines(2, (s) => `size=N/A time=-${clock(500 - s)} bitrate=N/A speed=1x`), false],
  [
    'segments without clock and size',
    lines(2, (s) =>
      s % 2 === 0 ? `[hls @ 0x5] Opening '/memfs/x_${s}.ts' for writing` : 'size=N/A time=N/A bitrate=N/A speed=N/A',
    ),
    false,
  ],
  ['copied video that has stopped', lines(2, () => 'size=N/A time=00:00:05.00 bitrate=N/A speed=1x'), true],
  // 5.1 and 7.1 count copied frames, so ongoing audio does not hide missing video.
  [
    'stopped video with ongoing audio',
    lines(2, (s) => `frame=   50 fps= 25 q=-1.0 size=N/A time=${clock(s)} bitrate=N/A speed=1x`),
    true,
  ],
])('a run counts as stale only without progress: %s', (_, lines, isStale) => {
  const progress = createRunProgress({ input: [], output: [] }, 0);
  let longest = 0;
  lines.forEach((line, i) => {
    progress.line(line, i * 500);
    longest = Math.max(longest, progress.silentMs(i * 500));
  });
  expect(longest >= 30_000).toBe(isStale);
});
