import { channelOfIngest, ingestId } from '../../api/processIds.ts';
import { failureAfter, isRead, type ProcessFailure, sendsNothing } from '../diagnosis/processFailure.ts';
import type { Progress } from '../run/progress.ts';
import { addSample, flowingSeconds, stalledFor, type Throughput } from '../run/throughput.ts';
import { type Runs, withTrueUptime } from '../run/uptimeSinceFirstFrame.ts';

/** `cpu`: percent of one core that it uses. */
export interface RenditionAnswer {
  progress: Progress;
  cpu: number;
}

export interface StatusAnswer {
  seenAt: number;
  /** Of the ingest; null: the core has no such process. */
  progress: Progress | null;
  egresses: Readonly<Record<string, Progress>>;
  /** Of the renditions; absent: the answer is not about them. */
  renditions?: Readonly<Record<string, RenditionAnswer>>;
}

export interface ProcessStatus {
  progress: Progress;
  flow: Throughput | null;
  failure: ProcessFailure | null;
  /** The failure before the last command: should it fail again, this is known of it until its log is read. */
  past?: ProcessFailure | undefined;
}

/** `isKept`: it has been live in this run, whatever its source does meanwhile. */
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

/** The source delivers nothing, so its publications are not at fault. */
export const hasNoSource = (ingest: Pick<ProcessStatus, 'progress' | 'flow'> | null): boolean =>
  ingest === null ||
  (sendsNothing(ingest.progress) && flowingSeconds(ingest.flow) === null) ||
  stalledFor(ingest.flow) !== null;

/** Ids of the publications that read the hold of a channel. */
export const holdReadersOf = (
  egresses: Readonly<Record<string, { progress: Pick<Progress, 'hold'> }>>,
  channel: string,
): string[] => Object.keys(egresses).filter((id) => egresses[id]?.progress.hold === channel);

const mapValues = <From, To>(of: Readonly<Record<string, From>>, to: (one: From, id: string) => To) =>
  Object.fromEntries(Object.entries(of).map(([id, one]) => [id, to(one, id)] as const));

const hasEnded = ({ status }: Progress) => status === 'error' || status === 'disconnected';

/** The only place that turns answers into the known status. */
export function updateStatus(before: ChannelStatus | undefined, answer: StatusAnswer, channel: string): ChannelStatus {
  const { seenAt } = answer;
  const flowOf = (known: ProcessStatus | null | undefined, now: Progress | null) =>
    addSample(known?.flow ?? null, now, seenAt);
  const flow = flowOf(before?.ingest, answer.progress);
  const flows = mapValues(answer.egresses, (now, id) => flowOf(before?.egresses[id], now));
  const { runs, told } = withTrueUptime(before?.runs ?? {}, answer, { ...flows, '': flow });

  const statusOf = (
    known: ProcessStatus | null | undefined,
    progress: Progress,
    its: Pick<ProcessStatus, 'flow'> & { role: 'source' | 'target'; waiting: boolean },
  ): ProcessStatus => {
    const context = { ...its, channel, seenAt, movedAt: known?.flow?.movedAt };
    const after = (before: ProcessFailure | null) => failureAfter(before, progress, context);
    const { failure: before = null, past } = known ?? {};
    const now = { progress, flow: its.flow };
    if (hasEnded(progress)) {
      const failure = after(before ?? past ?? null);
      // The core has not begun with the command yet.
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
      // What reads a hold goes on without the source: where it fails, that has a reason of its own.
      ...statusOf(before?.egresses[id], now, {
        ...its,
        flow: flows[id] ?? null,
        ...(now.hold === undefined ? {} : { waiting: false }),
      }),
      isKept: runs[id]?.liveSince != null,
    })),
    renditions: answer.renditions
      ? mapValues(answer.renditions, ({ progress, cpu }, id) => {
          const known = before?.renditions[id];
          return { cpu, ...statusOf(known, progress, { ...its, flow: flowOf(known, progress) }) };
        })
      : (before?.renditions ?? {}),
    runs,
  };
}

type FailureKnown = Pick<ProcessStatus, 'failure' | 'past'>;

/** The same channel with other words on the process of this id; the same object where nothing is known of that. */
function withFailure(
  status: ChannelStatus,
  id: string,
  failureOf: (known: ProcessStatus) => FailureKnown,
): ChannelStatus {
  const { ingest, egresses, renditions } = status;
  const changed = <One extends ProcessStatus>(one: One): One => ({ ...one, ...failureOf(one) });
  const egress = egresses[id];
  if (egress) return { ...status, egresses: { ...egresses, [id]: changed(egress) } };
  const rendition = renditions[id];
  if (rendition) return { ...status, renditions: { ...renditions, [id]: changed(rendition) } };
  return ingest && channelOfIngest(id) !== null ? { ...status, ingest: changed(ingest) } : status;
}

/** The log of a failure was read; it may have failed again since, or be live. */
export const explainFailure = (status: ChannelStatus, id: string, failing: ProcessFailure): ChannelStatus =>
  withFailure(status, id, ({ failure }) => ({ failure: failure?.at === failing.at ? failing : failure }));

/** A new command makes the earlier failure irrelevant, once the core has begun with it, and until it fails again. */
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

/** That of a source before those of its publications. */
export const unreadIn = (channels: Readonly<Record<string, ChannelStatus>>): Unread[] =>
  Object.entries(channels).flatMap(([channel, { ingest, egresses, renditions }]) => {
    const targets = [...Object.entries(egresses), ...Object.entries(renditions)];
    const all = [[ingestId(channel), ingest, 'source'], ...targets.map(targetOf)] as const;
    return all.flatMap(([id, known, role]) => {
      const failing = known?.failure ?? null;
      return failing && !isRead(failing) ? [{ channel, id, failing, role }] : [];
    });
  });

/**
 * A failure that nobody knows of yet goes before one that came again, else the first that comes again and again hides all others.
 * @param readAt when the log of a process was read last, by its id (ms)
 * @param againAfterMs for so long what failed again counts as failed of the same
 */
export function nextUnread(
  unread: readonly Unread[],
  readAt: ReadonlyMap<string, number>,
  { now, againAfterMs }: { now: number; againAfterMs: number },
): Unread | null {
  const readOf = ({ id }: Unread) => readAt.get(id) ?? Number.NEGATIVE_INFINITY;
  const isNew = ({ failing }: Unread) => failing.words === null;
  const due = unread.filter((one) => isNew(one) || now - readOf(one) >= againAfterMs);
  const [next = null] = due.toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)) || readOf(a) - readOf(b));
  return next;
}

const targetOf = ([id, known]: [string, ProcessStatus]) => [id, known, 'target'] as const;
