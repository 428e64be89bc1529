import { readFile, statfs } from 'node:fs/promises';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { CERTIFICATE_METRIC, CERTIFICATE_PROBLEM_METRIC } from '../../src/api/coreExtensions.ts';
import type { CollectorMetrics } from '../sessions/types.ts';
import { type CpuShares, parseNetwork } from './procStats.ts';
import { type MetricDescription, type MetricsDeps, processStates } from './types.ts';

export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface StorageUsage {
  readonly usedBytes: number;
  readonly limitBytes: number;
  readonly files: number;
}

export interface MetricSources extends MetricsDeps {
  /** Walking the disk is slow, so each snapshot does it once. */
  usage(): Promise<readonly { name: string; usage: StorageUsage }[]>;
  uptimeSeconds(): number;
  cpu(): CpuShares | null;
}

export interface Metric extends MetricDescription {
  /** null if not exported. */
  readonly prometheus: { readonly name: string; readonly type: 'gauge' | 'counter' } | null;
  read(sources: MetricSources): Promise<readonly MetricSample[]>;
}

const oneSample = (value: number): MetricSample[] => [{ labels: {}, value }];
const gauge = (name: string) => ({ name, type: 'gauge' as const });
const counter = (name: string) => ({ name, type: 'counter' as const });

const cpu = (part: keyof CpuShares, description: string): Metric => ({
  name: `cpu_${part}`,
  description,
  labels: [],
  prometheus: gauge(`cpu_${part}_time_percent`),
  async read(sources) {
    const shares = sources.cpu();
    return shares === null ? [] : oneSample(shares[part]);
  },
});

const disk = (part: 'total' | 'usage', description: string): Metric => ({
  name: `disk_${part}`,
  description,
  labels: ['path'],
  prometheus: gauge(`disk_${part}_bytes`),
  async read({ config }) {
    const path = config().storage.disk.dir;
    const { blocks, bfree, bsize } = await statfs(path);
    return [{ labels: { path }, value: (part === 'total' ? blocks : blocks - bfree) * bsize }];
  },
});

const filesystem = (part: 'files' | 'limit' | 'usage', description: string, field: keyof StorageUsage): Metric => ({
  name: `filesystem_${part}`,
  description,
  labels: ['name'],
  prometheus: gauge(part === 'files' ? 'filesystem_files' : `filesystem_${part}_bytes`),
  async read(sources) {
    return (await sources.usage()).map(({ name, usage }) => ({ labels: { name }, value: usage[field] }));
  },
});

const byState = (counts: Readonly<Record<(typeof processStates)[number], number>>): MetricSample[] =>
  processStates.map((state) => ({ labels: { state }, value: counts[state] }));

const net = (direction: 'rx' | 'tx', description: string): Metric => ({
  name: `net_${direction}`,
  description,
  labels: ['interface'],
  prometheus: gauge(`net_${direction}_bytes`),
  async read() {
    const dev = await readFile('/proc/net/dev', 'utf8').catch(() => '');
    return parseNetwork(dev).map((card) => ({ labels: { interface: card.name }, value: card[direction] }));
  },
});

const session = (
  name: string,
  description: string,
  field: Exclude<keyof CollectorMetrics, 'collector'>,
  prometheus: Metric['prometheus'] = null,
): Metric => ({
  name: `session_${name}`,
  description,
  labels: ['collector'],
  prometheus,
  async read({ sessions }) {
    return sessions.metrics().map((metrics) => ({ labels: { collector: metrics.collector }, value: metrics[field] }));
  },
});

