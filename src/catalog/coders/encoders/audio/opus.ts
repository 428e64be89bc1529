import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { selectOrCustom } from '../../../form/fields.ts';
import { audioEncoder, audioExamples, audioFields, resampleOptions } from '../../audioEncoder.ts';
import { AUTOMATIC, unless } from '../../commonVideoFields.ts';

// Opus has 48, 24, 16, 12 and 8 kHz; ffmpeg resamples other rates.
export const libopus = audioEncoder({
  id: 'libopus',
  name: 'Opus (libopus)',
  codec: 'opus',
  limits: {
    most: 512,
    fault: ({ layout, bitrate }) =>
      layout === 'mono' && Number(bitrate) > 256 ? msg('Mono takes at most 256 kbit/s.') : null,
  },
});

export const opus = defineEncoder({
  id: 'opus',
  name: 'Opus',
  type: 'audio',
  codec: 'opus',
  hardware: false,
  fields: {
    ...audioFields({}),
    delay: selectOrCustom({
      label: msg('Maximum delay'),
      unit: 'ms',
      default: 'auto',
      options: [AUTOMATIC, '20', '30', '50'],
      figure: { min: 2.5, max: 360, step: 0.1 },
    }),
  },
  open: ['bitrate'],
  summary: ['bitrate', 'layout', 'sampling'],
  // ffmpeg's own encoder is experimental and needs this flag.
  args: ({ bitrate, sampling, layout, delay }, stream, ffmpeg) => [
    ...['-codec:a', 'opus', '-strict:a', 'experimental', '-b:a', `${bitrate}k`, '-shortest'],
    ...resampleOptions({ sampling, layout }, stream, ffmpeg),
    ...unless('auto', '-opus_delay', delay),
  ],
});

const BEGIN = ['-codec:a', 'opus', '-strict:a', 'experimental', '-b:a', '64k', '-shortest'];

export const examples: Record<string, CoderExample[]> = {
  libopus: audioExamples('libopus'),
  opus: [
    { given: {}, expect: [...BEGIN, '-af', 'aresample=osr=44100:ochl=stereo'] },
    {
      given: { delay: '30', sampling: 'inherit', layout: 'inherit' },
      stream: { codec: 'pcm_s16le' },
      expect: [...BEGIN, '-opus_delay', '30'],
    },
  ],
};
