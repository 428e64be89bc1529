import MiniSearch from 'minisearch';

/** A letter too few, too many or wrong in five: "twich" is Twitch. */
const FUZZY = 0.25;
/** What is farther behind the best than this is another word. */
const NEAR = 0.5;

/** Places of those whose names resemble what was typed, the nearest first. */
export function findResembling(names: readonly (readonly string[])[], typed: string): readonly number[] {
  const index = new MiniSearch<{ id: number; names: string }>({ fields: ['names'] });
  index.addAll(names.map((each, id) => ({ id, names: each.join(' ') })));
  const found = index.search(typed, { fuzzy: FUZZY, prefix: (word) => word.length > 2, combineWith: 'AND' });
  const best = found[0]?.score ?? 0;
  return found.flatMap(({ id, score }): number[] => (score >= best * NEAR && typeof id === 'number' ? [id] : []));
}
