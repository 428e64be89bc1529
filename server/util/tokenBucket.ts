import { elapsedMs } from './elapsedMs.ts';

export interface TokenBucket {
  take(count?: number): boolean;
  /** Takes tokens into debt, and returns the milliseconds until the debt is paid. */
  owe(count: number, perSecond: number): number;
}

export function createTokenBucket(perSecond: number, burst: number, now: () => number = elapsedMs): TokenBucket {
  let left = burst;
  let seenMs = now();
  const refill = (rate: number) => {
    const atMs = now();
    left = Math.min(burst, left + ((atMs - seenMs) * rate) / 1000);
    seenMs = atMs;
  };
  return {
    take(count = 1) {
      refill(perSecond);
      if (left < count) return false;
      left -= count;
      return true;
    },
    owe(count, rate) {
      refill(rate);
      left -= count;
      return left >= 0 ? 0 : Math.ceil((-left * 1000) / rate);
    },
  };
}
