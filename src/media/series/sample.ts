/** `failing`: should send, but does not, even while it retries; `waiting`: not live since its start. */
export const SUBJECT_STATES = ['live', 'waiting', 'failing', 'stopped'] as const;
export type SeriesState = (typeof SUBJECT_STATES)[number];

/**
 * Part of the file format, so only append. In kbit/s, frames per second, speed, percent of a CPU core, MiB, viewers.
 */
export const METRICS = ['kbitIn', 'kbitOut', 'fps', 'speed', 'cpu', 'memory', 'viewers'] as const;
export type Metric = (typeof METRICS)[number];

/** Unknown metrics are absent. */
export interface Measurement {
  readonly state: SeriesState;
  readonly figures: Readonly<Partial<Record<Metric, number>>>;
}

export interface Spread {
  readonly seconds: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/** Seconds except `count`. */
export interface Outages {
  readonly count: number;
  readonly longest: number;
  /** Outage at the start and at the end of the span; 0 for none. */
  readonly head: number;
  readonly tail: number;
}

/** The sum of `seconds` is the observed time. */
export interface SeriesSample {
  readonly seconds: Readonly<Record<SeriesState, number>>;
  readonly outages: Outages;
  readonly figures: Readonly<Partial<Record<Metric, Spread>>>;
}

const NO_OUTAGES: Outages = { count: 0, longest: 0, head: 0, tail: 0 };
const NO_SECONDS = { live: 0, waiting: 0, failing: 0, stopped: 0 };

/** @param seconds that the reading covers */
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

/** `before` must be the earlier span. A gap neither ends nor extends an outage. */
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
  /** 0 to 1, of the observed time in which it should be live; null without such time. */
  readonly onAir: number | null;
  readonly outages: number;
  readonly longestSeconds: number;
  readonly observedSeconds: number;
}

/** A start and a stop by an operator are no outage. */
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
