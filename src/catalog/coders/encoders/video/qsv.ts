import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder, type Encoder } from '../../../form/defineCatalogEntry.ts';
import { select } from '../../../form/fields.ts';
import { bitrateField, profileField, rateArgs, unless } from '../../commonVideoFields.ts';
import { constantRate, frameFields, keyframes } from '../../frameTiming.ts';

/** The encoder uploads frames from main memory itself. */
const qsvEncoder = ({ profiles, ...kind }: Pick<Encoder, 'id' | 'name' | 'codec'> & { profiles: string[] }): Encoder =>
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
      ...['-codec:v', kind.id, '-preset:v', preset, ...rateArgs(bitrate), '-r', fps, '-pix_fmt', 'nv12'],
      ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
      ...unless('auto', '-profile:v', profile),
    ],
  });

function qsvExamples({ id }: Pick<Encoder, 'id'>, profile: string): CoderExample[] {
  const start = ['-codec:v', id, '-preset:v', 'veryfast', ...rateArgs('4096'), '-r', '25', '-pix_fmt', 'nv12'];
  return [
    { given: {}, expect: [...start, '-fps_mode', 'cfr', '-g', '50'] },
    {
      given: { gop: 'auto', profile },
      ffmpeg: { major: 4, minor: 4 },
      expect: [...start, '-vsync', '1', '-profile:v', profile],
    },
  ];
}

export const h264_qsv = qsvEncoder({
  id: 'h264_qsv',
  name: 'H.264 (Intel Quick Sync)',
  codec: 'h264',
  profiles: ['baseline', 'main', 'high'],
});

export const hevc_qsv = qsvEncoder({
  id: 'hevc_qsv',
  name: 'HEVC (Intel Quick Sync)',
  codec: 'hevc',
  profiles: ['main'],
});

export const vp9_qsv = qsvEncoder({
  id: 'vp9_qsv',
  name: 'VP9 (Intel Quick Sync)',
  codec: 'vp9',
  profiles: ['profile0'],
});

export const av1_qsv = qsvEncoder({ id: 'av1_qsv', name: 'AV1 (Intel Quick Sync)', codec: 'av1', profiles: ['main'] });

export const examples: Record<string, CoderExample[]> = {
  h264_qsv: qsvExamples(h264_qsv, 'baseline'),
  hevc_qsv: qsvExamples(hevc_qsv, 'main'),
  vp9_qsv: qsvExamples(vp9_qsv, 'profile0'),
  av1_qsv: qsvExamples(av1_qsv, 'main'),
};
