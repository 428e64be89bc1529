import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ffmpeg {
  /** Resolves when it has gone, with its last lines. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
  /** It stands still with its connections open, as an encoder does whose machine hangs. */
  freeze(): void;
  thaw(): void;
  /** The filter of this name is at work from now on: it was given with `enable=0`. */
  enable(filter: string): void;
}

/** Runs ffmpeg until it ends or is stopped. Errors only: a healthy source says nothing. */
export function runFfmpeg(args: readonly string[]): Ffmpeg {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => {}); // it has ended
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
    // It takes commands for its filters where it reads keys.
    enable: (filter) => void child.stdin.write(`C${filter} -1 enable 1\n`),
    async stop() {
      // Nothing of a test source is worth waiting for.
      child.kill('SIGKILL');
      await ended;
    },
  };
}
