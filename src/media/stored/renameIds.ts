import { isGroup } from './storedSchemas.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export type IdMap = ReadonlyMap<string, string>;

/** Replaces each UUID of the map, wherever it stands in the text. */
export const renameIds = (text: string, ids: IdMap): string => text.replace(UUID, (id) => ids.get(id) ?? id);

/** Changes all texts of stored data, and its keys, which may be process ids. */
export function changeTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => changeTexts(item, change));
  if (!isGroup(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), changeTexts(item, change)]));
}
