import { ingestId } from '../api/ids.ts';
import { failingAfter, type ProcessFailure, sendsNothing } from './processFailure.ts';
import type { Progress } from './progress.ts';
import { type Runs, withTrueUptime } from './runs.ts';
import { type Flow, flowAfter, flowingSeconds, idleSeconds } from './throughput.ts';

/** What one answer of the core says of the processes of a channel. */
export interface StatusAnswer {
  /** When the core said so (ms). */
  seenAt: number;
  /** Of the ingest; null: the core has no such process. */
  progress: Progress | null;
  /** Of the publications, by process id. */
  egresses: Readonly<Record<string, Progress>>;
}

/** A process that is looked at now and then: what it does, how it goes, why it failed last. */
export interface ProcessStatus {
  progress: Progress;
  flow: Flow | null;
  failure: ProcessFailure | null;
  /** Which failure the log was read of, by its time (ms). */
  readAt: number | null;
}

/** A channel that nobody watches closely, as far as looks now and then tell. */
export interface ChannelStatus {
  seenAt: number;
  ingest: ProcessStatus | null;
  egresses: Readonly<Record<string, ProcessStatus>>;
  runs: Runs;
}

/** Nothing comes that could be sent on: what becomes of the publications is no fault of theirs. */
export const isWithoutSource = (ingest: Pick<ProcessStatus, 'progress' | 'flow'> | null): boolean =>
  ingest === null ||
  (sendsNothing(ingest.progress) && flowingSeconds(ingest.flow) === null) ||
  idleSeconds(ingest.flow) !== null;

export function lookAfter(before: ChannelStatus | undefined, seen: StatusAnswer, channel: string): ChannelStatus {
  const { runs, told } = withTrueUptime(before?.runs ?? {}, seen);
  const { seenAt, progress, egresses } = told;
  const after = (
    known: ProcessStatus | null | undefined,
    now: Progress,
    waiting: boolean,
    role: 'source' | 'target',
  ) => {
    const flow = flowAfter(known?.flow ?? null, now, seenAt);
    const sight = { role, channel, seenAt, waiting, flow, movedAt: known?.flow?.movedAt };
    const failure = failingAfter(known?.failure ?? null, now, sight);
    return { progress: now, flow, failure, readAt: known?.readAt ?? null };
  };
  const ingest = progress && after(before?.ingest, progress, false, 'source');
  const waiting = isWithoutSource(ingest);
  return {
    seenAt,
    ingest,
    egresses: Object.fromEntries(
      Object.entries(egresses).map(([id, now]) => [id, after(before?.egresses[id], now, waiting, 'target')]),
    ),
    runs,
  };
}

/** The log of a failure was read; it may have failed again since, or be live. */
export function lookWith(look: ChannelStatus, id: string, failing: ProcessFailure): ChannelStatus {
  const read = (looked: ProcessStatus): ProcessStatus =>
    looked.failure?.at === failing.at ? { ...looked, failure: failing, readAt: failing.at } : looked;
  const egress = look.egresses[id];
  if (egress) return { ...look, egresses: { ...look.egresses, [id]: read(egress) } };
  return { ...look, ingest: look.ingest && read(look.ingest) };
}

/** A failure whose log was not read yet. */
export interface Unread {
  channel: string;
  id: string;
  failing: ProcessFailure;
  role: 'source' | 'target';
}

/** The first of them: that of a source before those of its publications. */
export function unreadIn(looks: Readonly<Record<string, ChannelStatus>>): Unread | null {
  for (const [channel, { ingest, egresses }] of Object.entries(looks)) {
    const all = [[ingestId(channel), ingest, 'source'], ...Object.entries(egresses).map(targetOf)] as const;
    for (const [id, looked, role] of all) {
      const failing = looked?.failure ?? null;
      if (failing && failing.at !== looked?.readAt) return { channel, id, failing, role };
    }
  }
  return null;
}

const targetOf = ([id, looked]: [string, ProcessStatus]) => [id, looked, 'target'] as const;
