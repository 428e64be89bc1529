import type { Process } from '../../api/answers/process.ts';
import { channelOfIngest, isEgress } from '../../api/processIds.ts';
import { isStartOver, type Progress, progressOf, stateOf } from '../run/progress.ts';
import { sourceKbit } from '../run/sourceKbit.ts';
import { addSample, type Throughput } from '../run/throughput.ts';
import type { Measurement, Metric, SeriesState } from './sample.ts';

/** Subject of the whole core; other subjects are process ids. */
export const CORE_SUBJECT = 'core';

interface KnownProcess {
  readonly flow: Throughput | null;
  readonly state: SeriesState | null;
  /** Started, and not live since. */
  readonly isNew: boolean;
  readonly hadRate: Readonly<Record<'kbit' | 'fps', boolean>>;
}

/** Keyed by process id; null before the first poll. */
export type KnownProcesses = ReadonlyMap<string, KnownProcess> | null;

interface Look {
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly storedKbit: ReadonlyMap<string, number>;
}

export interface CoreReading {
  readonly known: KnownProcesses;
  readonly readings: ReadonlyMap<string, Measurement>;
}

/** ffmpeg's figures are too coarse for shorter spans. */
const RATE_MS = 2500;

/** @param processes null if the core did not respond */
export function readProcesses(
  previous: KnownProcesses,
  processes: ReadonlyMap<string, Process> | null,
  poll: Look,
): CoreReading {
  const readings = new Map<string, Measurement>();
  if (processes === null) {
    readings.set(CORE_SUBJECT, { state: 'failing', figures: {} });
    return { known: previous, readings };
  }
  const next = new Map<string, KnownProcess>();
  const whole = { cpu: 0, memory: 0 };
  for (const [id, process] of processes) {
    const { state } = process;
    const used = { cpu: state?.cpu_usage ?? 0, memory: (state?.memory_bytes ?? 0) / 2 ** 20 };
    whole.cpu += used.cpu;
    whole.memory += used.memory;
    const metric = metricOf(id);
    if (metric === null) continue;
    const progress = progressOf(state);
    const before = previous?.get(id);
    const flow = addSample(before?.flow ?? null, progress, poll.at);
    const wasNew = metric === 'kbitIn' && (before?.isNew ?? (previous !== null || isRecent(process, poll)));
    const found = subjectStateOf(progress, before?.state ?? null, wasNew);
    const measured = poll.storedKbit.get(channelOfIngest(id) ?? '') ?? null;
    const rates = found === 'live' ? ratesIn(progress, flow, measured) : {};
    const hadRate = {
      kbit: before?.hadRate.kbit === true || rates.kbit !== undefined,
      fps: before?.hadRate.fps === true || rates.fps !== undefined,
    };
    next.set(id, { flow, state: found, isNew: found === 'stopped' || (wasNew && found !== 'live'), hadRate });
    if (found === null) continue;
    const { kbit, ...others } = found === 'failing' ? noRates(hadRate) : rates;
    readings.set(id, {
      state: found,
      figures: { ...others, ...(found === 'stopped' ? {} : used), ...(kbit === undefined ? {} : { [metric]: kbit }) },
    });
  }
  const figures = { ...whole, ...sumOf('kbitIn', readings), ...sumOf('kbitOut', readings) };
  readings.set(CORE_SUBJECT, { state: 'live', figures });
  return { known: next, readings };
}

/** Skips unknown bitrates; empty if all of them are unknown. */
function sumOf(metric: BitrateMetric, readings: CoreReading['readings']): Partial<Record<BitrateMetric, number>> {
  const sending = [...readings].filter(
    ([id, { state }]) => metricOf(id) === metric && (state === 'live' || state === 'failing'),
  );
  const kbits = sending.flatMap(([, { figures }]) => figures[metric] ?? []);
  return sending.length > 0 && kbits.length === 0 ? {} : { [metric]: kbits.reduce((sum, kbit) => sum + kbit, 0) };
}

