import type { Grid } from './resolutions.ts';
import {
  type Availability,
  availabilityOf,
  joinSamples,
  METRICS,
  type Metric,
  type SeriesSample,
  type SeriesState,
  SUBJECT_STATES,
} from './sample.ts';

/** Unix seconds of the start. */
export type TimedSample = readonly [time: number, SeriesSample];

type Column = (number | null)[];

/** One value per point; null if unobserved or unknown. */
export interface Columns {
  /** Unix seconds. */
  time: number[];
  seconds: Record<SeriesState, Column>;
  figures: Partial<Record<Metric, Record<'mean' | 'min' | 'max', Column>>>;
  availability: Availability;
}

/** @param samples in order of time; those outside the grid are ignored */
export function columnsOf({ from, step, points }: Grid, samples: Iterable<TimedSample>): Columns {
  const joined: (SeriesSample | undefined)[] = Array.from({ length: points });
  for (const [time, sample] of samples) {
    const at = Math.floor((time - from) / step);
    if (at >= 0 && at < points) joined[at] = joinSamples(joined[at], sample);
  }
  const column = (value: (sample: SeriesSample) => number | undefined): Column =>
    joined.map((sample) => (sample === undefined ? null : rounded(value(sample) ?? null)));
  const ofState = (state: SeriesState) => column(({ seconds }) => seconds[state]);
  const figures: Columns['figures'] = {};
  for (const metric of METRICS) {
    if (!joined.some((sample) => sample?.figures[metric] !== undefined)) continue;
    const columnOf = (statistic: 'mean' | 'min' | 'max') => column((sample) => sample.figures[metric]?.[statistic]);
    figures[metric] = { mean: columnOf('mean'), min: columnOf('min'), max: columnOf('max') };
  }
  return {
    time: joined.map((_, at) => from + at * step),
    seconds: {
      ...{ live: ofState('live'), waiting: ofState('waiting') },
      ...{ failing: ofState('failing'), stopped: ofState('stopped') },
    },
    figures,
    availability: availabilityOf(
      joined.reduce((all, sample) => (sample === undefined ? all : joinSamples(all, sample)), undefined),
    ),
  };
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000);

const UNITS: Readonly<Record<Metric, string>> = {
  kbitIn: 'kbit_in',
  kbitOut: 'kbit_out',
  fps: 'fps',
  speed: 'speed',
  cpu: 'cpu_percent',
  memory: 'memory_mib',
  viewers: 'viewers',
};

/** RFC 4180. Unobserved points have empty fields. */
export function csvOf({ time, seconds, figures }: Columns): string {
  const metrics = METRICS.flatMap((metric) => {
    const found = figures[metric];
    return found === undefined ? [] : [{ unit: UNITS[metric], ...found }];
  });
  const head = [
    'time',
    ...SUBJECT_STATES.map((state) => `${state}_seconds`),
    ...metrics.flatMap(({ unit }) => [`${unit}_mean`, `${unit}_min`, `${unit}_max`]),
  ];
  const columns = [
    ...SUBJECT_STATES.map((state) => seconds[state]),
    ...metrics.flatMap(({ mean, min, max }) => [mean, min, max]),
  ];
  const rows = time.map((at, row) => [
    new Date(at * 1000).toISOString(),
    ...columns.map((column) => column[row] ?? ''),
  ]);
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
