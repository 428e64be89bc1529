import type { ProcessFailure } from '../diagnosis/processFailure.ts';
import type { Progress } from '../run/progress.ts';
import { LOOK_HOLDS_MS } from '../run/statusAge.ts';
import type { Observation, SubjectState } from '../timeline/addObservation.ts';
import type { Status } from '../timeline/event.ts';
import type { Verdict } from './verdict.ts';
import type { PublicationFact, SendingStatus } from './verdictTypes.ts';

export const SENDINGS: Readonly<Record<SendingStatus, Status | null>> = {
  ...{ live: 'live', kept: 'waiting', waiting: 'waiting', stalled: 'stalled', failing: 'failing', off: 'off' },
  ...{ starting: null, idle: null, unknown: null },
};

/** Null until the log has been read. */
export const causeIn = (failure: ProcessFailure | null): string | null => {
  const cause = failure?.words ? failure.cause : undefined;
  return cause === undefined || cause === 'unknown' ? null : cause;
};

/** Start of a process that sends, in ms since 1970. */
export const begunAt = (progress: Progress | null, seenAt: number): number | null =>
  progress?.status === 'connected' && progress.uptimeSeconds !== null ? seenAt - progress.uptimeSeconds * 1000 : null;

export type ProcessRun = Readonly<{ progress: Progress | null; failure: ProcessFailure | null }>;

/** @param status of the verdict, see `OTHER_VIEWS` */
export function sourceStand(
  { progress, failure }: ProcessRun,
  { kind, fault, since, severity }: Verdict,
  status: Status | null,
  at: number,
): SubjectState {
  if (status === 'live') return { status, since: begunAt(progress, at), cause: null };
  if (severity === 'busy') return { status: null, since: null, cause: null };
  const slow = fault === 'server' ? 'overloaded' : 'behind';
  const cause = status === 'away' || status === 'broken' ? causeIn(failure) : null;
  return { status: kind === 'slow' && fault !== 'source' ? slow : status, since, cause };
}

interface PassingLook {
  /** Milliseconds since 1970. */
  at: number;
  source: SubjectState;
  publications: readonly (Pick<PublicationFact, 'id' | 'status' | 'since' | 'proof'> & { cause?: string | null })[];
}

export const observePassing = ({ at, source, publications }: PassingLook): Observation => ({
  at,
  everyMs: LOOK_HOLDS_MS.inPassing,
  stands: {
    source,
    ...Object.fromEntries(
      publications.map(({ id, status, since, proof, cause = null }) => {
        if (status === 'live' && proof?.status === 'unseen')
          return [id, { status: 'unseen', since: proof.since, cause: null }] as const;
        const stand = { status: SENDINGS[status], since, cause: status === 'failing' ? cause : null };
        return [id, stand] as const;
      }),
    ),
  },
  viewers: null,
  source: null,
});
