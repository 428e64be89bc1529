import { expect, it } from 'vitest';
import { emptyProfile, type Profile } from '../../media/encoding/profile.ts';
import { skillsOf } from '../../media/encoding/skills.ts';
import { emptyStream, type Stream } from '../../media/encoding/streams.ts';
import { decodersFor, encodingFor, INGEST_CODECS, offeredEncoders, preselectCoders } from './chooseCoders.ts';

const skills = {
  ...skillsOf(null),
  ffmpeg: { version: '5.1.9', major: 5, minor: 1 },
  encoders: { video: ['copy', 'none', 'libx264'], audio: ['copy', 'none', 'aac', 'libmp3lame'] },
};
const stream = (type: string, codec: string): Stream => ({ ...emptyStream, type, codec });
const [h264, aac] = [stream('video', 'h264'), stream('audio', 'aac')];
const chosen = ({ video, audio }: Profile) =>
  [video, audio].map(({ source, stream: index, encoder }) => `${source}:${index} ${encoder.coder}`);

it.each([
  ['accepted codecs are copied', { video: ['h264'], audio: ['aac'] }, ['0:0 copy', '0:1 copy']],
  ['others are encoded', { video: ['h264'], audio: ['mp3'] }, ['0:0 copy', '0:1 libmp3lame']],
  [
    'the first codec that can be encoded wins',
    { video: ['vp9', 'h264'], audio: ['mp3'] },
    ['0:0 copy', '0:1 libmp3lame'],
  ],
  ['a service without audio gets no audio coder', { video: ['h264'], audio: [] }, ['0:0 copy', '0:1 none']],
])('coders of a publication: %s', (_, accepted, expected) =>
  expect(chosen(preselectCoders(emptyProfile(), [h264, aac], accepted, skills))).toEqual(expected),
);

it("derives the encoding of a publication from the channel's streams, and keeps a stored one", () => {
  const small = { ...stream('video', 'hevc'), width: 640, height: 360, fps: 15 };
  const accepted = { video: ['h264'], audio: ['aac'] };
  const fresh = preselectCoders(emptyProfile(), [small], accepted, skills);
  expect(fresh.video.encoder.settings).toMatchObject({ bitrate: '512', fps: '15' });
  const larger = { ...small, width: 1920, height: 1080, fps: 50 };
  expect(preselectCoders(fresh, [larger], accepted, skills).video.encoder).toEqual(fresh.video.encoder);
});

it.each([
  ['h264', ['copy', 'libx264']],
  ['hevc', ['libx264']],
])('offers as encoders for %s: %j', (codec, expected) =>
  expect(offeredEncoders(stream('video', codec), 'video', INGEST_CODECS, skills).map(({ id }) => id)).toEqual(expected),
);

it('offers the default decoder for every codec', () =>
  expect(decodersFor('video', 'hevc', skills).map(({ id }) => id)).toEqual(['default']));

it('returns no arguments for an unknown coder', () =>
  expect(encodingFor('video', 'h264_someday', {}, h264, skills.ffmpeg)).toBeNull());

it('keeps a stored coder of another version or machine until another is chosen', () => {
  const encoder = { coder: 'h264_from_tomorrow', settings: { qp: '20' }, mapping: ['-codec:v', 'h264_from_tomorrow'] };
  const profile = { ...emptyProfile(), video: { ...emptyProfile().video, source: 0, stream: 0, encoder } };
  const extended = { ...skills, encoders: { ...skills.encoders, video: ['copy', 'h264_from_tomorrow'] } };
  const accepted = { video: ['h264'], audio: ['aac'] };
  expect(preselectCoders(profile, [h264], accepted, extended).video.encoder).toEqual(encoder);
  expect(preselectCoders(profile, [h264], accepted, skills).video.encoder).toEqual(encoder);
});

it.each([
  ['of another machine', 'cuda', ['-hwaccel', 'cuda'], 'h264'],
  ['of a codec that is not read here', 'hevc_cuvid', ['-c:v', 'hevc_cuvid'], 'h264'],
])('keeps a stored decoder %s unchanged', (_, coder, mapping, codec) => {
  const decoder = { coder, settings: { device: '0' }, mapping };
  const encoder = { coder: 'libx264', settings: {}, mapping: ['-codec:v', 'libx264', '-x264opts', 'theirs'] };
  const profile = { ...emptyProfile(), video: { source: 0, stream: 0, encoder, decoder } };
  const accepted = { video: ['h264'], audio: ['aac'] };
  const read = stream('video', codec);
  expect(preselectCoders(profile, [read], accepted, skills).video).toMatchObject({ encoder, decoder });
});

it('keeps a chosen encoder of a publication, even if the service does not accept its codec', () => {
  const narrowed = { ...skills, codecs: { ...skills.codecs, video: { h264: ['libx264'], hevc: ['libx265'] } } };
  const encoder = { coder: 'libx265', settings: {}, mapping: ['-codec:v', 'libx265'] };
  const profile = { ...emptyProfile(), video: { ...emptyProfile().video, source: 0, stream: 0, encoder } };
  const accepted = { video: ['h264'], audio: ['aac'] };
  const { video } = preselectCoders(profile, [stream('video', 'mpeg2video')], accepted, narrowed);
  expect(video.encoder.coder).toBe('libx265');
});
