import type { CDPSession } from '@playwright/test';

interface Entry {
  readonly url: URL;
  /** Milliseconds since 1970. */
  readonly began: number;
  /** Over the wire, with headers; null while it comes in. */
  bytes: number | null;
}

/** Everything the page asked for over the network. */
export interface Ledger {
  /** Requests that began before this moment (milliseconds since 1970). */
  until(moment: number): { requests: number; bytes: number };
  /** Calls of the core's API that began in between. */
  calls(from: number, to: number): number;
  /** Waits until nothing came or went for half a second. */
  idle(): Promise<void>;
  /** Names of other machines. */
  readonly outside: readonly string[];
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const QUIET_MS = 500;

export function ledgerOf(cdp: CDPSession): Ledger {
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
    entries.set(requestId, { url, began: wallTime * 1000, bytes: null });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength));
  cdp.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0));
  const all = () => [...entries.values()];
  return {
    until(moment) {
      const made = all().filter(({ began }) => began <= moment);
      return { requests: made.length, bytes: made.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) };
    },
    calls: (from, to) =>
      all().filter(({ url, began }) => /^\/api(\/|$)/.test(url.pathname) && began >= from && began < to).length,
    idle: () =>
      new Promise((resolve) => {
        const look = setInterval(() => {
          if (Date.now() - changed < QUIET_MS || all().some(({ bytes }) => bytes === null)) return;
          clearInterval(look);
          resolve();
        }, 50);
      }),
    get outside() {
      return [...new Set(all().map(({ url }) => url.hostname))].filter((host) => !LOOPBACK.test(host));
    },
  };
}
