import { execFile } from 'node:child_process';

/** A small machine that starts everything at once takes its time; longer than this, and ffmpeg hangs. */
const PATIENCE_MS = 60_000;

/** An ffmpeg that was killed or given up says nothing about its skills. */
export class FfmpegInterruption extends Error {
  override readonly name = 'FfmpegInterruption';
}

/** Rejects with a sentence if ffmpeg cannot be run, and with `FfmpegInterruption` if it was interrupted. */
export const runFfmpeg = (binary: string, ...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      binary,
      ['-hide_banner', ...args],
      { timeout: PATIENCE_MS, maxBuffer: 16 * 1024 * 1024 },
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
