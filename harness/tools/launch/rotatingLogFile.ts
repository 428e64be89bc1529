import {
  appendFileSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { limit } from '../../../server/util/limits.ts';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
const POLL_INTERVAL_MS = 1_000;

interface Bounds {
  readonly bytes: number;
  readonly everyMs: number;
}

const BOUNDS: Bounds = { bytes: limit('logFile'), everyMs: POLL_INTERVAL_MS };

export interface LogFile {
  /** The file descriptor for a program's output. */
  readonly handle: number;
  close(): void;
}

function read(handle: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from));
}

/**
 * A file that programs append to. When it is large, it is copied to `.1` and emptied in place, as programs hold on to
 * it: a pipe through us would stop them when we are stopped. Both hold what an operator may read, so nobody else may.
 */
export function openLogFile(file: string, { bytes, everyMs } = BOUNDS): LogFile {
  // A link that somebody else has put there leads to another file.
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(file);
  const handle = openSync(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  if (fstatSync(handle).isFile()) fchmodSync(handle, 0o600);
  const rotateIfLarge = () => {
    const { size } = fstatSync(handle);
    if (size <= bytes) return;
    const at = Math.max(0, size - bytes);
    try {
      rmSync(`${file}.1`, { force: true });
      writeFileSync(`${file}.1`, read(handle, at, size), { flag: 'wx', mode: 0o600 });
      // Copies output that arrived meanwhile, so hardly a line is lost.
      appendFileSync(`${file}.1`, read(handle, size, Math.min(fstatSync(handle).size, size + bytes)));
    } catch {
      // The disk is full, most likely of this: room is worth more than the past.
    }
    ftruncateSync(handle, 0);
  };
  rotateIfLarge();
  const timer = setInterval(rotateIfLarge, everyMs).unref();
  return {
    handle,
    close: () => {
      clearInterval(timer);
      closeSync(handle);
    },
  };
}
