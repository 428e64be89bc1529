import type { Progress } from '../run/progress.ts';
import { flowingSeconds, type Throughput } from '../run/throughput.ts';
import type { Cause, CauseText, FieldName, Party, Role, Severity } from './causes.ts';
import { isStatistics } from './statistics.ts';

export interface Words extends CauseText {
  /** The title in two words, for a row. */
  short: string;
  /** What it may be as well: a title like the first. */
  also: string | null;
  party: Party;
  severity: Severity;
  /** What says so, masked; the most decisive line is the first. */
  lines: readonly string[];
}

export interface Failure {
  cause: Cause;
  evidence: string;
}

/** Why a process failed last, kept over its next tries. */
export interface ProcessFailure extends Failure {
  /** The line that its state tells it with, masked; '' where it ended without a word. */
  line: string;
  /** When it failed (ms): another time is another failure. */
  at: number;
  /** Its texts; null until the log was read. */
  words: Words | null;
  /** When the first of the failures was that have followed each other since (ms). */
  since?: number;
  /** It failed again: what is said of it is of the time before, until its log was read. */
  unread?: true | undefined;
}

/** The way to the field where a failure is mended; the form says there what happened, and when. */
export interface FieldTarget extends Pick<ProcessFailure, 'cause' | 'at'> {
  field: FieldName;
}

/** null: it is mended elsewhere, or it is not known yet. */
export const fieldTargetOf = ({ words, cause, at }: ProcessFailure): FieldTarget | null =>
  words?.field ? { field: words.field, cause, at } : null;

const SENDER_AWAY: ReadonlySet<Cause> = new Set(['ended', 'source-ended', 'source-stalled', 'waiting-push', 'stale']);

/** Nothing has to be mended here: the sender has stopped, or has not begun. */
export const isSenderAway = (cause: Cause): boolean => SENDER_AWAY.has(cause);

const PUSH_REFUSALS = ['push-refused', 'push-app', 'push-passphrase', 'name-reserved'] as const;
export type PushRefusal = (typeof PUSH_REFUSALS)[number];

/** The core refuses the encoder that sends the source: while that publishes, this is over. */
export const isPushRefusal = (cause: Cause): cause is PushRefusal => PUSH_REFUSALS.some((one) => one === cause);

export interface ProcessRole {
  role: Role;
  channel: string;
}

export interface FailureContext extends ProcessRole {
  /** When the core said so (ms). */
  seenAt: number;
  /** Its channel sends nothing: that is no fault of a publication. */
  waiting: boolean;
  /** How the run goes that is under way. */
  flow?: Throughput | null;
  /** When the run before was last seen to go on (ms). */
  movedAt?: number | undefined;
}

/** Whether there is nothing to be sent on; what is not known is taken for a stream. */
export const sendsNothing = (ingest: Progress | null): boolean =>
  ingest === null || !['connected', 'unknown'].includes(ingest.status);

/** Cores tell whole seconds. */
const SAME_MS = 3000;

/** A publication reads its channel, whatever its destination. */
const isOfChannel = (line: string, { role, channel }: ProcessRole) =>
  role === 'target' &&
  (/^(?:\[[^\]]*\]\s*)?Error opening input\b/.test(line) ||
    (channel !== '' && line.includes(channel) && /404 Not Found|No such file|Failed to reload playlist/.test(line)));

export const isRead = ({ words, unread }: ProcessFailure): boolean => words !== null && unread !== true;

/** The same object while nothing is new: a poll that brings no news draws nothing again. */
export function failureAfter(
  before: ProcessFailure | null,
  progress: Progress,
  sight: FailureContext,
): ProcessFailure | null {
  const { status, order, seconds } = progress;
  if (status === 'connected' || order === 'stop') return null;
  // A process that makes progress again no longer fails, long before it counts as live.
  if (flowingSeconds(sight.flow ?? null) !== null) return null;
  if (status !== 'error' && status !== 'disconnected') return before;
  const line = status === 'error' ? progress.message : '';
  const at = sight.seenAt - seconds * 1000;
  // Some cores do not tell since when, which reads as 0.
  const same = seconds === 0 || Math.abs(at - (before?.at ?? 0)) < SAME_MS;
  if (before?.line === line && same) return before;
  const known = { evidence: line, line, at, words: null, since: before?.since ?? sight.movedAt ?? at };
  if (sight.waiting || isOfChannel(line, sight)) return { ...known, cause: 'channel-not-running' };
  // The last named cause is shown until another one is: a retry that fails with a bare last line is no news.
  if (before?.words && before.cause !== 'channel-not-running') return { ...before, line, at, unread: true };
  return { ...known, cause: status === 'error' ? 'unknown' : 'ended' };
}

/** What ffmpeg puts in front of a line: which part of it speaks, where that is in memory, and how grave it is. */
const PREFIX = /^(?:\[[^\]]{1,120}\]\s*)+/;

/** How ffmpeg ends, whatever it failed of: that tells nobody why. */
const EMPTY = /^(?:Conversion failed|Exiting norm|frame=|size=|video:)/;

/** A line as people read it, without what only those need who mend ffmpeg; '' of one that says nothing of why. */
export function stripLogPrefix(line: string): string {
  const said = line.replace(PREFIX, '') || line;
  return EMPTY.test(said) || isStatistics(said) ? '' : said;
}
