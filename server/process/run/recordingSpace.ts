import { statfs } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import type { InputOrOutput } from '../command/resolveProcess.ts';

/** Kept free for the database, uploads and the other channels; of a small disk, a share of it. */
const FLOOR_BYTES = 1_000_000_000;
const FLOOR_SHARE = 0.02;
const LOOK_EVERY_MS = 10_000;

export interface DiskRoom {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const isNearlyFull = ({ freeBytes, totalBytes }: DiskRoom) =>
  freeBytes < Math.min(FLOOR_BYTES, totalBytes * FLOOR_SHARE);

/** null: there is no such folder, or its disk cannot be asked. */
export async function diskRoomAt(folder: string): Promise<DiskRoom | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

/** The files of the segment muxer stay, unlike those of HLS and of snapshots, which replace their own. */
const isRecording = ({ address, options }: InputOrOutput) =>
  isAbsolute(address) && options.some((option, i) => option === 'segment' && options[i - 1] === '-f');

/** In the words of ffmpeg on a disk that is full: whoever asks why it failed knows them. */
const saidOf = (address: string) => `${address}: No space left on device`;

/**
 * Whether there is room for what a process records; null: it records nothing. Answers the line that says that there is
 * none, or null.
 */
export function createRecordingSpace(output: readonly InputOrOutput[], roomAt = diskRoomAt) {
  const addresses = output.filter(isRecording).map(({ address }) => address);
  if (addresses.length === 0) return null;
  const refusal = async (): Promise<string | null> => {
    for (const address of addresses) {
      const room = await roomAt(dirname(address));
      if (room !== null && isNearlyFull(room)) return saidOf(address);
    }
    return null;
  };
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return {
    refusal,
    /** The same of a run, at most every ten seconds. */
    refusalLately: async (nowMs: number): Promise<string | null> => {
      if (nowMs - lookedAtMs < LOOK_EVERY_MS) return null;
      lookedAtMs = nowMs;
      return refusal();
    },
  };
}
