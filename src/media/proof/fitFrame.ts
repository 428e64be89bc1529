import { LOOK_GRID } from '../look/look.ts';

const { width: COLUMNS, height: ROWS } = LOOK_GRID;
const CELLS = COLUMNS * ROWS;

/** How a platform may have placed the picture: the share of width and height that it fills, centred. */
interface Placement {
  /** 1 fills the frame; less leaves black bars, more cuts the edges off. */
  width: number;
  height: number;
}

/** 16:9 and 4:3 in each other, with bars and cut off; upright video; a slight zoom. */
const PLACEMENTS: readonly Placement[] = [
  { width: 1, height: 1 },
  { width: 1, height: 0.75 },
  { width: 0.75, height: 1 },
  { width: 4 / 3, height: 1 },
  { width: 1, height: 4 / 3 },
  { width: 1, height: 81 / 256 },
  { width: 81 / 256, height: 1 },
  { width: 0.9, height: 0.9 },
];

interface Share {
  cell: number;
  weight: number;
}

/** For each cell of the platform, which cells of the original it covers. */
export interface Mapping {
  shares: readonly (readonly Share[])[];
  /** Cells that are mostly picture, and those without any. */
  cells: readonly number[];
  bars: readonly number[];
}

function overlaps(place: number, cells: number, fill: number): Share[] {
  const toOriginal = (at: number) => ((at / cells - 0.5) / fill + 0.5) * cells;
  const from = toOriginal(place);
  const to = toOriginal(place + 1);
  const found: Share[] = [];
  for (let cell = Math.max(0, Math.floor(from)); cell < Math.min(cells, Math.ceil(to)); cell++) {
    const weight = (Math.min(to, cell + 1) - Math.max(from, cell)) / (to - from);
    if (weight > 1e-6) found.push({ cell, weight });
  }
  return found;
}

const MOSTLY = 0.6;

function mappingOf({ width, height }: Placement): Mapping {
  const shares: Share[][] = [];
  const cells: number[] = [];
  const bars: number[] = [];
  for (let row = 0; row < ROWS; row++) {
    const rows = overlaps(row, ROWS, height);
    for (let column = 0; column < COLUMNS; column++) {
      const own = overlaps(column, COLUMNS, width).flatMap((across) =>
        rows.map((down) => ({ cell: down.cell * COLUMNS + across.cell, weight: across.weight * down.weight })),
      );
      const filled = own.reduce((sum, { weight }) => sum + weight, 0);
      if (filled >= MOSTLY) cells.push(shares.length);
      if (filled === 0) bars.push(shares.length);
      shares.push(own);
    }
  }
  return { shares, cells, bars };
}

/** In the order of `PLACEMENTS`. */
export const MAPPINGS: readonly Mapping[] = PLACEMENTS.map(mappingOf);

/** Bars of ffmpeg and of most platforms, in the limited range of video. */
const BAR = 16;

/** The frame as a platform with this placement would show it. */
export function fitFrame(grey: Uint8Array, { shares }: Mapping): Float32Array {
  const fitted = new Float32Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    let sum = 0;
    let filled = 0;
    for (const share of shares[cell] ?? []) {
      sum += (grey[share.cell] ?? 0) * share.weight;
      filled += share.weight;
    }
    fitted[cell] = sum + BAR * (1 - filled);
  }
  return fitted;
}
