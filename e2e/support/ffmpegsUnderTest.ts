import path from 'node:path';
import { ADDED_OPTIONS, simulatedFfmpegVersion } from '../../harness/streams/simulatedFfmpegVersion.ts';

/** An ffmpeg that a core is given. */
interface Ffmpeg {
  /** Of the journeys with it. */
  name: string;
  /** The program; what has to be made first is written into this folder. */
  program(folder: string): Promise<string>;
}

/** Programs beside the one of this machine, separated by blanks: the folder of each is its name. */
const given = (process.env.E2E_FFMPEGS ?? '').split(/\s+/).filter((file) => file !== '');

const own = process.env.CORE_FFMPEG_BINARY ?? 'ffmpeg';

export const REAL_FFMPEGS: readonly Ffmpeg[] = [
  { name: 'ffmpeg of this machine', program: async () => own },
  ...given.map((file) => ({ name: `ffmpeg in ${path.basename(path.dirname(file))}`, program: async () => file })),
];

export const FFMPEGS: readonly Ffmpeg[] = [
  ...REAL_FFMPEGS,
  // Not a real one: it stands before the newest there is, and takes itself for a 9.0.
  {
    name: 'ffmpeg 9.0, a script',
    program: (folder) => simulatedFfmpegVersion(folder, { of: given.at(-1) ?? own, added: ADDED_OPTIONS }),
  },
];
