import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder, type Encoder } from '../../../form/defineCatalogEntry.ts';
import { select } from '../../../form/fields.ts';
import { optionIfSet } from '../../../form/fieldValues.ts';
import { bitrateField, figureField, rateArgs } from '../../commonVideoFields.ts';
import { constantRate, frameFields, keyframes } from '../../frameRateAndKeyframes.ts';

/** The first graphics unit of a machine. */
const DEVICE = '/dev/dri/renderD128';

/** It is opened once for the whole process, whoever works on it. */
const vaapiDevice = (): string[][] => [['-vaapi_device', DEVICE]];
/** Pictures go up to it. */
const UPLOAD = 'format=nv12,hwupload';

/** By the names that ffmpeg has since it knows this option. */
const MODES: Record<string, string> = { '2': 'CBR', '3': 'VBR', '4': 'ICQ', '5': 'QVBR', '6': 'AVBR' };

const vaapiFields = {
  // 1 is stored everywhere and was never in force: the bitrate decides.
  rc_mode: select({
    label: msg('Rate control'),
    default: '1',
    options: [
      { value: '1', label: msg('Automatic') },
      { value: '0', label: msg('Automatic'), storedOnly: true },
      { value: '2', label: msg('Constant bitrate') },
      { value: '3', label: msg('Variable bitrate') },
      { value: '4', label: msg('Constant quality (ICQ)') },
      { value: '5', label: msg('Variable bitrate of defined quality (QVBR)') },
      { value: '6', label: msg('Average bitrate (AVBR)') },
    ],
  }),
  bitrate: bitrateField,
  ...frameFields,
  quality: figureField(msg('Quality'), '-1', msg('-1 is automatic; else a low figure is best and a high one fastest.')),
};

const vaapiMode = (mode: string): string[] => {
  const name = MODES[mode];
  return name === undefined ? [] : ['-rc_mode', name];
};

interface VaapiKind {
  id: string;
  name: string;
  codec: string;
  /** The number of the profile that it knows, and what it is called. */
  profile: { value: string; label: string };
}

const vaapiEncoder = ({ profile: own, ...kind }: VaapiKind): Encoder =>
  defineEncoder({
    ...kind,
    type: 'video',
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
          own,
        ],
      }),
    },
    open: ['bitrate', 'fps'],
    summary: ['bitrate', 'fps', 'profile'],
    global: vaapiDevice,
    args: ({ rc_mode, bitrate, fps, gop, quality, profile }, _stream, ffmpeg) => [
      ...['-vf', UPLOAD, '-codec:v', kind.id, ...(profile === own.value ? ['-profile:v', profile] : [])],
      ...[...optionIfSet('-quality', quality), ...vaapiMode(rc_mode), ...rateArgs(bitrate, ''), '-r', fps],
      ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
    ],
  });

function vaapiExamples({ id, profile: { value } }: Pick<VaapiKind, 'id' | 'profile'>): CoderExample[] {
  const begin = ['-vaapi_device', '/dev/dri/renderD128', '-vf', 'format=nv12,hwupload', '-codec:v', id];
  return [
    {
      given: {},
      expect: [...begin, '-quality', '-1', ...rateArgs('4096', ''), '-r', '25', '-fps_mode', 'cfr', '-g', '50'],
    },
    {
      given: { profile: value, rc_mode: '2', quality: '', gop: 'auto' },
      ffmpeg: { major: 4, minor: 4 },
      expect: [...begin, '-profile:v', value, '-rc_mode', 'CBR', ...rateArgs('4096', ''), '-r', '25', '-vsync', '1'],
    },
  ];
}

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
    ...[...optionIfSet('-quality', quality), ...vaapiMode(rc_mode), ...rateArgs(bitrate, ''), '-r', fps],
    ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
  ],
});

const H264_BEGIN = ['-vaapi_device', '/dev/dri/renderD128', '-vf', 'format=nv12,hwupload', '-codec:v', 'h264_vaapi'];

const HEVC_VAAPI = {
  id: 'hevc_vaapi',
  name: 'HEVC (Intel VAAPI)',
  codec: 'hevc',
  profile: { value: '1', label: 'main' },
};

export const hevc_vaapi = vaapiEncoder(HEVC_VAAPI);

const VP9_VAAPI = { id: 'vp9_vaapi', name: 'VP9 (Intel VAAPI)', codec: 'vp9', profile: { value: '0', label: '0' } };

export const vp9_vaapi = vaapiEncoder(VP9_VAAPI);

const AV1_VAAPI = { id: 'av1_vaapi', name: 'AV1 (Intel VAAPI)', codec: 'av1', profile: { value: '0', label: 'main' } };

export const av1_vaapi = vaapiEncoder(AV1_VAAPI);

export const examples: Record<string, CoderExample[]> = {
  h264_vaapi: [
    {
      given: {},
      expect: [
        ...[...H264_BEGIN, '-profile:v', '77', '-quality', '-1', ...rateArgs('4096', ''), '-r', '25'],
        ...['-fps_mode', 'cfr', '-g', '50'],
      ],
    },
    {
      given: { profile: '100', rc_mode: '2', quality: '', gop: 'auto' },
      ffmpeg: { major: 4, minor: 4 },
      expect: [
        ...H264_BEGIN,
        '-profile:v',
        '100',
        '-rc_mode',
        'CBR',
        ...rateArgs('4096', ''),
        '-r',
        '25',
        '-vsync',
        '1',
      ],
    },
  ],
  hevc_vaapi: vaapiExamples(HEVC_VAAPI),
  vp9_vaapi: vaapiExamples(VP9_VAAPI),
  av1_vaapi: vaapiExamples(AV1_VAAPI),
};
