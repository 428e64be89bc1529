import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../server/util/errorMessage.ts';
import { bundleServer } from '../build/server.ts';
import { openLogFile } from './rotatingLogFile.ts';
import { UserError } from './userError.ts';

/** Longer than the core's 5 s of patience with a running ffmpeg. */
const STOP_PATIENCE_MS = 12_000;
const START_PATIENCE_MS = 30_000;
const RECHECK_MS = 10;

const EMBEDDED = path.resolve(import.meta.dirname, '../../../server/main.ts');

interface Start {
  /** CORE_* lines; the rest of our own environment goes along. */
  environment: Record<string, string>;
  /** Addresses that must answer before the core counts as started. */
  answering: readonly string[];
  logFile: string;
  /** Another program that obeys CORE_*, or an embedded core: its `main.ts`, or what was bundled of it; ours when absent. */
  binary?: string;
}

export interface RunningCore {
  readonly pid: number;
  readonly startMs: number;
  /** Resolves with the reason when the program has gone, whoever ended it. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
  /** Acts like a power cut. */
  kill(): Promise<void>;
}

export async function startCore({ environment, answering, logFile, binary = EMBEDDED }: Start): Promise<RunningCore> {
  const script = binary.endsWith('.ts') ? bundleServer(binary) : binary;
  const [program, args] = script.endsWith('.cjs') ? [process.execPath, [script]] : [script, []];
  // Real cores do not start without it; their builds have it beside the program.
  const types = path.join(path.dirname(script), 'mime.types');
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = openLogFile(logFile);
  const startedAt = performance.now();
  // A group of its own: Ctrl-C reaches only us, and we end the core in good order, and in the end all that is left of it.
  const child = spawn(program, args, {
    env: { ...(existsSync(types) && { CORE_STORAGE_MIMETYPES_FILE: types }), ...process.env, ...environment },
    stdio: ['ignore', log.handle, log.handle],
    detached: true,
  });
  const ended = goneFrom(child).finally(log.close);
  const core = {
    pid: child.pid ?? 0,
    ended,
    stop: () => end(child, 'SIGINT', ended),
    kill: () => end(child, 'SIGKILL', ended),
  };
  try {
    await Promise.race([
      Promise.all(answering.map(answers)),
      ended.then((reason) => {
        throw new UserError(`The core did not start (${reason}): ${lastLine(logFile)} (full log: ${logFile}).`);
      }),
    ]);
  } catch (error) {
    await core.kill();
    throw error;
  }
  return { ...core, startMs: performance.now() - startedAt };
}

async function goneFrom(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'exit');
    return signal === null ? `exit code ${code}` : `signal ${signal}`;
  } catch (error) {
    return messageOf(error);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals, ended: Promise<string>): Promise<void> {
  if (child.pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    const timeout = new AbortController();
    await Promise.race([ended, sleep(STOP_PATIENCE_MS, undefined, { signal: timeout.signal }).catch(() => {})]).finally(
      () => timeout.abort(),
    );
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // ESRCH: nothing of the group is left, as it should be
  }
  await ended;
}

async function answers(address: string): Promise<void> {
  const timeout = AbortSignal.timeout(START_PATIENCE_MS);
  for (;;) {
    const answer = await fetch(address, { signal: timeout }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (timeout.aborted) {
      throw new UserError(
        `${address} did not respond within ${START_PATIENCE_MS / 1000} s (last: ${answer?.status ?? 'no connection'}).`,
      );
    }
    await sleep(RECHECK_MS);
  }
}

const lastLine = (file: string) => readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '';
