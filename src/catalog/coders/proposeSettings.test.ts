import { expect, it } from 'vitest';
import { emptyStream } from '../../media/encoding/streams.ts';
import { streamsInProbe } from '../../media/encoding/streamsInProbe.ts';
import { aProbe } from '../../testing/probes.ts';
import { knownFilters } from '../filters/index.ts';
import { aac } from './encoders/audio/aac.ts';
import { libx264 } from './encoders/video/libx264.ts';
import {
  distortsPicture,
  encoderFieldsAround,
  excessiveUpscaleFactor,
  proposeCrop,
  proposeEncoderSettings,
  proposeSize,
  sizeFields,
} from './proposeSettings.ts';

const video = { type: 'video', codec: 'hevc', width: 1920, height: 1080, fps: 25 };

const small = { ...video, width: 640, height: 360 };

it.each([
  ['full HD', video, { fps: '25', bitrate: '4096' }],
  ['a small picture of few frames', { ...small, fps: 15 }, { fps: '15', bitrate: '512', preset: 'veryfast' }],
  ['a source with a low bitrate', { ...video, fps: 15, bitrate_kbps: 791 }, { fps: '15', bitrate: '790' }],
  [
    'a source with the usual bitrate',
    { ...small, bitrate_kbps: 791 },
    { fps: '25', bitrate: '790', preset: 'veryfast' },
  ],
  ['a small picture that has a lot', { ...small, bitrate_kbps: 9000 }, { bitrate: '1600', preset: 'veryfast' }],
  [
    'a tiny picture',
    { ...video, width: 64, height: 36, fps: 5, bitrate_kbps: 12 },
    { bitrate: '12', preset: 'veryfast' },
  ],
  ['a tiny picture of unknown bitrate', { ...video, width: 64, height: 36 }, { bitrate: '256', preset: 'veryfast' }],
  ['a huge picture', { ...video, width: 7680, height: 4320, fps: 60 }, { fps: '60', bitrate: '32768' }],
  ['a huge bitrate', { ...video, bitrate_kbps: 400_000 }, { bitrate: '8192' }],
  ['a huge picture with a low bitrate', { ...video, width: 7680, height: 4320, bitrate_kbps: 900 }, { bitrate: '900' }],
  ['a picture on its edge', { ...video, width: 720, height: 1280, bitrate_kbps: 2310 }, { bitrate: '2300' }],
  ['a picture of odd sides', { ...video, width: 853, height: 479 }, { bitrate: '1024', preset: 'veryfast' }],
  ['HD', { ...video, width: 1280, height: 720, fps: 30 }, { bitrate: '2500', preset: 'superfast' }],
  ['a platform at 30', { ...video, fps: 30, width: 1920, bitrate_kbps: 3400 }, { fps: '30', bitrate: '3500' }],
  [
    'a source with an excessive bitrate',
    { ...video, codec: 'mjpeg', bitrate_kbps: 40_000 },
    { fps: '25', bitrate: '4096' },
  ],
  ['no compression at all', { ...video, codec: 'rawvideo', bitrate_kbps: 1 }, { fps: '25', bitrate: '4096' }],
  ['the same from ffmpeg 7', { ...video, codec: 'wrapped_avframe', bitrate_kbps: 1 }, { fps: '25', bitrate: '4096' }],
  ['film', { ...video, fps: 23.976 }, { fps: '23.97', bitrate: '4096' }],
  ['television', { ...video, fps: 59.94 }, { fps: '59.94', bitrate: '8192' }],
  ['an unusual frame rate', { ...video, fps: 12.5 }, { fps: '12.5', bitrate: '2500' }],
  ['ticks in place of frames', { ...video, fps: 90_000 }, { bitrate: '4096' }],
  ['a small picture of unknown frame rate', { ...small, fps: 0 }, { bitrate: '1024' }],
  [
    'a test pattern',
    { ...video, codec: 'rawvideo', fps: 0, url: 'testsrc2=rate=15:size=640x360' },
    { fps: '15', bitrate: '2500' },
  ],
  ['an invalid address', { ...video, fps: 0, url: 'rtmp://a.test/x?rate=15' }, { bitrate: '4096' }],
  ['only a bitrate', { type: 'video', codec: 'h264', bitrate_kbps: 640 }, { bitrate: '640' }],
])('the proposed settings for %s', (_, found, proposed) =>
  expect(streamsInProbe(aProbe(found)).map((stream) => proposeEncoderSettings(libx264, stream))).toMatchObject([
    proposed,
  ]),
);

