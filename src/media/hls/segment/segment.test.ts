import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bitsOf } from './bits.ts';
import { brightness, pictureAfter } from './frozenPicture.ts';
import { judgeLevel, loudnessOf } from './loudness.ts';
import { parseTs } from './mpegTs.ts';
import { parseSegment } from './parseSegment.ts';
import { besides, parsePlaylist } from './playlist.ts';
import { timingOf } from './segmentFigures.ts';

/** Generated with ffmpeg 5 from testsrc2 and a sine. */
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));

const near = (value: number, digits = 1) => expect.closeTo(value, digits);

describe('the figures of a segment', () => {
  it.each([
    [
      'MPEG-TS of H.264 and AAC',
      ['h264-aac.mpegts', null],
      {
        codec: 'h264',
        profile: 'Main',
        level: '1.0',
        width: 64,
        height: 48,
        statedFps: 10,
        fps: near(10),
        frames: 20,
        keyframeSeconds: near(1),
      },
      { codec: 'aac', profile: 'LC', rate: 22_050, channels: 1 },
    ],
    [
      'with B-frames and a single keyframe',
      ['h264-b.mpegts', null],
      {
        codec: 'h264',
        profile: 'High',
        width: 64,
        height: 48,
        fps: near(10),
        frames: 15,
        keyframeSeconds: near(1.5),
        holes: [],
      },
      null,
    ],
    [
      'MPEG-TS of HEVC',
      ['hevc.mpegts', null],
      { codec: 'hevc', profile: 'Main', width: 128, height: 72, fps: near(25), frames: 15, keyframeSeconds: near(0.4) },
      null,
    ],
    ['audio only', ['mp3.mpegts', null], null, { codec: 'mp3', rate: 44_100, channels: 1 }],
    [
      'MP4 of H.264 and AAC',
      ['h264-aac.m4s', 'h264-aac.init.mp4'],
      {
        codec: 'h264',
        profile: 'Constrained Baseline',
        width: 64,
        height: 48,
        fps: near(10),
        frames: 20,
        keyframeSeconds: near(1),
      },
      { codec: 'aac', profile: 'LC', rate: 48_000, channels: 2 },
    ],
    [
      'MP4 of HEVC in a single file',
      ['hevc.mp4', 'hevc.mp4'],
      { codec: 'hevc', profile: 'Main', width: 128, height: 72, fps: near(25), keyframeSeconds: near(0.4) },
      null,
    ],
  ] as const)('are measured for %s', (_, [name, init], video, audio) => {
    const parsed = parseSegment(fixture(name), init === null ? null : fixture(init));
    expect(parsed?.figures.video ?? null).toEqual(video && expect.objectContaining(video));
    expect(parsed?.figures.audio ?? null).toEqual(audio && expect.objectContaining(audio));
    expect(parsed?.sound === null).toBe(audio === null);
  });

  it('distinguish MP2, which no browser plays, from MP3', () => {
    const { figures, sound } = parseTs(fixture('mp2.mpegts')) ?? {};
    expect([figures?.audio?.codec, sound]).toEqual(['mp2', null]);
  });

  it('contain the bitrate of each stream', () => {
    const bytes = fixture('h264-aac.mpegts');
    const { seconds, video, audio } = parseTs(bytes)?.figures ?? {};
    expect(seconds).toBeCloseTo(2, 1);
    expect(audio?.kbit).toBeGreaterThan(8);
    expect(audio?.kbit).toBeLessThan(32);
    expect(((video?.kbit ?? 0) + (audio?.kbit ?? 0)) * 2).toBeLessThan((bytes.length * 8) / 1000);
  });

  it.each(['h264-aac.mpegts', 'hevc.mpegts', 'mp3.mpegts'])('of %s, truncated anywhere, never throw', (name) => {
    const bytes = fixture(name);
    for (let at = 0; at < bytes.length; at += 997) expect(() => parseTs(bytes.subarray(at, at + 4000))).not.toThrow();
  });

  it.each([
    ['nothing', new Uint8Array(), null],
    ['a web page', new TextEncoder().encode('<html>'.repeat(100)), null],
    ['packets of nothing', new Uint8Array(188 * 4).fill(0x47), null],
    ['nothing, as MP4', new Uint8Array(), new Uint8Array()],
    ['MPEG-TS, as MP4', fixture('mp3.mpegts'), fixture('mp3.mpegts')],
  ])('are null for %s', (_, bytes, init) => expect(parseSegment(bytes, init)).toBeNull());
});

it('gaps in the times of frames are found', () => {
  const frames = [0, 0.04, 0.08, 1, 1.04].map((time, i) => ({ time, bytes: 100, key: i === 0 }));
  expect(timingOf(frames)).toMatchObject({
    holes: [{ at: near(0.08), seconds: near(0.92) }],
    keyframeSeconds: near(1.08),
  });
  expect(timingOf(frames.slice(0, 1))).toMatchObject({ seconds: null, fps: null, kbit: null });
});

it('bits past the end read as 0', () => {
  const bits = bitsOf(Uint8Array.of(0b0010_1000));
  expect([bits.ue(), bits.ended(), bits.u(8), bits.ended()]).toEqual([4, false, 0, true]);
});

