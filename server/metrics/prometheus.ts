import { Counter, Gauge, Registry } from 'prom-client';
import { metricDefinitions } from './metricDefinitions.ts';
import type { Snapshot } from './querySeries.ts';

/** The core's own name for it there. */
const prometheusLabel = (label: string): string => (label === 'processid' ? 'process' : label);

/** One snapshot in the text format of Prometheus; every value carries the id of the core. */
export async function prometheusText({ readings }: Snapshot, core: string): Promise<{ type: string; text: string }> {
  const registry = new Registry();
  registry.setDefaultLabels({ core });
  for (const { name, description, labels, prometheus } of metricDefinitions) {
    const values = readings.get(name) ?? [];
    if (prometheus === null || values.length === 0) continue;
    const labelNames = labels.map(prometheusLabel);
    const described = { name: prometheus.name, help: description, labelNames, registers: [registry] };
    const metric = prometheus.type === 'gauge' ? new Gauge(described) : new Counter(described);
    for (const { labels: told, value } of values) {
      metric.inc(
        Object.fromEntries(Object.entries(told).map(([label, text]) => [prometheusLabel(label), text])),
        value,
      );
    }
  }
  return { type: registry.contentType, text: await registry.metrics() };
}
