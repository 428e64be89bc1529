import type { seededRandom } from '../../core/faults/runCore.ts';

export type Random = ReturnType<typeof seededRandom>;
export type Examples<T> = readonly [T, ...T[]];

/** A sort of input: how one becomes another. Nothing of it changes the value that it is given. */
export interface Kind<T> {
  /** One near it. */
  mutate(value: T, random: Random): T;
  /** The same with one of its parts repeated until it has about this size. The same random gives the same part. */
  grow(value: T, random: Random, size: number): T;
  /** Simpler ones, the simplest first. */
  smaller(value: T): Iterable<T>;
  /** Bytes or characters. */
  size(value: T): number;
  /** As source, for a row of findings. */
  show(value: T): string;
}

/** One of a list; `otherwise` if there is none. */
export const among = <T>(random: Random, list: readonly T[], otherwise: T): T =>
  list[random.below(list.length)] ?? otherwise;

/** Where a part of something of this length begins and ends: mostly a short one. */
export function partOf(random: Random, length: number): readonly [from: number, to: number] {
  const from = random.below(length + 1);
  const most = random.below(4) === 0 ? length - from : Math.min(12, length - from);
  return [from, from + random.below(most + 1)];
}

/** Once, and more and more seldom twice, four and eight times. */
export function repeatedly<T>(value: T, random: Random, change: (value: T) => T): T {
  let changed = value;
  for (let times = 1 << random.below(random.below(4) + 1); times > 0; times -= 1) changed = change(changed);
  return changed;
}

/** Where parts are cut out to make something of this length smaller: halves first, single ones last. */
export function* cutsOf(length: number): Iterable<readonly [from: number, to: number]> {
  for (let part = length; part >= 1; part = Math.floor(part / 2)) {
    for (let from = 0; from < length; from += part) yield [from, Math.min(length, from + part)];
    if (part === 1) return;
  }
}
