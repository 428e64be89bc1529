import type { ProcessReport } from '../../api/answers/process.ts';
import type { Cause, Role } from '../diagnosis/causes.ts';
import { commandAddressesIn, runLinesOf } from '../diagnosis/diagnoseFailure.ts';
import { diagnoseRun } from '../diagnosis/diagnoseRun.ts';
import { type Episode, RESUMED_MS, type Span, type Status, type Subject } from './event.ts';

type Run = ProcessReport['history'][number];

const ENDED = ['finished', 'failed', 'killed'] as const;
const SEEN_MS = 10_000;

/** Older cores have no end time, so the last log line counts. */
const endOf = ({ exited_at, log, created_at }: Run): number =>
  (exited_at || Math.max(Number(log.at(-1)?.[0] ?? 0) || 0, created_at)) * 1000;

const wasSeen = (watched: readonly Span[], at: number) =>
  watched.some(([from, to]) => from <= at && at <= to + SEEN_MS);

export interface PastProcess {
  of: Subject;
  role: Role;
  channel: string;
  command: readonly string[];
}

const named = (cause: Cause) => (cause === 'unknown' ? null : cause);

function statusOf(cause: Cause, role: Role): Status {
  if (NO_FAILURE.includes(cause)) return 'off';
  if (role === 'source') return 'away';
  return cause === 'channel-not-running' ? 'waiting' : 'failing';
}

const NO_FAILURE: readonly Cause[] = ['none', 'stopped'];

/** From the core's memory of earlier runs. Observed events take precedence. */
export function backfillEpisodes(
  { history, created_at }: Pick<ProcessReport, 'history' | 'created_at'>,
  { of, role, channel, command }: PastProcess,
  watched: readonly Span[],
): Episode[] {
  const past: Episode[] = [];
  const begins = [...history.map((run) => run.created_at), created_at];
  history.forEach((run, i) => {
    const at = endOf(run);
    if (run.created_at <= 0 || wasSeen(watched, at)) return;
    const exec = ENDED.find((value) => value === run.exit_state) ?? 'failed';
    const { cause } = diagnoseRun({ ...runLinesOf(run), ...commandAddressesIn(command), exec }, role, channel);
    const next = (begins[i + 1] ?? 0) * 1000;
    const until = Math.max(at, next);
    const last = past.at(-1);
    const status = statusOf(cause, role);
    const namedCause = status === 'failing' || status === 'away' ? named(cause) : null;
    // Consecutive failed retries are one failure.
    if (
      last &&
      last.status === status &&
      last.cause === namedCause &&
      run.created_at * 1000 - last.until <= 0 &&
      at - last.until <= RESUMED_MS
    )
      past[past.length - 1] = { ...last, until };
    else past.push({ kind: 'state', of, status, at, until, over: next > 0, cause: namedCause, told: 'core' });
  });
  return past;
}
