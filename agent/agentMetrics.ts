import { channelOfIngest } from '../src/api/processIds.ts';
import type { Channel } from '../src/media/channel/channel.ts';
import { ALARM_RULE_IDS } from '../src/media/incident/alarmRules.ts';
import { boundedLine } from '../src/media/incident/boundedLine.ts';
import { type Measurement, type Metric, SUBJECT_STATES } from '../src/media/series/sample.ts';
import type { AgentReport } from './actOnCore.ts';

export interface MetricSources {
  version: string;
  report: AgentReport;
  isJournalKept: boolean;
  isHistoryKept: boolean;
  /** Keyed by subject: the core or a process id. Empty until the first observation. */
  readings: ReadonlyMap<string, Measurement>;
  channels: readonly Channel[];
  alarms: { firing: readonly string[]; waiting: number; failed: number } | null;
}

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [Labels, number];

interface Definition {
  name: string;
  help: string;
  type?: 'counter';
  labels?: readonly string[];
  /** Returns no samples if the figure is unknown. */
  read: (sources: MetricSources) => readonly Sample[];
}

/** Each process has about ten series. */
const MAX_PROCESSES = 1000;
const BYTES_IN_KBIT = 125;

const oneSample = (value: number | boolean): Sample[] => [[{}, Number(value)]];

function ofProcesses(kind: 'channel' | 'publication', { readings }: MetricSources) {
  const found = [...readings].flatMap(([id, measurement]): [Labels, Measurement][] => {
    const channel = channelOfIngest(id);
    if (kind === 'channel') return channel === null ? [] : [[{ channel }, measurement]];
    return channel !== null || !id.includes(':egress:') ? [] : [[{ publication: id }, measurement]];
  });
  return found.slice(0, MAX_PROCESSES);
}

const figureOf = (kind: 'channel' | 'publication', metric: Metric, scale = 1) => ({
  labels: [kind],
  read: (sources: MetricSources) =>
    ofProcesses(kind, sources).flatMap(([labels, { figures }]): Sample[] => {
      const value = figures[metric];
      return value === undefined || !Number.isFinite(value) ? [] : [[labels, value * scale]];
    }),
});

const stateOf = (kind: 'channel' | 'publication') => ({
  labels: [kind, 'state'],
  read: (sources: MetricSources) =>
    ofProcesses(kind, sources).flatMap(([labels, { state }]) =>
      SUBJECT_STATES.map(
        (subjectState): Sample => [{ ...labels, state: subjectState }, Number(subjectState === state)],
      ),
    ),
});

const namedChannels = ({ channels }: MetricSources) => channels.slice(0, MAX_PROCESSES);

