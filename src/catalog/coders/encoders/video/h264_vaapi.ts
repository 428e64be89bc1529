import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { select } from '../../../form/fields.ts';
import { optionIfSet, rate } from '../../commonVideoFields.ts';
import { constantRate, keyframes } from '../../frameRateAndKeyframes.ts';
import { UPLOAD, vaapiDevice, vaapiFields, vaapiMode } from '../../vaapi.ts';

export const h264_vaapi = defineEncoder({
  id: 'h264_vaapi',
  name: 'H.264 (Intel VAAPI)',
  type: 'video',
  codec: 'h264',
  hardware: true,
  fields: {
    ...vaapiFields,
    profile: select({
      label: msg('Profile'),
      default: '77',
      options: [
        { value: '578', label: msg('baseline (constrained)') },
        { value: '77', label: 'main' },
        { value: '100', label: 'high' },
      ],
    }),
  },
  open: ['bitrate', 'fps', 'gop'],
  summary: ['bitrate', 'fps', 'profile'],
  global: vaapiDevice,
  args: ({ rc_mode, bitrate, fps, gop, quality, profile }, _stream, ffmpeg) => [
    ...['-vf', UPLOAD, '-codec:v', 'h264_vaapi', ...optionIfSet('-profile:v', profile)],
    ...[...optionIfSet('-quality', quality), ...vaapiMode(rc_mode), ...rate(bitrate, ''), '-r', fps],
    ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
  ],
});

const BEGIN = ['-vaapi_device', '/dev/dri/renderD128', '-vf', 'format=nv12,hwupload', '-codec:v', 'h264_vaapi'];

export const examples: CoderExample[] = [
  {
    given: {},
    expect: [
      ...[...BEGIN, '-profile:v', '77', '-quality', '-1', ...rate('4096', ''), '-r', '25'],
      ...['-fps_mode', 'cfr', '-g', '50'],
    ],
  },
  {
    given: { profile: '100', rc_mode: '2', quality: '', gop: 'auto' },
    ffmpeg: { major: 4, minor: 4 },
    expect: [...BEGIN, '-profile:v', '100', '-rc_mode', 'CBR', ...rate('4096', ''), '-r', '25', '-vsync', '1'],
  },
];
