import type { Input } from '../../media/encoding/profile.ts';
import type { FfmpegVersion } from '../../media/encoding/skills.ts';
import type { MediaType, Stream } from '../../media/encoding/streams.ts';
import type { Output } from './defineCatalogEntry.ts';
import type { Settings } from './fields.ts';

/** Stands in the file of its source: the settings given, on top of the defaults, and the inputs they make. */
export type Example = { given: Settings; ffmpeg?: FfmpegVersion; expect: Input[] };

/** The same for a coder: settings and stream given, and the whole list of arguments. */
export type CoderExample = { given: Settings; stream?: Partial<Stream>; ffmpeg?: FfmpegVersion; expect: string[] };

/** The same for a service: stored settings, what the publication sends (h264 and aac if not said), and all outputs. */
export type ServiceExample = {
  given: Settings;
  meta?: { name: string; description: string };
  streams?: Pick<Stream, 'type' | 'codec'>[];
  copied?: MediaType[];
  ffmpeg?: FfmpegVersion;
  expect: Output[];
};
