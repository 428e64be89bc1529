import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compatibilityOf } from '../../../src/media/coreInfo/compatibility.ts';
import { UserError } from './userError.ts';

export async function requireFfmpeg(binary = process.env.CORE_FFMPEG_BINARY ?? 'ffmpeg'): Promise<void> {
  const { stdout } = await promisify(execFile)(binary, ['-version']).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.code === 'ENOENT'
        ? `ffmpeg is missing (${binary}): install it, or name it with CORE_FFMPEG_BINARY.`
        : `ffmpeg does not run (${binary}): ${error.message.split('\n')[0]}.`,
    );
  });
  const [, version] = /^ffmpeg version (\S+)/.exec(stdout) ?? [];
  if (version === undefined) throw new UserError(`${binary} is not an ffmpeg: name one with CORE_FFMPEG_BINARY.`);
  // Any compatible core version, because only ffmpeg is checked.
  const { transcoder } = compatibilityOf({ core: '16.0.0', transcoder: version });
  if (!transcoder.compatible) {
    throw new UserError(
      `ffmpeg ${version} is too old: ${transcoder.want} or newer is needed. Install one, or name it with CORE_FFMPEG_BINARY.`,
    );
  }
}
