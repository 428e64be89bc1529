export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Between what floats and what it must not cover, px. */
const GAP = 8;

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Where the lower edge of what floats has to be so that it covers nothing that can be pressed, as far down as there is
 * such a place; null where there is none.
 */
export function unobstructedPosition(
  floating: Box,
  pressable: readonly Box[],
  limit: { top: number; bottom: number },
): number | null {
  // Of a rectangle of the browser a spread copies nothing.
  const { left, right } = floating;
  const height = floating.bottom - floating.top;
  const at = (bottom: number): Box => ({ left, right, top: bottom - height, bottom });
  const beside = pressable.filter((box) => meet({ left, right, ...limit }, box));
  const places = [limit.bottom, ...beside.map(({ top }) => top - GAP)]
    .filter((bottom) => bottom <= limit.bottom && bottom - height >= limit.top)
    .sort((a, b) => b - a);
  return places.find((bottom) => !beside.some((box) => meet(at(bottom), box))) ?? null;
}
