import { msg } from '../../../../i18n/msg.ts';
import { defineEncoder } from '../../../define.ts';
import type { CoderExample } from '../../../example.ts';
import { select } from '../../../fields.ts';
import { constantRate, keyframes } from '../../framerate.ts';
import { UPLOAD, vaapiDevice, vaapiFields, vaapiMode } from '../../vaapi.ts';
import { given, rate } from '../../videoFields.ts';

const PROFILES = ['0'];

export const av1_vaapi = defineEncoder({
  id: 'av1_vaapi',
  name: 'AV1 (Intel VAAPI)',
  type: 'video',
  codec: 'av1',
  hardware: true,
  fields: {
    ...vaapiFields,
    profile: select({
      label: msg('Profile'),
      default: '77',
      options: [
        // The number of a profile of H.264, which others store here and with which nothing can be encoded.
        { value: '77', label: msg('Automatic') },
        { value: '578', label: msg('Automatic'), storedOnly: true },
        { value: '100', label: msg('Automatic'), storedOnly: true },
        { value: '0', label: 'main' },
      ],
    }),
  },
  open: ['bitrate', 'fps'],
  summary: ['bitrate', 'fps', 'profile'],
  global: vaapiDevice,
  args: ({ rc_mode, bitrate, fps, gop, quality, profile }, _stream, ffmpeg) => [
    ...['-vf', UPLOAD, '-codec:v', 'av1_vaapi', ...(PROFILES.includes(profile) ? ['-profile:v', profile] : [])],
    ...[...given('-quality', quality), ...vaapiMode(rc_mode), ...rate(bitrate, ''), '-r', fps],
    ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
  ],
});

const BEGIN = ['-vaapi_device', '/dev/dri/renderD128', '-vf', 'format=nv12,hwupload', '-codec:v', 'av1_vaapi'];

export const examples: CoderExample[] = [
  {
    given: {},
    expect: [...[...BEGIN, '-quality', '-1', ...rate('4096', ''), '-r', '25'], ...['-fps_mode', 'cfr', '-g', '50']],
  },
  {
    given: { profile: '0', rc_mode: '2', quality: '', gop: 'auto' },
    ffmpeg: { major: 4, minor: 4 },
    expect: [...BEGIN, '-profile:v', '0', '-rc_mode', 'CBR', ...rate('4096', ''), '-r', '25', '-vsync', '1'],
  },
];
