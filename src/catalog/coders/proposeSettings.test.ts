import { expect, it } from 'vitest';
import { streamsInProbe } from '../../media/encoding/streamsInProbe.ts';
import { aProbe } from '../../testing/probes.ts';
import { knownFilters } from '../filters/index.ts';
import { aac } from './encoders/audio/aac.ts';
import { libx264 } from './encoders/video/libx264.ts';
import {
  distortsPicture,
  excessiveUpscaleFactor,
  proposeCrop,
  proposeEncoderSettings,
  proposeSize,
  sizeFields,
} from './proposeSettings.ts';

const video = { type: 'video', codec: 'hevc', width: 1920, height: 1080, fps: 25 };

it.each([
  ['full HD', video, { fps: '25', bitrate: '4096' }],
  ['a small picture of few frames', { ...video, width: 640, height: 360, fps: 15 }, { fps: '15', bitrate: '256' }],
  ['what sends less than it could', { ...video, fps: 15, bitrate_kbps: 800 }, { fps: '15', bitrate: '1024' }],
  [
    'a small picture that has a lot',
    { ...video, width: 640, height: 360, bitrate_kbps: 800 },
    { fps: '25', bitrate: '1024' },
  ],
  ['a platform at 30', { ...video, fps: 30, width: 1920, bitrate_kbps: 3400 }, { fps: '30', bitrate: '3500' }],
  ['what sends far more', { ...video, codec: 'mjpeg', bitrate_kbps: 40_000 }, { fps: '25', bitrate: '4096' }],
  ['no compression at all', { ...video, codec: 'rawvideo', bitrate_kbps: 1 }, { fps: '25', bitrate: '4096' }],
  ['the same from ffmpeg 7', { ...video, codec: 'wrapped_avframe', bitrate_kbps: 1 }, { fps: '25', bitrate: '4096' }],
  ['film', { ...video, fps: 23.976 }, { fps: '23.97', bitrate: '4096' }],
  ['television', { ...video, fps: 59.94 }, { fps: '59.94', bitrate: '9000' }],
  ['a rate of its own', { ...video, fps: 12.5 }, { fps: '12.5', bitrate: '2048' }],
  ['ticks in place of frames', { ...video, fps: 90_000 }, { bitrate: '4096' }],
  ['a small one of who knows how many', { ...video, width: 640, height: 360, fps: 0 }, { bitrate: '512' }],
  [
    'a test pattern',
    { ...video, codec: 'rawvideo', fps: 0, url: 'testsrc2=rate=15:size=640x360' },
    { fps: '15', bitrate: '2500' },
  ],
  ['an address that is none', { ...video, fps: 0, url: 'rtmp://a.test/x?rate=15' }, { bitrate: '4096' }],
  ['nothing that is known', { type: 'video', codec: 'hevc' }, {}],
])('of %s', (_, found, proposed) =>
  expect(streamsInProbe(aProbe(found)).map((stream) => proposeEncoderSettings(libx264, stream))).toEqual([proposed]),
);

it.each([
  ['nothing that is known', {}, {}],
  ['what has no bitrate', { codec: 'pcm_s16le', bitrate_kbps: 1536 }, {}],
  ['a phone', { codec: 'aac', bitrate_kbps: 48 }, {}],
  ['an encoder', { codec: 'aac', bitrate_kbps: 158 }, { bitrate: '160' }],
  ['a studio', { codec: 'ac3', bitrate_kbps: 640 }, { bitrate: '320' }],
])('of the sound of %s', (_, found, proposed) =>
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
])('offers for %d×%d what is no larger', (width, height, ...expected) =>
  expect(sizes(width, height)).toEqual(expected),
);

it.each([
  ['not known', 0, 0],
  ['smaller than all', 160, 90],
])('offers everything for a size that is %s', (_, width, height) =>
  expect(sizes(width, height).map((options) => options?.[0])).toEqual(['7680x4320', '7680', '4320']),
);

it.each([
  ['a height below the source', 'none', 'height', '720', { width: 1280, height: 720 }, '540'],
  ['a size below the source', 'none', 'fix', '1280x720', { width: 640, height: 360 }, '426x240'],
  ['a width below an odd one', 'none', 'width', '1280', { width: 1000, height: 500 }, '960'],
  ['what was entered, between two ways', 'width', 'height', '100', { width: 640, height: 360 }, '100'],
  ['what there is, of an unknown source', 'none', 'height', '720', { width: 0, height: 0 }, '720'],
])('proposes %s', (_, was, mode, value, source, expected) =>
  expect(proposeSize({ mode: was }, { mode, [mode]: value }, source)[mode]).toBe(expected),
);

it.each([
  ['the same', 640, 360, null],
  ['a bit more', 960, 540, null],
  ['twice as wide and high', 1280, 720, 4],
  ['4K of a small one', 3840, 2160, 36],
  ['nobody knows how much', 0, 0, null],
])('%s is enlarged so many times', (_, width, height, times) =>
  expect(excessiveUpscaleFactor({ width: 640, height: 360 }, { width, height })).toBe(times),
);

it('returns nothing for a source of unknown size', () =>
  expect(excessiveUpscaleFactor({ width: 0, height: 0 }, { width: 1280, height: 720 })).toBeNull());

const untouched = { width: 'iw', height: 'ih', x: '0', y: '0' };
it.each([
  ['its middle, on its edge', {}, untouched, { width: 1920, height: 1080 }, ['608', '1080', '656', '0']],
  ['lying down, what is on its edge', {}, untouched, { width: 1080, height: 1920 }, ['1080', '608', '0', '656']],
  ['what was entered', {}, { ...untouched, width: '640' }, { width: 1920, height: 1080 }, ['640', 'ih', '0', '0']],
  ['all, when that is entered', { enabled: true }, untouched, { width: 64, height: 36 }, ['iw', 'ih', '0', '0']],
  ['all of what is not known', {}, untouched, { width: 0, height: 0 }, ['iw', 'ih', '0', '0']],
])('crops %s', (_, was, sides, picture, expected) => {
  const { width, height, x, y } = proposeCrop(was, { enabled: true, ...sides }, picture);
  expect([width, height, x, y]).toEqual(expected);
});

it.each([
  [{ mode: 'fix', fix: '1280x720' }, true],
  [{ mode: 'fix', fix: '480x854' }, false],
  [{ mode: 'fix', fix: 'x' }, false],
  [{ mode: 'height', height: '720', fix: '1280x720' }, false],
])('%j distorts what is on its edge: %s', (settings, expected) => {
  expect(distortsPicture(settings, { width: 608, height: 1080 })).toBe(expected);
  expect(distortsPicture(settings, { width: 0, height: 0 })).toBe(false);
});
