import { msg } from '../../i18n/msg.ts';
import type { FfmpegVersion } from '../../media/encoding/ffmpegOptionsByVersion.ts';
import type { Stream } from '../../media/encoding/streams.ts';
import { resampleFields, resampleGraph } from '../filters/resample.ts';
import type { CoderExample } from '../form/argumentExampleTypes.ts';
import { AUDIO_BITRATE, AUDIO_BITRATES, offerChoices } from '../form/choiceLists.ts';
import { defineEncoder, type Encoder } from '../form/defineCatalogEntry.ts';
import { type Settings, selectOrCustom } from '../form/fields.ts';

type RefusedValues = { bitrate?: string[]; sampling?: string[]; mono?: true };

/** `most` in kbit/s. `fault`: limits that depend on other settings. */
type BitrateLimits = { most?: number; fault?: (settings: Settings) => string | null };

export const audioFields = (refused: RefusedValues, { most, fault }: BitrateLimits = {}) => ({
  bitrate: selectOrCustom({
    label: msg('Audio bitrate'),
    unit: 'kbit/s',
    default: '64',
    options: offerChoices(AUDIO_BITRATES, refused.bitrate),
    figure: most === undefined ? AUDIO_BITRATE : { ...AUDIO_BITRATE, max: most },
    ...(fault && { fault }),
  }),
  ...resampleFields(refused),
});

/** Resamples to the rate and layout; omits what the probe did not report. */
export function resampleOptions(
  { sampling, layout }: { sampling: string; layout: string },
  stream: Stream,
  ffmpeg: FfmpegVersion,
): string[] {
  const rate = sampling === 'inherit' ? `${stream.sampling_hz || ''}` : sampling;
  const graph = resampleGraph(rate, layout === 'inherit' ? stream.layout : layout, ffmpeg);
  return graph === '' ? [] : ['-af', graph];
}

type AudioEncoderKind = Pick<Encoder, 'id' | 'name' | 'codec'> & {
  hardware?: true;
  refused?: RefusedValues;
  limits?: BitrateLimits;
  after?: (stream: Stream) => string[];
};

export const audioEncoder = ({ refused = {}, limits, after = () => [], ...kind }: AudioEncoderKind): Encoder =>
  defineEncoder({
    hardware: false,
    ...kind,
    type: 'audio',
    fields: audioFields(refused, limits),
    open: ['bitrate'],
    summary: ['bitrate', 'layout', 'sampling'],
    args: ({ bitrate, sampling, layout }, stream, ffmpeg) => [
      // Generated audio never ends: -shortest ends it with the video.
      ...['-codec:a', kind.id, '-b:a', `${bitrate}k`, '-shortest'],
      ...resampleOptions({ sampling, layout }, stream, ffmpeg),
      ...after(stream),
    ],
  });

export const audioExamples = (id: string, after: readonly string[] = []): CoderExample[] => [
  {
    given: {},
    stream: { codec: 'pcm_s16le', sampling_hz: 48000, layout: 'mono' },
    expect: ['-codec:a', id, '-b:a', '64k', '-shortest', '-af', 'aresample=osr=44100:ochl=stereo'],
  },
  {
    given: { sampling: 'inherit', layout: 'mono', bitrate: '128' },
    stream: { codec: 'aac', sampling_hz: 48000, layout: 'stereo' },
    ffmpeg: { major: 4, minor: 4 },
    expect: ['-codec:a', id, '-b:a', '128k', '-shortest', '-af', 'aresample=osr=48000:ocl=mono', ...after],
  },
  {
    given: { sampling: 'inherit', layout: 'inherit', bitrate: 128 },
    stream: { codec: 'aac', sampling_hz: 48000, layout: 'mono' },
    ffmpeg: { major: 5, minor: 0 },
    expect: ['-codec:a', id, '-b:a', '128k', '-shortest', '-af', 'aresample=osr=48000:ocl=mono', ...after],
  },
  {
    given: { sampling: 'inherit', layout: 'inherit' },
    stream: { codec: 'pcm_s16le', sampling_hz: 0, layout: '' },
    expect: ['-codec:a', id, '-b:a', '64k', '-shortest'],
  },
];
