import { msg } from '../../i18n/msg.ts';
import type { CoderExample } from '../form/argumentExampleTypes.ts';
import { defineEncoder, type Encoder } from '../form/defineCatalogEntry.ts';
import { select } from '../form/fields.ts';
import { bitrateField, profileField, rate, unless } from './commonVideoFields.ts';
import { constantRate, frameFields, keyframes } from './frameRateAndKeyframes.ts';

/** Pictures are in main memory: the encoder takes them up by itself. */
export const qsvEncoder = ({
  profiles,
  ...kind
}: Pick<Encoder, 'id' | 'name' | 'codec'> & { profiles: string[] }): Encoder =>
  defineEncoder({
    ...kind,
    type: 'video',
    hardware: true,
    fields: {
      preset: select({
        label: msg('Preset'),
        help: msg('Slower presets give better quality at the same bitrate, at the cost of speed.'),
        default: 'veryfast',
        options: ['veryfast', 'faster', 'fast', 'medium', 'slow', 'slower', 'veryslow'],
      }),
      bitrate: bitrateField,
      ...frameFields,
      profile: profileField(profiles),
    },
    open: ['bitrate', 'fps', 'gop', 'preset'],
    summary: ['bitrate', 'fps', 'preset', 'profile'],
    args: ({ preset, bitrate, fps, gop, profile }, _stream, ffmpeg) => [
      ...['-codec:v', kind.id, '-preset:v', preset, ...rate(bitrate), '-r', fps, '-pix_fmt', 'nv12'],
      ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
      ...unless('auto', '-profile:v', profile),
    ],
  });

export function qsvExamples({ id }: Pick<Encoder, 'id'>, profile: string): CoderExample[] {
  const begin = ['-codec:v', id, '-preset:v', 'veryfast', ...rate('4096'), '-r', '25', '-pix_fmt', 'nv12'];
  return [
    { given: {}, expect: [...begin, '-fps_mode', 'cfr', '-g', '50'] },
    {
      given: { gop: 'auto', profile },
      ffmpeg: { major: 4, minor: 4 },
      expect: [...begin, '-vsync', '1', '-profile:v', profile],
    },
  ];
}
