import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { messageOf } from '../util/errorMessage.ts';
import { limit } from '../util/limits.ts';
import { createTokenBucket } from '../util/tokenBucket.ts';

/** Parts of a text of more characters keep it alive. */
const SMALL = 4096;

/** Status lines end with CR only, all others with LF. Long lines are cut: a source can make ffmpeg print anything. */
export function createLineSplitter(onLine: (line: string) => void, longest = limit('ffmpegLine')) {
  const decoder = new StringDecoder('utf8');
  let rest = '';

  const say = (line: string, isPart: boolean): number => {
    if (line === '') return 0;
    const short = line.length > longest ? `${line.slice(0, longest)}…` : line;
    onLine(isPart ? Buffer.from(short).toString() : short);
    return 1;
  };
  /** Keeps one character more than is shown, as the sign of a cut. */
  const keep = (part: string) => {
    rest += part.slice(0, Math.max(0, longest + 1 - rest.length));
  };

  return {
    /** Answers the number of lines that the chunk completed. */
    push(chunk: Buffer): number {
      const [first = '', ...others] = decoder.write(chunk).split(/[\r\n]+/);
      keep(first);
      const last = others.pop();
      if (last === undefined) return 0;
      const isPart = chunk.length > SMALL;
      let lines = say(rest, isPart);
      for (const line of others) lines += say(line, isPart);
      rest = '';
      keep(last);
      return lines;
    },
    /** The last output without a line end. */
    end(): void {
      keep(decoder.end());
      say(rest, true);
      rest = '';
    },
  };
}

/** Searches the core's PATH, as children get an empty environment. A missing program keeps its name for the error. */
export function findBinary(name: string, path = process.env.PATH ?? ''): string {
  if (isAbsolute(name) || name.includes('/')) return name;
  return (
    path
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find(isExecutable) ?? name
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not for us
  }
}

/** ffmpeg answers SIGINT and SIGTERM with 255, so it counts as a good end. */
export type ExitStatus = 'finished' | 'failed' | 'killed';

export interface Child {
  /** null: it could not be started; the reason came as a line. */
  readonly pid: number | null;
  /** Resolves when the child is gone and its last line was read. Never rejects. */
  readonly ended: Promise<ExitStatus>;
  /** SIGINT now, SIGKILL if it is still there after its grace. */
  end(): void;
}

/** The real core's time for ffmpeg to write the end of its output. */
export const KILL_AFTER_MS = 5_000;
const LAST_WORDS_MS = 250;
/** A line costs more than its bytes, and so does each time that something is read. */
const LINE_BYTES = 64;
const READ_BYTES = 256;
/** The share of the limit for each second up to which output is read at once. */
const CALM = 16;
const COLLECT_MS = 2;

/** Starts a child with an empty environment and an empty stdin; its stdout is read only where `onOutput` gets its lines. */
export function spawnChild(
  binary: string,
  args: readonly string[],
  onLine: (line: string) => void,
  { graceMs = KILL_AFTER_MS, onOutput }: { graceMs?: number; onOutput?: (line: string) => void } = {},
): Child {
  const complain = (error: unknown) => onLine(`${binary} could not be started: ${messageOf(error)}`);
  try {
    return spawned(binary, args, { onLine, complain, graceMs, onOutput });
  } catch (error) {
    // Node throws for arguments that no program can get: too long, or with a zero byte.
    complain(error);
    return { pid: null, ended: Promise.resolve('failed'), end: () => undefined };
  }
}

interface SpawnOptions {
  readonly onLine: (line: string) => void;
  readonly complain: (error: unknown) => void;
  readonly graceMs: number;
  readonly onOutput: ((line: string) => void) | undefined;
}

function spawned(
  binary: string,
  args: readonly string[],
  { onLine, complain, graceMs, onOutput }: SpawnOptions,
): Child {
  const child = spawn(findBinary(binary), args, {
    env: {},
    stdio: ['ignore', onOutput === undefined ? 'ignore' : 'pipe', 'pipe'],
  });
  if (child.stderr === null) throw new Error('no stderr');
  const { stderr, stdout } = child;
  if (stdout !== null && onOutput !== undefined) {
    const lines = createLineSplitter(onOutput);
    stdout.on('data', (chunk: Buffer) => lines.push(chunk));
  }
  const failed = new Promise<ExitStatus>((resolve) => {
    child.on('error', (error) => {
      // The event also reports an unsent signal; only a child without a pid never lived.
      if (child.pid !== undefined) return;
      complain(error);
      resolve('failed');
    });
  });
  const lines = createLineSplitter(onLine);
  const most = limit('ffmpegOutput');
  const pace = createTokenBucket(most, most);
  const calm = createTokenBucket(most / CALM, most / CALM);
  let resumeTimer: NodeJS.Timeout | null = null;
  stderr.on('data', (chunk: Buffer) => {
    const cost = chunk.length + lines.push(chunk) * LINE_BYTES;
    // Large outputs are read in large chunks, because each read costs most.
    const collectMs = calm.take(cost + READ_BYTES) ? 0 : COLLECT_MS;
    const pauseMs = Math.max(collectMs, pace.owe(cost, most));
    // After its end, the remaining output is read at once.
    if (pauseMs === 0 || child.exitCode !== null || child.signalCode !== null) return;
    stderr.pause();
    resumeTimer = setTimeout(() => stderr.resume(), pauseMs);
  });
  let killTimer: NodeJS.Timeout | null = null;

  const exited = new Promise<ExitStatus>((resolve) => {
    child.once('exit', (code, signal) => {
      if (killTimer !== null) clearTimeout(killTimer);
      if (resumeTimer !== null) clearTimeout(resumeTimer);
      stderr.resume();
      const settle = () => {
        clearTimeout(patience);
        lines.end();
        resolve(exitStatusOf(code, signal));
      };
      // A grandchild may hold stderr open for ever: the end of ffmpeg is what counts, its lines come right after.
      const patience = setTimeout(() => {
        stderr.destroy();
        stdout?.destroy();
        settle();
      }, LAST_WORDS_MS);
      child.once('close', settle);
    });
  });

  return {
    pid: child.pid ?? null,
    ended: Promise.race([failed, exited]),
    end() {
      if (killTimer !== null || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGINT');
      killTimer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    },
  };
}

function exitStatusOf(code: number | null, signal: NodeJS.Signals | null): ExitStatus {
  if (signal !== null) return 'killed';
  return code === 0 || code === 255 ? 'finished' : 'failed';
}
