import path from 'node:path';
import { ADDED_OPTIONS, simulatedFfmpegVersion } from '../../harness/streams/simulatedFfmpegVersion.ts';

interface Ffmpeg {
  name: string;
  program(folder: string): Promise<string>;
}

/** Paths of further programs, separated by blanks and named after their folders. */
const files = (process.env.E2E_FFMPEGS ?? '').split(/\s+/).filter((file) => file !== '');

const own = process.env.CORE_FFMPEG_BINARY ?? 'ffmpeg';

export const REAL_FFMPEGS: readonly Ffmpeg[] = [
  { name: 'ffmpeg of this machine', program: async () => own },
  ...files.map((file) => ({ name: `ffmpeg in ${path.basename(path.dirname(file))}`, program: async () => file })),
];

export const FFMPEGS: readonly Ffmpeg[] = [
  ...REAL_FFMPEGS,
  // Not a real version: a wrapper around the newest one that reports 9.0.
  {
    name: 'ffmpeg 9.0, a script',
    program: (folder) => simulatedFfmpegVersion(folder, { of: files.at(-1) ?? own, added: ADDED_OPTIONS }),
  },
];
