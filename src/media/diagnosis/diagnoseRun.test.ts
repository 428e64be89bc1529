import { expect, it } from 'vitest';
import { processorTime } from '../../../harness/test/testing/processorTime.ts';
import { CAUSES, FACTS } from './causes.ts';
import { causeTexts } from './causeTexts.ts';
import { diagnoseRun, probeFailureOf, SIGNS } from './diagnoseRun.ts';

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
  ['login-needed', ['http://127.0.0.1:24111/401: Server returned 401 Unauthorized (authorization failed)']],
  [
    'forbidden',
    ['[http @ 0x5] HTTP error 403 Forbidden', 'http://127.0.0.1/x: Server returned 403 Forbidden (access denied)'],
  ],
  [
    'login-needed',
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
  ['file-missing', ['/core/data/none.mp4: No such file or directory']],
  [
    'device-missing',
    [
      '[video4linux2,v4l2 @ 0x5] Cannot open video device /dev/video99: No such file or directory',
      '/dev/video99: No such file or directory',
    ],
  ],
  ['device-permission', ['[video4linux2,v4l2 @ 0x5] Cannot open video device /dev/video0: Permission denied']],
  [
    'device-wrong',
    [
      '[video4linux2,v4l2 @ 0x5] ioctl(VIDIOC_QUERYCAP): Inappropriate ioctl for device',
      '/dev/null: Inappropriate ioctl for device',
    ],
  ],
  ['app-refused', ['[rtmp @ 0x5] Server error: invalid app']],
  ['device-busy', ['[video4linux2,v4l2 @ 0x5] ioctl(VIDIOC_REQBUFS): Device or resource busy']],
  [
    'device-missing',
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
  ['dns-unavailable', ['[tcp @ 0x5] Failed to resolve hostname cam.example: Temporary failure in name resolution']],
  ['timeout', ['[srt @ 0x5] Connection to srt://127.0.0.1:21999?timeout=1000000 failed: Connection timed out']],
  ['no-answer', ['http://127.0.0.1:24111/999: Connection timed out']],
  [
    'no-answer',
    ['[rtmp @ 0x5] Cannot read RTMP handshake response', 'rtmp://127.0.0.1:24113/live/x: Connection timed out'],
  ],
  ['no-answer', ['http://127.0.0.1/x: Immediate exit requested', 'Exiting normally, received signal 2.']],
  // A camera that accepts and stays silent, interrupted by the core
  [
    'no-answer',
    ['rtsp://127.0.0.1/c999: Invalid data found when processing input', 'Exiting normally, received signal 15.'],
  ],
  ['unreachable', ['[tcp @ 0x5] Connection to tcp://192.0.2.1:554 failed: No route to host']],
  ['protocol-unknown', ['foo://bar/x: Protocol not found', 'Did you mean file:foo://bar/x?']],
  ['address-list', ['http://127.0.0.1/listen.m3u?x=1: Invalid data found when processing input']],
  ['drm', ['[hls @ 0x5] Unable to open key file skd://x', 'http://127.0.0.1/x.m3u8: Invalid data found']],
  ['not-media', ['http://127.0.0.1:24111/200: Invalid data found when processing input']],
  [
    'transport',
    [
      '[rtsp @ 0x5] method DESCRIBE failed: 461 Unsupported transport',
      'rtsp://127.0.0.1/c: Server returned 4XX Client Error, but not one of 40{0,1,3,4}',
    ],
  ],
  ['option-removed', ["Unrecognized option 'stimeout'.", 'Error splitting the argument list: Option not found']],
  [
    'no-video',
    [
      '  Stream #0:0: Audio: pcm_s16le ([1][0][0][0] / 0x0001), 44100 Hz, mono, s16, 705 kb/s',
      'At least one output file must be specified',
    ],
  ],
  ['server-error', ['http://127.0.0.1/500: Server returned 5XX Server Error reply']],
  ['unknown', []],
])('the cause %s is found in %j', (cause, log) => expect(probeFailureOf(log).cause).toBe(cause));

it('a diagnosis shows relevant lines without secrets', () => {
  const log = [
    'ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 the FFmpeg developers',
    '  built with gcc 12 (Debian 12.2.0-14+deb12u1)',
    '  configuration: --enable-gpl',
    '  libavutil      57. 28.100 / 57. 28.100',
    'rtsp://admin:secret@127.0.0.1:9/x: Connection refused',
    'At least one output file must be specified',
  ];
  expect(probeFailureOf(log)).toMatchObject({
    cause: 'refused',
    lines: ['rtsp://***@127.0.0.1:9/x: Connection refused'],
  });
});

