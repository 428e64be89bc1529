import { execFile } from 'node:child_process';

const PATIENCE_MS = 15_000;

/** What ffmpeg prints on stdout for `args`; rejects with a sentence when it cannot be run. */
export const runFfmpeg = (binary: string, ...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      binary,
      ['-hide_banner', ...args],
      { timeout: PATIENCE_MS, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${binary} ${args.join(' ')} failed: ${error.message}`));
      },
    );
  });
