import { isGroup } from '../stored/storedSchemas.ts';

/** See `readHealing`. */
export type StoredHealing = Readonly<Record<string, unknown>> | null;

const groupIn = (stored: unknown): Readonly<Record<string, unknown>> => (isGroup(stored) ? stored : {});

/** @param publication its process id */
export function healingIn(stored: unknown, publication: string): StoredHealing {
  const own = groupIn(groupIn(stored).healing)[publication];
  return isGroup(own) ? own : null;
}

/** Replaces the entry of one publication. Entries of publications that are not in `known` are dropped. */
export function storeHealing(
  before: unknown,
  publication: string,
  own: StoredHealing,
  known: readonly string[],
): object {
  const kept = groupIn(before);
  const others = Object.entries(groupIn(kept.healing)).filter(([id]) => id !== publication && known.includes(id));
  const healing = Object.fromEntries([...others, ...(own === null ? [] : [[publication, own] as const])]);
  return { ...kept, version: 1, healing };
}
