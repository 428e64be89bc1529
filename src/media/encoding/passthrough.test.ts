import { describe, expect, it } from 'vitest';
import { type PassthroughTarget, passthroughOf, playsAsItIs } from './passthrough.ts';
import { emptyStream, type Stream } from './streams.ts';

const picture = (more: Partial<Stream> = {}): Stream => ({
  ...{ ...emptyStream, type: 'video', codec: 'h264', width: 1920, height: 1080, pix_fmt: 'yuv420p', fps: 25 },
  ...more,
});
const sound = (more: Partial<Stream> = {}): Stream => ({
  ...{ ...emptyStream, type: 'audio', codec: 'aac', sampling_hz: 48_000, layout: 'stereo', channels: 2 },
  ...more,
});

const TARGETS: PassthroughTarget[] = ['browsers', 'flv', 'mpegts', 'icecast'];
/** In the order of TARGETS: `e` everywhere, `n` named, `s` some, `x` nowhere. */
const verdicts = (stream: Stream) =>
  TARGETS.map(
    (target) => ({ everywhere: 'e', named: 'n', some: 's', nowhere: 'x' })[passthroughOf(stream, target).plays],
  ).join('');

describe('passthrough of video', () => {
  it.each<[string, Partial<Stream>, string]>([
    ['H.264 of a camera', { profile: 'High' }, 'eeex'],
    ['full range', { pix_fmt: 'yuvj420p' }, 'eeex'],
    ['unknown properties', { pix_fmt: '', width: 0, height: 0, fps: 0 }, 'eeex'],
    ['encrypted video that ffmpeg could not decode', { pix_fmt: 'none' }, 'nnnx'],
    ['of a production that could not be decoded yet', { pix_fmt: 'none', profile: 'High 4:2:2' }, 'sssx'],
    ['a stream without data yet', { pix_fmt: 'none', width: 0, height: 0 }, 'eeex'],
    ['an unknown profile', { profile: 'Tomorrow' }, 'eeex'],
    ['4:2:2', { pix_fmt: 'yuv422p', profile: 'High 4:2:2' }, 'sssx'],
    ['10 bit', { pix_fmt: 'yuv420p10le', profile: 'High 10' }, 'sssx'],
    ['professional video with a known profile only', { pix_fmt: '', profile: 'High 4:2:2 Intra' }, 'sssx'],
    ['HDR of a phone', { hdr: 'HLG' }, 'nnnx'],
    ['interlaced', { field_order: 'interlaced' }, 'nnnx'],
    ['a phone held upright', { rotation: 90 }, 'sssx'],
    ['8K', { width: 7680, height: 4320 }, 'nnnx'],
    ['upright 4K', { width: 2160, height: 3840 }, 'eeex'],
    ['120 frames a second', { fps: 120 }, 'nnnx'],
    ['300 frames a second of a fast camera', { fps: 300, tbr: 300 }, 'nnnx'],
    ['a clock of milliseconds in place of frames', { fps: 1000, tbr: 1000 }, 'eeex'],
    ['a QuickTime time base with a frame rate', { fps: 25, tbr: 600 }, 'eeex'],
    ['a clock in place of frames', { fps: 90_000 }, 'eeex'],
    ['with an uneven rate', { fps: 24.2, tbr: 30 }, 'nnnx'],
    ['a rate in fields', { fps: 25, tbr: 50, field_order: 'interlaced' }, 'nnnx'],
    ['a rate in fields for progressive frames', { fps: 29.97, tbr: 59.94 }, 'eeex'],
    ['HEVC', { codec: 'hevc', pix_fmt: 'yuv420p10le' }, 'ssex'],
    ['MPEG-2', { codec: 'mpeg2video' }, 'xxex'],
    ['AV1', { codec: 'av1' }, 'xsxx'],
    ['Motion JPEG', { codec: 'mjpeg' }, 'xxxx'],
  ])('is rated for: %s', (_, more, expected) => expect(verdicts(picture(more))).toBe(expected));
});

describe('passthrough of audio', () => {
  it.each<[string, Partial<Stream>, string]>([
    ['AAC', { profile: 'LC' }, 'eeee'],
    ['AAC with unknown properties', { layout: '', sampling_hz: 0 }, 'eeee'],
    ['AAC mono at 96 kHz', { layout: 'mono', sampling_hz: 96_000 }, 'eeee'],
    ['HE-AAC', { profile: 'HE-AACv2' }, 'enee'],
    ['AAC Main', { profile: 'Main' }, 'ssss'],
    ['5.1', { layout: '5.1' }, 'ssns'],
    ['quadro', { layout: 'quad' }, 'ssns'],
    ['MP3 of 44100 Hz', { codec: 'mp3', sampling_hz: 44_100 }, 'seee'],
    ['MP3 of 48000 Hz, which FLV has no number for', { codec: 'mp3' }, 'sxee'],
    ['Opus', { codec: 'opus' }, 'xsse'],
    ['AC-3', { codec: 'ac3', layout: '5.1(side)' }, 'sxex'],
    ['MP2 of television', { codec: 'mp2' }, 'xxex'],
    ['G.711 of a camera', { codec: 'pcm_alaw' }, 'xsxx'],
  ])('is rated for: %s', (_, more, expected) => expect(verdicts(sound(more))).toBe(expected));
});

it('subtitles and cover art have no passthrough rating', () =>
  expect(passthroughOf({ ...picture({ codec: 'mjpeg' }), type: 'picture' }, 'browsers').reasons).toEqual([]));

it.each([
  ['yuv422p10le', '4:2:2, 10 bit'],
  ['yuv444p', '4:4:4, 8 bit'],
  ['gray10le', '4:0:0, 10 bit'],
  ['gbrp', 'RGB, 8 bit'],
  ['nv16', '4:2:2, 8 bit'],
  ['xyz12le', 'xyz12le'],
])('the pixel format %s is reported once, without the profile', (pix_fmt, pixels) =>
  expect(passthroughOf(picture({ pix_fmt, profile: 'High 4:2:2' }), 'browsers').reasons).toEqual([
    expect.objectContaining({ property: 'pixels', plays: 'some', values: { pixels } }),
  ]),
);

it.each([
  ['eac3', 'E-AC-3'],
  ['pcm_mulaw', 'G.711 (µ-law)'],
  ['pcm_s16le', 'Uncompressed data'],
])('the codec %s can be the subject of a sentence', (codec, name) =>
  expect(passthroughOf(sound({ codec }), 'browsers').reasons).toMatchObject([{ values: { codec: name } }]),
);

it('the codec check is skipped for a receiver that supports the codec', () => {
  const hevc = picture({ codec: 'hevc' });
  expect(passthroughOf(hevc, 'flv', ['h264', 'hevc']).plays).toBe('everywhere');
  expect(passthroughOf({ ...hevc, rotation: 90 }, 'flv', ['hevc']).plays).toBe('some');
  expect(passthroughOf(hevc, 'browsers', ['hevc']).plays).toBe('some');
  expect(passthroughOf(sound({ codec: 'mp3' }), 'flv', ['mp3']).plays).toBe('nowhere');
});

it('streams that play are copied by default, even with a warning', () => {
  expect(playsAsItIs(picture({ field_order: 'interlaced' }), 'browsers')).toBe(true);
  expect(playsAsItIs(picture({ rotation: 180 }), 'browsers')).toBe(false);
});
