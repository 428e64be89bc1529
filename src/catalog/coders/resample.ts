import { msg } from '../../i18n/msg.ts';
import type { FfmpegVersion } from '../../media/skills.ts';
import type { Stream } from '../../media/streams.ts';
import { hidden, select, selectOrCustom } from '../fields.ts';
import { AUDIO_BITRATES, SAMPLE_RATES } from '../options.ts';

const INHERIT = { value: 'inherit', label: msg('Same as source') };
const CHANNELS: Record<string, string> = { mono: '1', stereo: '2' };

/** Bitrate, sample rate and layout: fields that all audio encoders share. */
export const audioFields = {
  bitrate: selectOrCustom({ label: msg('Audio bitrate'), unit: 'kbit/s', default: '64', options: AUDIO_BITRATES }),
  sampling: selectOrCustom({
    label: msg('Sample rate'),
    unit: 'Hz',
    default: '44100',
    options: [INHERIT, ...SAMPLE_RATES],
  }),
  layout: select({
    label: msg('Audio layout'),
    default: 'stereo',
    options: [INHERIT, { value: 'mono', label: msg('Mono') }, { value: 'stereo', label: msg('Stereo') }],
  }),
  // Follows from the layout; other interfaces read it.
  channels: hidden({
    default: '2',
    from: ({ layout }) => CHANNELS[String(layout)] ?? null,
  }),
};

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
export function resampleGraph(rate: string, name: string, { major, minor }: FfmpegVersion): string {
  // 5.1 brought new channel layouts, and another name for the option.
  const key = major > 5 || (major === 5 && minor >= 1) ? 'ochl' : 'ocl';
  const parts = [...(rate === '' ? [] : [`osr=${rate}`]), ...(name === '' ? [] : [`${key}=${name}`])];
  return parts.length === 0 ? '' : `aresample=${parts.join(':')}`;
}
