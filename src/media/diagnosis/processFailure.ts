import type { Progress } from '../run/progress.ts';
import { flowingSeconds, type Throughput } from '../run/throughput.ts';
import type { Cause, CauseText, FieldName, Party, Role, Severity } from './causes.ts';
import { isStatistics } from './statistics.ts';

export interface Words extends CauseText {
  short: string;
  /** The title of the most likely alternative. */
  also: string | null;
  party: Party;
  severity: Severity;
  /** Masked, most decisive first. */
  lines: readonly string[];
}

export interface Failure {
  cause: Cause;
  evidence: string;
}

/** The last failure of a process, kept during its retries. */
export interface ProcessFailure extends Failure {
  /** Masked; '' without a log line. */
  line: string;
  /** Milliseconds since 1970; another time is another failure. */
  at: number;
  /** Null until the log has been read. */
  words: Words | null;
  /** Start of a series of failures (ms). */
  since?: number;
  /** Whether the texts are those of the previous failure, until the new log has been read. */
  unread?: true | undefined;
}

export interface FieldTarget extends Pick<ProcessFailure, 'cause' | 'at'> {
  field: FieldName;
}

export const fieldTargetOf = ({ words, cause, at }: ProcessFailure): FieldTarget | null =>
  words?.field ? { field: words.field, cause, at } : null;

const SENDER_AWAY: ReadonlySet<Cause> = new Set(['ended', 'source-ended', 'source-stalled', 'waiting-push', 'stale']);

export const isSenderAway = (cause: Cause): boolean => SENDER_AWAY.has(cause);

const PUSH_REFUSALS = ['push-refused', 'push-app', 'push-passphrase', 'name-reserved'] as const;
export type PushRefusal = (typeof PUSH_REFUSALS)[number];

/** A rejection is over as soon as the encoder publishes. */
export const isPushRefusal = (cause: Cause): cause is PushRefusal => PUSH_REFUSALS.some((refusal) => refusal === cause);

export interface ProcessRole {
  role: Role;
  channel: string;
}

export interface FailureContext extends ProcessRole {
  /** Milliseconds since 1970. */
  seenAt: number;
  waiting: boolean;
  flow?: Throughput | null;
  /** Time of the last progress in the previous run (ms). */
  movedAt?: number | undefined;
}

/** An unknown state counts as sending. */
export const sendsNothing = (ingest: Progress | null): boolean =>
  ingest === null || !['connected', 'unknown'].includes(ingest.status);

/** Cores report whole seconds. */
const SAME_MS = 3000;

const isOfChannel = (line: string, { role, channel }: ProcessRole) =>
  role === 'target' &&
  (/^(?:\[[^\]]*\]\s*)?Error opening input\b/.test(line) ||
    (channel !== '' && line.includes(channel) && /404 Not Found|No such file|Failed to reload playlist/.test(line)));

export const isRead = ({ words, unread }: ProcessFailure): boolean => words !== null && unread !== true;

/** Returns the same object if nothing changed, so a poll does not render again. */
export function failureAfter(
  before: ProcessFailure | null,
  progress: Progress,
  context: FailureContext,
): ProcessFailure | null {
  const { status, order, seconds } = progress;
  if (status === 'connected' || order === 'stop') return null;
  // A process with progress does not fail, even before it counts as live.
  if (flowingSeconds(context.flow ?? null) !== null) return null;
  if (status !== 'error' && status !== 'disconnected') return before;
  const line = status === 'error' ? progress.message : '';
  const at = context.seenAt - seconds * 1000;
  // Some cores report 0 because they do not know.
  const same = seconds === 0 || Math.abs(at - (before?.at ?? 0)) < SAME_MS;
  if (before?.line === line && same) return before;
  const base = { evidence: line, line, at, words: null, since: before?.since ?? context.movedAt ?? at };
  if (context.waiting || isOfChannel(line, context)) return { ...base, cause: 'channel-not-running' };
  // A retry often fails with a meaningless line, so the last known cause stays.
  if (before?.words && before.cause !== 'channel-not-running') return { ...before, line, at, unread: true };
  return { ...base, cause: status === 'error' ? 'unknown' : 'ended' };
}

const PREFIX = /^(?:\[[^\]]{1,120}\]\s*)+/;

const EMPTY = /^(?:Conversion failed|Exiting norm|frame=|size=|video:)/;

/** Returns the readable part of a line; '' if it gives no reason. */
export function stripLogPrefix(line: string): string {
  const text = line.replace(PREFIX, '') || line;
  return EMPTY.test(text) || isStatistics(text) ? '' : text;
}
