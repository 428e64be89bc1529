import { expect, it } from 'vitest';
import { ProcessState } from '../../api/answers/process.ts';
import { frameRateTone, progressOf, speedTone } from './progress.ts';

const COPIES = ['-i', 'x', '-c:v', 'copy', '-c:a', 'copy', '-f', 'hls', 'y.m3u8'];
const state = (fields: Record<string, unknown>) => ProcessState.parse({ order: 'start', exec: 'running', ...fields });

it.each([
  ['starting', { exec: 'starting' }, { status: 'connecting', order: 'start', seconds: 0 }],
  ['not settled', { runtime_seconds: 9, progress: { fps: 25 } }, { status: 'connecting', seconds: 9 }],
  ['settled, but no frames', { runtime_seconds: 60, progress: { fps: 0 } }, { status: 'connecting', seconds: 60 }],
  [
    'running with figures that are all empty',
    { runtime_seconds: 60, progress: { fps: null, frame: 0, size_kb: 0, time: 0, bitrate_kbit: 0, speed: 0 } },
    { status: 'connecting', seconds: 60 },
  ],
  [
    'running without a frame rate, with frames',
    { runtime_seconds: 60, progress: { fps: null, frame: 9 } },
    { status: 'connected', frames: 9 },
  ],
  ['running without any figures', { runtime_seconds: 60 }, { status: 'connecting', seconds: 60 }],
  [
    'live',
    {
      runtime_seconds: 10,
      progress: { fps: 25, bitrate_kbit: 2500.5, speed: 1.01, q: 23, frame: 250, drop: 1, dup: 2 },
    },
    {
      ...{ status: 'connected', order: 'start', seconds: 10, uptimeSeconds: 10, fps: 25, bitrateKbit: 2500.5 },
      ...{ speed: 1.01, q: 23, frames: 250, drop: 1, dup: 2 },
    },
  ],
  // With HLS output, ffmpeg prints bitrate=N/A, which the core reports as 0.
  [
    'live without a bitrate',
    { runtime_seconds: 10, progress: { fps: 25 } },
    { status: 'connected', bitrateKbit: null },
  ],
  ['audio only, without figures', { runtime_seconds: 10, command: ['-vn'] }, { status: 'connected' }],
  ['audio only, not settled', { runtime_seconds: 9, command: ['-vn'] }, { status: 'connecting' }],
  // ffmpeg 6.1 counts no frames of copied video, so some cores have only time and size.
  [
    'live with copied video, by its time',
    { runtime_seconds: 60, command: COPIES, progress: { fps: 0, time: 58.2, speed: 1 } },
    { status: 'connected', fps: null, frames: 0, speed: 1, counts: { frames: 0, sizeKb: 0, seconds: 58.2 } },
  ],
  [
    'live with copied video, by the last line',
    {
      ...{ runtime_seconds: 60, command: COPIES, progress: { fps: 0, speed: 0 } },
      last_logline: 'size=     129kB time=00:01:02.99 bitrate= 353.9kbits/s speed=1.01x    ',
    },
    {
      ...{ status: 'connected', fps: null, speed: 1.01, bitrateKbit: 353.9 },
      counts: { frames: 0, sizeKb: 129, seconds: 62.99 },
    },
  ],
  [
    'live with HLS of copied video, by the last line',
    {
      ...{ runtime_seconds: 60, command: COPIES, progress: { fps: 0, speed: 0 } },
      last_logline: 'size=N/A time=00:00:02.04 bitrate=N/A speed=1.33x    ',
    },
    { status: 'connected', fps: null, speed: 1.33, bitrateKbit: null },
  ],
  // A core 16 reports nothing for copied video with ffmpeg 7.1; only opened segments show it.
  [
    'live, by the piece that it writes',
    {
      ...{ runtime_seconds: 60, command: COPIES, progress: { fps: 0, frame: 0 } },
      last_logline: "[hls @ 0x5] Opening 'http://127.0.0.1/memfs/x_0005.ts' for writing",
    },
    { status: 'connected', fps: null, speed: null, bitrateKbit: null },
  ],
  [
    'looking for a playlist again and again',
    {
      ...{ runtime_seconds: 60, command: COPIES, progress: { fps: 0, frame: 0 } },
      last_logline: "[hls @ 0x5] Opening 'http://127.0.0.1/memfs/x.m3u8' for reading",
    },
    { status: 'connecting' },
  ],
  [
    'settled, with another last line',
    { runtime_seconds: 60, command: COPIES, progress: { fps: 0 }, last_logline: 'Press [q] to stop, [?] for help' },
    { status: 'connecting' },
  ],
  [
    'settled, without encoded frames of video although time advances',
    { runtime_seconds: 60, command: ['-i', 'x', '-c:v', 'libx264'], progress: { fps: 0, time: 58 } },
    { status: 'connecting' },
  ],
  ['finishing', { order: 'stop', exec: 'finishing' }, { status: 'disconnecting', order: 'stop' }],
  ['stopped', { order: 'stop', exec: 'finished' }, { status: 'disconnected', retryIn: null }],
  ['waiting', { exec: 'finished', reconnect_seconds: 12 }, { status: 'disconnected', retryIn: 12 }],
  ['about to be tried', { exec: 'finished', reconnect_seconds: 0 }, { status: 'disconnected', retryIn: 0 }],
  [
    'failed',
    { exec: 'failed', reconnect_seconds: 5, last_logline: 'Connection refused' },
    { status: 'error', message: 'Connection refused', retryIn: 5 },
  ],
  ['killed', { exec: 'killed' }, { status: 'error', message: '', retryIn: null }],
])('the progress of a process is parsed: %s', (_, fields, expected) =>
  expect(progressOf(state(fields))).toMatchObject(expected),
);

