/** Rows that are rendered together. */
const BLOCK = 5;
/** Shorter lists are rendered whole. */
const WHOLE = 20;

export interface Section {
  group: string;
  ids: readonly string[];
}

export interface Block extends Section {
  /** Position of its first row in the list, from 1. */
  first: number;
}

/** Divides a list into blocks, each within one section. */
export function blocksOf(sections: readonly Section[]): Block[] {
  let first = 1;
  return sections.flatMap(({ group, ids }) =>
    ids.flatMap((_, at) => {
      if (at % BLOCK > 0) return [];
      const block = { group, ids: ids.slice(at, at + BLOCK), first };
      first += block.ids.length;
      return [block];
    }),
  );
}

export const lengthOf = (blocks: readonly Block[]) => blocks.reduce((sum, { ids }) => sum + ids.length, 0);

export const isLong = (length: number) => length > WHOLE;

/** Returns the index of the block with the row at a position; -1 for none. */
export const blockAt = (blocks: readonly Block[], position: number): number =>
  blocks.filter(({ first }) => first <= position).length - 1;