/** @param viewers by channel id */
export function withViewers(
  readings: CoreReading['readings'],
  viewers: ReadonlyMap<string, number>,
): CoreReading['readings'] {
  if (viewers.size === 0) return readings;
  const all = [...viewers.values()].reduce((sum, count) => sum + count, 0);
  const countOf = (subject: string) => (subject === CORE_SUBJECT ? all : viewers.get(channelOfIngest(subject) ?? ''));
  return new Map(
    [...readings].map(([subject, reading]) => {
      const count = reading.state === 'stopped' ? undefined : countOf(subject);
      return [subject, count === undefined ? reading : { ...reading, figures: { ...reading.figures, viewers: count } }];
    }),
  );
}

type BitrateMetric = Extract<Metric, 'kbitIn' | 'kbitOut'>;

/** Null for other processes. A channel has the bitrate that its ingest writes. */
function metricOf(id: string): BitrateMetric | null {
  if (channelOfIngest(id) !== null) return 'kbitIn';
  return isEgress(id) ? 'kbitOut' : null;
}

/** At the first poll, a recent change counts as a start. */
const RECENT_MS = 120_000;
const isRecent = ({ created_at, updated_at }: Process, { now }: Look) =>
  Math.abs(now - Math.max(created_at, updated_at) * 1000) <= RECENT_MS;

/** Null if unknown. `isNew`: not live since its start, which is not an outage. */
function subjectStateOf(progress: Progress, before: SeriesState | null, isNew: boolean): SeriesState | null {
  const afterLive = before === 'live' || before === 'failing' ? 'failing' : 'waiting';
  switch (stateOf(progress)) {
    case 'connected':
      return 'live';
    case 'disconnected':
      return 'stopped';
    case 'disconnecting':
      if (progress.order === 'stop') return 'stopped';
      return isNew ? 'waiting' : afterLive;
    case 'connecting':
      if (isNew) return 'waiting';
      return isStartOver(progress) ? 'failing' : afterLive;
    case 'error':
      return isNew ? 'waiting' : 'failing';
    case 'unknown':
      return null;
  }
}

/** A failing subject sends nothing, but a chart starts only with its first figure. */
const noRates = ({ kbit, fps }: KnownProcess['hadRate']): SubjectRates => ({
  ...(kbit ? { kbit: 0 } : {}),
  ...(fps ? { fps: 0 } : {}),
});

type SubjectRates = Partial<Record<'kbit' | Extract<Metric, 'fps' | 'speed'>, number>>;

function ratesIn(progress: Progress, flow: Throughput | null, storedKbit: number | null): SubjectRates {
  if (progress.status !== 'connected') return {};
  const { kbit = sourceKbit({ progress, flow }, storedKbit), ...rates } = grownOf(flow) ?? toldOf(progress);
  return { ...rates, ...(kbit === null ? {} : { kbit }) };
}

function grownOf(flow: Throughput | null): SubjectRates | null {
  const { readings } = flow ?? { readings: [] };
  const end = readings.at(-1);
  const begin = readings.findLast(({ at }) => end !== undefined && end.at - at >= RATE_MS);
  if (end === undefined || begin === undefined) return null;
  const grown = (of: 'frames' | 'sizeKb' | 'seconds') => ((end[of] - begin[of]) * 1000) / (end.at - begin.at);
  return {
    ...(end.frames > 0 ? { fps: grown('frames') } : {}),
    ...(end.sizeKb > 0 ? { kbit: grown('sizeKb') * 8.192 } : {}),
    speed: grown('seconds'),
  };
}

function toldOf({ fps, bitrateKbit: kbit, speed }: Extract<Progress, { status: 'connected' }>): SubjectRates {
  return {
    ...(fps === null ? {} : { fps }),
    ...(kbit === null ? {} : { kbit }),
    ...(speed === null ? {} : { speed }),
  };
}
