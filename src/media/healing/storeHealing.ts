import { isGroup } from '../stored/storedSchemas.ts';

/** See `readHealing`. */
export type StoredHealing = Readonly<Record<string, unknown>> | null;

const groupIn = (stored: unknown): Readonly<Record<string, unknown>> => (isGroup(stored) ? stored : {});

/** @param publication its process id */
export function healingIn(stored: unknown, publication: string): StoredHealing {
  const own = groupIn(groupIn(stored).healing)[publication];
  return isGroup(own) ? own : null;
}

/** Replaces the entry of one publication. Entries of publications that are not in `existing` are dropped. */
export function storeHealing(
  before: unknown,
  publication: string,
  own: StoredHealing,
  existing: readonly string[],
): object {
  const stored = groupIn(before);
  const others = Object.entries(groupIn(stored.healing)).filter(([id]) => id !== publication && existing.includes(id));
  const healing = Object.fromEntries([...others, ...(own === null ? [] : [[publication, own] as const])]);
  return { ...stored, version: 1, healing };
}
