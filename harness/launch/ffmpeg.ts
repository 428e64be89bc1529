import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Obstacle } from './obstacle.ts';

/** "5.1.9-0+deb12u1" is 5.1.9, "n4.4" is 4.4.0; a build from source without a release number is null. */
export function ffmpegVersion(banner: string): string | null {
  const [, major, minor, patch] = /^ffmpeg version n?(\d+)\.(\d+)(?:\.(\d+))?/.exec(banner) ?? [];
  return major === undefined ? null : `${major}.${minor}.${patch ?? 0}`;
}

/** Throws the obstacle of an ffmpeg that is missing or that the interface does not support. */
export async function claimFfmpeg(
  binary: string,
  supports: (version: string) => boolean,
  range: string,
): Promise<void> {
  const found = await promisify(execFile)(binary, ['-version']).catch((error: NodeJS.ErrnoException) => {
    throw new Obstacle(
      error.code === 'ENOENT'
        ? `ffmpeg is missing (${binary}): install it, or name it with CORE_FFMPEG_BINARY.`
        : `ffmpeg does not run (${binary}): ${error.message.split('\n')[0]}.`,
    );
  });
  const version = ffmpegVersion(found.stdout);
  if (version === null || !supports(version)) {
    const name = found.stdout.split('\n')[0]?.replace(/ Copyright.*/, '');
    throw new Obstacle(
      `${name} is not supported, ${range} is needed: install one of these, or name it with CORE_FFMPEG_BINARY.`,
    );
  }
}
