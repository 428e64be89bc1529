import { execFile } from 'node:child_process';

/** Long enough for a small machine that starts everything at once. */
const TIMEOUT_MS = 60_000;

/** ffmpeg was killed or timed out, so its output may be incomplete. */
export class FfmpegInterruption extends Error {
  override readonly name = 'FfmpegInterruption';
}

/** Rejects with a sentence if ffmpeg cannot run, or with `FfmpegInterruption`. */
export const runFfmpeg = (binary: string, ...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      binary,
      ['-hide_banner', ...args],
      { timeout: TIMEOUT_MS, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout) => {
        if (error === null) {
          resolve(stdout);
          return;
        }
        const sentence = `${binary} ${args.join(' ')} failed: ${error.message}`;
        reject(error.signal ? new FfmpegInterruption(sentence) : new Error(sentence));
      },
    );
  });
