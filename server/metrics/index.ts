import { Counter, Gauge, Registry } from 'prom-client';
import { elapsedMs } from '../util/elapsedMs.ts';
import { LONGEST_TIMER_MS } from '../util/longestTimerMs.ts';
import { type Metric, type MetricSample, type MetricSources, metricDefinitions } from './metricDefinitions.ts';
import { createCpuSampler } from './procStats.ts';
import { downsample, type Snapshot, selectSeries } from './querySeries.ts';
import type { Metrics, MetricsDeps } from './types.ts';

/** The real core's label in Prometheus. */
const prometheusLabel = (label: string): string => (label === 'processid' ? 'process' : label);

async function prometheusText({ readings }: Snapshot, core: string): Promise<{ type: string; text: string }> {
  const registry = new Registry();
  registry.setDefaultLabels({ core });
  for (const { name, description, labels, prometheus } of metricDefinitions) {
    const values = readings.get(name) ?? [];
    if (prometheus === null || values.length === 0) continue;
    const labelNames = labels.map(prometheusLabel);
    const described = { name: prometheus.name, help: description, labelNames, registers: [registry] };
    const metric = prometheus.type === 'gauge' ? new Gauge(described) : new Counter(described);
    for (const { labels, value } of values) {
      metric.inc(
        Object.fromEntries(Object.entries(labels).map(([label, text]) => [prometheusLabel(label), text])),
        value,
      );
    }
  }
  return { type: registry.contentType, text: await registry.metrics() };
}

export type { Metrics, MetricsDeps } from './types.ts';

/** Uptime starts here. History is collected if `metrics.enable` is set now. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const { config, storages } = deps;
  const settings = config().metrics;
  const clockMs = Date.now() - elapsedMs();
  const now = () => clockMs + elapsedMs();
  const setBy = () => {
    const seconds = Math.round((Date.now() - now()) / 1000);
    return Math.abs(seconds) > 1 ? seconds : 0;
  };
  const startedMs = now();
  const cpu = createCpuSampler();
  let history: Snapshot[] = [];

  const usageOf = async () => {
    const [mem, disk] = await Promise.all([storages.mem.usage(), storages.disk.usage()]);
    return [
      { name: 'memfs', usage: mem },
      { name: 'diskfs', usage: disk },
    ];
  };

  const snapshot = async (metrics: readonly Metric[]): Promise<Snapshot> => {
    let usage: ReturnType<typeof usageOf> | null = null;
    const sources: MetricSources = {
      ...deps,
      cpu: cpu.shares,
      uptimeSeconds: () => (now() - startedMs) / 1000,
      usage() {
        usage ??= usageOf();
        return usage;
      },
    };
    const second = Math.floor(now() / 1000);
    const readings = await Promise.all(
      // An unreadable value (a missing disk) must not hide the others.
      metrics.map(async (metric): Promise<[string, readonly MetricSample[]]> => {
        return [metric.name, await metric.read(sources).catch(() => [])];
      }),
    );
    return { second, readings: new Map(readings) };
  };

  const collect = async () => {
    cpu.sample();
    if (!settings.enable) return;
    const current = await snapshot(metricDefinitions);
    history = [...history, current].filter(({ second }) => second >= current.second - settings.range_sec);
  };
  let collecting: Promise<void> | null = null;
  const timer = setInterval(
    () => {
      // A slow disk is not read concurrently.
      collecting ??= collect().finally(() => {
        collecting = null;
      });
    },
    Math.min(Math.max(1, settings.interval_sec) * 1000, LONGEST_TIMER_MS),
  );
  timer.unref();

  return {
    known: () => metricDefinitions.map(({ name, description, labels }) => ({ name, description, labels })),
    async query({ timerangeSec, intervalSec, metrics }) {
      const requested = new Set(metrics.map(({ name }) => name));
      const snapshots =
        timerangeSec > 0
          ? downsample(history, { now: Math.floor(now() / 1000), rangeSec: timerangeSec, intervalSec })
          : [await snapshot(metricDefinitions.filter(({ name }) => requested.has(name)))];
      return {
        timerange_sec: settings.enable ? settings.range_sec : 0,
        interval_sec: settings.enable ? settings.interval_sec : 0,
        metrics: selectSeries(snapshots, metrics).map((series) => ({
          ...series,
          values: series.values.map(([second, value]): [number, number] => [second + setBy(), value]),
        })),
      };
    },
    prometheus: async () => prometheusText(await snapshot(metricDefinitions), config().id),
    async stop() {
      clearInterval(timer);
      await collecting;
    },
  };
}
