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
  /** Follows the heading of its group. */
  opens: boolean;
}

/** Divides a list into blocks, each within one section. */
export function blocksOf(sections: readonly Section[]): Block[] {
  const blocks: Block[] = [];
  let first = 1;
  for (const { group, ids } of sections) {
    for (let at = 0; at < ids.length; at += BLOCK) {
      const part = ids.slice(at, at + BLOCK);
      blocks.push({ group, ids: part, first, opens: at === 0 });
      first += part.length;
    }
  }
  return blocks;
}

export const lengthOf = (blocks: readonly Block[]) => blocks.reduce((sum, { ids }) => sum + ids.length, 0);

export const isLong = (blocks: readonly Block[]) => lengthOf(blocks) > WHOLE;

/** Returns the index of the block with the row at a position. */
export const blockAt = (blocks: readonly Block[], position: number): number =>
  blocks.filter(({ first }) => first <= position).length - 1;

/**
 * Whether the rows of a block are needed: in view, beside the focus, or at an end of the list, where the focus arrives
 * from outside.
 */
export const isNear = (index: number, count: number, focused: number | null, seen: readonly number[]): boolean =>
  index === 0 || index === count - 1 || (focused !== null && Math.abs(index - focused) <= 1) || seen.includes(index);
