import { expect, it } from 'vitest';
import { aac } from '../../catalog/coders/encoders/audio/aac.ts';
import { libx264 } from '../../catalog/coders/encoders/video/libx264.ts';
import { streamsOf } from '../../media/streams.ts';
import { aProbe } from '../../testing/probes.ts';
import { proposedSettings } from './proposal.ts';

const video = { type: 'video', codec: 'hevc', width: 1920, height: 1080, fps: 25 };

it.each([
  ['full HD', video, { fps: '25', bitrate: '4096' }],
  ['a small picture of few frames', { ...video, width: 640, height: 360, fps: 15 }, { fps: '15', bitrate: '256' }],
  ['what sends less than it could', { ...video, fps: 15, bitrate_kbps: 800 }, { fps: '15', bitrate: '1024' }],
  ['what sends far more', { ...video, codec: 'mjpeg', bitrate_kbps: 40_000 }, { fps: '25', bitrate: '4096' }],
  ['no compression at all', { ...video, codec: 'rawvideo', bitrate_kbps: 1 }, { fps: '25', bitrate: '4096' }],
  ['film', { ...video, fps: 23.976 }, { fps: '23.97', bitrate: '4096' }],
  ['television', { ...video, fps: 59.94 }, { fps: '59.94', bitrate: '8192' }],
  ['a rate of its own', { ...video, fps: 12.5 }, { fps: '12.5', bitrate: '2048' }],
  ['ticks in place of frames', { ...video, fps: 90_000 }, {}],
  ['nothing that is known', { type: 'video', codec: 'hevc' }, {}],
])('of %s', (_, found, proposed) =>
  expect(streamsOf(aProbe(found)).map((stream) => proposedSettings(libx264, stream))).toEqual([proposed]),
);

it('leaves sound as it is proposed for all', () =>
  expect(streamsOf(aProbe({ type: 'audio' })).map((stream) => proposedSettings(aac, stream))).toEqual([{}]));
