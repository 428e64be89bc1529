import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeFileSync } from 'node:fs';
import { limit } from '../../server/limits.ts';

const LOOK_EVERY_MS = 1_000;

interface Bounds {
  readonly bytes: number;
  readonly everyMs: number;
}

const BOUNDS: Bounds = { bytes: limit('logFile'), everyMs: LOOK_EVERY_MS };

export interface LogFile {
  /** What a program may be given to write to. */
  readonly handle: number;
  close(): void;
}

/**
 * A file that programs append to, which begins anew when it is large; what it had is kept beside it, as `.1`. It is
 * emptied in its place, as programs hold on to it: a pipe through us would stop them when we are stopped.
 */
export function openLogFile(file: string, { bytes, everyMs } = BOUNDS): LogFile {
  const handle = openSync(file, 'a+');
  const look = () => {
    const { size } = fstatSync(handle);
    if (size <= bytes) return;
    const tail = Buffer.alloc(Math.min(size, bytes));
    const read = readSync(handle, tail, 0, tail.length, size - tail.length);
    try {
      writeFileSync(`${file}.1`, tail.subarray(0, read));
    } catch {
      // The disk is full, most likely of this: room is worth more than the past.
    }
    ftruncateSync(handle, 0);
  };
  look();
  const timer = setInterval(look, everyMs).unref();
  return {
    handle,
    close: () => {
      clearInterval(timer);
      closeSync(handle);
    },
  };
}
