import type { Node } from './program.ts';

/** From the first to the last, both included. */
export type Range = readonly [first: number, last: number];

export function isIn(ranges: readonly Range[], isNegated = false): (sign: number) => boolean {
  const sorted = merged(ranges);
  return (sign) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.[1] ?? 0) < sign) low = middle + 1;
      else high = middle;
    }
    return (sorted[low]?.[0] ?? Number.POSITIVE_INFINITY) <= sign !== isNegated;
  };
}

function merged(ranges: readonly Range[]): Range[] {
  const kept: Range[] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = kept.at(-1);
    if (before !== undefined && first <= before[1]) kept.splice(-1, 1, [before[0], Math.max(before[1], last)]);
    else kept.push([first, last]);
  }
  return kept;
}

export const signs = (ranges: readonly Range[], isNegated = false): Node => ({
  kind: 'sign',
  accepts: isIn(ranges, isNegated),
});

export const sign = (code: number): Node => ({ kind: 'sign', accepts: (given) => given === code });

export const sequence = (parts: readonly Node[]): Node => ({ kind: 'sequence', parts });

/** `a`, or one of `a`, `b`. */
export const choice = (parts: readonly (readonly Node[])[]): Node => {
  const [only, ...others] = parts;
  return others.length === 0 ? sequence(only ?? []) : { kind: 'choice', parts: parts.map(sequence) };
};

export const manyOf = (part: Node): Node => ({ kind: 'repeat', part, least: 0, most: Number.POSITIVE_INFINITY });

export const codeOf = (character: string): number => character.codePointAt(0) ?? 0;
