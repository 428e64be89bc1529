import type { Channel } from '../../../media/channel/channel.ts';

/** The channels whose name contains all words of what was typed, in any order. */
export function matchingChannels(list: readonly Channel[], typed: string): readonly Channel[] {
  const words = typed.toLowerCase().split(/\s+/);
  return list.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}

/** How many thumbnails of the drawer stand beside each other in a window of this width (px), specification 2. */
export const pageSize = (width: number): number => (width < 600 ? 1 : width < 900 ? 2 : width < 1200 ? 3 : 4);

/** The first shown of `count` channels, so that the page is full wherever that is possible. */
export const within = (start: number, count: number, size: number): number =>
  Math.max(0, Math.min(start, count - size));
