import { type Collector, createCollector, roundToThousandths } from './collector.ts';
import { createTotals } from './totals.ts';
import {
  type CollectorMetrics,
  type CollectorName,
  type CollectorSummary,
  collectorNames,
  type SessionEntry,
} from './types.ts';

const MBIT = 1024 * 1024;

export type Collectors = { readonly [Name in CollectorName]: Collector };

type Clocks = Parameters<typeof createCollector>[0];

export function createCollectors(clocks: Clocks): Collectors {
  const create = () => createCollector(clocks);
  return {
    hls: create(),
    hlsingress: create(),
    rtmp: create(),
    srt: create(),
    http: create(),
    https: create(),
    ffmpeg: create(),
  };
}

/** 0 for unlimited. Publishers are not limited. */
export interface SessionLimits {
  readonly maxSessions: number;
  readonly maxBitrateMbit: number;
}

const NO_LIMITS: SessionLimits = { maxSessions: 0, maxBitrateMbit: 0 };
const limitsOf = (name: CollectorName, limits: SessionLimits): SessionLimits =>
  name === 'hlsingress' ? NO_LIMITS : limits;

interface SummaryParts {
  readonly limits: SessionLimits;
  readonly second: number;
  readonly list: SessionEntry[];
}

export function summarizeCollector(
  collectors: Collectors,
  name: string,
  { limits, second, list }: SummaryParts,
): CollectorSummary {
  const collectorName = collectorNames.find((candidate) => candidate === name);
  if (collectorName === undefined) return createEmptySummary();
  const { active, ended, rx, tx } = collectors[collectorName];
  const { maxSessions, maxBitrateMbit } = limitsOf(collectorName, limits);
  return {
    active: {
      list,
      sessions: active.size,
      bandwidth_rx_mbit: roundToThousandths(rx.bitsPerSecond(second) / MBIT),
      bandwidth_tx_mbit: roundToThousandths(tx.bitsPerSecond(second) / MBIT),
      max_sessions: maxSessions,
      max_bandwidth_rx_mbit: 0,
      max_bandwidth_tx_mbit: maxBitrateMbit,
    },
    summary: ended.summary(),
  };
}

export function measureCollectors(collectors: Collectors, limits: SessionLimits, second: number): CollectorMetrics[] {
  return collectorNames.map((name) => {
    const { active, ended, rx, tx } = collectors[name];
    const { maxSessions, maxBitrateMbit } = limitsOf(name, limits);
    return {
      collector: name,
      active: active.size,
      total: active.size + ended.sessions(),
      limit: maxSessions,
      rxBytes: rx.total(),
      txBytes: tx.total(),
      rxBitrate: roundToThousandths(rx.bitsPerSecond(second)),
      txBitrate: roundToThousandths(tx.bitsPerSecond(second)),
      maxRxBitrate: 0,
      maxTxBitrate: maxBitrateMbit * MBIT,
    };
  });
}

export const createEmptySummary = (): CollectorSummary => ({
  active: {
    list: [],
    sessions: 0,
    bandwidth_rx_mbit: 0,
    bandwidth_tx_mbit: 0,
    max_sessions: 0,
    max_bandwidth_rx_mbit: 0,
    max_bandwidth_tx_mbit: 0,
  },
  summary: createTotals().summary(),
});
