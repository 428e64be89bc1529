import { expect, it } from 'vitest';
import { messageType } from './chunks.ts';
import { findMediaKind } from './mediaKind.ts';
import { createStreamWatch } from './streamWatch.ts';

const bodies = {
  h264: [0x17, 0, 0, 0, 0, 1],
  turned: [0x17, 0, 0, 0, 0, 2],
  keyframe: [0x17, 1, 0, 0, 0, 1],
  picture: [0x27, 1, 0, 0, 0, 1],
  hevc: [0x90, ...Buffer.from('hvc1'), 1],
  hevcFrame: [0xa3, ...Buffer.from('hvc1'), 1],
  // ModEx and multitrack put other fields before the FourCC.
  modEx: [0xa7, 0, 1, 2, 3, 4, 5],
  multitrack: [0xa6, 0x01, ...Buffer.from('hvc1'), 1],
  aac: [0xaf, 0, 0x12, 0x10],
  aac48: [0xaf, 0, 0x11, 0x90],
  sound: [0xaf, 1, 1],
  mp3: [0x2f, 1],
  mp3Mono: [0x2e, 1],
} as const;
type Name = keyof typeof bodies;
const AUDIO: readonly string[] = ['aac', 'aac48', 'sound', 'mp3', 'mp3Mono'];

type TimedMessage = [name: Name, timestamp: number, atMs?: number];

function changesOf(sent: readonly TimedMessage[]) {
  let nowMs = 0;
  const watch = createStreamWatch(() => nowMs);
  const changes = sent.flatMap(([name, timestamp, atMs = timestamp]) => {
    nowMs = atMs;
    const type = AUDIO.includes(name) ? messageType.audio : messageType.video;
    const message = { type, timestamp, streamId: 1, body: Buffer.from(bodies[name]) };
    return watch.see(findMediaKind(message) ?? 'data', message).map((change) => `${change} ${atMs}`);
  });
  return { changes, ...watch.codecs() };
}

const repeatEvery = (name: Name, from: number, to: number, step = 500): TimedMessage[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => [name, from + i * step]);
const interleaved = (...parts: TimedMessage[][]) => parts.flat().toSorted((a, b) => (a[2] ?? a[1]) - (b[2] ?? b[1]));

const headers: TimedMessage[] = [
  ['h264', 0],
  ['aac', 0],
];
const bothTracks = (from: number, to: number) =>
  interleaved(repeatEvery('keyframe', from, to), repeatEvery('sound', from, to));
const codecs = { video: 'h264', audio: 'aac' };

it.each<[string, TimedMessage[], object]>([
  ['a stream that continues', [...headers, ...bothTracks(0, 9000)], { changes: [], ...codecs }],
  [
    'headers that are repeated, with any time',
    [...headers, ...bothTracks(0, 2000), ...headers],
    { changes: [], ...codecs },
  ],
  [
    'another picture',
    [...headers, ...bothTracks(0, 2000), ['turned', 0, 2000]],
    { changes: ['video-changed 2000'], ...codecs },
  ],
  [
    'another sample rate',
    [...headers, ...bothTracks(0, 2000), ['aac48', 0, 2000]],
    { changes: ['audio-changed 2000'], ...codecs },
  ],
  [
    'another codec',
    [...headers, ...bothTracks(0, 2000), ['hevc', 2000], ['hevcFrame', 2000]],
    { changes: ['video-changed 2000'], video: 'hvc1', audio: 'aac' },
  ],
  [
    'enhanced RTMP',
    [
      ['hevc', 0],
      ['hevcFrame', 0],
      ['modEx', 40],
      ['multitrack', 80],
    ],
    { changes: [], video: 'hvc1', audio: null },
  ],
  [
    'sound without a header',
    [
      ['mp3', 0],
      ['mp3Mono', 100],
    ],
    { changes: ['audio-changed 100'], video: null, audio: 'mp3-14' },
  ],
  [
    'audio that starts a little later',
    [['h264', 0], ...repeatEvery('keyframe', 0, 2000), ['aac', 0, 2000]],
    { changes: [], ...codecs },
  ],
  [
    'audio that arrives late',
    [['h264', 0], ...repeatEvery('keyframe', 0, 4000), ['aac', 0, 4000]],
    { changes: ['audio-added 4000'], ...codecs },
  ],
  [
    'video that arrives late',
    [['aac', 0], ...repeatEvery('sound', 0, 4000), ['h264', 0, 4000]],
    { changes: ['video-lost 3500', 'video-added 4000'], ...codecs },
  ],
  [
    'a sound that ends',
    [...headers, ...bothTracks(0, 2000), ...repeatEvery('picture', 2500, 6000)],
    { changes: ['audio-lost 6000'], video: 'h264', audio: null },
  ],
  [
    'audio that returns',
    [...headers, ...bothTracks(0, 2000), ...repeatEvery('picture', 2500, 6000), ['sound', 6500]],
    { changes: ['audio-lost 6000', 'audio-added 6500'], ...codecs },
  ],
  [
    'a connection that stalls and then sends everything at once',
    [...headers, ...bothTracks(0, 2000), ...bothTracks(2500, 9000).map(([name, at]): TimedMessage => [name, at, 9000])],
    { changes: [], ...codecs },
  ],
  [
    'an encoder that paused, with a clock that went on',
    [...headers, ...bothTracks(0, 2000), ...bothTracks(60_000, 62_000)],
    { changes: [], ...codecs },
  ],
  [
    'timestamps that restart for both streams',
    [
      ...headers,
      ...bothTracks(50_000, 52_000),
      ...bothTracks(0, 2000).map(([name, at]): TimedMessage => [name, at, at + 52_500]),
    ],
    { changes: ['clock-restarted 52500'], ...codecs },
  ],
  [
    'a clock that leaps ahead',
    [
      ...headers,
      ...bothTracks(0, 2000),
      ...bothTracks(90_000, 91_000).map(([name, at]): TimedMessage => [name, at, at - 87_500]),
    ],
    { changes: ['clock-restarted 2500'], ...codecs },
  ],
  [
    'a 32-bit clock that wraps',
    [
      ...headers,
      ...bothTracks(2 ** 32 - 1000, 2 ** 32 - 500),
      ...bothTracks(0, 500).map(([name, at]): TimedMessage => [name, at, 2 ** 32 + at]),
    ],
    { changes: [], ...codecs },
  ],
])('the stream watch detects the changes in %s', (_, sent, expected) => {
  expect(changesOf(sent)).toEqual(expected);
});
