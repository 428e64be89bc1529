import type { Log } from '../log/index.ts';
import { parseBanner } from './listings.ts';
import { runFfmpeg } from './runFfmpeg.ts';

/** Throws a one-line message for an unusable ffmpeg, and warns about an untested one. */
export async function requireFfmpeg(binary: string, log: Log): Promise<void> {
  const version = await readFfmpegVersion(binary);
  if (version === null) throw new Error(`${binary} is not an ffmpeg: \`${binary} -version\` does not tell a version`);
  const support = judgeVersion(version);
  if (support === 'too old') throw new Error(`ffmpeg ${version} is too old: 4.1 or newer is needed (${binary})`);
  const level = support === 'known' ? 'info' : 'warn';
  log.write(level, 'FFmpeg', support === 'known' ? 'Found' : 'This version has not been tested with the core', {
    binary,
    version,
  });
}

/** First minor version of each major that replayed all recorded exchanges, as in the interface. */
const TRIED: ReadonlyMap<number, number> = new Map([
  [4, 1],
  [5, 0],
  [7, 1],
]);

/** Repository builds (`N-109-g...`) have no number and pass. */
export function judgeVersion(version: string): 'known' | 'untried' | 'too old' {
  const [, major, minor] = /^n?(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined) return 'untried';
  if (Number(major) < 4 || (Number(major) === 4 && Number(minor) < 1)) return 'too old';
  return Number(minor) >= (TRIED.get(Number(major)) ?? Number.POSITIVE_INFINITY) ? 'known' : 'untried';
}

/** Returns a version like `5.1.9`; null if the binary cannot run or has no version. */
export async function readFfmpegVersion(binary: string): Promise<string | null> {
  const banner = await runFfmpeg(binary, '-version').catch(() => '');
  const { version } = parseBanner(banner);
  return version === '' ? null : version;
}
