import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../server/util/errorMessage.ts';
import { bundleServer } from '../build/server.ts';
import { openLogFile } from './rotatingLogFile.ts';
import { UserError } from './userError.ts';

/** Longer than the core waits for an ffmpeg (5 s). */
const STOP_PATIENCE_MS = 12_000;
const START_PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 10;

const EMBEDDED = path.resolve(import.meta.dirname, '../../../server/main.ts');

interface Start {
  environment: Record<string, string>;
  /** Addresses that must respond before the core counts as started. */
  answering: readonly string[];
  logFile: string;
  /** Another program that obeys CORE_*, or an embedded core as `main.ts` or bundle; by default this one. */
  binary?: string;
}

export interface RunningCore {
  readonly pid: number;
  readonly startMs: number;
  readonly ended: Promise<string>;
  stop(): Promise<void>;
  /** Like a power failure. */
  kill(): Promise<void>;
}

export async function startCore({ environment, answering, logFile, binary = EMBEDDED }: Start): Promise<RunningCore> {
  const script = binary.endsWith('.ts') ? bundleServer(binary) : binary;
  const [program, args] = script.endsWith('.cjs') ? [process.execPath, [script]] : [script, []];
  // Real cores do not start without it, and their builds place it beside the program.
  const types = path.join(path.dirname(script), 'mime.types');
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = openLogFile(logFile);
  const began = performance.now();
  // A separate process group: Ctrl-C only reaches this process, which stops the core and the rest of the group.
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
  return { ...core, startMs: performance.now() - began };
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
    const patience = new AbortController();
    await Promise.race([
      ended,
      sleep(STOP_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {}),
    ]).finally(() => patience.abort());
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // ESRCH: the group is already empty
  }
  await ended;
}

async function answers(address: string): Promise<void> {
  const patience = AbortSignal.timeout(START_PATIENCE_MS);
  for (;;) {
    const answer = await fetch(address, { signal: patience }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (patience.aborted) {
      throw new UserError(
        `${address} did not respond within ${START_PATIENCE_MS / 1000} s (last: ${answer?.status ?? 'no connection'}).`,
      );
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

const lastLine = (file: string) => readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '';
