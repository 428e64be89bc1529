import { expect, it } from 'vitest';
import { INGEST_CODECS } from '../../../catalog/coders/chooseCoders.ts';
import { emptyProfile, emptySource, type Profile } from '../../../media/encoding/profile.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { aac, aProbe, h264, hevc, mpeg2, opus, pcm } from '../../../testing/probes.ts';
import { profileFound } from './applyProbe.ts';

const had = { video: ['copy', 'none', 'libx264'], audio: ['copy', 'none', 'aac', 'libmp3lame'] };
const contextWith = (encoders: typeof had) => ({
  skills: { ...skillsOf(null), ffmpeg: { version: '5.1.9', major: 5, minor: 1 }, encoders },
  accepted: INGEST_CODECS,
});
const withCopyOnly = contextWith({ video: ['copy', 'none'], audio: ['copy', 'none'] });

type FoundStreams = Parameters<typeof aProbe>;

/** What is made of `streams` by a profile that was made for `before`. */
function found(
  type: MediaType,
  profile: Profile,
  streams: FoundStreams,
  before: FoundStreams = [],
  context = contextWith(had),
) {
  const sources = { video: emptySource(), audio: emptySource(), profile };
  const known = { ...sources, [type]: { ...emptySource(), streams: aProbe(...before).streams } };
  return profileFound(type, known, aProbe(...streams).streams, context);
}
const brief = ({ video, audio }: Profile) =>
  [video, audio].map(({ source, stream, encoder }) => `${source}:${stream} ${encoder.coder}`);
/** The audio comes with the video. */
const together: Profile = { ...emptyProfile(), audio: { ...emptyProfile().audio, source: 0 } };

it.each<[string, FoundStreams, string[]]>([
  ['what HLS carries is copied', [h264, aac], ['0:0 copy', '0:1 copy']],
  ['what it does not is encoded', [hevc, opus], ['0:0 libx264', '0:1 aac']],
  ['the first of each kind is taken, whatever stands first', [opus, hevc], ['0:1 libx264', '0:0 aac']],
  ['the first audio is taken, also where a later one could be copied', [h264, opus, aac], ['0:0 copy', '0:1 aac']],
  ['without audio there is none', [h264], ['0:0 copy', '0:-1 none']],
  ['without video there is none', [aac], ['-1:-1 none', '0:0 copy']],
])('%s', (_, streams, expected) => expect(brief(found('video', together, streams))).toEqual(expected));

it('goes without a coder where this core has none', () =>
  expect(brief(found('video', together, [hevc, opus], [], withCopyOnly))).toEqual(['0:0 none', '0:1 none']));

it('takes separate audio from source 1 and leaves the video alone', () => {
  const profile = found('video', together, [h264]);
  const own = { ...profile, audio: { ...profile.audio, source: 1 } };
  expect(brief(found('audio', own, [pcm]))).toEqual(['0:0 copy', '1:0 aac']);
});

it.each<[string, FoundStreams, string]>([
  ['the same stream', [hevc], 'libx265'],
  // No player shows what it made, and that was chosen for another stream.
  ['another codec', [mpeg2], 'libx264'],
])('decides about an encoder that was chosen when %s is found', (_, streams, expected) => {
  const encoder = { coder: 'libx265', settings: {}, mapping: ['-codec:v', 'libx265'] };
  const profile = { ...together, video: { ...emptyProfile().video, source: 0, stream: 0, encoder } };
  expect(found('video', profile, streams, [hevc]).video.encoder.coder).toBe(expected);
});

it('stores the arguments with the coder', () => {
  const { video } = found('video', together, [hevc]);
  expect(video.encoder.mapping).toContain('libx264');
  expect(video.encoder.settings).toMatchObject({ preset: 'ultrafast' });
  expect(video.decoder).toEqual({ coder: 'default', settings: {}, mapping: [] });
});
