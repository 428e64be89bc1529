export const GRID = { width: 32, height: 18 } as const;

export interface PictureHistory {
  /** Brightness per cell, 0 to 255. */
  cells: Uint8Array;
  /** Milliseconds since 1970. */
  at: number;
  seenAt: number;
  /** Start of a still or black picture (ms); null if it moves or is bright. */
  frozenSince: number | null;
  blackSince: number | null;
}

export const NOISE = 2;
export const BLACK = 24;
/** A waiting player shows a still picture, so the previous state stays this long. */
const WAITING_MS = 4000;

export function brightness(pixels: Uint8ClampedArray): Uint8Array {
  return Uint8Array.from({ length: pixels.length >> 2 }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(i * 4, i * 4 + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
}

/** @param cells null while the player waits or shows nothing */
export function pictureAfter(
  before: PictureHistory | null,
  cells: Uint8Array | null,
  now: number,
): PictureHistory | null {
  if (!cells) return before && now - before.at < WAITING_MS ? before : null;
  const isSame = before !== null && before.cells.length === cells.length && cells.every(isLike(before.cells));
  const isBlack = cells.every((cell) => cell < BLACK);
  // Compared with the first picture of a still, to detect slow fades.
  const picture = isSame ? before : { cells, seenAt: now };
  return {
    cells: picture.cells,
    at: now,
    seenAt: picture.seenAt,
    frozenSince: isSame ? picture.seenAt : null,
    blackSince: isBlack ? (before?.blackSince ?? now) : null,
  };
}

const isLike = (others: Uint8Array) => (cell: number, i: number) => Math.abs(cell - (others[i] ?? 0)) <= NOISE;
