import { isGroup } from '../stored/storedSchemas.ts';

/** As it is stored for one publication; null: nothing is. See `readHealing`. */
export type StoredHealing = Readonly<Record<string, unknown>> | null;

const groupIn = (stored: unknown): Readonly<Record<string, unknown>> => (isGroup(stored) ? stored : {});

/**
 * @param stored in the global metadata of `agentKey`
 * @param publication the id of its process
 */
export function healingIn(stored: unknown, publication: string): StoredHealing {
  const own = groupIn(groupIn(stored).healing)[publication];
  return isGroup(own) ? own : null;
}

/**
 * Replaces the entry of one publication; keys of others stay.
 * @param known ids of all publications of the channel: what is stored of others is dropped
 */
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
