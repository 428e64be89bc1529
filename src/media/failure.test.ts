import { expect, it } from 'vitest';
import { type Role, SIGNS } from './causes.ts';
import { causeTexts } from './causeTexts.ts';
import { failureOf, probeFailureOf } from './failure.ts';
import recorded from './fixtures/recorded-failures.json' with { type: 'json' };

// Last lines of ffmpeg 5.1.9 unless another version is named.
it.each([
  [
    'refused',
    [
      '[tcp @ 0x1] Connection to tcp://127.0.0.1:1 failed: Connection refused',
      'http://127.0.0.1:1/x.m3u8: Connection refused',
    ],
  ],
  [
    'refused',
    [
      '[rtmp @ 0x5] Cannot open connection tcp://127.0.0.1:1?tcp_nodelay=0',
      'rtmp://127.0.0.1:1/live/x: Connection refused',
    ],
  ],
  ['unauthorized', ['http://127.0.0.1:24111/401: Server returned 401 Unauthorized (authorization failed)']],
  [
    'unauthorized',
    ['[http @ 0x5] HTTP error 403 Forbidden', 'http://127.0.0.1/x: Server returned 403 Forbidden (access denied)'],
  ],
  [
    'unauthorized',
    [
      '[rtsp @ 0x5] method DESCRIBE failed: 401 Unauthorized',
      'rtsp://127.0.0.1/c: Server returned 401 Unauthorized (authorization failed)',
    ],
  ],
  [
    'not-found',
    ['[http @ 0x5] HTTP error 404 Not Found', 'http://127.0.0.1/memfs/none.m3u8: Server returned 404 Not Found'],
  ],
  [
    'not-found',
    ['[rtsp @ 0x5] method DESCRIBE failed: 404 Not Found', 'rtsp://127.0.0.1/c404: Server returned 404 Not Found'],
  ],
  ['not-found', ['/core/data/none.mp4: No such file or directory']],
  [
    'device',
    [
      '[video4linux2,v4l2 @ 0x5] Cannot open video device /dev/video99: No such file or directory',
      '/dev/video99: No such file or directory',
    ],
  ],
  ['device', ['[video4linux2,v4l2 @ 0x5] Cannot open video device /dev/video0: Permission denied']],
  [
    'device',
    [
      '[video4linux2,v4l2 @ 0x5] ioctl(VIDIOC_QUERYCAP): Inappropriate ioctl for device',
      '/dev/null: Inappropriate ioctl for device',
    ],
  ],
  ['device', ['[video4linux2,v4l2 @ 0x5] ioctl(VIDIOC_REQBUFS): Device or resource busy']],
  [
    'device',
    [
      'ALSA lib confmisc.c:165:(snd_config_get_card) Cannot get card index for 9',
      '[alsa @ 0x5] cannot open audio device hw:9,0 (No such file or directory)',
      'hw:9,0: Input/output error',
    ],
  ],
  [
    'unresolved',
    [
      '[tcp @ 0x5] Failed to resolve hostname nohost.invalid: Name or service not known',
      'http://nohost.invalid/x: Input/output error',
    ],
  ],
  // 4.x without a name server
  ['unresolved', ['[tcp @ 0x5] Failed to resolve hostname cam.example: Temporary failure in name resolution']],
  ['timeout', ['[srt @ 0x5] Connection to srt://127.0.0.1:21999?timeout=1000000 failed: Connection timed out']],
  ['timeout', ['http://127.0.0.1:24111/999: Connection timed out']],
  [
    'timeout',
    ['[rtmp @ 0x5] Cannot read RTMP handshake response', 'rtmp://127.0.0.1:24113/live/x: Connection timed out'],
  ],
  ['timeout', ['http://127.0.0.1/x: Immediate exit requested', 'Exiting normally, received signal 2.']],
  // A camera that accepts and stays silent, interrupted by the core
  [
    'timeout',
    ['rtsp://127.0.0.1/c999: Invalid data found when processing input', 'Exiting normally, received signal 15.'],
  ],
  ['timeout', ['[tcp @ 0x5] Connection to tcp://192.0.2.1:554 failed: No route to host']],
  ['unsupported', ['foo://bar/x: Protocol not found', 'Did you mean file:foo://bar/x?']],
  ['unsupported', ['http://127.0.0.1:24111/200: Invalid data found when processing input']],
  [
    'unsupported',
    [
      '[rtsp @ 0x5] method DESCRIBE failed: 461 Unsupported transport',
      'rtsp://127.0.0.1/c: Server returned 4XX Client Error, but not one of 40{0,1,3,4}',
    ],
  ],
  ['unsupported', ["Unrecognized option 'stimeout'.", 'Error splitting the argument list: Option not found']],
  [
    'no-video',
    [
      '  Stream #0:0: Audio: pcm_s16le ([1][0][0][0] / 0x0001), 44100 Hz, mono, s16, 705 kb/s',
      'At least one output file must be specified',
    ],
  ],
  ['unknown', ['http://127.0.0.1/500: Server returned 5XX Server Error reply']],
  ['unknown', []],
])('%s: %j', (cause, log) => expect(probeFailureOf(log).cause).toBe(cause));

