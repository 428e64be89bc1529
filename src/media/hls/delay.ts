import type { HlsControl } from './hlsFiles.ts';

type Cut = Pick<HlsControl, 'segmentDuration' | 'listSize'>;

export const DELAYS = {
  safe: { segmentDuration: 4, listSize: 8 },
  normal: { segmentDuration: 2, listSize: 6 },
  fast: { segmentDuration: 1, listSize: 5 },
} satisfies Record<string, Cut>;

export type Delay = keyof typeof DELAYS;

export const DELAY_NAMES: readonly Delay[] = ['safe', 'normal', 'fast'];

export const isDelay = (name: string): name is Delay => DELAY_NAMES.some((delay) => delay === name);

export const delayOf = ({ segmentDuration, listSize }: Cut): Delay | null =>
  DELAY_NAMES.find((name) => DELAYS[name].segmentDuration === segmentDuration && DELAYS[name].listSize === listSize) ??
  null;

/** Players start this many segments before the end of the playlist. */
const BEHIND = 3;

/** @param keyframes interval in seconds, the minimum length of a segment; null if unknown */
export function delayBy({ segmentDuration, listSize }: Cut, keyframes: number | null): number {
  const segment = Math.max(segmentDuration, keyframes ?? 0);
  const count = listSize > 0 ? Math.min(BEHIND, listSize) : BEHIND;
  // The last segment is still being written.
  return segment * (count + 1);
}

/** Seconds. */
export interface MeasuredDelay {
  least: number;
  most: number;
}

export const wholeDelay = ({ least, most }: MeasuredDelay): MeasuredDelay =>
  most === least
    ? { least: Math.round(least), most: Math.round(least) }
    : { least: Math.floor(least), most: Math.ceil(most) };
