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
  readonly handle: number;
  close(): void;
}

function read(handle: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from));
}

/**
 * Mode 0600. A large log is copied to `.1` and truncated in place, because programs keep it open. A pipe through this
 * process would block them when it is stopped.
 */
export function openLogFile(file: string, { bytes, everyMs } = BOUNDS): LogFile {
  // A link created by another user would lead to another file.
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
      // Copies output that has arrived meanwhile, so that hardly a line is lost.
      appendFileSync(`${file}.1`, read(handle, size, Math.min(fstatSync(handle).size, size + bytes)));
    } catch {
      // The disk is full, probably of this file: free space matters more than old lines.
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
