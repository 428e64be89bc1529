import { setImmediate as turn } from 'node:timers/promises';
import type { Pattern } from '../../pattern/expression.ts';
import { compileGlob, findGlobPrefix } from '../../storage/glob.ts';
import { findFilesByPrefix, selectFiles, sortByName } from '../../storage/selectFiles.ts';
import type { Storage, Storages, StoredFile } from '../../storage/types.ts';
import type { CleanupRule } from '../store/processConfig.ts';
import { type AgedFile, createFileAges, orderOf } from './fileAges.ts';

interface Target {
  readonly storage: 'mem' | 'disk';
  readonly glob: string;
}

/** `memfs:/x**` or `diskfs:/x**` (also `mem:`, `disk:`); null for a rule without a storage, which does nothing. */
export function parseCleanupTarget(pattern: string): Target | null {
  const [, name, glob] = /^(mem|disk)(?:fs)?:(.+)$/s.exec(pattern) ?? [];
  if (glob === undefined) return null;
  return { storage: name === 'mem' ? 'mem' : 'disk', glob };
}

const newestFirst = (a: AgedFile, b: AgedFile): number =>
  b.seenMs - a.seenMs || orderOf(b) - orderOf(a) || (a.name < b.name ? 1 : -1);

const isWithin = ({ max_files, max_file_age_seconds }: CleanupRule, count: number): boolean =>
  max_file_age_seconds <= 0 && count <= max_files;

export function findExpiredFiles(rule: CleanupRule, files: readonly AgedFile[]): AgedFile[] {
  if (isWithin(rule, files.length)) return [];
  return files
    .toSorted(newestFirst)
    .filter(
      ({ ageMs }, index) =>
        (rule.max_files > 0 && index >= rule.max_files) ||
        (rule.max_file_age_seconds > 0 && ageMs > rule.max_file_age_seconds * 1000),
    );
}

export interface Cleanup {
  /** Applies the rules once. An overlapping call joins the running round. */
  round(rules: readonly CleanupRule[]): Promise<void>;
  purge(rules: readonly CleanupRule[]): Promise<void>;
}

const AT_ONCE_MS = 8;

export function createCleanup(storages: Storages): Cleanup {
  const ages = createFileAges();
  let busy = false;

  const round = async (rules: readonly CleanupRule[]) => {
    const active = rules.filter((rule) => rule.max_files > 0 || rule.max_file_age_seconds > 0);
    const listed = createListings(storages);
    let startedAt = performance.now();
    for (const rule of active) {
      const target = parseCleanupTarget(rule.pattern);
      if (target === null) continue;
      const files = await listed(target);
      if (performance.now() - startedAt > AT_ONCE_MS) {
        await turn();
        startedAt = performance.now();
      }
      // Disk files are always inspected, to learn their ages.
      if (target.storage === 'mem' && isWithin(rule, files.length)) continue;
      await removeUnchanged(storages[target.storage], findExpiredFiles(rule, ages.of(target.glob, files)));
    }
  };

  return {
    async round(rules) {
      if (busy) return;
      busy = true;
      await round(rules).finally(() => {
        busy = false;
      });
    },
    async purge(rules) {
      for (const { pattern, purge_on_delete } of rules) {
        const target = purge_on_delete ? parseCleanupTarget(pattern) : null;
        if (target === null) continue;
        const files = await storages[target.storage].list(target.glob);
        await removeAll(
          storages[target.storage],
          files.map(({ name }) => name),
        );
      }
    },
  };
}

/** Skips files rewritten since the listing. */
async function removeUnchanged(storage: Storage, expired: readonly AgedFile[]): Promise<void> {
  for (const { name, version } of expired) {
    const now = await storage.stat(name);
    if (now !== null && now.version === version) await storage.remove(name);
  }
}

async function removeAll(storage: Storage, names: readonly string[]): Promise<void> {
  for (const name of names) await storage.remove(name);
}

const compiled = new Map<string, Pattern | null>();
const MAX_COMPILED = 5000;

/** The memory is listed once per round; on the disk, walking a pattern's own folder is cheaper. */
function createListings({ mem, disk }: Storages) {
  let memory: Promise<StoredFile[]> | null = null;
  return async ({ storage, glob }: Target): Promise<StoredFile[]> => {
    if (storage === 'disk') return disk.list(glob);
    if (compiled.size > MAX_COMPILED) compiled.clear();
    const cached = compiled.get(glob);
    const pattern = cached === undefined ? compileGlob(glob) : cached;
    compiled.set(glob, pattern);
    if (pattern === null) return [];
    memory ??= mem.list().then(sortByName);
    return selectFiles(pattern, findFilesByPrefix(await memory, findGlobPrefix(glob)));
  };
}
