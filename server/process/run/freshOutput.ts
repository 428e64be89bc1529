import type { Storages } from '../../storage/types.ts';
import type { CleanupRule } from '../store/processConfig.ts';
import { parseCleanupTarget } from './fileCleanup.ts';

const LOOK_EVERY_MS = 200;
const GLOB = /[*?[{]/;

/** Whether a playlist that these rules name was written after `sinceMs` (of `elapsedMs()`). */
export async function isPlaylistNewer(
  rules: readonly CleanupRule[],
  storages: Storages,
  sinceMs: number,
): Promise<boolean> {
  for (const { pattern } of rules) {
    const target = parseCleanupTarget(pattern);
    if (target === null || !target.glob.endsWith('.m3u8') || GLOB.test(target.glob)) continue;
    const file = await storages[target.storage].stat(target.glob);
    if (file !== null && file.changedAtMs > sinceMs) return true;
  }
  return false;
}

export interface FreshOutput {
  /** The next run makes another stream than the one before. */
  expect(): void;
  /** A run begins; ms of `elapsedMs()`. */
  begin(nowMs: number): void;
  end(): void;
}

/** Calls `onFresh` once the output of a run that makes another stream can be read. */
export function createFreshOutput(isNewer: (sinceMs: number) => Promise<boolean>, onFresh: () => void): FreshOutput {
  let isExpected = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    expect() {
      isExpected = true;
    },
    begin(nowMs) {
      if (!isExpected) return;
      const look = async () => {
        const mine = timer;
        const isThere = await isNewer(nowMs).catch(() => false);
        if (timer !== mine) return;
        if (isThere) {
          isExpected = false;
          onFresh();
        } else wait();
      };
      const wait = () => {
        timer = setTimeout(() => void look(), LOOK_EVERY_MS);
        timer.unref();
      };
      wait();
    },
    end() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