describe('a playlist', () => {
  const media = ['#EXTM3U', '#EXT-X-MAP:URI="a.mp4"', '#EXTINF:2.000000,', 'a_1.m4s', '#EXTINF:1.5,', 'a_2.m4s'].join(
    '\n',
  );
  it.each([
    [
      media,
      {
        kind: 'media',
        segments: [
          { uri: 'a_1.m4s', seconds: 2, map: 'a.mp4' },
          { uri: 'a_2.m4s', seconds: 1.5, map: 'a.mp4' },
        ],
      },
    ],
    [
      '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\na_output_0.m3u8\n',
      { kind: 'master', uri: 'a_output_0.m3u8', audio: null },
    ],
    [
      '#EXTM3U\r\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="media_1.m3u8"\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\r\nmedia_0.m3u8',
      { kind: 'master', uri: 'media_0.m3u8', audio: 'media_1.m3u8' },
    ],
    ['#EXTM3U\n', null],
    ['<html>', null],
  ])('is parsed from %j', (text, playlist) => expect(parsePlaylist(text)).toEqual(playlist));

  it.each([
    ['/a.m3u8', 'a_0001.ts', '/a_0001.ts'],
    ['/a/b.m3u8', './c/1.ts?session=x', '/a/c/1.ts'],
    ['/a.m3u8', '../config.json', null],
    ['/a.m3u8', 'http://elsewhere/1.ts', null],
    ['/a.m3u8', '/etc/passwd', null],
  ])('at %s resolves the name %s', (file, uri, path) => expect(besides(file, uri)).toBe(path));
});

describe('the loudness of audio', () => {
  const tone = (seconds: number, amplitude: number) =>
    Float32Array.from({ length: seconds * 8000 }, (_, i) => amplitude * Math.sin(i / 3));
  it.each([
    ['a tone at full level', [tone(2, 1)], { rms: near(-3), peak: near(0) }, 0],
    ['a quiet stream', [tone(2, 0.01)], { rms: near(-43), peak: near(-40) }, 0],
    ['silence', [tone(2, 0)], { rms: -100, peak: -100 }, 2],
    ['audio that ends', [Float32Array.of(...tone(1, 0.5), ...tone(1, 0))], { peak: near(-6) }, 1],
    ['one channel only', [tone(2, 0), tone(2, 0.5)], { rms: -100 }, 0],
  ])('is measured for %s', (_, channels, first, quiet) => {
    const loudness = loudnessOf(channels, 8000);
    expect(loudness?.channels[0]).toMatchObject(first);
    expect(loudness?.quietSeconds).toBeCloseTo(quiet, 1);
  });
  it('is null without samples', () =>
    expect([loudnessOf([], 8000), loudnessOf([new Float32Array()], 8000)]).toEqual([null, null]));
});

describe('the state of the picture', () => {
  const pictures = (...sizes: (number[] | null)[]) =>
    sizes.reduce<ReturnType<typeof pictureAfter>>(
      (before, cells, i) => pictureAfter(before, cells && Uint8Array.from(cells), i * 1000),
      null,
    );
  it.each<[string, (number[] | null)[], object | null]>([
    [
      'that moves',
      [
        [90, 10],
        [10, 90],
        [90, 10],
      ],
      { frozenSince: null, blackSince: null },
    ],
    [
      'that is frozen',
      [
        [10, 90],
        [90, 10],
        [91, 11],
        [90, 9],
      ],
      { frozenSince: 1000, blackSince: null },
    ],
    ['that fades slowly', [[90], [92], [94], [96]], { frozenSince: 2000 }],
    ['that is black', [[90], [0], [1], [0]], { blackSince: 1000 }],
    ['that a player waits for', [[90], [90], null, null, [90]], { frozenSince: 0 }],
    ['that moves on after the player waited', [[90], [90], null, [10]], { frozenSince: null }],
    ['that is gone', [[0], [0], null, null, null, null], null],
    ['that returns', [[0], [0], [90]], { frozenSince: null, blackSince: null }],
  ])('is detected for a picture %s', (_, sizes, expected) => {
    const found = pictures(...sizes);
    if (expected) expect(found).toMatchObject(expected);
    else expect(found).toBeNull();
  });
  it('uses the perceived brightness of colors', () =>
    expect([...brightness(Uint8ClampedArray.of(255, 255, 255, 255, 0, 0, 0, 255, 255, 0, 0, 255))]).toEqual([
      255, 0, 76,
    ]));
});

it.each([
  ['digital silence', { rms: -100, peak: -100 }, 'silent'],
  ['the noise of an open line', { rms: -61, peak: -50 }, 'silent'],
  ['a distant microphone', { rms: -45, peak: -30 }, 'quiet'],
  ['the edge to good', { rms: -36, peak: -20 }, 'good'],
  ['speech', { rms: -23, peak: -6 }, 'good'],
  ['a sine of ffmpeg', { rms: -21, peak: -18 }, 'good'],
  ['music that is mastered loud', { rms: -9, peak: -0.5 }, 'good'],
  ['speech with one clap at full level', { rms: -20, peak: 0 }, 'good'],
  ['clipped music', { rms: -8, peak: 0 }, 'loud'],
  ['a square wave', { rms: -1, peak: -1 }, 'loud'],
])('the level of %s (%j) is judged as %s', (_, level, judged) => expect(judgeLevel(level)).toBe(judged));
