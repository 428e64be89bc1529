import type { FfmpegVersion } from '../../media/encoding/skills.ts';
import type { CoderExample } from '../form/argumentExampleTypes.ts';
import { bitrateField, rate, unless } from './commonVideoFields.ts';
import { constantRate, frameFields, keyframes } from './frameRateAndKeyframes.ts';

export const videotoolboxFields = { bitrate: bitrateField, ...frameFields };

type Settings = Record<keyof typeof videotoolboxFields | 'profile', string>;

export const videotoolboxArgs = (id: string, { bitrate, fps, gop, profile }: Settings, ffmpeg: FfmpegVersion) => [
  ...['-codec:v', id, ...rate(bitrate), '-r', fps, '-pix_fmt', 'yuv420p', '-realtime', 'true'],
  ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
  ...unless('auto', '-profile:v', profile),
];

/** @param more what else is set, and what that gives */
export function videotoolboxExamples(
  id: string,
  more = { given: {}, expect: [] as readonly string[] },
): CoderExample[] {
  const begin = ['-codec:v', id, ...rate('4096'), '-r', '25', '-pix_fmt', 'yuv420p', '-realtime', 'true'];
  return [
    { given: {}, expect: [...begin, '-fps_mode', 'cfr', '-g', '50'] },
    {
      given: { gop: '1', profile: 'main', ...more.given },
      ffmpeg: { major: 4, minor: 4 },
      expect: [...begin, '-vsync', '1', '-g', '25', '-profile:v', 'main', ...more.expect],
    },
  ];
}
