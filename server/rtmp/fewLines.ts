import { createBucket } from '../bucket.ts';
import type { Level, Log } from '../types.ts';

/** Lines that strangers cause: so many a second, and the next one says how many were left out. */
export function fewLines(log: Log, perSecond: number, now?: () => number): Log {
  const burst = perSecond * 10;
  const levels = new Map<Level, { readonly bucket: ReturnType<typeof createBucket>; left: number }>();
  return {
    write(level, component, message, fields = {}) {
      const own = levels.get(level) ?? { bucket: createBucket(perSecond, burst, now), left: 0 };
      levels.set(level, own);
      if (!own.bucket.take()) {
        own.left += 1;
        return;
      }
      log.write(level, component, message, own.left === 0 ? fields : { ...fields, lines_left_out: own.left });
      own.left = 0;
    },
  };
}
