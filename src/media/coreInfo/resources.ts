import type { MetricsAnswer } from '../../api/answers/metrics.ts';

/** `limit`: null if unlimited; `percent`: null if unknown. */
export type Usage = { used: number; limit: number | null; percent: number | null; warning: boolean };

export type Resources = {
  uptimeSeconds: number;
  /** Percent of the machine. */
  cpu: Usage & { cores: number };
  /** Bytes. */
  memory: Usage;
  /** Bytes. */
  memfs: Usage;
  /** Bytes; all zero if the core does not report it. */
  disk: Usage;
  /** Bytes of the whole disk, whatever uses them. */
  volume?: Usage;
  /** Sent to viewers, in kbit/s of 1024 bit, the unit of the core's limit. */
  network: Usage;
  sessions: Usage;
  warning: boolean;
};

export const METRICS = [
  'uptime_uptime',
  'cpu_ncpu',
  'cpu_idle',
  'mem_total',
  'mem_free',
  'filesystem_limit',
  'filesystem_usage',
  'disk_total',
  'disk_usage',
  'session_limit',
  'session_active',
  'session_txbitrate',
  'session_maxtxbitrate',
] as const;

const WARN_PERCENT = 75;

function usage(used: number, limit: number): Usage {
  if (limit <= 0) return { used, limit: null, percent: null, warning: false };
  const percent = (used / limit) * 100;
  return { used, limit, percent, warning: percent >= WARN_PERCENT };
}

export function resourcesOf({ metrics }: MetricsAnswer): Resources {
  const metricValue = (name: (typeof METRICS)[number], labels: Record<string, string> = {}): number | null => {
    const found = metrics.find(
      (metric) =>
        metric.name === name && Object.entries(labels).every(([label, text]) => metric.labels[label] === text),
    );
    return found?.values[0]?.[1] ?? null;
  };
  const value = (...args: Parameters<typeof metricValue>) => metricValue(...args) ?? 0;
  const storage = (name: string) => usage(value('filesystem_usage', { name }), value('filesystem_limit', { name }));
  const hls = { collector: 'hls' };
  const total = value('mem_total');
  const cores = value('cpu_ncpu');
  const idle = metricValue('cpu_idle');
  const free = metricValue('mem_free');
  const figures = {
    cpu: { ...usage(cores > 0 && idle !== null ? 100 - idle : 0, 100), cores },
    memory: free === null ? usage(0, 0) : usage(total - free, total),
    memfs: storage('memfs'),
    disk: storage('diskfs'),
    ...(metricValue('disk_total') === null ? {} : { volume: usage(value('disk_usage'), value('disk_total')) }),
    network: usage(value('session_txbitrate', hls) / 1024, value('session_maxtxbitrate', hls) / 1024),
    sessions: usage(value('session_active', hls), value('session_limit', hls)),
  };
  const { cpu, memory, memfs, disk, network } = figures;
  return {
    uptimeSeconds: value('uptime_uptime'),
    ...figures,
    // Many viewers are not a shortage.
    warning: [cpu, memory, memfs, disk, network].some(({ warning }) => warning),
  };
}

const freeOf = ({ used, limit }: Usage): number => (limit === null ? Number.POSITIVE_INFINITY : limit - used);

export const scarcestDisk = ({ disk, volume = disk }: Pick<Resources, 'disk' | 'volume'>): Usage =>
  freeOf(volume) < freeOf(disk) ? volume : disk;
