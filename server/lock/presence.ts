import { closeSync, openSync, rmSync, statfsSync, statSync, utimes } from 'node:fs';
import { connect, createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TOUCH_EVERY_MS = 2_000;
/** Some touches may be late on a busy machine or a slow network. */
const WATCH_MS = 10_000;
const LOOK_EVERY_MS = 200;

/** By their numbers in statfs(2): ext, xfs, btrfs, tmpfs, overlay, f2fs, zfs, bcachefs, vfat, exfat. */
const LOCAL = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x4d44, 0x2011bab0,
]);

export const isLocal = (folder: string): boolean => LOCAL.has(statfsSync(folder).type);

/** A socket has a short path only: the folder is named by a descriptor. */
function shortly<T>(path: string, use: (short: string) => T): T {
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

/** Listens at `path` for as long as this process lives, however it ends. null: not on this file system. */
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
      shortly(path, (short) => server.listen(short, () => resolve({ stop })));
    } catch {
      resolve(null);
    }
  });
}

/** Does somebody listen there? A process that was stopped does, too. */
export function answersAt(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const decide = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    const socket = shortly(path, (short) => connect(short));
    socket.once('connect', () => decide(true));
    socket.once('error', (error) => {
      // The socket of one that has died refuses; any other trouble is no proof.
      decide(!['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(String(Reflect.get(error, 'code'))));
    });
  });
}

/** For those who cannot ask. */
export function touch(path: string, everyMs = TOUCH_EVERY_MS): Presence {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now, () => undefined);
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Is the file touched by somebody? */
export async function isTouched(path: string, forMs = WATCH_MS): Promise<boolean> {
  const before = stampOf(path);
  for (let waited = 0; waited < forMs; waited += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS);
    if (stampOf(path) !== before) return true;
  }
  return false;
}

const stampOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
