import MiniSearch from 'minisearch';

/** Tolerates one wrong, missing or extra letter in five: "twich" finds Twitch. */
const FUZZY = 0.25;
/** Smallest share of the best score; anything below is a different word. */
const NEAR = 0.5;

/** Returns the indexes of entries with a name similar to the search text, best match first. */
export function findResembling(names: readonly (readonly string[])[], typed: string): readonly number[] {
  const index = new MiniSearch<{ id: number; names: string }>({ fields: ['names'] });
  index.addAll(names.map((each, id) => ({ id, names: each.join(' ') })));
  const found = index.search(typed, { fuzzy: FUZZY, prefix: (word) => word.length > 2, combineWith: 'AND' });
  const best = found[0]?.score ?? 0;
  return found.flatMap(({ id, score }): number[] => (score >= best * NEAR && typeof id === 'number' ? [id] : []));
}
