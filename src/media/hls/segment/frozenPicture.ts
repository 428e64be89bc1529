/** A picture made as small as this says whether it moves, and whether there is anything to see. */
export const GRID = { width: 32, height: 18 } as const;

export interface PictureHistory {
  /** The brightness of each cell, 0 to 255. */
  cells: Uint8Array;
  /** When it was looked at last (ms). */
  at: number;
  /** When they were seen first (ms). */
  seenAt: number;
  /** Since when it has not moved, and shown nothing (ms); null: it does. */
  frozenSince: number | null;
  blackSince: number | null;
}

/** The difference that coding alone makes in a frozen picture. */
const NOISE = 2;
const BLACK = 24;
/** A player that waits for the next piece shows a still that is none of the source: what was known before stays so long. */
const WAITING_MS = 4000;

/** Brightness of pixels in red, green, blue, opacity. */
export function brightness(pixels: Uint8ClampedArray): Uint8Array {
  return Uint8Array.from({ length: pixels.length >> 2 }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(i * 4, i * 4 + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
}

/** @param before what was seen last; null: nothing yet. @param cells null: the player waits, or plays nothing */
export function pictureAfter(
  before: PictureHistory | null,
  cells: Uint8Array | null,
  now: number,
): PictureHistory | null {
  if (!cells) return before && now - before.at < WAITING_MS ? before : null;
  const isSame = before !== null && before.cells.length === cells.length && cells.every(isLike(before.cells));
  const isBlack = cells.every((cell) => cell < BLACK);
  // Compared with the first of a still: what fades slowly moves.
  const still = isSame ? before : { cells, seenAt: now };
  return {
    cells: still.cells,
    at: now,
    seenAt: still.seenAt,
    frozenSince: isSame ? still.seenAt : null,
    blackSince: isBlack ? (before?.blackSince ?? now) : null,
  };
}

const isLike = (others: Uint8Array) => (cell: number, i: number) => Math.abs(cell - (others[i] ?? 0)) <= NOISE;
