/** The same cells of frames that may show the same moment. */
interface FramePairs {
  own: readonly ArrayLike<number>[];
  seen: readonly ArrayLike<number>[];
}

export interface Likeness {
  /** Correlations from -1 to 1: of all cells, of those that fit best, and of the changes of the latter over time. */
  whole: number;
  scene: number;
  motion: number;
  /** How much the own frames change, in grey levels. */
  ownMotion: number;
}

/** Share of the cells that may be covered, for example by a logo. */
const COVERED = 0.16;
/** A logo lowers the correlation, but not as far as another picture does. */
const HOPELESS = 0.3;

export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
}

export function deviationOf(values: ArrayLike<number>): number {
  const mean = meanOf(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += ((values[i] ?? 0) - mean) ** 2;
  return values.length === 0 ? 0 : Math.sqrt(sum / values.length);
}

/** The deviation of one cell over the frames. Runs thousands of times for a look. */
function changeOf(frames: readonly ArrayLike<number>[], cell: number): number {
  let sum = 0;
  let squares = 0;
  for (const frame of frames) {
    const value = frame[cell] ?? 0;
    sum += value;
    squares += value * value;
  }
  const mean = sum / Math.max(1, frames.length);
  return Math.sqrt(Math.max(0, squares / Math.max(1, frames.length) - mean * mean));
}

/** How much these cells change over the frames: the mean of the upper half of the cells, so a small figure counts. */
export function motionOf(frames: readonly ArrayLike<number>[], cells: readonly number[]): number {
  const changes = cells
    .map((cell) => changeOf(frames, cell))
    .sort((a, b) => b - a)
    .slice(0, Math.ceil(cells.length / 2));
  return meanOf(changes);
}

interface Sums {
  own: number;
  seen: number;
  both: number;
}

const correlation = ({ own, seen, both }: Sums): number =>
  own <= 1e-6 || seen <= 1e-6 ? 0 : both / Math.sqrt(own * seen);

const meanIn = (frames: readonly ArrayLike<number>[], cells: readonly number[]): number => {
  let sum = 0;
  for (const frame of frames) for (const cell of cells) sum += frame[cell] ?? 0;
  return sum / Math.max(1, frames.length * cells.length);
};

const meansOver = (frames: readonly ArrayLike<number>[], cells: readonly number[]): Float64Array =>
  Float64Array.from(cells, (cell) => {
    let sum = 0;
    for (const frame of frames) sum += frame[cell] ?? 0;
    return sum / Math.max(1, frames.length);
  });

function sumsOf({ own, seen }: FramePairs, cells: readonly number[], ownMean: number, seenMean: number): Sums {
  const sums: Sums = { own: 0, seen: 0, both: 0 };
  for (let pair = 0; pair < own.length; pair++)
    for (const cell of cells) {
      const x = (own[pair]?.[cell] ?? 0) - ownMean;
      const y = (seen[pair]?.[cell] ?? 0) - seenMean;
      sums.own += x * x;
      sums.seen += y * y;
      sums.both += x * y;
    }
  return sums;
}

/** Compares frames in these cells. The cells that fit worst do not count, as a logo may cover them. */
export function likenessOf(pairs: FramePairs, cells: readonly number[]): Likeness {
  const { own, seen } = pairs;
  const [ownMean, seenMean] = [meanIn(own, cells), meanIn(seen, cells)];
  const all = sumsOf(pairs, cells, ownMean, seenMean);
  const ownMotion = motionOf(own, cells);
  const whole = correlation(all);
  if (whole < HOPELESS) return { whole, scene: whole, motion: 0, ownMotion };
  const gain = all.own <= 1e-6 ? 1 : Math.max(0.3, Math.min(3, all.both / all.own));
  const errors = cells.map((cell) => {
    let error = 0;
    for (let pair = 0; pair < own.length; pair++)
      error += Math.abs((seen[pair]?.[cell] ?? 0) - seenMean - gain * ((own[pair]?.[cell] ?? 0) - ownMean));
    return { cell, error };
  });
  const kept = errors
    .sort((a, b) => a.error - b.error)
    .slice(0, cells.length - Math.floor(cells.length * COVERED))
    .map(({ cell }) => cell);
  const scene = correlation(sumsOf(pairs, kept, meanIn(own, kept), meanIn(seen, kept)));
  const [ownMeans, seenMeans] = [meansOver(own, kept), meansOver(seen, kept)];
  const motion: Sums = { own: 0, seen: 0, both: 0 };
  for (let pair = 0; pair < own.length; pair++)
    kept.forEach((cell, i) => {
      const x = (own[pair]?.[cell] ?? 0) - (ownMeans[i] ?? 0);
      const y = (seen[pair]?.[cell] ?? 0) - (seenMeans[i] ?? 0);
      motion.own += x * x;
      motion.seen += y * y;
      motion.both += x * y;
    });
  return { whole, scene, motion: correlation(motion), ownMotion };
}
