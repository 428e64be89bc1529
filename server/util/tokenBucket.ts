import { elapsedMs } from './elapsedMs.ts';

/** A rate for each second, with occasional bursts. */
export interface TokenBucket {
  /** false: there is not so much in it. */
  take(count?: number): boolean;
  /** Takes also what is not there. Milliseconds until it is there: 0 if it was. */
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
