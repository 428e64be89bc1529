import { describe, expect, it } from 'vitest';
import { diagnoseRun, probeFailureOf } from './diagnoseRun.ts';
import { timeoutIn } from './parseRun.ts';

it.each([
  [['-rtsp_transport', 'tcp', '-timeout', '5000000'], 5],
  [['-stimeout', '5M', '-rw_timeout', '2000000'], 2],
  [['udp://127.0.0.1:1?timeout=3000000'], 3],
  [['srt://127.0.0.1:1?mode=caller&connect_timeout=3000'], 3],
  // Seconds, for RTSP before ffmpeg 5.
  [['-timeout', '10'], null],
  [['-timeout'], null],
  [['-timeout', '5s'], null],
  [['rtsp://127.0.0.1/timeout=5000000'], null],
])('the arguments %j have a timeout of %j seconds', (words, expected) => expect(timeoutIn(words)).toBe(expected));

const CAMERA = 'rtsp://127.0.0.1:8554/s';
const camera = [{ address: CAMERA, options: ['-rtsp_transport', 'udp', '-timeout', '2000000'] }];

/** How ffmpeg 5.1 and 7.1 end with a server that accepts and stays silent. */
describe.each([
  [`${CAMERA}: Invalid data found when processing input`, 'not-media'],
  [`${CAMERA}: Input/output error`, 'unknown'],
  ['[in#0 @ 0x5] Error opening input: Invalid data found when processing input', 'not-media'],
  ['Error opening input files: Operation not permitted', 'hardware-missing'],
])('a probe that ends with the line %s', (line, otherwise) => {
  it.each([
    [null, otherwise],
    [0.3, otherwise],
    [1.9, otherwise],
    [2.1, 'no-answer'],
    [9, 'no-answer'],
  ])('after %j seconds has the cause %s', (seconds, cause) =>
    expect(probeFailureOf([line], camera, { seconds }).cause).toBe(cause),
  );

  it('keeps its cause without a timeout option', () =>
    expect(probeFailureOf([line], [{ address: CAMERA, options: [] }], { seconds: 60 }).cause).toBe(otherwise));

  it('is not a timeout if another line gives a reason', () => {
    const log = ['[rtsp @ 0x5] method DESCRIBE failed: 404 Not Found', line];
    expect(probeFailureOf(log, camera, { seconds: 9 }).cause).toBe('not-found');
  });
});

it('a probe without a line is a timeout if it took long enough', () => {
  expect(probeFailureOf([], camera, { seconds: 2.1 }).cause).toBe('no-answer');
  expect(probeFailureOf([], camera, { seconds: 0.1 }).cause).toBe('unknown');
});

it('a missing encoder stays the cause after a timeout', () => {
  const own = [{ address: 'rtmp://localhost/live/a', options: ['-rw_timeout', '1000000'] }];
  const log = ['rtmp://localhost/live/a: Input/output error'];
  expect(probeFailureOf(log, own, { seconds: 2, pushed: true }).cause).toBe('waiting-push');
});

it('only the timeout of the failed side counts', () => {
  const lines = ["Input #0, hls, from 'http://a.example/x.m3u8':", 'rtmp://b.example/live: Input/output error'];
  const run = (args: string[]) =>
    diagnoseRun({ lines: lines, seconds: 6, exec: 'failed', outputs: ['rtmp://b.example/live'], args }, 'target').cause;
  expect(run(['-rw_timeout', '5000000', '-i', 'http://a.example/x.m3u8', 'rtmp://b.example/live'])).toBe('rtmp-closed');
  expect(run(['-i', 'http://a.example/x.m3u8', '-rw_timeout', '5000000', 'rtmp://b.example/live'])).toBe('no-answer');
});

it('the duration of a run is not compared with the timeout', () => {
  const lines = ["Input #0, rtsp, from 'rtsp://a'", 'Output #0, hls', 'rtsp://a: Input/output error'];
  const args = ['-timeout', '2000000', '-i', 'rtsp://a', 'x.m3u8'];
  expect(diagnoseRun({ lines, seconds: 600, exec: 'failed', args }, 'source').cause).not.toBe('no-answer');
});
