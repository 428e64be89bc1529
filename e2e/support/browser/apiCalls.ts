import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

export interface Calls {
  reset(): void;
  /** Number of requests whose `METHOD /path?query` (without /api) matches. */
  count(pattern?: RegExp): number;
  /** Requests per second since the last reset. */
  rate(): number;
  window(seconds: number): Promise<void>;
  readonly table: Record<string, number>;
}

export function watchCalls(page: Page): Calls {
  let began = performance.now();
  let calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api(\/|$)/.test(pathname)) calls.push(`${request.method()} ${pathname.slice('/api'.length)}${search}`);
  });
  const seconds = () => (performance.now() - began) / 1000;
  return {
    reset() {
      began = performance.now();
      calls = [];
    },
    count: (pattern = /^/) => calls.filter((call) => pattern.test(call)).length,
    rate: () => calls.length / seconds(),
    window: (length) => sleep(Math.max(0, length - seconds()) * 1000),
    get table() {
      const table: Record<string, number> = {};
      for (const call of calls) {
        const name = call.split('?')[0] ?? call;
        table[name] = (table[name] ?? 0) + 1;
      }
      return table;
    },
  };
}
