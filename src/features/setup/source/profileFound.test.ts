import { expect, it } from 'vitest';
import { INGEST_CODECS } from '../../../catalog/coders/chooseCoders.ts';
import { emptyProfile, emptySource, type Profile } from '../../../media/encoding/profile.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { streamsInProbe } from '../../../media/encoding/streamsInProbe.ts';
import { aac, aProbe, h264, hevc, mpeg2, opus, pcm } from '../../../testing/probes.ts';
import { profileFound } from './applyProbe.ts';
import { newSources } from './draft.ts';

const available = { video: ['copy', 'none', 'libx264'], audio: ['copy', 'none', 'aac', 'libmp3lame'] };
const contextWith = (encoders: typeof available) => ({
  skills: { ...skillsOf(null), ffmpeg: { version: '5.1.9', major: 5, minor: 1 }, encoders },
  accepted: INGEST_CODECS,
});
const withCopyOnly = contextWith({ video: ['copy', 'none'], audio: ['copy', 'none'] });

type FoundStreams = Parameters<typeof aProbe>;

function found(
  type: MediaType,
  profile: Profile,
  streams: FoundStreams,
  before: FoundStreams = [],
  context = contextWith(available),
) {
  const sources = { video: emptySource(), audio: emptySource(), profile };
  const current = { ...sources, [type]: { ...emptySource(), streams: aProbe(...before).streams } };
  return profileFound(type, current, aProbe(...streams).streams, context);
}
const brief = ({ video, audio }: Profile) =>
  [video, audio].map(({ source, stream, encoder }) => `${source}:${stream} ${encoder.coder}`);
const together: Profile = { ...emptyProfile(), audio: { ...emptyProfile().audio, source: 0 } };

it.each<[string, FoundStreams, string[]]>([
  ['copies codecs that HLS supports', [h264, aac], ['0:0 copy', '0:1 copy']],
  ['encodes other codecs', [hevc, opus], ['0:0 libx264', '0:1 aac']],
  ['uses the first stream of each type in any order', [opus, hevc], ['0:1 libx264', '0:0 aac']],
  ['uses the first audio even if a later one could be copied', [h264, opus, aac], ['0:0 copy', '0:1 aac']],
  ['no audio without an audio stream', [h264], ['0:0 copy', '0:-1 none']],
  ['no video without a video stream', [aac], ['-1:-1 none', '0:0 copy']],
])('the profile after a probe chooses coders for a new source: %s', (_, streams, expected) =>
  expect(brief(found('video', together, streams))).toEqual(expected),
);

it.each([
  [{ width: 321, height: 181 }, 'scale=320x180'],
  [{ width: 640, height: 361 }, 'scale=640x360'],
  [{ width: 640, height: 360 }, undefined],
  [{ width: 0, height: 0 }, undefined],
])('the profile after a probe encodes the size %j with %s, because encoders only accept even sides', (size, graph) => {
  const vp9 = { ...hevc, codec: 'vp9', ...size };
  const { video } = found('video', together, [vp9]);
  expect([video.encoder.coder, video.filter?.graph]).toEqual(['libx264', graph]);
});

it('the profile after a probe chooses no coder if this core has none', () =>
  expect(brief(found('video', together, [hevc, opus], [], withCopyOnly))).toEqual(['0:0 none', '0:1 none']));

it('the profile after a probe uses separate audio from source 1 and keeps the video', () => {
  const profile = found('video', together, [h264]);
  const own = { ...profile, audio: { ...profile.audio, source: 1 } };
  expect(brief(found('audio', own, [pcm]))).toEqual(['0:0 copy', '1:0 aac']);
});

it.each<[string, FoundStreams, string]>([
  ['the same stream', [hevc], 'libx265'],
  // Players do not support HEVC, and the choice was made for another stream.
  ['another codec', [mpeg2], 'libx264'],
])('the profile after a probe reconsiders a chosen encoder when it finds %s', (_, streams, expected) => {
  const encoder = { coder: 'libx265', settings: {}, mapping: ['-codec:v', 'libx265'] };
  const profile = { ...together, video: { ...emptyProfile().video, source: 0, stream: 0, encoder } };
  expect(found('video', profile, streams, [hevc]).video.encoder.coder).toBe(expected);
});

