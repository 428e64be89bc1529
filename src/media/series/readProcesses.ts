import type { Process } from '../../api/answers/process.ts';
import { channelOfIngest, isEgress } from '../../api/processIds.ts';
import { isStartOver, type Progress, progressOf, stateOf } from '../run/progress.ts';
import { addSample, type Throughput } from '../run/throughput.ts';
import type { Measurement, Metric, SeriesState } from './sample.ts';

/** The subject of all that a core does; the others are the ids of processes. */
export const CORE_SUBJECT = 'core';

/** Of a process, from one look to the next. */
interface KnownProcess {
  readonly flow: Throughput | null;
  readonly state: SeriesState | null;
}

/** What was known at the last look, by process. */
export type KnownProcesses = ReadonlyMap<string, KnownProcess>;

export interface CoreReading {
  readonly known: KnownProcesses;
  /** By subject: the core, its channels and publications. */
  readonly readings: ReadonlyMap<string, Measurement>;
}

/** Shortest span for a rate: over less, the figures of ffmpeg jump. */
const RATE_MS = 2500;

/**
 * @param processes null: the core did not answer
 * @param at steady milliseconds
 */
export function readProcesses(
  known: KnownProcesses,
  processes: ReadonlyMap<string, Process> | null,
  at: number,
): CoreReading {
  const readings = new Map<string, Measurement>();
  if (processes === null) {
    readings.set(CORE_SUBJECT, { state: 'failing', figures: {} });
    return { known, readings };
  }
  const next = new Map<string, KnownProcess>();
  const whole = { cpu: 0, memory: 0, kbitIn: 0, kbitOut: 0 };
  for (const [id, { state }] of processes) {
    whole.cpu += state?.cpu_usage ?? 0;
    whole.memory += (state?.memory_bytes ?? 0) / 2 ** 20;
    const rate = rateOf(id);
    if (rate === null) continue;
    const progress = progressOf(state);
    const before = known.get(id);
    const flow = addSample(before?.flow ?? null, progress, at);
    const found = subjectStateOf(progress, before?.state ?? null);
    next.set(id, { flow, state: found });
    if (found === null) continue;
    const { kbit, ...rates } = ratesIn(found, progress, flow);
    whole[rate] += kbit ?? 0;
    const used =
      found === 'stopped' ? {} : { cpu: state?.cpu_usage ?? 0, memory: (state?.memory_bytes ?? 0) / 2 ** 20 };
    readings.set(id, { state: found, figures: { ...rates, ...used, ...(kbit === undefined ? {} : { [rate]: kbit }) } });
  }
  readings.set(CORE_SUBJECT, { state: 'live', figures: whole });
  return { known: next, readings };
}

/** @param viewers of channels, by their ids, as far as they are known */
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

/** null: it is no subject. Of a channel it is the stream that its ingest writes. */
function rateOf(id: string): 'kbitIn' | 'kbitOut' | null {
  if (channelOfIngest(id) !== null) return 'kbitIn';
  return isEgress(id) ? 'kbitOut' : null;
}

/** null: the core does not say. */
function subjectStateOf(progress: Progress, before: SeriesState | null): SeriesState | null {
  switch (stateOf(progress)) {
    case 'connected':
      return 'live';
    case 'disconnected':
      return 'stopped';
    case 'disconnecting':
      return progress.order === 'stop' ? 'stopped' : afterLive(before);
    case 'connecting':
      return isStartOver(progress) ? 'failing' : afterLive(before);
    case 'error':
      return 'failing';
    case 'unknown':
      return null;
  }
}

const afterLive = (before: SeriesState | null) => (before === 'live' || before === 'failing' ? 'failing' : 'waiting');

/** Of what fails it is known that nothing is sent. */
function ratesIn(
  state: SeriesState,
  progress: Progress,
  flow: Throughput | null,
): Partial<Record<'kbit' | Extract<Metric, 'fps' | 'speed'>, number>> {
  if (state === 'failing') return { kbit: 0, fps: 0 };
  if (state !== 'live' || progress.status !== 'connected') return {};
  const { readings } = flow ?? { readings: [] };
  const end = readings.at(-1);
  const begin = readings.findLast(({ at }) => end !== undefined && end.at - at >= RATE_MS);
  if (end === undefined || begin === undefined) return told(progress);
  const grown = (of: 'frames' | 'sizeKb' | 'seconds') => ((end[of] - begin[of]) * 1000) / (end.at - begin.at);
  return {
    ...(end.frames > 0 ? { fps: grown('frames') } : {}),
    ...(end.sizeKb > 0 ? { kbit: grown('sizeKb') * 8.192 } : {}),
    speed: grown('seconds'),
  };
}

function told({ fps, bitrateKbit: kbit, speed }: Extract<Progress, { status: 'connected' }>) {
  return {
    ...(fps === null ? {} : { fps }),
    ...(kbit === null ? {} : { kbit }),
    ...(speed === null ? {} : { speed }),
  };
}
