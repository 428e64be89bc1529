import { describe, expect, it } from 'vitest';
import { processorTime } from '../../harness/test/testing/processorTime.ts';
import { parseClock, parseStatus } from './statusLine.ts';

const status = {
  frame: 0,
  q: 0,
  sizeKb: null,
  timeSeconds: 0,
  speed: 0,
  drop: 0,
  dup: 0,
  hasFrames: true,
};

describe('a status line of ffmpeg', () => {
  it.each([
    [
      'frame=  250 fps= 28 q=-1.0 size=    4459kB time=00:00:09.71 bitrate=3761.9kbits/s speed= 1.1x',
      { ...status, frame: 250, q: 0, sizeKb: 4459, timeSeconds: 9.71, speed: 1.1 },
    ],
    [
      '[info] frame=   22 fps=0.0 q=37.0 size=      73kB time=00:00:01.40 bitrate= 428.4kbits/s dup=6 drop=5 speed=2.59x',
      { ...status, frame: 22, q: 37, sizeKb: 73, timeSeconds: 1.4, speed: 2.59, dup: 6, drop: 5 },
    ],
    [
      'frame=  317 fps= 25 q=32.0 size=N/A time=00:00:12.52 bitrate=N/A speed=0.988x    ',
      { ...status, frame: 317, q: 32, timeSeconds: 12.52, speed: 0.988 },
    ],
    [
      'frame=   76 fps= 25 q=29.0 q=23.0 size=     128kB time=00:00:02.96 bitrate= 353.9kbits/s speed=0.982x    ',
      { ...status, frame: 76, q: 29, sizeKb: 128, timeSeconds: 2.96, speed: 0.982 },
    ],
    [
      'frame=   50 fps=0.0 q=-1.0 Lsize=      57kB time=00:00:01.88 bitrate= 248.4kbits/s speed=31.6x    ',
      { ...status, frame: 50, q: 0, sizeKb: 57, timeSeconds: 1.88, speed: 31.6 },
    ],
    // 7, KiB and the elapsed time
    [
      'frame=   22 fps=0.0 q=-1.0 size=     148KiB time=00:00:00.58 bitrate=2083.1kbits/s speed=1.16x elapsed=0:00:00.50',
      { ...status, frame: 22, q: 0, sizeKb: 148, timeSeconds: 0.58, speed: 1.16 },
    ],
    [
      'frame=  600 fps=8.4 q=29.4 Lsize=   13308KiB time=00:00:11.96 bitrate=9115.2kbits/s speed=0.167x',
      { ...status, frame: 600, q: 29.4, sizeKb: 13308, timeSeconds: 11.96, speed: 0.167 },
    ],
    // 7.1, nothing reached the output
    [
      'frame=    0 fps=0.0 q=0.0 Lsize=       0KiB time=00:00:00.26 bitrate=   0.0kbits/s speed=0.358x',
      { ...status, sizeKb: 0, timeSeconds: 0.26, speed: 0.358 },
    ],
    ['frame=    0 fps=0.0 q=0.0 size=       0kB time=N/A bitrate=N/A speed=N/A    ', { ...status, sizeKb: 0 }],
    [
      'size=     168kB time=00:00:03.54 bitrate= 388.6kbits/s speed=   1x    ',
      { ...status, sizeKb: 168, timeSeconds: 3.54, speed: 1, hasFrames: false },
    ],
    // audio only has no frame= at all
    [
      'size=     501kB time=00:00:32.02 bitrate= 128.2kbits/s speed=2.29e+03x    ',
      { ...status, sizeKb: 501, timeSeconds: 32.02, speed: 2290, hasFrames: false },
    ],
    [
      'size=N/A time=00:00:00.46 bitrate=N/A speed=0.916x    ',
      { ...status, timeSeconds: 0.46, speed: 0.916, hasFrames: false },
    ],
    [
      '[info] frame=   13 fps=0.0 q=29.0 size=N/A time=00:00:00.36 bitrate=N/A speed=0.701x    ',
      { ...status, frame: 13, q: 29, timeSeconds: 0.36, speed: 0.701 },
    ],
    // times are negative while the first packets are delayed
    [
      'frame=    2 fps=0.0 q=0.0 size=       0kB time=-577014:32:22.77 bitrate=  -0.0kbits/s speed=N/A    ',
      { ...status, frame: 2, sizeKb: 0 },
    ],
    // 6.1, copied video: no frame= although there are frames
    [
      'size=N/A time=00:00:02.04 bitrate=N/A speed=1.33x    ',
      { ...status, timeSeconds: 2.04, speed: 1.33, hasFrames: false },
    ],
    [
      'size=     129kB time=00:00:02.99 bitrate= 353.9kbits/s speed=1.19x    ',
      { ...status, sizeKb: 129, timeSeconds: 2.99, speed: 1.19, hasFrames: false },
    ],
    [
      'frame=   65 fps= 32 q=-1.0 size=N/A time=00:00:02.53 bitrate=N/A speed=1.26x elapsed=0:00:02.00    ',
      { ...status, frame: 65, timeSeconds: 2.53, speed: 1.26 },
    ],
  ])('is parsed: %s', (line, expected) => expect(parseStatus(line)).toMatchObject(expected));

  it.each([
    'video:49kB audio:8kB subtitle:0kB other streams:0kB global headers:0kB muxing overhead: unknown',
    '[libx264 @ 0x561f8acccac0] frame I:1     Avg QP:23.00  size:  6582',
    'Press [q] to stop, [?] for help',
    'frame=',
    '',
  ])('is not recognized in: %s', (line) => expect(parseStatus(line)).toBeNull());
});

it.each([
  ['00:00:03.00', 3],
  ['-00:00:00.02', -0.02],
  ['01:02:03.45', 3723.45],
  ['100:00:00.00', 360_000],
  ['N/A', null],
  ['', null],
])('the clock %s is %s seconds', (text, seconds) => expect(parseClock(text)).toBe(seconds));

it('a long line that looks like a status line is parsed in linear time', () => {
  const spentMs = processorTime();
  expect(parseStatus(`frame=1 ${'a'.repeat(60_000)}`)).toBeNull();
  expect(parseStatus(`frame=1 ${'a= '.repeat(20_000)}`)).toBeNull();
  expect(spentMs()).toBeLessThan(500);
});
