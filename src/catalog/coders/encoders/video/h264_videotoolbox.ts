import { msg } from '../../../../i18n/msg.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { select } from '../../../form/fields.ts';
import { profileField, unless } from '../../commonVideoFields.ts';
import { videotoolboxArgs, videotoolboxExamples, videotoolboxFields } from '../../videotoolbox.ts';

export const h264_videotoolbox = defineEncoder({
  id: 'h264_videotoolbox',
  name: 'H.264 (VideoToolbox)',
  type: 'video',
  codec: 'h264',
  hardware: true,
  fields: {
    ...videotoolboxFields,
    profile: profileField(['baseline', 'main', 'high']),
    entropy: select({
      label: msg('Entropy coder'),
      default: 'default',
      options: [{ value: 'default', label: msg('Default') }, 'cavlc', 'cabac'],
    }),
  },
  open: ['bitrate', 'fps', 'gop'],
  summary: ['bitrate', 'fps', 'profile'],
  args: (settings, _stream, ffmpeg) => [
    ...videotoolboxArgs('h264_videotoolbox', settings, ffmpeg),
    ...unless('default', '-coder:v', settings.entropy),
  ],
});

export const examples = videotoolboxExamples('h264_videotoolbox', {
  given: { entropy: 'cabac' },
  expect: ['-coder:v', 'cabac'],
});
