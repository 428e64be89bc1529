import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { afterEach } from 'vitest';
import { createSrt, type SrtDeps } from '../../../../server/srt/index.ts';
import { CORE_PROGRAM } from '../coreProgram.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

interface SessionCount {
  readonly local: string;
  rx: number;
  tx: number;
  isClosed: boolean;
}

/** Starts an SRT server with its own relay, log and counts, and stops it and its callers with the test. */
export async function serveSrt(overrides: Partial<Pick<SrtDeps, 'token' | 'passphrase' | 'address' | 'program'>> = {}) {
  const log: string[] = [];
  const sessions: SessionCount[] = [];
  const server = await createSrt({
    ...{ address: '127.0.0.1:0', token: '', passphrase: '', program: CORE_PROGRAM, ...overrides },
    sessions: {
      open: (_collector, { local }) => {
        const counted: SessionCount = { local, rx: 0, tx: 0, isClosed: false };
        sessions.push(counted);
        return {
          rx(bytes) {
            counted.rx += bytes;
          },
          tx(bytes) {
            counted.tx += bytes;
          },
          tell() {},
          close() {
            counted.isClosed = true;
          },
        };
      },
    },
    log: {
      write: (_level, _component, message, fields) => void log.push(`${message} ${JSON.stringify(fields ?? {})}`),
    },
  });
  stops.push(() => server.stop());
  return { server, log, sessions };
}

export interface SrtCaller {
  readonly child: ChildProcess;
  /** `said`: stderr, `wrote`: stdout. */
  readonly ended: Promise<{ code: number | null; said: string; wrote: string }>;
}

export function runCaller(args: readonly string[]): SrtCaller {
  const child = spawn('ffmpeg', ['-nostdin', '-loglevel', 'error', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  let wrote = '';
  child.stderr.on('data', (bytes) => (stderr += bytes));
  child.stdout.on('data', (bytes) => (wrote += bytes));
  stops.push(() => void child.kill('SIGKILL'));
  return { child, ended: once(child, 'close').then(([code]) => ({ code, said: stderr, wrote })) };
}

export const srtAddress = (port: number, streamId: string, more = '') =>
  `srt://127.0.0.1:${port}?mode=caller&transtype=live&streamid=${streamId}${more}`;

export async function relayOf(parent: number): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [status, line] = await Promise.all(
      ['status', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    );
    if (status?.includes(`PPid:\t${parent}\n`) && line?.includes('srt-relay')) return Number(pid);
  }
  throw new Error('there is no relay');
}

/** A UDP proxy to `port` for one caller that drops every nth data packet. */
export async function loseEvery(n: number, port: number): Promise<number> {
  const [front, back] = [createSocket('udp4'), createSocket('udp4')];
  stops.push(() => {
    front.close();
    back.close();
  });
  let caller = 0;
  let packets = 0;
  const isLost = (bytes: Buffer) => {
    // The first bit marks control packets.
    const isData = (bytes[0] ?? 0) < 128;
    if (isData) packets += 1;
    return isData && packets % n === 0;
  };
  front.on('message', (bytes, { port: from }) => {
    caller = from;
    if (!isLost(bytes)) back.send(bytes, port, '127.0.0.1');
  });
  back.on('message', (bytes) => {
    if (!isLost(bytes)) front.send(bytes, caller, '127.0.0.1');
  });
  front.bind(0, '127.0.0.1');
  back.bind(0, '127.0.0.1');
  await Promise.all([once(front, 'listening'), once(back, 'listening')]);
  return front.address().port;
}
