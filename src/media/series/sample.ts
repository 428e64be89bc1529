/**
 * `failing`: it is asked to send and does not, also while it tries again. `waiting`: it was started, and has not begun yet.
 */
export const SUBJECT_STATES = ['live', 'waiting', 'failing', 'stopped'] as const;
export type SeriesState = (typeof SUBJECT_STATES)[number];

/**
 * The order is stored: append, with another version of the file. kbit/s, frames a second, seconds of video a second, percent of one
 * processor, MiB, and how many watch.
 */
export const METRICS = ['kbitIn', 'kbitOut', 'fps', 'speed', 'cpu', 'memory', 'viewers'] as const;
export type Metric = (typeof METRICS)[number];

/** One subject at one moment. A metric of which nothing is known is absent. */
export interface Measurement {
  readonly state: SeriesState;
  readonly figures: Readonly<Partial<Record<Metric, number>>>;
}

/** `seconds`: for how long it was known. */
export interface Spread {
  readonly seconds: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/** Outages within a span, so that two spans in a row make those of both. All but `count` in seconds. */
export interface Outages {
  readonly count: number;
  readonly longest: number;
  /** Of one that the span begins with, and of one that it ends with; 0: there is none. */
  readonly head: number;
  readonly tail: number;
}

/** One subject over a span of time. Nobody looked for what is missing in the sum of `seconds`. */
export interface SeriesSample {
  readonly seconds: Readonly<Record<SeriesState, number>>;
  readonly outages: Outages;
  readonly figures: Readonly<Partial<Record<Metric, Spread>>>;
}

const NO_OUTAGES: Outages = { count: 0, longest: 0, head: 0, tail: 0 };
const NO_SECONDS = { live: 0, waiting: 0, failing: 0, stopped: 0 };

/** @param seconds for which the reading stands */
export function sampleOf({ state, figures }: Measurement, seconds: number): SeriesSample {
  const spreads: Partial<Record<Metric, Spread>> = {};
  for (const metric of METRICS) {
    const value = figures[metric];
    if (value !== undefined && value >= 0 && value < Number.POSITIVE_INFINITY)
      spreads[metric] = { seconds, mean: value, min: value, max: value };
  }
  return {
    seconds: { ...NO_SECONDS, [state]: seconds },
    outages: state === 'failing' ? { count: 1, longest: seconds, head: seconds, tail: seconds } : NO_OUTAGES,
    figures: spreads,
  };
}

const isAllFailing = ({ seconds: { live, waiting, stopped } }: SeriesSample) => live + waiting + stopped === 0;

/**
 * Two spans as one. `before` is the earlier one; a gap between them neither ends an outage nor makes it longer.
 */
export function joinSamples(before: SeriesSample | undefined, after: SeriesSample): SeriesSample {
  if (before === undefined) return after;
  const [a, b] = [before.outages, after.outages];
  const across = a.tail > 0 && b.head > 0;
  const seconds = { ...NO_SECONDS };
  for (const state of SUBJECT_STATES) seconds[state] = before.seconds[state] + after.seconds[state];
  const figures: Partial<Record<Metric, Spread>> = {};
  for (const metric of METRICS) {
    const joined = joinSpreads(before.figures[metric], after.figures[metric]);
    if (joined !== undefined) figures[metric] = joined;
  }
  return {
    seconds,
    outages: {
      count: a.count + b.count - (across ? 1 : 0),
      longest: Math.max(a.longest, b.longest, across ? a.tail + b.head : 0),
      head: isAllFailing(before) ? a.head + b.head : a.head,
      tail: isAllFailing(after) ? a.tail + b.tail : b.tail,
    },
    figures,
  };
}

function joinSpreads(a: Spread | undefined, b: Spread | undefined): Spread | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const seconds = a.seconds + b.seconds;
  return {
    seconds,
    mean: seconds > 0 ? (a.mean * a.seconds + b.mean * b.seconds) / seconds : a.mean,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
  };
}

export interface Availability {
  /** Of the time for which it was to be on the air and somebody looked, from 0 to 1; null: there was none. */
  readonly onAir: number | null;
  readonly outages: number;
  /** Of the longest outage. */
  readonly longestSeconds: number;
  /** For so long somebody looked. */
  readonly observedSeconds: number;
}

/**
 * Of a month, or any other time: a start and what an operator has stopped are no outage.
 * @param sample of all of it; undefined: nobody looked
 */
export function availabilityOf(sample: SeriesSample | undefined): Availability {
  if (sample === undefined) return { onAir: null, outages: 0, longestSeconds: 0, observedSeconds: 0 };
  const { live, waiting, failing, stopped } = sample.seconds;
  return {
    onAir: live + failing > 0 ? live / (live + failing) : null,
    outages: sample.outages.count,
    longestSeconds: sample.outages.longest,
    observedSeconds: live + waiting + failing + stopped,
  };
}
