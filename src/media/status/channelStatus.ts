import { channelOfIngest, ingestId } from '../../api/processIds.ts';
import { failureAfter, isRead, type ProcessFailure, sendsNothing } from '../diagnosis/processFailure.ts';
import type { Progress } from '../run/progress.ts';
import { addSample, flowingSeconds, stalledFor, type Throughput } from '../run/throughput.ts';
import { type Runs, withTrueUptime } from '../run/uptimeSinceFirstFrame.ts';

/** `cpu`: percent of one core. */
export interface RenditionAnswer {
  progress: Progress;
  cpu: number;
}

export interface StatusAnswer {
  seenAt: number;
  /** Null if the core has no ingest process. */
  progress: Progress | null;
  egresses: Readonly<Record<string, Progress>>;
  /** Absent if the response is not about renditions. */
  renditions?: Readonly<Record<string, RenditionAnswer>>;
}

export interface ProcessStatus {
  progress: Progress;
  flow: Throughput | null;
  failure: ProcessFailure | null;
  /** Failure before the last command. If it fails again, this is shown until the new log is read. */
  past?: ProcessFailure | undefined;
}

/** `isKept`: it has been live in this run. */
export interface EgressStatus extends ProcessStatus {
  isKept: boolean;
}

export interface ChannelStatus {
  seenAt: number;
  ingest: ProcessStatus | null;
  egresses: Readonly<Record<string, EgressStatus>>;
  renditions: Readonly<Record<string, ProcessStatus & RenditionAnswer>>;
  runs: Runs;
}

export const hasNoSource = (ingest: Pick<ProcessStatus, 'progress' | 'flow'> | null): boolean =>
  ingest === null ||
  (sendsNothing(ingest.progress) && flowingSeconds(ingest.flow) === null) ||
  stalledFor(ingest.flow) !== null;

export const holdReadersOf = (
  egresses: Readonly<Record<string, { progress: Pick<Progress, 'hold'> }>>,
  channel: string,
): string[] => Object.keys(egresses).filter((id) => egresses[id]?.progress.hold === channel);

const mapValues = <From, To>(of: Readonly<Record<string, From>>, to: (value: From, id: string) => To) =>
  Object.fromEntries(Object.entries(of).map(([id, value]) => [id, to(value, id)] as const));

const hasEnded = ({ status }: Progress) => status === 'error' || status === 'disconnected';

export function updateStatus(before: ChannelStatus | undefined, answer: StatusAnswer, channel: string): ChannelStatus {
  const { seenAt } = answer;
  const flowOf = (previous: ProcessStatus | null | undefined, now: Progress | null) =>
    addSample(previous?.flow ?? null, now, seenAt);
  const flow = flowOf(before?.ingest, answer.progress);
  const flows = mapValues(answer.egresses, (now, id) => flowOf(before?.egresses[id], now));
  const { runs, told } = withTrueUptime(before?.runs ?? {}, answer, { ...flows, '': flow });

  const statusOf = (
    previous: ProcessStatus | null | undefined,
    progress: Progress,
    its: Pick<ProcessStatus, 'flow'> & { role: 'source' | 'target'; waiting: boolean },
  ): ProcessStatus => {
    const context = { ...its, channel, seenAt, movedAt: previous?.flow?.movedAt };
    const after = (before: ProcessFailure | null) => failureAfter(before, progress, context);
    const { failure: before = null, past } = previous ?? {};
    const now = { progress, flow: its.flow };
    if (hasEnded(progress)) {
      const failure = after(before ?? past ?? null);
      // The core has not carried out the command yet.
      return { ...now, failure, ...(failure?.at === past?.at && { past }) };
    }
    const left = past && after(past);
    return { ...now, failure: after(past && before?.at === past.at ? null : before), ...(left && { past: left }) };
  };
  const ingest = told.progress && statusOf(before?.ingest, told.progress, { flow, role: 'source', waiting: false });
  const its = { role: 'target' as const, waiting: hasNoSource(ingest) };
  return {
    seenAt,
    ingest,
    egresses: mapValues(told.egresses, (now, id) => ({
      // A reader of a hold continues without the source, so a failure has another cause.
      ...statusOf(before?.egresses[id], now, {
        ...its,
        flow: flows[id] ?? null,
        ...(now.hold === undefined ? {} : { waiting: false }),
      }),
      isKept: runs[id]?.liveSince != null,
    })),
    renditions: answer.renditions
      ? mapValues(answer.renditions, ({ progress, cpu }, id) => {
          const previous = before?.renditions[id];
          return { cpu, ...statusOf(previous, progress, { ...its, flow: flowOf(previous, progress) }) };
        })
      : (before?.renditions ?? {}),
    runs,
  };
}

type FailureKnown = Pick<ProcessStatus, 'failure' | 'past'>;

function withFailure(
  status: ChannelStatus,
  id: string,
  failureOf: (status: ProcessStatus) => FailureKnown,
): ChannelStatus {
  const { ingest, egresses, renditions } = status;
  const changed = <One extends ProcessStatus>(status: One): One => ({ ...status, ...failureOf(status) });
  const egress = egresses[id];
  if (egress) return { ...status, egresses: { ...egresses, [id]: changed(egress) } };
  const rendition = renditions[id];
  if (rendition) return { ...status, renditions: { ...renditions, [id]: changed(rendition) } };
  return ingest && channelOfIngest(id) !== null ? { ...status, ingest: changed(ingest) } : status;
}

/** It may have failed again or be live since. */
export const explainFailure = (status: ChannelStatus, id: string, failing: ProcessFailure): ChannelStatus =>
  withFailure(status, id, ({ failure }) => ({ failure: failure?.at === failing.at ? failing : failure }));

/** A new command makes the failure irrelevant, unless it fails again. */
export const forgetFailure = (status: ChannelStatus, id: string): ChannelStatus =>
  withFailure(status, id, ({ progress, failure, past }) => ({
    failure: hasEnded(progress) ? failure : null,
    past: failure ?? past,
  }));

export interface Unread {
  channel: string;
  id: string;
  failing: ProcessFailure;
  role: 'source' | 'target';
}

export const unreadIn = (channels: Readonly<Record<string, ChannelStatus>>): Unread[] =>
  Object.entries(channels).flatMap(([channel, { ingest, egresses, renditions }]) => {
    const targets = [...Object.entries(egresses), ...Object.entries(renditions)];
    const all = [[ingestId(channel), ingest, 'source'], ...targets.map(targetOf)] as const;
    return all.flatMap(([id, status, role]) => {
      const failing = status?.failure ?? null;
      return failing && !isRead(failing) ? [{ channel, id, failing, role }] : [];
    });
  });

/** New failures come before repeated ones, which would otherwise hide them. `readAt`: last read by process id (ms). */
export function nextUnread(
  unread: readonly Unread[],
  readAt: ReadonlyMap<string, number>,
  { now, againAfterMs }: { now: number; againAfterMs: number },
): Unread | null {
  const readOf = ({ id }: Unread) => readAt.get(id) ?? Number.NEGATIVE_INFINITY;
  const isNew = ({ failing }: Unread) => failing.words === null;
  const due = unread.filter((process) => isNew(process) || now - readOf(process) >= againAfterMs);
  const [next = null] = due.toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)) || readOf(a) - readOf(b));
  return next;
}

const targetOf = ([id, status]: [string, ProcessStatus]) => [id, status, 'target'] as const;
