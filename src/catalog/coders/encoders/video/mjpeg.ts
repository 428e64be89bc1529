import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { selectOrCustom } from '../../../form/fields.ts';
import { constantRate } from '../../frameTiming.ts';

export const mjpeg = defineEncoder({
  id: 'mjpeg',
  name: 'JPEG',
  type: 'video',
  codec: 'mjpeg',
  hardware: false,
  fields: {
    interval: selectOrCustom({
      label: msg('One image every'),
      unit: msg('seconds'),
      default: '60',
      options: ['300', '60', '30', '10', '5', '1'],
      figure: { min: 1, max: 86_400 },
    }),
    quality: selectOrCustom({
      label: msg('Quality'),
      help: msg('From 2 (best) to 31.'),
      default: '4',
      options: ['2', '4', '8', '16'],
      figure: { min: 2, max: 31 },
    }),
  },
  open: ['interval'],
  // As an output option: the fps filter would hold back the first image until the second one.
  args: ({ interval, quality }, _, ffmpeg) => [
    ...['-codec:v', 'mjpeg', '-q:v', quality, '-r', `1/${interval}`],
    ...constantRate(ffmpeg),
  ],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-codec:v', 'mjpeg', '-q:v', '4', '-r', '1/60', '-fps_mode', 'cfr'] },
  {
    given: { interval: '5', quality: '2' },
    ffmpeg: { major: 4, minor: 4 },
    expect: ['-codec:v', 'mjpeg', '-q:v', '2', '-r', '1/5', '-vsync', '1'],
  },
];
