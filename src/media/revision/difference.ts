import { sameJson } from '../stored/sameJson.ts';
import { isGroup } from '../stored/storedSchemas.ts';

/** One value that differs. Undefined stands for an absent one; an index of a list is a text. */
export interface StoredDifference {
  path: readonly string[];
  before: unknown;
  after: unknown;
}

/** Own keys only, as stored data may contain `__proto__`. */
export const ownValue = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

/** Lists of different lengths differ as a whole, because positions would be misleading. */
function keysWithin(before: unknown, after: unknown): string[] | null {
  if (Array.isArray(before) && Array.isArray(after)) return before.length === after.length ? Object.keys(before) : null;
  return isGroup(before) && isGroup(after) ? [...new Set([...Object.keys(before), ...Object.keys(after)])] : null;
}

/** Returns the smallest differing values of two JSON values. The order of keys does not matter. */
export function differencesBetween(before: unknown, after: unknown, path: readonly string[] = []): StoredDifference[] {
  const keys = keysWithin(before, after);
  if (keys)
    return keys.flatMap((key) => differencesBetween(ownValue(before, key), ownValue(after, key), [...path, key]));
  return sameJson(before, after) ? [] : [{ path, before, after }];
}

/** Sets the value at a path, or removes it if `to` is undefined. A path that does not exist changes nothing. */
export function withValueAt(value: unknown, [head, ...rest]: readonly string[], to: unknown): unknown {
  if (head === undefined) return to;
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === head ? withValueAt(item, rest, to) : item));
  if (!isGroup(value)) return value;
  const inner = withValueAt(ownValue(value, head), rest, to);
  const entries = Object.entries(value);
  if (inner === undefined) return Object.fromEntries(entries.filter(([key]) => key !== head));
  return Object.fromEntries(
    Object.hasOwn(value, head)
      ? entries.map(([key, item]) => [key, key === head ? inner : item])
      : [...entries, [head, inner]],
  );
}
