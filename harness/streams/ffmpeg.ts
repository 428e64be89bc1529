import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ffmpeg {
  /** Resolves to the last lines after the exit. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
  /** Stops with open connections, like an encoder on a hanging machine. */
  freeze(): void;
  thaw(): void;
  /** Turns a filter on or off that was started with `enable=0`. */
  enable(filter: string, on?: boolean): void;
}

export function runFfmpeg(args: readonly string[]): Ffmpeg {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => {});
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
    // ffmpeg reads filter commands from stdin.
    enable: (filter, on = true) => void child.stdin.write(`C${filter} -1 enable ${Number(on)}\n`),
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