it('shows the lines that matter, without secrets', () => {
  const log = [
    'ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 the FFmpeg developers',
    '  built with gcc 12 (Debian 12.2.0-14+deb12u1)',
    '  configuration: --enable-gpl',
    '  libavutil      57. 28.100 / 57. 28.100',
    'rtsp://admin:secret@127.0.0.1:9/x: Connection refused',
    'At least one output file must be specified',
  ];
  expect(probeFailureOf(log)).toEqual({ cause: 'refused', lines: ['rtsp://***@127.0.0.1:9/x: Connection refused'] });
});

const roleOf = (role: string): Role => (role === 'target' ? 'target' : 'source');

// Whole logs of ffmpeg 5.1.9 (@5) and 7.1.5 (@7), some of them run by a core.
it.each([...recorded])('$id: $cause', ({ cause, role, lines, seconds }) =>
  expect(failureOf({ lines, seconds }, roleOf(role))).toMatchObject({ cause }),
);

const CHANNEL = '9f1c2a52-4f0d-4b1e-9a51-0c6f6f0b7a11';
const playlist = `http://admin:memfs-pass@127.0.0.1:8080/memfs/${CHANNEL}.m3u8`;

it.each([
  ['its channel is off, by the last line alone', [`${playlist}: Server returned 404 Not Found`], 'channel-not-running'],
  ['another address is not there', ['http://example.org/live.m3u8: Server returned 404 Not Found'], 'not-found'],
  [
    'its channel went off meanwhile',
    [`Input #0, hls, from '${playlist}':`, '[hls @ 0x5] Failed to reload playlist 0'],
    'channel-not-running',
  ],
  [
    'the playlist of before is looked for, which is usual',
    [`Input #0, hls, from '${playlist}':`, '[http @ 0x5] HTTP error 404 Not Found', 'Conversion failed!'],
    'unknown',
  ],
  ['a level stands before the words', ['[rtmp @ 0x5] [error] Server error: wrong or missing token'], 'key-refused'],
  ['a name of YouTube', ['[rtmp @ 0x5] Server error: NetStream.Publish.BadName'], 'key-refused'],
  ['a stream that is gone', ["Stream map '0:1' matches no streams."], 'map-missing'],
  ['the core stopped it', ['Exiting normally, received signal 15.'], 'stale'],
  ['nothing is known', [], 'unknown'],
])('of a publication: %s', (_, lines, cause) =>
  expect(failureOf({ lines, seconds: null }, 'target', CHANNEL).cause).toBe(cause),
);

it('says the line that tells, without what is secret', () => {
  const lines = [
    '[rtmp @ 0x5] Server error: Stream key is not valid',
    'rtmp://live.example.org/app/s3cret: Operation not permitted',
    'Conversion failed!',
  ];
  expect(failureOf({ lines, seconds: 1 }, 'target').evidence).toBe(
    '[rtmp @ 0x5] Server error: Stream key is not valid',
  );
  expect(failureOf({ lines: lines.slice(1), seconds: 1 }, 'target').evidence).not.toContain('s3cret');
});

it('has a sign for each cause but those that no line tells', () => {
  const told = new Set<string>(SIGNS.map(({ cause }) => cause));
  const untold = Object.keys(causeTexts).filter((cause) => !told.has(cause));
  expect(untold.sort()).toEqual(['channel-not-running', 'closed-after-start', 'ended', 'limit', 'no-video', 'unknown']);
});
