import { randomFrom } from '../../testing/randomFrom.ts';
import { LOOK_GRID } from '../look/look.ts';
import type { Frame } from './frame.ts';

const { width: COLUMNS, height: ROWS } = LOOK_GRID;
const CELLS = COLUMNS * ROWS;

/** The picture of a channel at a time in seconds, as 9x8 grey cells from 0 to 255. */
export type Picture = (at: number) => Float32Array;

interface Spot {
  phase: readonly [number, number, number, number];
  pace: readonly [number, number];
  level: number;
  size: number;
}

/** Spots that wander over a fixed background, never in the same place twice. `pace`: 1 is a lively picture. */
export function movingPicture(seed: number, pace = 1): Picture {
  const random = randomFrom(seed);
  const background = Float32Array.from({ length: CELLS }, () => 60 + random() * 120);
  const spots = Array.from({ length: 4 }, (): Spot => {
    return {
      phase: [random() * 7, random() * 7, random() * 7, random() * 7],
      pace: [(0.15 + random() * 0.5) * pace, (0.15 + random() * 0.5) * pace],
      level: (random() - 0.5) * 260,
      size: 0.8 + random(),
    };
  });
  return (at) => {
    const cells = background.slice();
    for (const { phase, pace: steps, level, size } of spots) {
      const [a, b, c, d] = phase;
      const x = COLUMNS * (0.5 + 0.3 * Math.sin(a + steps[0] * at) + 0.25 * Math.sin(b + steps[0] * 1.618 * at));
      const y = ROWS * (0.5 + 0.3 * Math.sin(c + steps[1] * at) + 0.25 * Math.sin(d + steps[1] * 1.732 * at));
      for (let cell = 0; cell < CELLS; cell++) {
        const [dx, dy] = [(cell % COLUMNS) + 0.5 - x, Math.floor(cell / COLUMNS) + 0.5 - y];
        cells[cell] = (cells[cell] ?? 0) + level * Math.exp(-(dx * dx + dy * dy) / (2 * size * size));
      }
    }
    return cells.map((value) => Math.max(16, Math.min(235, value)));
  };
}

export const stillPicture = (seed: number): Picture => {
  const still = movingPicture(seed)(0);
  return () => still;
};

export const blackPicture: Picture = () => new Float32Array(CELLS).fill(16);

export const greyOf = (cells: ArrayLike<number>): Uint8Array =>
  Uint8Array.from(cells, (value) => Math.max(0, Math.min(255, Math.round(value))));

/** One frame a second from `from` on, before `to`. */
export function framesOf(picture: Picture, from: number, to: number, every = 1): Frame[] {
  const frames: Frame[] = [];
  for (let at = from; at < to; at += every) frames.push({ at, grey: greyOf(picture(at)) });
  return frames;
}

/** The picture as a platform encodes it: less contrast, coarser levels, noise. */
export function reencoded(picture: Picture, seed = 5): Picture {
  const random = randomFrom(seed);
  return (at) => picture(at).map((value) => Math.round((value * 0.9 + 10) / 3) * 3 + (random() - 0.5));
}

/** With a bright logo in the upper right corner. */
export const withLogo =
  (picture: Picture): Picture =>
  (at) =>
    picture(at).map((value, cell) => (cell % COLUMNS >= COLUMNS - 2 && cell < COLUMNS * 2 ? 220 : value));