it('nothing is proposed for an unknown source', () =>
  expect(
    streamsInProbe(aProbe({ type: 'video', codec: 'hevc' })).map((stream) => proposeEncoderSettings(libx264, stream)),
  ).toEqual([{}]));

const listed = (key: string, found: object, limits = {}) => {
  const [stream] = streamsInProbe(aProbe({ type: 'video', codec: 'h264', ...found }));
  const field = encoderFieldsAround(libx264.fields, 'video', stream ?? emptyStream, limits)[key];
  return field?.kind === 'selectOrCustom'
    ? field.options.map(({ value, note }) => (note ? `${value} ${note}` : value)).join(', ')
    : '';
};

it.each([
  ['bitrate', { ...small, bitrate_kbps: 791 }, {}, '1024, 790 as the source, 512, 256'],
  ['bitrate', { ...small, bitrate_kbps: 791 }, { videoKbit: 900 }, '790 as the source, 512, 256'],
  ['bitrate', { ...small, bitrate_kbps: 791 }, { videoKbit: 500 }, '256'],
  ['bitrate', { ...small, bitrate_kbps: 791 }, { videoKbit: 100 }, '100'],
  [
    'bitrate',
    { ...video, bitrate_kbps: 4000 },
    {},
    '8192, 6000, 4500, 4096 as the source, 3500, 2500, 2048, 1024, 512, 256',
  ],
  ['bitrate', video, { videoKbit: 6000 }, '6000, 4500, 4096, 3500, 2500, 2048, 1024, 512, 256'],
  ['bitrate', { ...video, width: 64, height: 36, bitrate_kbps: 12 }, {}, '512, 256, 12 as the source'],
  ['fps', { ...video, fps: 25 }, {}, '25 as the source, 24, 23.97, 15, 10'],
  ['fps', { ...video, fps: 12.5 }, {}, '12.5 as the source, 10'],
  ['fps', { ...video, fps: 50 }, { fps: 30 }, '30, 29.97, 25, 24, 23.97, 15, 10'],
  ['fps', { ...video, fps: 5 }, {}, '5 as the source'],
  ['fps', { ...video, fps: 0 }, {}, '60, 59.94, 50, 30, 29.97, 25, 24, 23.97, 15, 10'],
])('the list of %s for %j within %j is %s', (key, found, limits, expected) =>
  expect(listed(key, found, limits)).toBe(expected),
);

it('lists stay unchanged for an unknown source', () => expect(listed('bitrate', {})).toMatch(/^32768, .*, 256$/));

it.each([
  [158, '160 as the source'],
  [48, ''],
  [0, ''],
])('the marked audio bitrate at %d kbit/s is "%s"', (bitrate_kbps, expected) => {
  const [stream] = streamsInProbe(aProbe({ type: 'audio', codec: 'aac', bitrate_kbps }));
  const { bitrate } = encoderFieldsAround(aac.fields, 'audio', stream ?? emptyStream, { audioKbit: 160 });
  const options = bitrate?.kind === 'selectOrCustom' ? bitrate.options.filter(({ storedOnly }) => !storedOnly) : [];
  expect(options.map(({ value, note }) => (note ? `${value} ${note}` : '')).join('')).toBe(expected);
  expect(options.map(({ value }) => Number(value)).every((kbit) => kbit <= 160)).toBe(true);
});

it.each([
  ['an unknown source', {}, {}],
  ['a codec without bitrate', { codec: 'pcm_s16le', bitrate_kbps: 1536 }, {}],
  ['a phone', { codec: 'aac', bitrate_kbps: 48 }, {}],
  ['an encoder', { codec: 'aac', bitrate_kbps: 158 }, { bitrate: '160' }],
  ['a studio', { codec: 'ac3', bitrate_kbps: 640 }, { bitrate: '320' }],
])('the proposed audio settings for %s', (_, found, proposed) =>
  expect(
    streamsInProbe(aProbe({ type: 'audio', ...found })).map((stream) => proposeEncoderSettings(aac, stream)),
  ).toEqual([proposed]),
);

const [scale] = knownFilters.video.filter(({ id }) => id === 'scale');
const sizes = (width: number, height: number) => {
  const fields = sizeFields(scale?.fields ?? {}, { width, height });
  return ['fix', 'width', 'height'].map((key) => {
    const field = fields[key];
    return field?.kind === 'selectOrCustom' ? field.options.map(({ value }) => value) : null;
  });
};

