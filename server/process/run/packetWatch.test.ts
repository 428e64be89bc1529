import { describe, expect, it } from 'vitest';
import { createPacketWatch, lacksPicture, packetWatchOutput, refusesPacketWatch } from './packetWatch.ts';

const HEADERS = ['#tb 0: 1/90000', '#media_type 0: video', '#codec_id 0: h264', '#tb 1: 1/90000'];
const AUDIO = '#media_type 1: audio';

const time = (seconds: number) => `${Math.round(seconds * 90_000)}`.padStart(11);
/** Format of ffmpeg 5.1; the first side data is the stream id. */
const audio = (seconds: number) =>
  `1,${time(seconds)},${time(seconds)},     1920,      342, 7c05a725, S=1,        1, 00e100e1`;
const video = (seconds: number, header?: string) =>
  `0,${time(seconds)},${time(seconds)},     3600,     7850, 4c4b1994, S=2,        1, 00e100e1${
    header === undefined ? '' : `,       34, ${header}`
  }`;

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) }, (_, i) => from + i * step);
const bothPackets = (from: number, to: number, header = '80570811') =>
  range(from, to, 0.5).flatMap((at) => [video(at, header), audio(at)]);
const audioPackets = (from: number, to: number) => range(from, to, 0.5).map(audio);
const videoPackets = (from: number, to: number) => range(from, to, 0.5).map((at) => video(at, '80570811'));
const wallClock = (line: string) => (line.startsWith('#') ? 0 : Number(/^\d,\s*(-?\d+)/.exec(line)?.[1]) / 90);

describe('the packet watch', () => {
  it.each([
    ['nothing while both continue', [...bothPackets(0, 10)], []],
    ['audio that ends', [...bothPackets(0, 5), ...videoPackets(5, 9)], ['audio-lost']],
    ['announced audio that never arrives', videoPackets(0, 4), ['audio-lost']],
    ['video that ends', [...bothPackets(0, 5), ...audioPackets(5, 10)], ['video-lost']],
    ['announced video that never arrives', audioPackets(0, 5), ['video-lost']],
    ['late video', [...audioPackets(0, 5), ...bothPackets(5, 8)], ['video-lost', 'video-added']],
    [
      'each of two video losses',
      [
        ...bothPackets(0, 2),
        ...audioPackets(2, 7),
        ...bothPackets(7, 9),
        ...audioPackets(9, 14),
        ...bothPackets(14, 16),
      ],
      ['video-lost', 'video-added', 'video-lost', 'video-added'],
    ],
    [
      'nothing for a picture every two seconds',
      range(0, 12, 2).flatMap((at) => [video(at), ...audioPackets(at, at + 2)]),
      [],
    ],
    [
      'pictures every five seconds once',
      range(0, 40, 5).flatMap((at) => [video(at), ...audioPackets(at, at + 5)]),
      ['video-lost', 'video-added'],
    ],
    [
      'the end of such pictures',
      [...range(0, 20, 5).flatMap((at) => [video(at), ...audioPackets(at, at + 5)]), ...audioPackets(20, 30)],
      ['video-lost', 'video-added', 'video-lost'],
    ],
    ['nothing for a gap of a second', [...bothPackets(0, 5), ...videoPackets(5, 6), ...bothPackets(6, 8)], []],
    [
      'audio that ends, but not its return',
      [...bothPackets(0, 5), ...videoPackets(5, 9), ...range(9, 10, 0.02).map(audio)],
      ['audio-lost'],
    ],
    ['nothing for a clock jump', [...bothPackets(0, 3), ...bothPackets(1000, 1003), ...bothPackets(0, 3)], []],
    [
      'a new header from its second keyframe on',
      [...bothPackets(0, 3), ...bothPackets(3, 6, '8c790897')],
      ['video-changed'],
    ],
    [
      'nothing for a shorter first header, as in a playlist',
      [video(0, '7c330799'), audio(0), ...bothPackets(2, 9, '83cc0799')],
      [],
    ],
    ['nothing for headers that never repeat', range(0, 20, 1).flatMap((at) => [video(at, `a${at}`), audio(at)]), []],
    [
      'a header that returns',
      [...bothPackets(0, 3), ...bothPackets(3, 6, 'aa'), ...bothPackets(6, 9)],
      ['video-changed', 'video-changed'],
    ],
    [
      'nothing for alternating headers',
      range(0, 8, 1).flatMap((at) => [video(at, at % 2 ? 'aa' : 'bb'), audio(at)]),
      [],
    ],
    [
      'nothing for side data that differs in each packet',
      range(0, 5, 0.5).flatMap((at) => [`${video(at)},       16, ${Math.round(at * 10)}`, audio(at)]),
      [],
    ],
    ['nothing for other lines', ['', 'x', '0, NOPTS, 1', '9,1,1,1,1,a, S=1, 34, bb'], []],
  ])('reports %s', (_, lines, changes) => {
    const watch = createPacketWatch();
    expect([...HEADERS, AUDIO, ...lines].flatMap((line) => watch.line(line, wallClock(line)) ?? [])).toEqual(changes);
  });

  it('reports no missing audio for a source without audio or a slow machine', () => {
    const soundless = createPacketWatch();
    expect([...HEADERS, ...videoPackets(0, 10)].flatMap((line) => soundless.line(line, wallClock(line)) ?? [])).toEqual(
      [],
    );
    const burst = createPacketWatch();
    expect([...HEADERS, AUDIO, ...videoPackets(0, 10)].flatMap((line) => burst.line(line, 0) ?? [])).toEqual([]);
  });
});

