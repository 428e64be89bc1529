import { expect, it } from 'vitest';
import { findAgain, isOfSameProgram, preferredStreams } from './preferredStreams.ts';
import { emptyStream, type Stream } from './streams.ts';

const picture = (more: Partial<Stream> = {}): Stream => ({ ...emptyStream, type: 'video', codec: 'h264', ...more });
const sound = (more: Partial<Stream> = {}): Stream => ({
  ...{ ...emptyStream, type: 'audio', codec: 'aac', sampling_hz: 48_000, layout: 'stereo', channels: 2 },
  ...more,
});
const hls = (width: number, variant_kbps: number, codec = 'h264') =>
  picture({ format: 'hls', width, height: (width * 9) / 16, variant_kbps, codec });
const of = (id: number) => ({ programs: [{ id, name: '' }] });

it.each<[string, Stream[], number[]]>([
  ['the first of a file', [picture({ width: 320 }), picture({ width: 1920 })], [0, 1]],
  ['the largest rendition of a master playlist', [hls(640, 900), hls(1920, 4000), hls(1280, 2000)], [1, 2, 0]],
  ['the higher bitrate of two renditions with the same size', [hls(1920, 2000), hls(1920, 6000)], [1, 0]],
  ['a rendition that needs no encoder', [hls(3840, 9000, 'hevc'), hls(1280, 2000), hls(1920, 4000)], [2, 1, 0]],
  ['the largest if all need an encoder', [hls(1280, 2000, 'hevc'), hls(3840, 9000, 'hevc')], [1, 0]],
  [
    'a decodable stream',
    [picture({ format: 'mpegts', pix_fmt: 'none' }), picture({ format: 'mpegts', pix_fmt: 'yuv420p', width: 720 })],
    [1, 0],
  ],
  ['the default of the source', [picture({ width: 1920 }), picture({ disposition: ['default'] })], [1, 0]],
  [
    'moving video before a default still image',
    [picture({ disposition: ['default', 'still image'] }), picture()],
    [1, 0],
  ],
  [
    'the largest rendition before the default',
    [{ ...hls(640, 900), disposition: ['default'] }, hls(1920, 4000)],
    [1, 0],
  ],
  ['no still image', [picture({ disposition: ['still image'] }), picture()], [1, 0]],
  [
    'no cover art and no subtitles',
    [{ ...picture(), type: 'picture' }, { ...picture(), type: 'subtitle' }, picture()],
    [2],
  ],
])('preferred among video streams: %s', (_, streams, expected) =>
  expect(preferredStreams('video', streams, ['h264'])).toEqual(expected),
);

it.each<[string, Stream[], Stream | undefined, number[]]>([
  ['the first', [sound(), sound({ layout: '5.1' })], undefined, [0, 1]],
  ['that of the same program', [sound(of(1)), picture(of(2)), sound(of(2))], picture(of(2)), [2]],
  ['none of another program', [sound(of(1)), picture(of(2))], picture(of(2)), []],
  [
    'sound that several programs share',
    [
      sound({
        programs: [
          { id: 0, name: '' },
          { id: 1, name: '' },
        ],
      }),
    ],
    picture(of(1)),
    [0],
  ],
  ['any with video that has no program', [sound(of(1))], picture(), [0]],
  ['any of another input', [sound({ ...of(1), index: 1 })], picture(of(2)), [0]],
  ['the default of the source', [sound(), sound({ disposition: ['default'] })], undefined, [1, 0]],
  ['no audio description', [sound({ disposition: ['visual impaired', 'descriptions'] }), sound()], undefined, [1, 0]],
  ['an audible stream', [sound({ format: 'mpegts', sampling_hz: 0 }), sound({ format: 'mpegts' })], undefined, [1, 0]],
])('preferred among audio streams: %s', (_, streams, beside, expected) =>
  expect(preferredStreams('audio', streams, ['aac'], beside)).toEqual(expected),
);

it('audio without a program fits any program', () => expect(isOfSameProgram(picture(of(1)), sound())).toBe(true));

const german = sound({ format: 'mpegts', id: 0x101, language: 'deu' });
it.each<[string, Stream, number, Stream[], number]>([
  [
    'a sound that another was put in front of',
    german,
    0,
    [sound({ ...german, id: 0x1ff, language: 'eng' }), german],
    1,
  ],
  ['its PID before its place', german, 0, [{ ...german, id: 0x1ff }, german], 1],
  [
    'by its language if PIDs have changed',
    german,
    0,
    [sound({ id: 1, language: 'eng' }), sound({ id: 2, language: 'deu' })],
    1,
  ],
  ['its size among renditions in another order', hls(1920, 4000), 1, [hls(1920, 4000), hls(640, 900)], 0],
  [
    'by its position if the language has changed',
    picture({ width: 640 }),
    1,
    [picture({ width: 1 }), picture({ width: 2 })],
    1,
  ],
  ['the only remaining one', sound(), 3, [picture(), sound({ layout: 'mono' })], 1],
  ['none if none is similar', sound(), 0, [picture()], -1],
])('a stream is found again after another probe: %s', (_, was, position, streams, expected) =>
  expect(findAgain(was, position, streams, ({ type }) => type === was.type)).toBe(expected),
);
