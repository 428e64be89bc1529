import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ffmpeg {
  /** Resolves when it has gone, with its last lines. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
  /** It stands still with its connections open, as an encoder does whose machine hangs. */
  freeze(): void;
  thaw(): void;
}

/** Runs ffmpeg until it ends or is stopped. Errors only: a healthy source says nothing. */
export function runFfmpeg(args: readonly string[]): Ffmpeg {
  const child = spawn('ffmpeg', ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-2000);
  });
  const ended = once(child, 'exit').then(
    ([code, signal]) => `ffmpeg ended (${signal ?? code}): ${words.trim()}`,
    (error: Error) => `ffmpeg did not start: ${error.message}`,
  );
  return {
    ended,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async stop() {
      // Nothing of a test source is worth waiting for.
      child.kill('SIGKILL');
      await ended;
    },
  };
}
