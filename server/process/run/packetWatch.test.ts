import { describe, expect, it } from 'vitest';
import { createPacketWatch, lacksPicture, packetWatchOutput, refusesPacketWatch } from './packetWatch.ts';

const HEADERS = ['#tb 0: 1/90000', '#media_type 0: video', '#codec_id 0: h264', '#tb 1: 1/90000'];
const AUDIO = '#media_type 1: audio';

const time = (seconds: number) => `${Math.round(seconds * 90_000)}`.padStart(11);
/** As ffmpeg 5.1 writes them; the first side data is the id of the stream. */
const audio = (seconds: number) =>
  `1,${time(seconds)},${time(seconds)},     1920,      342, 7c05a725, S=1,        1, 00e100e1`;
const video = (seconds: number, header?: string) =>
  `0,${time(seconds)},${time(seconds)},     3600,     7850, 4c4b1994, S=2,        1, 00e100e1${
    header === undefined ? '' : `,       34, ${header}`
  }`;

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) }, (_, i) => from + i * step);
const both = (from: number, to: number, header = '80570811') =>
  range(from, to, 0.5).flatMap((at) => [video(at, header), audio(at)]);
const heard = (from: number, to: number) => range(from, to, 0.5).map(audio);
const alone = (from: number, to: number) => range(from, to, 0.5).map((at) => video(at, '80570811'));
const wallClock = (line: string) => (line.startsWith('#') ? 0 : Number(/^\d,\s*(-?\d+)/.exec(line)?.[1]) / 90);

describe('packets tell', () => {
  it.each([
    ['nothing while both go on', [...both(0, 10)], []],
    ['audio that ends', [...both(0, 5), ...alone(5, 9)], ['audio-lost']],
    ['audio that never comes, though the source names it', alone(0, 4), ['audio-lost']],
    ['video that ends', [...both(0, 5), ...heard(5, 10)], ['video-lost']],
    ['video that never comes, though the source names it', heard(0, 5), ['video-lost']],
    ['video that comes late', [...heard(0, 5), ...both(5, 8)], ['video-lost', 'video-added']],
    [
      'video that is away twice, each time',
      [...both(0, 2), ...heard(2, 7), ...both(7, 9), ...heard(9, 14), ...both(14, 16)],
      ['video-lost', 'video-added', 'video-lost', 'video-added'],
    ],
    ['nothing of a picture every two seconds', range(0, 12, 2).flatMap((at) => [video(at), ...heard(at, at + 2)]), []],
    [
      'pictures that come every five seconds, once',
      range(0, 40, 5).flatMap((at) => [video(at), ...heard(at, at + 5)]),
      ['video-lost', 'video-added'],
    ],
    [
      'that such pictures have ended',
      [...range(0, 20, 5).flatMap((at) => [video(at), ...heard(at, at + 5)]), ...heard(20, 30)],
      ['video-lost', 'video-added', 'video-lost'],
    ],
    ['nothing of a gap of a second', [...both(0, 5), ...alone(5, 6), ...both(6, 8)], []],
    [
      'audio that ends, and nothing of its return',
      [...both(0, 5), ...alone(5, 9), ...range(9, 10, 0.02).map(audio)],
      ['audio-lost'],
    ],
    ['nothing of a clock that leaps', [...both(0, 3), ...both(1000, 1003), ...both(0, 3)], []],
    ['another header from its second keyframe on', [...both(0, 3), ...both(3, 6, '8c790897')], ['video-changed']],
    [
      'nothing of a first header that is shorter than those after it, as of a playlist',
      [video(0, '7c330799'), audio(0), ...both(2, 9, '83cc0799')],
      [],
    ],
    ['nothing while a header is never the same', range(0, 20, 1).flatMap((at) => [video(at, `a${at}`), audio(at)]), []],
    [
      'a header that comes back',
      [...both(0, 3), ...both(3, 6, 'aa'), ...both(6, 9)],
      ['video-changed', 'video-changed'],
    ],
    [
      'nothing of headers that alternate',
      range(0, 8, 1).flatMap((at) => [video(at, at % 2 ? 'aa' : 'bb'), audio(at)]),
      [],
    ],
    [
      'nothing of side data that differs in each packet',
      range(0, 5, 0.5).flatMap((at) => [`${video(at)},       16, ${Math.round(at * 10)}`, audio(at)]),
      [],
    ],
    ['nothing of lines that are no packets', ['', 'x', '0, NOPTS, 1', '9,1,1,1,1,a, S=1, 34, bb'], []],
  ])('%s', (_, lines, changes) => {
    const watch = createPacketWatch();
    expect([...HEADERS, AUDIO, ...lines].flatMap((line) => watch.line(line, wallClock(line)) ?? [])).toEqual(changes);
  });

  it('nothing of audio that is not there, nor of a machine that is slow', () => {
    const soundless = createPacketWatch();
    expect([...HEADERS, ...alone(0, 10)].flatMap((line) => soundless.line(line, wallClock(line)) ?? [])).toEqual([]);
    const burst = createPacketWatch();
    expect([...HEADERS, AUDIO, ...alone(0, 10)].flatMap((line) => burst.line(line, 0) ?? [])).toEqual([]);
  });
});

it('video that a run before lacked is told when it comes, and once', () => {
  const watch = createPacketWatch({ isVideoLost: true });
  const lines = [...HEADERS, AUDIO, ...heard(0, 9), ...both(9, 12)];
  expect(lines.flatMap((line) => watch.line(line, wallClock(line)) ?? [])).toEqual(['video-added']);
});

const coder = (map: string, type: 'v' | 'a') => ['-map', map, `-codec:${type}`, 'copy'];
const read = (address: string) => ({ id: address, address, options: [] });
const written = (options: string[]) => ({ id: 'o', address: 'x.m3u8', options });
const isLive = ({ address }: { address: string }) => address.startsWith('udp:');

it.each([
  [
    'a source over the network',
    ['udp://h:1'],
    [...coder('0:i:0x100', 'v'), ...coder('0:1', 'a'), '-f', 'hls'],
    ['0:i:0x100?', '0:1?'],
  ],
  [
    'its video beside a silence',
    ['udp://h:1', 'anullsrc'],
    [...coder('0:0', 'v'), ...coder('1:0', 'a'), '-f', 'hls'],
    ['0:0?'],
  ],
  ['no file', ['/a.mp4'], [...coder('0:0', 'v'), '-f', 'hls'], []],
  ['no audio without video', ['/a.mp4', 'udp://h:1'], [...coder('0:0', 'v'), ...coder('1:0', 'a'), '-f', 'hls'], []],
  ['nothing that does not become HLS', ['udp://h:1'], [...coder('0:0', 'v'), '-f', 'mpegts'], []],
])('packets are watched: %s', (_, inputs, options, maps) => {
  const output = packetWatchOutput({ input: inputs.map(read), output: [written(options)] }, isLive);
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
])('an ffmpeg that cannot write them is known: %s', (line, refuses) => {
  expect(refusesPacketWatch(line)).toBe(refuses);
});

it.each([
  ['[framehash @ 0x559d734c6600] dimensions not set', true],
  ['[mp4 @ 0x559d734c6600] dimensions not set', false],
  ['[hls @ 0x1] framehash dimensions not set', false],
])('an ffmpeg whose watched video has no size yet is known: %s', (line, lacks) => {
  expect(lacksPicture(line)).toBe(lacks);
});
