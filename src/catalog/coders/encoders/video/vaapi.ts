import { msg, properName } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder, type Encoder } from '../../../form/defineCatalogEntry.ts';
import { type Option, select } from '../../../form/fields.ts';
import { optionIfSet } from '../../../form/fieldValues.ts';
import { bitrateField, figureField, rateArgs } from '../../commonVideoFields.ts';
import { constantRate, frameFields, keyframes } from '../../frameTiming.ts';

const DEVICE = '/dev/dri/renderD128';

const vaapiDevice = (): string[][] => [['-vaapi_device', DEVICE]];
const UPLOAD = 'format=nv12,hwupload';

/** Names of stored numbers, which ffmpeg accepts since it has this option. */
const MODES = new Map<string, string>(Object.entries({ '2': 'CBR', '3': 'VBR', '4': 'ICQ', '5': 'QVBR', '6': 'AVBR' }));

const vaapiFields = {
  // Stored data has 1 everywhere, but it never had an effect: the bitrate decides.
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
  quality: figureField(
    msg('Quality'),
    '-1',
    [-1, 100],
    msg('-1 is automatic; else a low figure is best and a high one fastest.'),
  ),
};

const vaapiMode = (mode: string): string[] => {
  const name = MODES.get(mode);
  return name === undefined ? [] : ['-rc_mode', name];
};

type VaapiKind = Pick<Encoder, 'id' | 'name' | 'codec'> & {
  open: ('bitrate' | 'fps' | 'gop')[];
  profiles: Option[];
  sends: (profile: string) => boolean;
};

const vaapiEncoder = ({ profiles, sends, ...kind }: VaapiKind): Encoder =>
  defineEncoder({
    ...kind,
    type: 'video',
    hardware: true,
    fields: { ...vaapiFields, profile: select({ label: msg('Profile'), default: '77', options: profiles }) },
    summary: ['bitrate', 'fps', 'profile'],
    global: vaapiDevice,
    args: ({ rc_mode, bitrate, fps, gop, quality, profile }, _stream, ffmpeg) => [
      ...['-vf', UPLOAD, '-codec:v', kind.id, ...optionIfSet('-profile:v', sends(profile) ? profile : '')],
      ...[...optionIfSet('-quality', quality), ...vaapiMode(rc_mode), ...rateArgs(bitrate, ''), '-r', fps],
      ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
    ],
  });

export const h264_vaapi = vaapiEncoder({
  id: 'h264_vaapi',
  name: 'H.264 (Intel VAAPI)',
  codec: 'h264',
  open: ['bitrate', 'fps', 'gop'],
  profiles: [
    { value: '578', label: msg('baseline (constrained)') },
    { value: '77', label: properName('main') },
    { value: '100', label: properName('high') },
  ],
  sends: () => true,
});

const singleProfileEncoder = (kind: Pick<Encoder, 'id' | 'name' | 'codec'>, profile: Option): Encoder =>
  vaapiEncoder({
    ...kind,
    open: ['bitrate', 'fps'],
    profiles: [
      // Other interfaces store an H.264 profile here, with which encoding fails.
      { value: '77', label: msg('Automatic') },
      { value: '578', label: msg('Automatic'), storedOnly: true },
      { value: '100', label: msg('Automatic'), storedOnly: true },
      profile,
    ],
    sends: (chosen) => chosen === profile.value,
  });

export const hevc_vaapi = singleProfileEncoder(
  { id: 'hevc_vaapi', name: 'HEVC (Intel VAAPI)', codec: 'hevc' },
  { value: '1', label: properName('main') },
);
export const vp9_vaapi = singleProfileEncoder(
  { id: 'vp9_vaapi', name: 'VP9 (Intel VAAPI)', codec: 'vp9' },
  { value: '0', label: properName('0') },
);
export const av1_vaapi = singleProfileEncoder(
  { id: 'av1_vaapi', name: 'AV1 (Intel VAAPI)', codec: 'av1' },
  { value: '0', label: properName('main') },
);

function vaapiExamples(id: string, profile: string, defaults: readonly string[] = []): CoderExample[] {
  const start = ['-vaapi_device', '/dev/dri/renderD128', '-vf', 'format=nv12,hwupload', '-codec:v', id];
  const rate = [...rateArgs('4096', ''), '-r', '25'];
  return [
    { given: {}, expect: [...start, ...defaults, '-quality', '-1', ...rate, '-fps_mode', 'cfr', '-g', '50'] },
    {
      given: { profile, rc_mode: '2', quality: '', gop: 'auto' },
      ffmpeg: { major: 4, minor: 4 },
      expect: [...start, '-profile:v', profile, '-rc_mode', 'CBR', ...rate, '-vsync', '1'],
    },
  ];
}

export const examples: Record<string, CoderExample[]> = {
  h264_vaapi: vaapiExamples('h264_vaapi', '100', ['-profile:v', '77']),
  hevc_vaapi: vaapiExamples('hevc_vaapi', '1'),
  vp9_vaapi: vaapiExamples('vp9_vaapi', '0'),
  av1_vaapi: vaapiExamples('av1_vaapi', '0'),
};
