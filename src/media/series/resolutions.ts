const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** Finest first. Limits are counts, because counts survive clock changes. */
export const RESOLUTIONS = [
  { seconds: 10, most: DAY / 10 },
  { seconds: MINUTE, most: (8 * DAY) / MINUTE },
  { seconds: 15 * MINUTE, most: (90 * DAY) / (15 * MINUTE) },
  { seconds: HOUR, most: (400 * DAY) / HOUR },
  { seconds: 6 * HOUR, most: (400 * DAY) / (6 * HOUR) },
] as const;

/** Reading more takes too long for one chart. */
const MOST_SAMPLES = 2000;

/** Seconds between points; larger steps are whole days. */
const STEPS = [10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];

/** Unix seconds; `to` is exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export interface Grid {
  readonly from: number;
  readonly step: number;
  readonly points: number;
  /** Index in RESOLUTIONS. */
  readonly resolution: number;
}

export const stepBegin = (time: number, step: number) => Math.floor(time / step) * step;

/** Chooses the finest resolution that covers the start. `oldest`: oldest sample per resolution (unix seconds). */
export function chooseGrid({ from, to }: TimeSpan, points: number, oldest: readonly (number | null)[]): Grid {
  const gridOf = (step: number): Grid => {
    const begin = stepBegin(from, step);
    const resolution = RESOLUTIONS.findLastIndex(({ seconds }) => step % seconds === 0);
    return { from: begin, step, points: Math.ceil((to - begin) / step), resolution };
  };
  const isQuick = ({ step, points: count, resolution }: Grid) => {
    const { seconds = step } = RESOLUTIONS[resolution] ?? {};
    return count * (step / seconds) <= MOST_SAMPLES || resolution === RESOLUTIONS.length - 1;
  };
  const isWhole = ({ from: begin, resolution }: Grid) => {
    const own = oldest[resolution] ?? Number.POSITIVE_INFINITY;
    // Coarser samples start earlier, at a whole hour.
    return RESOLUTIONS.every(
      ({ seconds }, at) => at <= resolution || own <= Math.max(begin, (oldest[at] ?? own) + seconds),
    );
  };
  for (const step of STEPS) {
    const grid = gridOf(step);
    if (grid.points <= points && isQuick(grid) && isWhole(grid)) return grid;
  }
  // A grid that starts at a whole step may need one more point.
  const days = Math.ceil((to - from) / DAY / Math.max(1, points - 1));
  return gridOf(DAY * (points === 1 ? oneStepDays(from, to) : days));
}

function oneStepDays(from: number, to: number): number {
  let days = 1;
  while (stepBegin(from, days * DAY) + days * DAY < to) days *= 2;
  return days;
}
