import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { messageOf } from '../util/errorMessage.ts';
import { limit } from '../util/limits.ts';
import { createTokenBucket } from '../util/tokenBucket.ts';

/** Characters. A substring of a longer text would keep the whole text in memory. */
const SMALL = 4096;

/** Status lines end with CR only, all others with LF. Long lines are cut: a source can make ffmpeg print anything. */
export function createLineSplitter(onLine: (line: string) => void, longest = limit('ffmpegLine')) {
  const decoder = new StringDecoder('utf8');
  let rest = '';

  const emitLine = (line: string, isPart: boolean): number => {
    if (line === '') return 0;
    const short = line.length > longest ? `${line.slice(0, longest)}…` : line;
    onLine(isPart ? Buffer.from(short).toString() : short);
    return 1;
  };
  const keep = (part: string) => {
    rest += part.slice(0, Math.max(0, longest + 1 - rest.length));
  };

  return {
    push(chunk: Buffer): number {
      const [first = '', ...others] = decoder.write(chunk).split(/[\r\n]+/);
      keep(first);
      const last = others.pop();
      if (last === undefined) return 0;
      const isPart = chunk.length > SMALL;
      let lines = emitLine(rest, isPart);
      for (const line of others) lines += emitLine(line, isPart);
      rest = '';
      keep(last);
      return lines;
    },
    end(): void {
      keep(decoder.end());
      emitLine(rest, true);
      rest = '';
    },
  };
}

/** Children get an empty environment, so the core's PATH is searched. A missing program keeps its name. */
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
    return false;
  }
}

/** ffmpeg exits with 255 after SIGINT or SIGTERM, which counts as finished. */
export type ExitStatus = 'finished' | 'failed' | 'killed';

export interface Child {
  readonly pid: number | null;
  /** Resolves after the exit, when the last line was read. Never rejects. */
  readonly ended: Promise<ExitStatus>;
  end(): void;
}

/** The real core's time for ffmpeg to finish its output. */
export const KILL_AFTER_MS = 5_000;
const LAST_WORDS_MS = 250;
const LINE_BYTES = 64;
const READ_BYTES = 256;
/** Below this fraction of the limit per second, output is read at once. */
const CALM = 16;
const COLLECT_MS = 2;

/** Starts a child with an empty environment and stdin. Its stdout is read only with `onOutput`. */
export function spawnChild(
  binary: string,
  args: readonly string[],
  onLine: (line: string) => void,
  { graceMs = KILL_AFTER_MS, onOutput }: { graceMs?: number; onOutput?: (line: string) => void } = {},
): Child {
  const complain = (error: unknown) => onLine(`${binary} could not be started: ${messageOf(error)}`);
  try {
    return startProcess(binary, args, { onLine, complain, graceMs, onOutput });
  } catch (error) {
    // Node throws for arguments that are too long or contain a zero byte.
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

function startProcess(
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
      // The event also reports an unsent signal; only a child without a pid never ran.
      if (child.pid !== undefined) return;
      complain(error);
      resolve('failed');
    });
  });
  const lines = createLineSplitter(onLine);
  const max = limit('ffmpegOutput');
  const pace = createTokenBucket(max, max);
  const calmBudget = createTokenBucket(max / CALM, max / CALM);
  let resumeTimer: NodeJS.Timeout | null = null;
  stderr.on('data', (chunk: Buffer) => {
    const cost = chunk.length + lines.push(chunk) * LINE_BYTES;
    // Large output is read in large chunks, because each read has a cost.
    const collectMs = calmBudget.take(cost + READ_BYTES) ? 0 : COLLECT_MS;
    const pauseMs = Math.max(collectMs, pace.owe(cost, max));
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
        clearTimeout(timeout);
        lines.end();
        resolve(exitStatusOf(code, signal));
      };
      // A grandchild may keep stderr open forever.
      const timeout = setTimeout(() => {
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