it('the profile after a probe stores the arguments with the coder', () => {
  const { video } = found('video', together, [hevc]);
  expect(video.encoder.mapping).toContain('libx264');
  expect(video.encoder.settings).toMatchObject({ preset: 'ultrafast' });
  expect(video.decoder).toEqual({ coder: 'default', settings: {}, mapping: [] });
});

/** A probe with the output of ffmpeg 5.1. */
const printed = (streams: FoundStreams, ...lines: string[]) =>
  streamsInProbe({ ...aProbe(...streams), log: ["Input #0, mpegts, from 'udp://127.0.0.1:5000':", ...lines] });
const foundIn = (streams: ReturnType<typeof printed>) =>
  profileFound('video', { ...newSources(), profile: together }, streams, contextWith(available));

const mpts = printed(
  [aac, h264, aac],
  ...['  Program 1 ', '    Metadata:', '      service_name    : Radio'],
  '  Stream #0:0[0x100]: Audio: aac (LC) ([15][0][0][0] / 0x000F), 44100 Hz, stereo, fltp, 71 kb/s',
  ...['  Program 2 ', '    Metadata:', '      service_name    : TV'],
  '  Stream #0:1[0x101]: Video: h264 (High) ([27][0][0][0] / 0x001B), yuv420p(progressive), 320x180, 25 fps, 25 tbr',
  '  Stream #0:2[0x102]: Audio: aac (LC) ([15][0][0][0] / 0x000F), 44100 Hz, stereo, fltp, 71 kb/s',
);

it('the profile after a probe chooses video and audio of the same program', () =>
  expect(brief(foundIn(mpts))).toEqual(['0:1 copy', '0:2 copy']));

it('the profile after a probe does not choose cover art as video', () => {
  const cover = { type: 'video', codec: 'mjpeg', width: 300, height: 300 };
  const radio = printed(
    [{ ...aac, codec: 'mp3' }, cover],
    '  Stream #0:0: Audio: mp3, 44100 Hz, mono, fltp, 64 kb/s',
    '  Stream #0:1: Video: mjpeg (Baseline), yuvj420p(pc, bt470bg/unknown/unknown), 300x300 [SAR 1:1 DAR 1:1], 90k tbr, 90k tbn (attached pic)',
  );
  expect(radio.map(({ type }) => type)).toEqual(['audio', 'picture']);
  expect(brief(foundIn(radio))[0]).toBe('-1:-1 none');
});

it.each<[string, FoundStreams[0], string, string]>([
  ['4:2:2 in 10 bit', { ...h264, pix_fmt: 'yuv422p10le' }, 'Video: h264 (High 4:2:2), yuv422p10le, 320x180', 'libx264'],
  ['video that has to be turned', h264, 'Video: h264 (High), yuv420p, 320x180', 'libx264'],
  ['interlaced video', h264, 'Video: h264 (Main), yuv420p(top first), 320x180', 'copy'],
])('the profile after a probe decides between copying and encoding %s', (name, stream, line, expected) => {
  const rotation = name.includes('turned') ? ['      displaymatrix: rotation of -90.00 degrees'] : [];
  expect(foundIn(printed([stream], `  Stream #0:0: ${line}`, ...rotation)).video.encoder.coder).toBe(expected);
});

it('the profile after a probe encodes a copied stream that has changed, but keeps one that was copied by choice', () => {
  const [plain, deep] = [[{ ...h264, pix_fmt: 'yuv420p' }], [{ ...h264, pix_fmt: 'yuv420p10le' }]];
  const copied = found('video', together, plain);
  expect(found('video', copied, deep, plain).video.encoder.coder).toBe('libx264');
  expect(found('video', copied, deep, deep).video.encoder.coder).toBe('copy');
});
