import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { profileField } from '../../commonVideoFields.ts';
import { videotoolboxArgs, videotoolboxExamples, videotoolboxFields } from '../../videotoolbox.ts';

export const hevc_videotoolbox = defineEncoder({
  id: 'hevc_videotoolbox',
  name: 'HEVC (VideoToolbox)',
  type: 'video',
  codec: 'hevc',
  hardware: true,
  fields: { ...videotoolboxFields, profile: profileField(['main', 'main10']) },
  open: ['bitrate', 'fps', 'gop'],
  summary: ['bitrate', 'fps', 'profile'],
  args: (settings, _stream, ffmpeg) => videotoolboxArgs('hevc_videotoolbox', settings, ffmpeg),
});

export const examples = videotoolboxExamples('hevc_videotoolbox');
