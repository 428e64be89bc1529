import { expect, it } from 'vitest';
import type { ParsedSegment } from '../hls/segment/mpegTs.ts';
import type { SegmentFigures } from '../hls/segment/segmentFigures.ts';
import { type SlateShape, slateOffset, slateProcess, slateShapeOf } from './slateProcess.ts';

const X = '11111111-2222-3333-4444-555555555555';
const VIDEO: NonNullable<SegmentFigures['video']> = {
  codec: 'h264',
  profile: 'Main',
  level: '3.0',
  width: 1280,
  height: 720,
  statedFps: 25,
  frames: 50,
  fps: 25,
  keyframeSeconds: 2,
  kbit: 2500,
  holes: [],
  reordered: true,
};
const AUDIO: NonNullable<SegmentFigures['audio']> = {
  codec: 'aac',
  profile: 'LC',
  rate: 44_100,
  channels: 1,
  kbit: 64,
  holes: [],
};
const segment = (video: Partial<typeof VIDEO> | null, audio: Partial<typeof AUDIO> | null = {}): ParsedSegment => ({
  figures: { seconds: 2, video: video && { ...VIDEO, ...video }, audio: audio && { ...AUDIO, ...audio } },
  sound: null,
});
const SHAPE: SlateShape = {
  width: 1280,
  height: 720,
  fps: '25',
  bFrames: true,
  profile: 'main',
  audio: { codec: 'aac', rate: 44_100, channels: 1 },
  segment: 2,
};

it.each<[what: string, parsed: ParsedSegment | null, longest: number, shape: ReturnType<typeof slateShapeOf>]>([
  ['as the source is', segment({}), 2.002, SHAPE],
  ['without audio if the source has none', segment({}, null), 2, { ...SHAPE, audio: null }],
  ['without B-frames if the source has none', segment({ reordered: false }), 2, { ...SHAPE, bFrames: false }],
  ['of 29.97 pictures a second', segment({ statedFps: null, fps: 29.971 }), 2, { ...SHAPE, fps: '30000/1001' }],
  ['in MP3', segment({}, { codec: 'mp3' }), 2, { ...SHAPE, audio: { codec: 'libmp3lame', rate: 44_100, channels: 1 } }],
  [
    'of the constrained baseline, as phones send',
    segment({ profile: 'Constrained Baseline' }),
    2,
    { ...SHAPE, profile: 'baseline' },
  ],
  ['of the plain baseline', segment({ profile: 'Baseline' }), 2, { ...SHAPE, profile: 'baseline' }],
  ['for keyframes every 4 s', segment({}), 4.1, { ...SHAPE, segment: 4 }],
  ['none for HEVC', segment({ codec: 'hevc' }), 2, 'codec'],
  ['none for audio only', segment(null), 2, 'no-video'],
  ['none for Opus', segment({}, { codec: 'opus' }), 2, 'audio-codec'],
  ['none for an unnamed profile', segment({ profile: null }), 2, 'pictures'],
  ['none for 10 bit', segment({ profile: 'High 10' }), 2, 'pictures'],
  ['none without a segment', null, 2, 'unreadable'],
  ['none for 0 fps', segment({ statedFps: null, fps: null }), 2, 'unreadable'],
])('a slate has the format of the source: %s', (_, parsed, longest, shape) => {
  expect(slateShapeOf(parsed, longest)).toEqual(shape);
});

it('the time stamps of a slate stay an hour away from those of the source for days', () => {
  for (let uptime = 0; uptime < 7 * 86_400; uptime += 60) {
    const at = uptime % (2 ** 33 / 90_000);
    const offset = slateOffset(uptime);
    expect(Math.abs(offset - at), `after ${uptime} s`).toBeGreaterThan(3600);
    expect(2 ** 33 / 90_000 - at + offset, `after ${uptime} s`).toBeGreaterThan(3600);
  }
});

it('the process of a slate draws the image once with silent audio, under unique file names', () => {
  const { id, input, output, reconnect } = slateProcess({
    channel: X,
    image: `{diskfs}/channels/${X}/slate.png`,
    shape: SHAPE,
    offset: 36_000,
    mark: 'abcd',
  });
  expect(id).toBe(`sluice:hold:${X}`);
  expect(reconnect).toBe(false);
  expect(input.map(({ address }) => address)).toEqual([`{diskfs}/channels/${X}/slate.png`, 'anullsrc=r=44100:cl=mono']);
  expect(output[0]?.address).toBe(`{memfs}/hold-${X}_slate.m3u8`);
  expect(output[0]?.options).toEqual(expect.arrayContaining([`{memfs}/hold-${X}_abcd_%03d.ts`, '36000']));
  expect(slateProcess({ channel: X, image: null, shape: SHAPE, offset: 0, mark: 'a' }).input[0]).toEqual({
    id: 'input_0',
    address: 'color=c=0x101418:s=1280x720:r=25',
    options: ['-f', 'lavfi', '-t', '10'],
  });
});