it.each([
  [640, 360, ['640x360', '426x240'], ['640', '426'], ['360', '240']],
  [854, 480, ['854x480', '640x360', '426x240'], ['854', '640', '426'], ['480', '360', '240']],
  [480, 854, ['480x854', '360x640', '240x426'], ['480', '360', '240'], ['854', '640', '426']],
])('the offered sizes for %d×%d are not larger', (width, height, ...expected) =>
  expect(sizes(width, height)).toEqual(expected),
);

it.each([
  ['the most common one for a source of unknown size', 0, 0, ['1920x1080', '1920', '1080']],
  ["only the source's own for a tiny source", 160, 90, ['160x90', '160', '90']],
  ["the source's own rounded to even sides for odd ones", 1001, 501, ['1000x500', '1000', '500']],
  ['its own first, on its edge', 1080, 1920, ['1080x1920', '1080', '1920']],
  ["the source's own for a huge source", 9000, 5000, ['9000x5000', '9000', '5000']],
])('the first offered size is %s', (_, width, height, expected) =>
  expect(sizes(width, height).map((options) => options?.[0])).toEqual(expected),
);

it.each([
  [3840, 2160, ['1920x1080', '1920', '1080']],
  [1280, 720, ['1280x720', '1280', '720']],
  [2160, 3840, ['1080x1920', '1080', '1920']],
])('no offered size for %d×%d exceeds the limits', (width, height, expected) => {
  const fields = sizeFields(scale?.fields ?? {}, { width, height }, { size: [1920, 1080] });
  const first = ['fix', 'width', 'height'].map((key) => {
    const field = fields[key];
    return field?.kind === 'selectOrCustom' ? field.options[0]?.value : null;
  });
  expect(first).toEqual(expected);
});

it.each([
  ['a height below the source', 'none', 'height', '720', { width: 1280, height: 720 }, '540'],
  ['a size below the source', 'none', 'fix', '1280x720', { width: 640, height: 360 }, '426x240'],
  ['the width below an odd width', 'none', 'width', '1280', { width: 1001, height: 501 }, '960'],
  ['the entered one between two modes', 'width', 'height', '100', { width: 640, height: 360 }, '100'],
  ['an available one for an unknown source', 'none', 'height', '720', { width: 0, height: 0 }, '720'],
])('the proposed size is %s', (_, current, mode, value, source, expected) =>
  expect(proposeSize({ mode: current }, { mode, [mode]: value }, source)[mode]).toBe(expected),
);

it.each([
  ['the same', 640, 360, null],
  ['a bit more', 960, 540, null],
  ['twice as wide and high', 1280, 720, 4],
  ['4K from a small picture', 3840, 2160, 36],
  ['an unknown source size', 0, 0, null],
])('the excessive upscale factor for %s', (_, width, height, times) =>
  expect(excessiveUpscaleFactor({ width: 640, height: 360 }, { width, height })).toBe(times),
);

it('an unknown source size has no upscale factor', () =>
  expect(excessiveUpscaleFactor({ width: 0, height: 0 }, { width: 1280, height: 720 })).toBeNull());

const untouched = { width: 'iw', height: 'ih', x: '0', y: '0' };
it.each([
  [
    'the portrait middle of a landscape picture',
    {},
    untouched,
    { width: 1920, height: 1080 },
    ['608', '1080', '656', '0'],
  ],
  ['landscape for a portrait picture', {}, untouched, { width: 1080, height: 1920 }, ['1080', '608', '0', '656']],
  ['the entered one', {}, { ...untouched, width: '640' }, { width: 1920, height: 1080 }, ['640', 'ih', '0', '0']],
  [
    'the whole picture, when that is entered',
    { enabled: true },
    untouched,
    { width: 64, height: 36 },
    ['iw', 'ih', '0', '0'],
  ],
  ['the whole picture of an unknown source', {}, untouched, { width: 0, height: 0 }, ['iw', 'ih', '0', '0']],
])('the proposed crop is %s', (_, current, sides, picture, expected) => {
  const { width, height, x, y } = proposeCrop(current, { enabled: true, ...sides }, picture);
  expect([width, height, x, y]).toEqual(expected);
});

it.each([
  [{ mode: 'fix', fix: '1280x720' }, true],
  [{ mode: 'fix', fix: '480x854' }, false],
  [{ mode: 'fix', fix: 'x' }, false],
  [{ mode: 'height', height: '720', fix: '1280x720' }, false],
])('%j distorts a portrait picture: %s', (settings, expected) => {
  expect(distortsPicture(settings, { width: 608, height: 1080 })).toBe(expected);
  expect(distortsPicture(settings, { width: 0, height: 0 })).toBe(false);
});