it('video that was missing in the previous run is reported once', () => {
  const watch = createPacketWatch({ isVideoLost: true });
  const lines = [...HEADERS, AUDIO, ...audioPackets(0, 9), ...bothPackets(9, 12)];
  expect(lines.flatMap((line) => watch.line(line, wallClock(line)) ?? [])).toEqual(['video-added']);
});

const coder = (map: string, type: 'v' | 'a') => ['-map', map, `-codec:${type}`, 'copy'];
const read = (address: string) => ({ id: address, address, options: [] });
const hlsOutput = (options: string[]) => ({ id: 'o', address: 'x.m3u8', options });
const isLive = ({ address }: { address: string }) => address.startsWith('udp:');

it.each([
  [
    'a source over the network',
    ['udp://h:1'],
    [...coder('0:i:0x100', 'v'), ...coder('0:1', 'a'), '-f', 'hls'],
    ['0:i:0x100?', '0:1?'],
  ],
  [
    'live video with generated silence',
    ['udp://h:1', 'anullsrc'],
    [...coder('0:0', 'v'), ...coder('1:0', 'a'), '-f', 'hls'],
    ['0:0?'],
  ],
  ['a file, which is not watched', ['/a.mp4'], [...coder('0:0', 'v'), '-f', 'hls'], []],
  [
    'live audio without live video',
    ['/a.mp4', 'udp://h:1'],
    [...coder('0:0', 'v'), ...coder('1:0', 'a'), '-f', 'hls'],
    [],
  ],
  ['an output other than HLS', ['udp://h:1'], [...coder('0:0', 'v'), '-f', 'mpegts'], []],
])('the streams to watch are selected for %s', (_, inputs, options, maps) => {
  const output = packetWatchOutput({ input: inputs.map(read), output: [hlsOutput(options)] }, isLive);
  expect(output.filter((_each, i) => output[i - 1] === '-map')).toEqual(maps);
  expect(output.at(-1)).toBe(maps.length === 0 ? undefined : 'pipe:1');
});

it.each([
  [
    "[extract_extradata @ 0x55] Codec 'mjpeg' (7) is not supported by the bitstream filter 'extract_extradata'. Supported",
    true,
  ],
  ['Error initializing bitstream filter: extract_extradata', true],
  ['Unknown bitstream filter extract_extradata', true],
  ["[NULL @ 0x1] Requested output format 'framehash' is not a suitable output format", true],
  ["Output #1, framehash, to 'pipe:1':", false],
  ["[udp @ 0x1] Unable to open 'udp://h:1'", false],
])('a rejected packet watch is recognized: %s', (line, refuses) => {
  expect(refusesPacketWatch(line)).toBe(refuses);
});

it.each([
  ['[framehash @ 0x559d734c6600] dimensions not set', true],
  ['[mp4 @ 0x559d734c6600] dimensions not set', false],
  ['[hls @ 0x1] framehash dimensions not set', false],
])('watched video without a size is recognized: %s', (line, expected) => {
  expect(lacksPicture(line)).toBe(expected);
});
