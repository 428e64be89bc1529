import type { Subject } from './event.ts';
import { PIECE_S } from './healthBar.ts';

/** One value per second, oldest first; null if unknown. */
export type Values = readonly (number | null)[];

/** Seconds. */
export const GRAPH_S = 300;

const wholeOf = (values: Values): Values =>
  [...Array<null>(Math.max(0, GRAPH_S - values.length)).fill(null), ...values].slice(-GRAPH_S);

export interface GraphLine {
  /** Point lists of connected values, in a box of GRAPH_S x `height`. */
  runs: readonly string[];
  bridges: readonly string[];
  range: { low: number; high: number } | null;
}

/** Seconds; a late response is not a gap. */
const MOMENT_S = 3;

/** The axis starts at 0, so drops look as deep as they are. */
export function graphLineOf(values: Values, height: number): GraphLine {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return { runs: [], bridges: [], range: null };
  const range = { low: Math.min(...numbers), high: Math.max(...numbers) };
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

export interface GraphRow {
  ago: number;
  bitrate: number | null;
  fps: number | null;
  /** Null if unobserved. */
  dropped: readonly Subject[] | null;
}

const ROW_S = 30;

function meanOf(values: Values): number | null {
  const numbers = values.filter((value) => value !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

/** Newest first. */
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
