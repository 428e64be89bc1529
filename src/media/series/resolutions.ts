const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/**
 * How finely samples are kept, from the finest on: seconds of one, and how many. The number counts and not the time, so that no
 * clock that is set removes anything: 24 hours, 8 and 90 days, and 400 days twice, as a year is read in few samples then.
 */
export const RESOLUTIONS = [
  { seconds: 10, most: DAY / 10 },
  { seconds: MINUTE, most: (8 * DAY) / MINUTE },
  { seconds: 15 * MINUTE, most: (90 * DAY) / (15 * MINUTE) },
  { seconds: HOUR, most: (400 * DAY) / HOUR },
  { seconds: 6 * HOUR, most: (400 * DAY) / (6 * HOUR) },
] as const;

/** More are not read for one chart: they take too long. */
const MOST_SAMPLES = 2000;

/** Between two points of a chart; longer ones are whole days. */
const STEPS = [10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];

/** Unix seconds; `to` is not in it. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Points at whole multiples of `step` seconds, made of the samples of one resolution. */
export interface Grid {
  /** Of the first point. */
  readonly from: number;
  readonly step: number;
  readonly points: number;
  /** Place in RESOLUTIONS. */
  readonly resolution: number;
}

export const stepBegin = (time: number, step: number) => Math.floor(time / step) * step;

/**
 * The finest that has so many points and has not forgotten the beginning, from the coarsest samples that make it up.
 * @param oldest sample of each resolution, unix seconds; null: there is none
 */
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
    // The first of a coarser one begins earlier, as it begins at a whole hour.
    return RESOLUTIONS.every(
      ({ seconds }, at) => at <= resolution || own <= Math.max(begin, (oldest[at] ?? own) + seconds),
    );
  };
  for (const step of STEPS) {
    const grid = gridOf(step);
    if (grid.points <= points && isQuick(grid) && isWhole(grid)) return grid;
  }
  // A grid that begins at a whole step may need one point more.
  const days = Math.ceil((to - from) / DAY / Math.max(1, points - 1));
  return gridOf(DAY * (points === 1 ? oneStepDays(from, to) : days));
}

/** So many days that both are in the same step. */
function oneStepDays(from: number, to: number): number {
  let days = 1;
  while (stepBegin(from, days * DAY) + days * DAY < to) days *= 2;
  return days;
}
