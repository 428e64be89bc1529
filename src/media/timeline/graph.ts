import type { Subject } from './event.ts';
import { PIECE_S } from './healthBar.ts';

/** A value a second, the oldest first; null where none was known. */
export type Values = readonly (number | null)[];

/** Five minutes. */
export const GRAPH_S = 300;

/** As long as the graph: it grows from the right. */
const wholeOf = (values: Values): Values =>
  [...Array<null>(Math.max(0, GRAPH_S - values.length)).fill(null), ...values].slice(-GRAPH_S);

export interface GraphLine {
  /** Points of each run of known values, in a box of GRAPH_S x `height`. */
  runs: readonly string[];
  /** From one run to the next, where nothing was known for longer than a moment. */
  bridges: readonly string[];
  /** The smallest and the largest of them; null: nothing is known. */
  range: { low: number; high: number } | null;
}

/** Seconds in which an answer may be late: no gap. */
const MOMENT_S = 3;

/** From zero on: a fall is as deep as it looks. */
export function graphLineOf(values: Values, height: number): GraphLine {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return { runs: [], bridges: [], range: null };
  const range = { low: Math.min(...known), high: Math.max(...known) };
  const top = Math.max(range.high, 1e-9) * 1.1;
  const runs: string[][] = [];
  const bridges: string[] = [];
  let last = -Infinity;
  wholeOf(values).forEach((value, second) => {
    if (value === null) return;
    const point = `${second},${(height - (value / top) * height).toFixed(1)}`;
    const run = runs.at(-1);
    if (run && second - last - 1 <= MOMENT_S) run.push(point);
    else {
      if (run) bridges.push(`${run.at(-1)} ${point}`);
      runs.push([point]);
    }
    last = second;
  });
  return { runs: runs.filter((run) => run.length > 1).map((run) => run.join(' ')), bridges, range };
}

/** A row of the table that says the same as the graph. */
export interface GraphRow {
  /** Seconds ago, when it began. */
  ago: number;
  bitrate: number | null;
  fps: number | null;
  /** What failed meanwhile; null: nobody looked. */
  dropped: readonly Subject[] | null;
}

const ROW_S = 30;

function meanOf(values: Values): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The newest on top. */
export function graphRowsOf(bitrate: Values, fps: Values, bars: Readonly<Record<Subject, string>>): GraphRow[] {
  const [wholeBitrate, wholeFps] = [wholeOf(bitrate), wholeOf(fps)];
  return Array.from({ length: GRAPH_S / ROW_S }, (_, i): GraphRow => {
    const from = i * ROW_S;
    const pieces = Object.entries(bars).map(
      ([of, bar]) => [of, bar.slice(from / PIECE_S, (from + ROW_S) / PIECE_S)] as const,
    );
    const isKnown = pieces.some(([, piece]) => /[gar]/.test(piece));
    return {
      ago: GRAPH_S - from,
      bitrate: meanOf(wholeBitrate.slice(from, from + ROW_S)),
      fps: meanOf(wholeFps.slice(from, from + ROW_S)),
      dropped: isKnown ? pieces.flatMap(([of, piece]) => (piece.includes('r') ? [of] : [])) : null,
    };
  }).toReversed();
}
