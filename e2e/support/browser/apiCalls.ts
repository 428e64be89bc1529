import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** The calls that a page makes to the API of the core. */
export interface Calls {
  /** Forgets all so far. */
  reset(): void;
  /** Number of calls whose `METHOD /path?query` (without /api) matches. */
  count(what?: RegExp): number;
  /** Calls a second since the last reset. */
  rate(): number;
  /** Resolves when this much time has gone by since the last reset: a measurement needs its window. */
  window(seconds: number): Promise<void>;
  /** How often each `METHOD /path` was called, for the message of a failing expectation. */
  readonly table: Record<string, number>;
}

export function watchCalls(page: Page): Calls {
  let began = performance.now();
  let made: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api(\/|$)/.test(pathname)) made.push(`${request.method()} ${pathname.slice('/api'.length)}${search}`);
  });
  const seconds = () => (performance.now() - began) / 1000;
  return {
    reset() {
      began = performance.now();
      made = [];
    },
    count: (what = /^/) => made.filter((call) => what.test(call)).length,
    rate: () => made.length / seconds(),
    window: (length) => sleep(Math.max(0, length - seconds()) * 1000),
    get table() {
      const table: Record<string, number> = {};
      for (const call of made) {
        const name = call.split('?')[0] ?? call;
        table[name] = (table[name] ?? 0) + 1;
      }
      return table;
    },
  };
}
