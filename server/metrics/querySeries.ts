import { compileExpression } from '../pattern/expression.ts';
import { ApiError } from '../util/apiError.ts';
import { limit } from '../util/limits.ts';
import type { MetricSample } from './metricDefinitions.ts';
import type { MetricsAnswer, MetricsQuery } from './types.ts';

export interface Snapshot {
  /** Unix seconds. */
  readonly second: number;
  readonly readings: ReadonlyMap<string, readonly MetricSample[]>;
}

type Series = MetricsAnswer['metrics'][number];

/** Steps of a query: well below a second, and more than the history of 1000 processes needs. */
const MAX_WORK = 30_000_000;

type Spend = (work: number) => void;

function budgetOf(max: number): Spend {
  let left = max;
  return (work) => {
    left -= work;
    if (left < 0) throw new ApiError(400, 'Bad Request', ['the query asks for too much at once']);
  };
}

/** Returns one series per metric and set of labels, oldest first. Throws a 400 above the limits. */
export function selectSeries(
  snapshots: readonly Snapshot[],
  requested: MetricsQuery['metrics'],
  { mostWork = MAX_WORK, mostPoints = limit('metricsPoints') } = {},
): Series[] {
  const series = new Map<string, Series>();
  const spend = budgetOf(mostWork);
  const count = budgetOf(mostPoints);
  count(requested.length * snapshots.length);
  for (const { name, labels: patterns } of requested) {
    const fits = matcher(patterns, spend);
    spend(1 + snapshots.length);
    for (const { second, readings } of snapshots) {
      for (const { labels, value } of readings.get(name) ?? []) {
        spend(1);
        if (!fits(labels)) continue;
        const key = JSON.stringify([name, labels]);
        const existing = series.get(key) ?? {
          name,
          labels: Object.keys(labels).length === 0 ? null : labels,
          values: [],
        };
        // A metric that the query repeats is returned once.
        if ((existing.values.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY) >= second) continue;
        count(1);
        existing.values.push([second, Math.round(value * 1000) / 1000]);
        series.set(key, existing);
      }
    }
  }
  return [...series.values()];
}

function matcher(
  patterns: Readonly<Record<string, string>>,
  spend: Spend,
): (labels: Readonly<Record<string, string>>) => boolean {
  const tests = Object.entries(patterns).map(([label, pattern]) => [label, testOf(pattern, spend)] as const);
  return (labels) =>
    tests.every(([label, test]) => {
      const value = labels[label];
      return value !== undefined && test(value);
    });
}

/** Labels repeat in each snapshot, so the results are cached. */
function testOf(pattern: string, spend: Spend): (value: string) => boolean {
  spend(1 + pattern.length);
  const expression = compileExpression(pattern, spend);
  // The real core accepts a broken pattern too, and matches nothing.
  if (expression === null) return () => false;
  const results = new Map<string, boolean>();
  return (value) => {
    const fits = results.get(value) ?? expression.test(value);
    results.set(value, fits);
    return fits;
  };
}

export function downsample(
  snapshots: readonly Snapshot[],
  { now, rangeSec, intervalSec }: { now: number; rangeSec: number; intervalSec: number },
): Snapshot[] {
  const selected: Snapshot[] = [];
  for (const snapshot of snapshots) {
    const last = selected.at(-1);
    const isRecent = snapshot.second >= now - rangeSec;
    if (isRecent && (last === undefined || snapshot.second - last.second >= intervalSec)) selected.push(snapshot);
  }
  return selected;
}
