/** One value per second, newest last; null if unknown. */
export type FigureTrail = readonly (number | null)[];
const TRAIL_S = 300;

/** `at`: second of the newest values (ms). */
export interface FigureHistory {
  at: number;
  bitrate: FigureTrail;
  fps: FigureTrail;
  speed: FigureTrail;
}

export type FigureValues = Readonly<Record<'bitrate' | 'fps' | 'speed', number | null>>;

export const NO_VALUES: FigureValues = { bitrate: null, fps: null, speed: null };

const unseen = (seconds: number): FigureTrail => Array<null>(seconds).fill(null);

export function addFigures(
  before: Readonly<Record<string, FigureHistory>>,
  channel: string,
  at: number,
  now: FigureValues,
): Readonly<Record<string, FigureHistory>> {
  const recent = Object.entries(before).filter(([, trails]) => at - trails.at < TRAIL_S * 1000);
  const trails = Object.fromEntries(recent);
  const last = trails[channel] ?? { at: at - 1000, bitrate: [], fps: [], speed: [] };
  const seconds = Math.round((at - last.at) / 1000);
  if (seconds < 1) return before;
  const grow = (trail: FigureTrail, value: number | null): FigureTrail =>
    [...trail, ...unseen(seconds - 1), value].slice(-TRAIL_S);
  return {
    ...trails,
    [channel]: {
      at: last.at + seconds * 1000,
      bitrate: grow(last.bitrate, now.bitrate),
      fps: grow(last.fps, now.fps),
      speed: grow(last.speed, now.speed),
    },
  };
}