/** Names and descriptions are the real core's. */
export const metricDefinitions: readonly Metric[] = [
  cpu('idle', 'Percentage of idle CPU'),
  {
    name: 'cpu_ncpu',
    description: 'Number of logical CPUs in the system',
    labels: [],
    prometheus: null,
    read: async () => oneSample(availableParallelism()),
  },
  cpu('other', 'Percentage of CPU used for other subsystems'),
  cpu('system', 'Percentage of CPU used for the system'),
  cpu('user', 'Percentage of CPU used for the user'),
  disk('total', 'Total size of the disk in bytes'),
  disk('usage', 'Number of used bytes on the disk'),
  filesystem('files', 'Number of files on the filesystem (excluding directories)', 'files'),
  filesystem('limit', 'Total size of the filesystem in bytes, 0 if unlimited', 'limitBytes'),
  filesystem('usage', 'Number of used bytes on the filesystem', 'usedBytes'),
  {
    name: 'mem_free',
    description: 'Free memory in bytes',
    labels: [],
    prometheus: gauge('mem_free_bytes'),
    // Available without swapping, including caches.
    read: async () => oneSample(freemem()),
  },
  {
    name: 'mem_total',
    description: 'Total available memory in bytes',
    labels: [],
    prometheus: gauge('mem_total_bytes'),
    read: async () => oneSample(totalmem()),
  },
  net('rx', 'Number of received bytes'),
  net('tx', 'Number of transmitted bytes'),
  {
    name: 'ffmpeg_process',
    description: 'Accumulated state changes of all ffmpeg processes',
    labels: ['state'],
    prometheus: counter('ffmpeg_states_total'),
    read: async ({ stateCounts }) => byState(stateCounts()),
  },
  {
    name: 'restream_process',
    description: 'Current process values by name',
    labels: ['processid', 'state', 'order', 'name'],
    prometheus: gauge('ffmpeg_process'),
    read: async ({ processes }) =>
      processes().flatMap(({ id, exec, order, values }) =>
        Object.entries(values).map(([name, value]) => ({
          labels: { processid: id, state: exec, order, name },
          value,
        })),
      ),
  },
  {
    name: 'restream_process_states',
    description: 'Current process state',
    labels: ['processid', 'state'],
    prometheus: gauge('ffmpeg_process_states'),
    read: async ({ processes }) =>
      processes().flatMap(({ id, stateCounts }) =>
        byState(stateCounts).map(({ labels, value }) => ({ labels: { processid: id, ...labels }, value })),
      ),
  },
  {
    name: 'restream_state',
    description: 'Summarized current process states',
    labels: ['state'],
    prometheus: gauge('ffmpeg_states'),
    async read({ processes }) {
      const execs = processes().map(({ exec }) => exec);
      return processStates.map((state) => ({
        labels: { state },
        value: execs.filter((exec) => exec === state).length,
      }));
    },
  },
  session('active', 'Number of current sessions', 'active', gauge('session_active')),
  session('limit', 'Max. number of concurrent sessions', 'limit'),
  session('maxrxbitrate', 'Max. allowed receiving bitrate in bit per second', 'maxRxBitrate'),
  session('maxtxbitrate', 'Max. allowed transmitting bitrate in bit per second', 'maxTxBitrate'),
  session('rxbitrate', 'Current receiving bitrate in bit per second', 'rxBitrate'),
  session('rxbytes', 'Number of received bytes', 'rxBytes', counter('session_rx_bytes')),
  session('total', 'Total sessions', 'total', counter('session_total')),
  session('txbitrate', 'Current transmitting bitrate in bit per second', 'txBitrate'),
  session('txbytes', 'Number of transmitted bytes', 'txBytes', counter('session_tx_bytes')),
  {
    name: CERTIFICATE_METRIC,
    description: 'Unix time at which a certificate of the HTTPS server ends',
    labels: ['names'],
    prometheus: gauge('tls_certificate_end_seconds'),
    read: async ({ certificates }) =>
      (certificates?.certificates() ?? []).map(({ names, endsAtMs }) => ({
        labels: { names: names.join(',') },
        value: endsAtMs / 1000,
      })),
  },
  {
    name: CERTIFICATE_PROBLEM_METRIC,
    description: 'Unix time of the next attempt to obtain a certificate that could not be obtained or renewed',
    labels: ['name', 'reason'],
    prometheus: gauge('tls_certificate_next_try_seconds'),
    read: async ({ certificates }) =>
      (certificates?.problems() ?? []).map(({ name, reason, nextTryMs }) => ({
        labels: { name, reason },
        value: nextTryMs / 1000,
      })),
  },
  {
    name: 'uptime_uptime',
    description: 'Current uptime in seconds',
    labels: [],
    prometheus: counter('uptime_seconds'),
    read: async ({ uptimeSeconds }) => oneSample(uptimeSeconds()),
  },
];
