import type { Storages } from '../../storage/types.ts';
import type { CleanupRule } from '../store/processConfig.ts';
import { parseCleanupTarget } from './fileCleanup.ts';

const POLL_INTERVAL_MS = 200;
const GLOB = /[*?[{]/;

export async function readPlaylistVersions(
  rules: readonly CleanupRule[],
  storages: Storages,
): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const { pattern } of rules) {
    const target = parseCleanupTarget(pattern);
    if (target === null || !target.glob.endsWith('.m3u8') || GLOB.test(target.glob)) continue;
    const file = await storages[target.storage].stat(target.glob);
    if (file !== null) versions.set(pattern, file.version);
  }
  return versions;
}

export interface FreshOutput {
  /** Announces that the next run outputs another stream. */
  expect(): void;
  begin(): void;
  end(): void;
}

/** Calls `onFresh` when the output of such a run can be read. */
export function createFreshOutput(
  readVersions: () => Promise<ReadonlyMap<string, string>>,
  onFresh: () => void,
): FreshOutput {
  let isExpected = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    expect() {
      isExpected = true;
    },
    begin() {
      if (!isExpected) return;
      let before: ReadonlyMap<string, string> | null = null;
      const isOther = async () => {
        const now = await readVersions();
        // The previous ffmpeg's last upload may still arrive after its exit.
        before ??= now;
        return [...now].some(([playlist, version]) => before?.get(playlist) !== version);
      };
      const readOutput = async () => {
        const mine = timer;
        const isThere = await isOther().catch(() => false);
        if (timer !== mine) return;
        if (isThere) {
          isExpected = false;
          onFresh();
        } else wait();
      };
      const wait = () => {
        timer = setTimeout(() => void readOutput(), POLL_INTERVAL_MS);
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
