import { closeSync, openSync, readlinkSync, rmSync, statfsSync, statSync, utimes } from 'node:fs';
import { connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { readBootId, readProcessStart } from '../util/procFiles.ts';

const TOUCH_EVERY_MS = 2_000;
/** Long enough for late touches on a busy machine or slow network. */
const WATCH_MS = 10_000;
const POLL_INTERVAL_MS = 200;

/** Types of statfs(2): ext, xfs, btrfs, tmpfs, overlay, f2fs, zfs, bcachefs, vfat, exfat. */
const LOCAL = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x4d44, 0x2011bab0,
]);

export const isLocal = (folder: string): boolean => LOCAL.has(statfsSync(folder).type);

/** Socket paths are limited in length, so the folder is addressed by a descriptor. */
function withShortPath<T>(path: string, use: (short: string) => T): T {
  if (process.platform !== 'linux') return use(path);
  const folder = openSync(dirname(path), 'r');
  try {
    return use(join(`/proc/self/fd/${folder}`, basename(path)));
  } finally {
    closeSync(folder);
  }
}

export interface Presence {
  stop(): void;
}

/** Listens until this process ends. Returns null if the file system has no sockets. */
export function listenAt(path: string): Promise<Presence | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', () => resolve(null));
    const stop = () => {
      server.close();
      rmSync(path, { force: true });
    };
    try {
      withShortPath(path, (short) => server.listen(short, () => resolve({ stop })));
    } catch {
      resolve(null);
    }
  });
}

/** A stopped process still counts as listening. */
export function isListeningAt(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const decide = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    const socket = withShortPath(path, (short) => connect(short));
    socket.once('connect', () => decide(true));
    socket.once('error', (error) => {
      // A dead owner's socket refuses; other errors prove nothing.
      decide(!['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(String(Reflect.get(error, 'code'))));
    });
  });
}

export function keepTouching(path: string, everyMs = TOUCH_EVERY_MS): Presence {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now, () => undefined);
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function isTouched(path: string, forMs = WATCH_MS): Promise<boolean> {
  const before = stampOf(path);
  for (let waited = 0; waited < forMs; waited += POLL_INTERVAL_MS) {
    await sleep(POLL_INTERVAL_MS);
    if (stampOf(path) !== before) return true;
  }
  return false;
}

const stampOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;

const Owner = z.object({
  pid: z.int(),
  /** Start time of the process, because PIDs are reused. */
  start: z.string(),
  /** Boot id, which changes with each start of the system. */
  boot: z.string(),
  space: z.string(),
  host: z.string(),
  /** Id of the folder, so that a copy has no owner. */
  folder: z.string(),
  token: z.string(),
  /** Whether the owner listens beside the lock file, reachable from other containers. */
  listens: z.boolean(),
});
export type Owner = z.infer<typeof Owner>;

export function readOwner(text: string): Owner | null {
  try {
    return Owner.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export interface Here {
  readonly boot: string;
  readonly space: string;
  readonly folder: string;
  /** Whether no other machine can write to the folder. */
  readonly isLocal: boolean;
  startOf(pid: number): string | null;
}

/** `ask`: connect to its socket. `watch`: check whether it touches the lock file. */
export type Verdict = 'alive' | 'gone' | 'ask' | 'watch';

export function judgeOwner(owner: Owner, host: Here): Verdict {
  if (host.isLocal && owner.folder !== host.folder) return 'gone';
  const isOtherBoot = owner.boot !== host.boot;
  if (isOtherBoot && !host.isLocal) return 'watch';
  const isSameSpace = !isOtherBoot && owner.space === host.space;
  if (isSameSpace && owner.start !== '' && host.startOf(owner.pid) === owner.start) return 'alive';
  // The owner may run in another container, or be invisible to this process.
  if (owner.listens) return 'ask';
  return isOtherBoot || (isSameSpace && host.boot !== '') ? 'gone' : 'watch';
}

export const describeOwner = (owner: Owner, host: Here): string =>
  owner.boot !== host.boot
    ? `pid ${owner.pid} on ${owner.host}`
    : `pid ${owner.pid}${owner.space === host.space ? '' : ` in another container, ${owner.host}`}`;

/** Empty strings if the system has no such value. */
export const describeSelf = () => ({
  pid: process.pid,
  start: readProcessStart(process.pid) ?? '',
  boot: readBootId(),
  space: linkOf('/proc/self/ns/pid'),
  host: hostname(),
});

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
