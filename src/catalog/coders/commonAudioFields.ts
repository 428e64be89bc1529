import { msg } from '../../i18n/msg.ts';
import { type FfmpegVersion, spellOption } from '../../media/encoding/ffmpegOptionsByVersion.ts';
import type { Stream } from '../../media/encoding/streams.ts';
import { AUDIO_BITRATES, SAMPLE_RATES } from '../form/choiceLists.ts';
import { hidden, type Option, select, selectOrCustom } from '../form/fields.ts';
import { storedOnly } from './commonVideoFields.ts';

const INHERIT = { value: 'inherit', label: msg('Same as source') };
const CHANNELS: Record<string, string> = { mono: '1', stereo: '2' };

/** Values that an encoder rejects are shown only where they are stored. */
const offering = (options: readonly (string | Option)[], refused: readonly string[]) =>
  options.map((option) => (typeof option === 'string' && refused.includes(option) ? storedOnly(option) : option));

/** Bitrate, sample rate and layout: fields that all audio encoders share. */
export const audioFieldsBut = (refused: { bitrate?: string[]; sampling?: string[]; mono?: true }) => ({
  bitrate: selectOrCustom({
    label: msg('Audio bitrate'),
    unit: 'kbit/s',
    default: '64',
    options: offering(AUDIO_BITRATES, refused.bitrate ?? []),
  }),
  sampling: selectOrCustom({
    label: msg('Sample rate'),
    unit: 'Hz',
    default: '44100',
    options: offering([INHERIT, ...SAMPLE_RATES], refused.sampling ?? []),
  }),
  layout: select({
    label: msg('Audio layout'),
    default: 'stereo',
    options: [
      INHERIT,
      { value: 'mono', label: msg('Mono'), ...(refused.mono ? { storedOnly: true as const } : {}) },
      { value: 'stereo', label: msg('Stereo') },
    ],
  }),
  // Follows from the layout; other interfaces read it.
  channels: hidden({
    default: '2',
    from: ({ layout }) => CHANNELS[String(layout)] ?? null,
  }),
});

export const commonAudioFields = audioFieldsBut({});

/** The filter that brings a stream to sample rate and layout; what the probe could not tell is left out. */
export function resample(
  { sampling, layout }: { sampling: string; layout: string },
  stream: Stream,
  ffmpeg: FfmpegVersion,
): string[] {
  const rate = sampling === 'inherit' ? `${stream.sampling_hz || ''}` : sampling;
  const graph = resampleGraph(rate, layout === 'inherit' ? stream.layout : layout, ffmpeg);
  return graph === '' ? [] : ['-af', graph];
}

/** '' where neither is known. */
export function resampleGraph(rate: string, name: string, ffmpeg: FfmpegVersion): string {
  const key = spellOption('outputLayout', ffmpeg);
  const parts = [...(rate === '' ? [] : [`osr=${rate}`]), ...(name === '' ? [] : [`${key}=${name}`])];
  return parts.length === 0 ? '' : `aresample=${parts.join(':')}`;
}