it.each([
  ['a missing state', undefined, { status: 'unknown', order: 'start', seconds: 0 }],
  ['null', null, { status: 'disconnected', order: 'stop', seconds: 0 }],
  ['a new exec state', state({ exec: 'weird' }), { status: 'unknown', order: 'start' }],
  [
    'a new exec state of a stopped process',
    state({ exec: 'weird', order: 'stop' }),
    { status: 'unknown', order: 'stop' },
  ],
  ['invalid exec state and order', state({ exec: 1, order: null }), { status: 'unknown', order: 'start' }],
  [
    'a new order of a running process',
    state({ order: 'weird', exec: 'starting' }),
    { status: 'connecting', order: 'start' },
  ],
  ['a new order of an ended process', state({ order: 'weird', exec: 'failed' }), { status: 'error', order: 'stop' }],
  [
    'missing time and frame rate of a running process',
    state({ runtime_seconds: null, progress: { fps: null, speed: [], bitrate_kbit: '12.5' } }),
    { status: 'connected', uptimeSeconds: null, fps: null, speed: null, bitrateKbit: 12.5 },
  ],
  ['figures as text', state({ runtime_seconds: '60', progress: { fps: '25' } }), { status: 'connected', fps: 25 }],
])('unknown values in a process state are tolerated: %s', (_, processState, expected) =>
  expect(progressOf(processState)).toMatchObject(expected),
);

const HLS = ['-i', 'http://localhost/memfs/a.m3u8', '-c', 'copy', '-f', 'hls', '-method', 'PUT'];
it.each([
  ['HLS', [...HLS, 'https://a.upload.youtube.com/x.m3u8'], true],
  ['DASH', ['-i', 'x', '-f', 'dash', 'http://192.0.2.1/x.mpd'], true],
  ['images', ['-i', 'x', '-f', 'image2', '-update', '1', 'http://192.0.2.1/x.jpg'], true],
  ['HLS to a file', [...HLS, '/core/data/x.m3u8'], false],
  ['RTMP', ['-i', 'http://localhost/memfs/a.m3u8', '-f', 'flv', 'rtmp://192.0.2.1/live/x'], false],
  ['a single stream over HTTP', ['-i', 'x', '-f', 'mpegts', 'http://192.0.2.1/x'], false],
  ['HLS that is read', ['-f', 'hls', '-i', 'http://192.0.2.1/x.m3u8', '-f', 'flv', 'rtmp://192.0.2.1/x'], false],
  ['HLS and RTMP', [...HLS, 'http://192.0.2.1/x.m3u8', '-f', 'flv', 'rtmp://192.0.2.1/x'], true],
])('uploads whose rejection ffmpeg does not report are marked: %s', (_, command, uploads) =>
  expect('uploads' in progressOf(state({ command, runtime_seconds: 3 }))).toBe(uploads),
);

it.each([
  [1, 'normal', 'normal'],
  [0.9, 'normal', 'normal'],
  [0.89, 'warning', 'warning'],
  [0.8, 'warning', 'warning'],
  [0.79, 'danger', 'danger'],
  [1.1, 'normal', 'normal'],
  [1.11, 'warning', 'normal'],
  [1.2, 'warning', 'normal'],
  [1.21, 'danger', 'normal'],
  [3, 'danger', 'normal'],
])('a speed of %d is colored as %s, and as %s while it catches up', (speed, tone, late) => {
  expect(speedTone(speed, false)).toBe(tone);
  expect(speedTone(speed, true)).toBe(late);
});

it.each([
  [25, 'normal', 'normal'],
  [10, 'normal', 'normal'],
  [9.9, 'normal', 'danger'],
  [25, 'warning', 'warning'],
  [25, 'danger', 'danger'],
] as const)('%d frames per second at a speed that is %s are colored as %s', (fps, speed, tone) =>
  expect(frameRateTone(fps, speed)).toBe(tone),
);

it.each([
  [
    { what: 'video-changed', at: 1_700_000_000 },
    { what: 'video-changed', at: 1_700_000_000 },
  ],
  [{ what: 'unheard-of', at: 1 }, undefined],
  [{ what: 'audio-lost', at: 'now' }, undefined],
  ['x', undefined],
  [undefined, undefined],
])('the last change of the source is parsed: %j', (stream_change, changed) => {
  expect(progressOf(state({ stream_change })).changed).toEqual(changed);
});
