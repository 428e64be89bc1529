import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ListenAddress } from './agentSettings.ts';

export type ListenPlace = { folder: string } | ListenAddress;

/** Limit of `sun_path` on macOS; Linux has four bytes more: https://man7.org/linux/man-pages/man7/unix.7.html. */
const MAX_PATH_BYTES = 103;
const SOCKET = 'api.sock';
const RETRY_MS = 10_000;

/**
 * Listens until the app closes, and retries after failures: the port may be taken. Calls `tell` with the first reason.
 * Returns the socket's path, or host and port.
 */
export async function listenForApi(
  createApp: () => FastifyInstance,
  place: ListenPlace,
  warn: (reason: string) => void,
  retryMs = RETRY_MS,
): Promise<{ app: FastifyInstance; at: string }> {
  let lastReason = '';
  let isShort = 'folder' in place && Buffer.byteLength(join(place.folder, SOCKET)) > MAX_PATH_BYTES;
  for (;;) {
    const app = createApp();
    try {
      if (!('folder' in place)) return { app, at: await app.listen(place) };
      return { app, at: await listenIn(app, isShort ? shortFolder(place.folder) : place.folder) };
    } catch (error) {
      await app.close();
      // Some file systems do not support sockets.
      if ('folder' in place && !isShort) {
        isShort = true;
        continue;
      }
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== lastReason) warn(reason);
      lastReason = reason;
      await sleep(retryMs, undefined, { ref: false });
    }
  }
}

async function listenIn(app: FastifyInstance, folder: string): Promise<string> {
  const path = join(folder, SOCKET);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
  await app.listen({ path });
  chmodSync(path, 0o600);
  return path;
}

/** The path depends on the folder only, so a killed agent leaves one socket at most. It must belong to this user. */
function shortFolder(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const short = join(tmpdir(), `sluice-agent-${name}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  const found = lstatSync(short);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0)
    throw new Error(`${short} belongs to somebody else`);
  return short;
}
