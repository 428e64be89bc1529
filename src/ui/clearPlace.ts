export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Between what floats and what it must not cover, px. */
const GAP = 8;

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const shared = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * Where the lower edge of what floats has to be so that it covers nothing that can be pressed, as far down as there is
 * such a place; where there is none, so that it covers the least.
 */
export function clearPlace(floating: Box, pressable: readonly Box[], limit: { top: number; bottom: number }): number {
  // Of a rectangle of the browser a spread copies nothing.
  const { left, right } = floating;
  const height = floating.bottom - floating.top;
  const at = (bottom: number): Box => ({ left, right, top: bottom - height, bottom });
  const beside = pressable.filter((box) => meet({ left, right, ...limit }, box));
  const places = [limit.bottom, ...beside.map(({ top }) => top - GAP)]
    .filter((bottom) => bottom <= limit.bottom && bottom - height >= limit.top)
    .sort((a, b) => b - a);
  const covered = (bottom: number) => beside.reduce((sum, box) => sum + shared(at(bottom), box), 0);
  const clear = places.find((bottom) => covered(bottom) === 0);
  if (clear !== undefined) return clear;
  return places.reduce((best, bottom) => (covered(bottom) < covered(best) ? bottom : best), limit.bottom);
}