const CHANNEL = '9f1c2a52-4f0d-4b1e-9a51-0c6f6f0b7a11';
const playlist = `http://admin:memfs-pass@127.0.0.1:8080/memfs/${CHANNEL}.m3u8`;

it.each([
  ['its channel is off, by the last line only', [`${playlist}: Server returned 404 Not Found`], 'channel-not-running'],
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
  ['a level precedes the message', ['[rtmp @ 0x5] [error] Server error: wrong or missing token'], 'key-refused'],
  ['a name of YouTube', ['[rtmp @ 0x5] Server error: NetStream.Publish.BadName'], 'key-refused'],
  ['a stream that is gone', ["Stream map '0:1' matches no streams."], 'map-missing'],
  ['the core stopped it', ['Exiting normally, received signal 15.'], 'stale'],
  ['an unknown cause', [], 'unknown'],
])('the cause of a failed publication is found: %s', (_, lines, cause) =>
  expect(diagnoseRun({ lines, seconds: null }, 'target', CHANNEL).cause).toBe(cause),
);

it.each([
  [true, 'waiting-push'],
  [false, 'stream-missing'],
])('the cause of a missing publisher is found, for a source pushed to the core: %s', (pushed, cause) => {
  const lines = [
    '[rtmp @ 0x5] Server error: nobody publishes this name',
    'rtmp://127.0.0.1:1935/live/x: Operation not permitted',
  ];
  expect(diagnoseRun({ lines, seconds: 0, pushed }, 'source').cause).toBe(cause);
});

it('a diagnosis shows the decisive line without secrets', () => {
  const lines = [
    '[rtmp @ 0x5] Server error: Stream key is not valid',
    'rtmp://live.example.org/app/s3cret: Operation not permitted',
    'Conversion failed!',
  ];
  expect(diagnoseRun({ lines, seconds: 1 }, 'target').evidence).toBe('Stream key is not valid');
  expect(diagnoseRun({ lines: lines.slice(1), seconds: 1 }, 'target').evidence).not.toContain('s3cret');
});

// A server that accepts and then reads nothing, with `-rw_timeout` (ffmpeg 5.1 and 7.1).
it.each([
  'av_interleaved_write_frame(): Connection timed out',
  '[out#0/flv @ 0x5] Error submitting a packet to the muxer: Connection timed out',
])('a server that stopped reading is detected: %s', (line) => {
  const lines = [
    "Input #0, hls, from 'x.m3u8':",
    "Output #0, flv, to 'rtmp://b.example/live/k':",
    line,
    'Conversion failed!',
  ];
  const args = ['-i', 'x.m3u8', '-f', 'flv', '-rw_timeout', '5000000', 'rtmp://b.example/live/k'];
  for (const seconds of [4, 24, 600])
    expect(diagnoseRun({ lines, seconds, exec: 'failed', args }, 'target').cause).toBe('target-stalled');
});

it('each cause has texts, and each cause that log lines show has a pattern', () => {
  const signed = new Set(SIGNS.map(({ cause }) => cause));
  const unsigned = CAUSES.filter((cause) => !signed.has(cause) && FACTS[cause].severity === 'fatal');
  // These follow from the end of a run or from the core's log.
  expect(unsigned.sort()).toEqual([
    ...[
      'ended',
      'hls-frozen',
      'killed',
      'limit-cpu',
      'limit-memory',
      'no-progress-seen',
      'no-video',
      'push-app',
      'push-full',
      'push-passphrase',
      'push-refused',
      'rtmp-off',
    ],
    ...['source-stalled', 'stale', 'still-image', 'unknown'],
  ]);
  expect(Object.keys(causeTexts).sort()).toEqual([...CAUSES].sort());
});

it.each(CAUSES)('the titles of %s have at most 60 characters', (cause) => {
  for (const { title, remedy } of Object.values(causeTexts[cause])) {
    expect(title.replace('{{name}}', '').length).toBeLessThanOrEqual(60);
    expect(remedy).toMatch(/[.]$/);
  }
});

