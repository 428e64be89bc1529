import type { Channel } from '../../../media/channel/channel.ts';

/** Returns the channels whose names contain all typed words in any order. */
export function matchingChannels(list: readonly Channel[], typed: string): readonly Channel[] {
  const words = typed.toLowerCase().split(/\s+/);
  return list.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}

/** Returns the number of thumbnails side by side in a window of this width (px). */
export const pageSize = (width: number): number => (width < 600 ? 1 : width < 900 ? 2 : width < 1200 ? 3 : 4);

/** Returns the index of the first shown channel, so that the page is full if possible. */
export const within = (start: number, count: number, size: number): number =>
  Math.max(0, Math.min(start, count - size));
