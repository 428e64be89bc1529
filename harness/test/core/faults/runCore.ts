import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterEach, inject } from 'vitest';
import { until } from '../testing.ts';
import { testTempDir } from '../testTempDir.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** Duration until the response was complete. */
  readonly ms: number;
  json(): ReturnType<typeof JSON.parse>;
}

/** A core in its own process, like `make run`. */
export interface RunningCore {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Folder of `CORE_DB_DIR` (`db`) and `CORE_STORAGE_DISK_DIR` (`data`). */
  readonly home: string;
  readonly port: number;
  readonly rtmpPort: number;
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  readonly ended: Promise<number | NodeJS.Signals | null>;
  said(): string;
  end(signal?: NodeJS.Signals): Promise<unknown>;
}

const open: { child: ChildProcess; ended: Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(
    open.splice(0).map(({ child, ended }) => {
      child.kill('SIGTERM');
      return ended;
    }),
  );
});

interface RunOptions {
  readonly home?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** Starts a core and waits until it listens. Rejects with its output if it ends before that. */
export async function runCore({
  home = testTempDir(),
  environment = {},
  flags = [],
}: RunOptions = {}): Promise<RunningCore> {
  const { child, ended, said } = launchCore(home, environment, flags);
  const ports = () => / msg="Started" address="[^"]*" http=(\d+) rtmp=(\d+|null)/.exec(said());
  await until(
    async () => ports() !== null || child.exitCode !== null || child.signalCode !== null,
    (isDecided) => isDecided,
    30_000,
  );
  const [, http, rtmp] = ports() ?? [];
  if (http === undefined) throw new Error(`the core did not start: ${said()}`);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const core: RunningCore = {
    child,
    pid: child.pid ?? 0,
    home,
    port: Number(http),
    rtmpPort: Number(rtmp),
    ended,
    said,
    ask: (method, path, body, headers = {}) => sendRequest({ port: Number(http), agent, method, path, body, headers }),
    end: (signal = 'SIGTERM') => {
      agent.destroy();
      child.kill(signal);
      return ended;
    },
  };
  return core;
}

export function launchCore(home: string, environment: Readonly<Record<string, string>>, flags: readonly string[] = []) {
  const child = spawn(process.execPath, [...flags, inject('server')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      ...(process.env.CORE_FFMPEG_BINARY === undefined ? {} : { CORE_FFMPEG_BINARY: process.env.CORE_FFMPEG_BINARY }),
      CORE_ADDRESS: '127.0.0.1:0',
      CORE_DB_DIR: join(home, 'db'),
      CORE_STORAGE_DISK_DIR: join(home, 'data'),
      CORE_STORAGE_MEMORY_AUTH_ENABLE: 'false',
      CORE_RTMP_ENABLE: 'true',
      CORE_RTMP_ADDRESS: '127.0.0.1:0',
      ...environment,
    },
  });
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += String(chunk);
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  );
  open.push({ child, ended });
  return { child, ended, said: () => text };
}

interface AskOptions {
  readonly port: number;
  readonly agent: Agent;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

/** Sends strings and buffers unchanged, everything else as JSON. */
function sendRequest({ port, agent, method, path, body, headers }: AskOptions): Promise<Answer> {
  const isReady = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined;
  const payload = isReady ? body : JSON.stringify(body);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path,
      headers: {
        ...(payload === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const ms = performance.now() - began;
        resolve({ status: response.statusCode ?? 0, text, ms, json: () => JSON.parse(text) });
      });
    });
    sent.end(payload);
  });
}

/** An ffmpeg with almost no load: one tiny frame per second, which is discarded. */
export const cheapProcess = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  input: [{ id: 'in', address: 'testsrc2=size=64x36:rate=1', options: ['-re', '-f', 'lavfi'] }],
  output: [{ id: 'out', address: '-', options: ['-codec:v', 'rawvideo', '-f', 'null'] }],
  options: ['-threads', '1', '-filter_threads', '1'],
  autostart: false,
  ...more,
});

const fieldsOf = (pid: number): { name: string; fields: string[] } | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name = ''] = /\((.*)\)/s.exec(stat) ?? [];
    return { name, fields: stat.slice(stat.lastIndexOf(')') + 2).split(' ') };
  } catch {
    return null;
  }
};

export const isAlive = (pid: number): boolean => !['Z', undefined].includes(fieldsOf(pid)?.fields[0]);

const childrenOf = (pid: number, name: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((each) => {
      const found = Number.isInteger(each) ? fieldsOf(each) : null;
      return found?.name.startsWith(name) === true && Number(found.fields[1]) === pid;
    });

export const ffmpegsOf = (pid: number): number[] => childrenOf(pid, 'ffmpeg');

/** The shell that outlives a core to end its children. */
export const guardOf = (pid: number): number => childrenOf(pid, 'sh')[0] ?? 0;

export const residentMb = (pid: number): number => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes ?? 0) / 1024;
};

/** A generator of numbers between 0 and 1 (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { next, below, pick: <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0] };
}

/** Printed with a failure, and repeated with `SEED=…`. */
export const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
