import type { CertificateSource } from '../certificates/index.ts';
import type { Config } from '../config/configSchema.ts';
import type { ProcessMetrics } from '../process/process.ts';
import type { Sessions } from '../sessions/types.ts';
import type { Storage } from '../storage/types.ts';

export const processStates = ['failed', 'finished', 'finishing', 'killed', 'running', 'starting'] as const;

export interface MetricsDeps {
  config(): Config;
  readonly storages: Readonly<Record<'mem' | 'disk', Storage>>;
  readonly sessions: Pick<Sessions, 'metrics'>;
  processes(): readonly ProcessMetrics[];
  /** Totals since the core's start. */
  stateCounts(): Readonly<Record<ProcessMetrics['exec'], number>>;
  readonly certificates: Pick<CertificateSource, 'certificates' | 'problems'> | null;
}

export interface MetricDescription {
  readonly name: string;
  readonly description: string;
  readonly labels: readonly string[];
}

export interface MetricsQuery {
  /** 0 for the current values only. */
  readonly timerangeSec: number;
  /** 0 for all collected points. */
  readonly intervalSec: number;
  /** Label values are unanchored regular expressions; a broken one matches nothing. */
  readonly metrics: readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[];
}

/** Values are pairs of Unix seconds and number, oldest first; `labels` is null if the metric has none. */
export interface MetricsAnswer {
  readonly timerange_sec: number;
  readonly interval_sec: number;
  readonly metrics: { name: string; labels: Record<string, string> | null; values: [number, number][] }[];
}

export interface Metrics {
  known(): readonly MetricDescription[];
  query(query: MetricsQuery): Promise<MetricsAnswer>;
  prometheus(): Promise<{ type: string; text: string }>;
  stop(): Promise<void>;
}
