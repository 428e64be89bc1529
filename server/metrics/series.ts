import type { Reading } from './table.ts';
import type { MetricsAnswer, MetricsQuery } from './types.ts';

/** All readings of one moment, by metric. */
export interface Snapshot {
  /** Unix seconds. */
  readonly second: number;
  readonly readings: ReadonlyMap<string, readonly Reading[]>;
}

type Series = MetricsAnswer['metrics'][number];

/** Snapshots, oldest first, as one series per asked metric and set of labels. */
export function seriesOf(snapshots: readonly Snapshot[], asked: MetricsQuery['metrics']): Series[] {
  const series = new Map<string, Series>();
  for (const { name, labels: wanted } of asked) {
    const fits = matcher(wanted);
    for (const { second, readings } of snapshots) {
      for (const { labels, value } of readings.get(name) ?? []) {
        if (!fits(labels)) continue;
        const key = JSON.stringify([name, labels]);
        const known = series.get(key) ?? { name, labels: Object.keys(labels).length === 0 ? null : labels, values: [] };
        // A metric that is asked for twice is answered once.
        if (known.values.at(-1)?.[0] !== second) known.values.push([second, Math.round(value * 1000) / 1000]);
        series.set(key, known);
      }
    }
  }
  return [...series.values()];
}

function matcher(wanted: Readonly<Record<string, string>>): (labels: Readonly<Record<string, string>>) => boolean {
  const tests = Object.entries(wanted).map(([label, pattern]) => [label, testOf(pattern)] as const);
  return (labels) =>
    tests.every(([label, test]) => {
      const value = labels[label];
      return value !== undefined && test(value);
    });
}

function testOf(pattern: string): (value: string) => boolean {
  try {
    const expression = new RegExp(pattern);
    return (value) => expression.test(value);
  } catch {
    // A broken pattern is not an error of the core either: it matches nothing.
    return () => false;
  }
}

/** The snapshots of the last `rangeSec` seconds, at least `intervalSec` apart. */
export function downsample(
  snapshots: readonly Snapshot[],
  { now, rangeSec, intervalSec }: { now: number; rangeSec: number; intervalSec: number },
): Snapshot[] {
  const kept: Snapshot[] = [];
  for (const snapshot of snapshots) {
    const last = kept.at(-1);
    const isRecent = snapshot.second >= now - rangeSec;
    if (isRecent && (last === undefined || snapshot.second - last.second >= intervalSec)) kept.push(snapshot);
  }
  return kept;
}
