import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';

interface Entry {
  readonly url: URL;
  readonly writes: boolean;
  /** Milliseconds since 1970. */
  readonly began: number;
  /** Transferred bytes with headers; null while loading. */
  bytes: number | null;
}

export interface RequestLog {
  /** `moment`: ms since 1970. `own`: files of the interface, without API and media. `scripts`: from any server. */
  until(moment: number): { requests: number; bytes: number; own: number; scripts: number };
  /** API requests that started in between. */
  calls(from: number, to: number): number;
  idle(): Promise<void>;
  /** Waits until no writes occur, because repairs after the login are not part of the measurement. */
  repaired(): Promise<void>;
  /** Waits until all requests that started before `moment` have finished. */
  settled(moment: number): Promise<void>;
  readonly outside: readonly string[];
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const QUIET_MS = 500;
const REPAIR_MS = 10_000;
const LOOK_AGAIN_MS = 50;

export function requestLogOf(cdp: CDPSession): RequestLog {
  const entries = new Map<string, Entry>();
  let changed = Date.now();
  const end = (id: string, bytes: number) => {
    changed = Date.now();
    const entry = entries.get(id);
    if (entry) entry.bytes = bytes;
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    const url = new URL(request.url);
    if (!/^(https?|wss?):$/.test(url.protocol)) return;
    changed = Date.now();
    const writes = request.method === 'PUT' || request.method === 'DELETE';
    entries.set(requestId, { url, writes, began: wallTime * 1000, bytes: null });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength));
  cdp.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0));
  const all = () => [...entries.values()];
  return {
    until(moment) {
      const started = all().filter(({ began }) => began <= moment);
      const own = started.filter(({ url }) => url.pathname.startsWith('/ui/'));
      const scripts = started.filter(({ url }) => url.pathname.endsWith('.js'));
      return { requests: started.length, bytes: sumOf(started), own: sumOf(own), scripts: sumOf(scripts) };
    },
    calls: (from, to) =>
      all().filter(({ url, began }) => /^\/api(\/|$)/.test(url.pathname) && began >= from && began < to).length,
    idle: () => until(() => Date.now() - changed > QUIET_MS && all().every(({ bytes }) => bytes !== null)),
    repaired: () => until(() => !all().some(({ writes, began }) => writes && Date.now() - began < REPAIR_MS)),
    settled: (moment) => until(() => all().every(({ began, bytes }) => began > moment || bytes !== null)),
    get outside() {
      return [...new Set(all().map(({ url }) => url.hostname))].filter((host) => !LOOPBACK.test(host));
    },
  };
}

const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);

async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await sleep(LOOK_AGAIN_MS);
}
