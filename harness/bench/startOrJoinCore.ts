import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../tools/launch/ports.ts';
import { coreEnvironment } from '../tools/launch/settings.ts';
import { startCore } from '../tools/launch/startCore.ts';
import { coreApiOf } from './coreRequests.ts';
import { PLAYLIST, SEGMENT, SEGMENT_BYTES } from './loadRequests.ts';
import type { CoreUnderBench } from './parseCores.ts';

const USER = { name: 'admin', password: 'bench-pass' };
const LIST = [0, 1, 2, 3, 4, 5].map((n) => `#EXTINF:2.000000,\nbench_01${String(n).padStart(2, '0')}.ts\n`).join('');
const playlist = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:100\n${LIST}`;
const segment = randomBytes(SEGMENT_BYTES);

/** Started programs, which have their own process groups and would outlive this process. */
const running = new Set<() => Promise<void>>();

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()));
}

export interface AnsweringCore {
  readonly name: string;
  readonly origin: string;
  readonly api: ReturnType<typeof coreApiOf>;
  /** Milliseconds from the start to the first response; null: already running. */
  readonly startMs: number | null;
  /** Resident memory; null: unknown. */
  memoryMib(): Promise<number | null>;
  /** CPU time since its start in ms, with a resolution of 10 ms; null: unknown. */
  cpuMs(): Promise<number | null>;
  stop(): Promise<void>;
}

export async function openCores(target: CoreUnderBench, folder: string): Promise<AnsweringCore> {
  if (target.kind === 'running') {
    const { name, origin, user, pid } = target;
    return {
      name,
      origin,
      api: coreApiOf(origin, user),
      startMs: null,
      memoryMib: () => memoryOf(pid),
      cpuMs: () => cpuOf(pid),
      stop: async () => {},
    };
  }
  // Some cores do not create their folders.
  for (const part of ['db', 'data', 'ui']) await mkdir(path.join(folder, part), { recursive: true });
  const options = { host: '127.0.0.1', port: await freePort(), rtmpPort: await freePort() };
  const origin = `http://${options.host}:${options.port}`;
  const core = await startCore({
    environment: coreEnvironment({ ...options, folder, ui: path.join(folder, 'ui'), user: USER }),
    answering: [`${origin}/ping`],
    logFile: path.join(folder, 'core.log'),
    binary: target.file,
  });
  const stop = async () => {
    running.delete(stop);
    await core.stop();
  };
  running.add(stop);
  return {
    name: target.name,
    origin,
    api: coreApiOf(origin, USER),
    startMs: core.startMs,
    memoryMib: () => memoryOf(core.pid),
    cpuMs: () => cpuOf(core.pid),
    stop,
  };
}

export async function putFiles({ api }: AnsweringCore): Promise<void> {
  await api.ask('PUT', `/v3/fs/mem/${SEGMENT}`, segment);
  await api.ask('PUT', `/v3/fs/mem/${PLAYLIST}`, playlist);
}

export async function dropFiles({ api }: AnsweringCore): Promise<void> {
  for (const name of [SEGMENT, PLAYLIST]) await api.ask('DELETE', `/v3/fs/mem/${name}`);
}

/** null outside of Linux. */
async function memoryOf(pid: number | null): Promise<number | null> {
  if (pid === null) return null;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const found = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return found === undefined ? null : Number(found) / 1024;
}

async function cpuOf(pid: number | null): Promise<number | null> {
  if (pid === null) return null;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Fields 14 and 15 of proc(5), in ticks of 10 ms. The process name before them can contain blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.length < 13 ? null : (Number(fields[11]) + Number(fields[12])) * 10;
}