const DEFINITIONS: readonly Definition[] = [
  {
    ...{ name: 'sluice_agent_info', help: 'Version of the agent', labels: ['version'] },
    read: ({ version }) => [[{ version }, 1]],
  },
  {
    ...{ name: 'sluice_agent_acting', help: 'Whether this agent acts; another one may, then this one stands by' },
    read: ({ report }) => oneSample(report.role === 'acting'),
  },
  {
    ...{ name: 'sluice_agent_core_reachable', help: 'Whether the agent can use the core' },
    read: ({ report }) => oneSample(report.obstacle === null),
  },
  {
    ...{ name: 'sluice_agent_journal_kept', help: 'Whether events outlive the agent' },
    read: ({ isJournalKept }) => oneSample(isJournalKept),
  },
  {
    ...{ name: 'sluice_agent_history_kept', help: 'Whether samples outlive the agent' },
    read: ({ isHistoryKept }) => oneSample(isHistoryKept),
  },
  {
    ...{ name: 'process_resident_memory_bytes', help: 'Memory of the agent' },
    read: () => oneSample(process.memoryUsage.rss()),
  },
  {
    ...{ name: 'process_cpu_seconds_total', help: 'Processor time of the agent', type: 'counter' as const },
    read: () => oneSample((process.cpuUsage().user + process.cpuUsage().system) / 1e6),
  },
  {
    ...{ name: 'process_start_time_seconds', help: 'When the agent was started, in seconds since 1970' },
    read: () => oneSample(Math.round(performance.timeOrigin / 1000)),
  },
  {
    ...{ name: 'sluice_channel_info', help: 'Name of a channel', labels: ['channel', 'name'] },
    read: (sources) => namedChannels(sources).map(({ id, name }) => [{ channel: id, name: boundedLine(name) }, 1]),
  },
  { name: 'sluice_channel_state', help: 'State of a channel: 1 for the one that it has', ...stateOf('channel') },
  {
    ...{ name: 'sluice_channel_bytes_per_second', help: 'What the ingest of a channel writes' },
    ...figureOf('channel', 'kbitIn', BYTES_IN_KBIT),
  },
  {
    ...{ name: 'sluice_channel_frames_per_second', help: 'Frames of a channel' },
    ...figureOf('channel', 'fps'),
  },
  {
    ...{ name: 'sluice_channel_speed_ratio', help: 'Seconds of video a second; 1 is as fast as it is played' },
    ...figureOf('channel', 'speed'),
  },
  {
    ...{ name: 'sluice_channel_viewers', help: 'How many watch a channel, at the core or at its edges' },
    ...figureOf('channel', 'viewers'),
  },
  {
    ...{ name: 'sluice_publication_info', help: 'Name, service and channel of a publication' },
    labels: ['publication', 'channel', 'service', 'name'],
    read: (sources) =>
      namedChannels(sources)
        .flatMap(({ id: channel, egresses }) =>
          Object.entries(egresses).map(([publication, { service, name }]): Sample => {
            return [{ publication, channel, service: boundedLine(service), name: boundedLine(name) }, 1];
          }),
        )
        .slice(0, MAX_PROCESSES),
  },
  {
    ...{ name: 'sluice_publication_state', help: 'State of a publication: 1 for the one that it has' },
    ...stateOf('publication'),
  },
  {
    ...{ name: 'sluice_publication_bytes_per_second', help: 'What a publication sends' },
    ...figureOf('publication', 'kbitOut', BYTES_IN_KBIT),
  },
  {
    ...{ name: 'sluice_publication_frames_per_second', help: 'Frames of a publication' },
    ...figureOf('publication', 'fps'),
  },
  {
    ...{ name: 'sluice_publication_speed_ratio', help: 'Seconds of video a second; below 1 it is too slow' },
    ...figureOf('publication', 'speed'),
  },
  {
    ...{ name: 'sluice_incidents_firing', help: 'Incidents of a rule that have begun and are not over' },
    labels: ['rule'],
    read: ({ alarms }) =>
      alarms === null
        ? []
        : ALARM_RULE_IDS.map((rule) => [{ rule }, alarms.firing.filter((firing) => firing === rule).length]),
  },
  {
    ...{ name: 'sluice_deliveries_waiting', help: 'Messages of alarms that have not arrived yet' },
    read: ({ alarms }) => (alarms === null ? [] : oneSample(alarms.waiting)),
  },
  {
    name: 'sluice_deliveries_failed_total',
    help: 'Messages of alarms that were given up since the agent was started',
    type: 'counter',
    read: ({ alarms }) => (alarms === null ? [] : oneSample(alarms.failed)),
  },
];

export async function agentMetrics(sources: MetricSources): Promise<{ type: string; text: string }> {
  // Loaded on demand to save memory.
  const { Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  for (const { name, help, type, labels = [], read } of DEFINITIONS) {
    const samples = read(sources);
    if (samples.length === 0) continue;
    const described = { name, help, labelNames: [...labels], registers: [registry] };
    const metric = type === 'counter' ? new Counter(described) : new Gauge(described);
    for (const [labels, value] of samples) metric.inc({ ...labels }, value);
  }
  return { type: registry.contentType, text: await registry.metrics() };
}