const run = (...lines: string[]) => ({ lines, seconds: 1, exec: 'failed' as const });

it('a diagnosis names two causes if they cannot be distinguished, most likely first', () =>
  expect(diagnoseRun(run('rtmp://live.example.org/app/key: Input/output error'), 'target')).toMatchObject({
    cause: 'rtmp-closed',
    also: ['name-taken'],
  }));

it('a diagnosis of unknown lines has an unknown cause, and shows the last meaningful ones', () =>
  expect(diagnoseRun(run('[new @ 0x5] Something else', 'Conversion failed!'), 'target')).toMatchObject({
    cause: 'unknown',
    lines: ['[new @ 0x5] Something else'],
  }));

it('a diagnosis shows no part of a password that contains an @', () => {
  const found = diagnoseRun(
    run(
      '[tcp @ 0x5] Failed to resolve hostname ss: Name or service not known',
      'rtsp://admin:p@ss/w0rd@camera.example:554/cam: Input/output error',
    ),
    'source',
  );
  expect(found).toMatchObject({ cause: 'address-malformed' });
  expect(found.lines.join()).not.toContain('ss:');
});

it('problems of a running process are warnings', () => {
  const found = diagnoseRun(
    {
      lines: [
        "Output #0, flv, to 'rtmp://live.example.org/app/key':",
        '[flv @ 0x5] Non-monotonous DTS in output stream 0:1; previous: 5, current: 4; changing to 5.',
        '    Last message repeated 24 times',
      ],
      seconds: 60,
      exec: null,
      order: 'start',
    },
    'target',
  );
  expect(found).toMatchObject({ cause: 'none', severity: 'none', warnings: [{ cause: 'timestamps', count: 25 }] });
});

it('long lines of foreign servers do not slow the diagnosis down', () => {
  const long = (part: string) => part.repeat(200_000);
  const lines = ['[a @ 0x5] ', 'rtmp://', 'Server error: app', 'a:', '/', "'", ' ', '[', 'video:1kB '].map(long);
  const spentMs = processorTime();
  diagnoseRun(run(...lines, ...lines), 'target');
  expect(spentMs()).toBeLessThan(2000);
});

it.each([10, 1990, 50_000])('a diagnosis finds the reason at the end of %d lines, and its index', (count) => {
  const chatter = Array.from({ length: count }, (_, i) => `[new @ 0x5] nothing that says anything ${i}`);
  const reason = 'rtmp://live.example.org/app/key: Connection refused';
  expect(diagnoseRun(run(...chatter, reason, 'Conversion failed!'), 'source')).toMatchObject({
    cause: 'refused',
    at: count,
    lines: [expect.stringContaining('Connection refused')],
  });
});

const CORE = 'ts=2026-11-22T00:20:06Z level=INFO component=';

it.each([
  ['"RTMP" msg="invalid streamkey (x)" action="FORBIDDEN" path="/live/camera.stream" who="PLAY"', 'key-refused'],
  ['"RTMP" msg="invalid app" action="FORBIDDEN" path="/other/camera.stream" who="PUBLISH"', 'app-refused'],
  ['"RTMP" msg="already publishing" action="CONFLICT" path="/live/camera.stream"', 'name-taken'],
  ['"SRT" msg="keywrap: failed to unwrap key" status="FORBIDDEN" resource="camera.stream"', 'srt-passphrase'],
  ['"SRT" msg="no publisher for this resource found" resource="camera.stream" status="NOTFOUND"', 'waiting-push'],
  ['"Process" msg="Stale timeout after 10s (10.00)." id="p"', 'stale'],
])("a diagnosis uses the cause from the core's log: %s", (line, cause) =>
  expect(
    diagnoseRun({ ...run('rtmp://localhost/live/camera.stream: Input/output error'), core: [CORE + line] }, 'source'),
  ).toMatchObject({ cause }),
);

it('a diagnosis shows the original line, even in the wording of musl', () => {
  const lines = [
    '[srt @ 0x5] Connection to srt://192.0.2.1:6000 failed: I/O error',
    'srt://192.0.2.1:6000: Host is unreachable',
  ];
  expect(diagnoseRun({ lines, seconds: 1 }, 'source')).toMatchObject({ cause: 'unreachable' });
  expect(diagnoseRun({ lines, seconds: 1 }, 'source').evidence).toMatch(/Host is unreachable$/);
});
