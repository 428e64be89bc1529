import { type HistoryAnswer, MOST_POINTS } from '../../api/agentEndpoints.ts';
import { FIGURES, type FigureName } from './figures.ts';
import { type Availability, type SeriesState, SUBJECT_STATES } from './sample.ts';

export interface Range {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

export interface HistoryPoint {
  /** Unix seconds; `end` is exclusive. */
  readonly time: number;
  readonly end: number;
  /** Null if unobserved. */
  readonly seconds: Readonly<Record<SeriesState, number>> | null;
  readonly figures: Readonly<Partial<Record<FigureName, Range>>>;
}

export interface HistorySeries {
  readonly points: readonly HistoryPoint[];
  readonly figures: readonly FigureName[];
  readonly availability: Availability;
}

type Column = readonly (number | null)[];

const isTrue = (value: number | null | undefined): value is number =>
  typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY;

/** Null for columns of different lengths, or times that do not ascend. */
export function readHistory({ step, time, seconds, figures, availability }: HistoryAnswer): HistorySeries | null {
  const byName: Readonly<Partial<Record<string, Record<keyof Range, Column> | undefined>>> = figures;
  const present = FIGURES.flatMap(({ name }) => {
    const columns = byName[name];
    return columns === undefined ? [] : [{ name, ...columns }];
  });
  const columns = [...SUBJECT_STATES.map((state) => seconds[state]), ...present.flatMap((each) => rangeColumns(each))];
  if (!isTrue(step) || step === 0 || time.length > MOST_POINTS) return null;
  if (columns.some(({ length }) => length !== time.length)) return null;
  if (!time.every((at, n) => isTrue(at) && (n === 0 || at > (time[n - 1] ?? at)))) return null;
  return {
    points: time.map((at, n) => ({
      time: at,
      end: Math.min(at + step, time[n + 1] ?? at + step),
      seconds: secondsAt(seconds, n),
      figures: Object.fromEntries(
        present.flatMap(({ name, mean, min, max }) => {
          const [of, least, most] = [mean[n], min[n], max[n]];
          return isTrue(of)
            ? [[name, { mean: of, min: isTrue(least) ? least : of, max: isTrue(most) ? most : of }]]
            : [];
        }),
      ),
    })),
    figures: present.filter(({ mean }) => mean.some(isTrue)).map(({ name }) => name),
    availability,
  };
}

const rangeColumns = ({ mean, min, max }: Record<keyof Range, Column>) => [mean, min, max];

function secondsAt(seconds: HistoryAnswer['seconds'], n: number): HistoryPoint['seconds'] {
  const [live, waiting, failing, stopped] = SUBJECT_STATES.map((state) => seconds[state][n]).map((s) =>
    isTrue(s) ? s : 0,
  );
  const found = { live: live ?? 0, waiting: waiting ?? 0, failing: failing ?? 0, stopped: stopped ?? 0 };
  return SUBJECT_STATES.some((state) => found[state] > 0) ? found : null;
}

/** Merges consecutive points of the same group, for example a local day. */
export function joinPoints(points: readonly HistoryPoint[], groupOf: (time: number) => number): HistoryPoint[] {
  const joined: HistoryPoint[] = [];
  let group: number | null = null;
  for (const point of points) {
    const last = joined.at(-1);
    const own = groupOf(point.time);
    if (last !== undefined && group === own) joined[joined.length - 1] = joinTwo(last, point);
    else joined.push(point);
    group = own;
  }
  return joined;
}

/** A stopped or waiting subject has no figures. */
const active = ({ seconds }: HistoryPoint) => (seconds === null ? 0 : seconds.live + seconds.failing);

function joinTwo(a: HistoryPoint, b: HistoryPoint): HistoryPoint {
  const figures: Partial<Record<FigureName, Range>> = {};
  for (const { name } of FIGURES) {
    const [left, right] = [a.figures[name], b.figures[name]];
    const [first, last] = [left ?? right, right ?? left];
    if (first === undefined || last === undefined) continue;
    const share = left && right && active(a) + active(b) > 0 ? active(a) / (active(a) + active(b)) : 0.5;
    figures[name] = {
      mean: first.mean * share + last.mean * (1 - share),
      min: Math.min(first.min, last.min),
      max: Math.max(first.max, last.max),
    };
  }
  return { time: a.time, end: b.end, seconds: joinSeconds(a.seconds, b.seconds), figures };
}

function joinSeconds(a: HistoryPoint['seconds'], b: HistoryPoint['seconds']): HistoryPoint['seconds'] {
  if (a === null || b === null) return a ?? b;
  return {
    ...{ live: a.live + b.live, waiting: a.waiting + b.waiting },
    ...{ failing: a.failing + b.failing, stopped: a.stopped + b.stopped },
  };
}

/** `unseen`: unobserved. */
export type PointState = SeriesState | 'unseen';

const WORST_FIRST = ['failing', 'waiting', 'live', 'stopped'] as const satisfies readonly SeriesState[];

/** Returns the worst state, so a short outage stays visible. */
export const stateOfPoint = ({ seconds }: HistoryPoint): PointState =>
  (seconds && WORST_FIRST.find((state) => seconds[state] > 0)) ?? 'unseen';

/** `seconds`: failing time within the outage. */
export interface SeenOutage {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
}

/** Merges consecutive failing points; as precise as the points. */
export function outagesIn(points: readonly HistoryPoint[]): SeenOutage[] {
  const outages: SeenOutage[] = [];
  for (const { time, end, seconds } of points) {
    if (seconds === null || seconds.failing === 0) continue;
    const last = outages.at(-1);
    if (last?.to === time) outages[outages.length - 1] = { ...last, to: end, seconds: last.seconds + seconds.failing };
    else outages.push({ from: time, to: end, seconds: seconds.failing });
  }
  return outages;
}

export interface StateRun {
  readonly state: PointState;
  readonly from: number;
  readonly to: number;
}

/** Merges consecutive points with the same state. A gap is `unseen`. */
export function stateRuns(points: readonly HistoryPoint[]): StateRun[] {
  const runs: StateRun[] = [];
  const add = (run: StateRun) => {
    const last = runs.at(-1);
    if (last?.state === run.state) runs[runs.length - 1] = { ...last, to: run.to };
    else runs.push(run);
  };
  for (const point of points) {
    const last = runs.at(-1);
    if (last !== undefined && last.to < point.time) add({ state: 'unseen', from: last.to, to: point.time });
    add({ state: stateOfPoint(point), from: point.time, to: point.end });
  }
  return runs;
}

/** Ignores unobserved points. */
export function secondsInStates(points: readonly HistoryPoint[]): Readonly<Record<SeriesState, number>> {
  const sum = (state: SeriesState) => points.reduce((all, { seconds }) => all + (seconds?.[state] ?? 0), 0);
  return { live: sum('live'), waiting: sum('waiting'), failing: sum('failing'), stopped: sum('stopped') };
}

/** Data for the chart library: each point lasts until its end, and null breaks the line. */
export interface ChartColumns {
  readonly time: number[];
  readonly mean: (number | null)[];
  readonly min: (number | null)[];
  readonly max: (number | null)[];
}

export function chartColumns(points: readonly HistoryPoint[], figure: FigureName): ChartColumns {
  const twice = <T>(of: (point: HistoryPoint) => T) => points.flatMap((point) => [of(point), of(point)]);
  const column = (of: keyof Range) => twice(({ figures }) => figures[figure]?.[of] ?? null);
  return {
    time: points.flatMap(({ time, end }) => [time, end]),
    ...{ mean: column('mean'), min: column('min'), max: column('max') },
  };
}

export function nearestPoint(points: readonly HistoryPoint[], time: number): number | null {
  if (points.length === 0) return null;
  const after = points.findIndex(({ end }) => time < end);
  return after === -1 ? points.length - 1 : after;
}
