import type { Input } from '../../media/encoding/profile.ts';
import type { FfmpegVersion } from '../../media/encoding/skills.ts';
import type { MediaType, Stream } from '../../media/encoding/streams.ts';
import type { Output } from './defineCatalogEntry.ts';
import type { Settings } from './fields.ts';

export type Example = { given: Settings; ffmpeg?: FfmpegVersion; expect: Input[] };

export type CoderExample = { given: Settings; stream?: Partial<Stream>; ffmpeg?: FfmpegVersion; expect: string[] };

/** `expect` has all outputs. By default, the publication sends h264 and aac. */
export type ServiceExample = {
  given: Settings;
  meta?: { name: string; description: string };
  streams?: Pick<Stream, 'type' | 'codec'>[];
  copied?: MediaType[];
  ffmpeg?: FfmpegVersion;
  expect: Output[];
};
