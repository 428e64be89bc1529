import type { Proof, ProofDoubt, ProofFault } from '../../api/answers/proofReport.ts';
import { median } from '../run/median.ts';
import type { FrameFinding } from './compareFrames.ts';

/** The result of one look at a platform. */
export type ProofFinding =
  | FrameFinding
  /** Audio alone that is not silent; nothing tells which. */
  | { status: 'heard' }
  /** The picture of the channel without its sound. */
  | { status: 'silent' }
  /** Nothing is there. Before it was seen once, the address may be wrong. */
  | { status: 'gone' }
  /** The playlist got no new segments during the whole look, so one look is enough. */
  | { status: 'stalled' }
  | { status: 'failed'; doubt: ProofDoubt };

interface ShownMoment {
  /** Milliseconds since 1970. */
  at: number;
  /** See `FrameFinding`. */
  shown: number;
  delay: number;
}

/** What the looks at one platform have shown since its publication started. */
export interface ProofMemory {
  proof: Proof | null;
  /** Milliseconds since 1970; null if it was never seen. */
  seenAt: number | null;
  /** The usual delay in seconds, once two looks in a row have found it. */
  usual: number | null;
  last: ShownMoment | null;
  /** The last delays that agree with each other: where a viewer begins varies by a segment. */
  delays: readonly number[];
  /** The newest moment, even if it was a repetition, and how many looks since then had the same delay. */
  newest: ShownMoment | null;
  steady: number;
  /** How often the delay has grown in a row. */
  growing: number;
  /** Results in a row that are not good, and the time of the first. */
  fault: { since: number; times: number } | null;
  doubt: { since: number; times: number } | null;
}

export const newProofMemory = (): ProofMemory => ({
  ...{
    proof: null,
    seenAt: null,
    usual: null,
    last: null,
    delays: [],
    newest: null,
    steady: 0,
    growing: 0,
    fault: null,
    doubt: null,
  },
});

/** A single look may hit the moment in which a platform buffers. */
const CONFIRMED = 2;
/** A still or dark picture does not contradict what was seen this long ago. */
const SEEN_HOLDS_MS = 180_000;
/** Seconds. */
const LATE_S = 10;
const AGREED_S = 5;
const GROWN_S = 4;
const GROWS_S = 1;
const GROWING = 2;
/** A delay that stays is the new usual one. */
const USUAL_AFTER_MS = 300_000;
/** Share of the time that passed which the platform must have shown. */
const GOES_ON = 0.3;
const COMPARED_AFTER_MS = 4000;
/** After buffering, a platform goes on with a longer delay; a loop jumps back again. */
const STEADY_S = 1.5;
const STEADY = 3;
const LONGEST_S = 90;
const MOST_DELAYS = 5;

/** @param at when the look began, in ms since 1970 */
export function proofAfter(before: ProofMemory, finding: ProofFinding, at: number): ProofMemory {
  switch (finding.status) {
    case 'same':
      return sameAfter(before, { at, shown: finding.shown, delay: finding.delay });
    case 'heard':
      return { ...before, ...GOOD, proof: { status: 'seen', at, delay: null }, seenAt: at };
    case 'alike':
      return doubtful(before, 'still', at);
    case 'unclear':
      return doubtful(before, DOUBTS[finding.reason], at);
    case 'failed':
      return doubtful(before, finding.doubt, at);
    case 'gone':
      return before.seenAt === null ? doubtful(before, 'address', at) : faulty(before, 'gone', at);
    case 'stalled':
      return proofAfter(proofAfter(before, { status: 'gone' }, at), { status: 'gone' }, at);
    case 'unmatched':
      return faulty(before, 'old', at);
    case 'black':
    case 'frozen':
    case 'other':
    case 'silent':
      return faulty(before, finding.status, at);
  }
}

function sameAfter(before: ProofMemory, now: ShownMoment): ProofMemory {
  const { last, newest, usual } = before;
  const { at, shown, delay } = now;
  const passed = last === null ? 0 : at - last.at;
  const isRepeated = last !== null && passed >= COMPARED_AFTER_MS && shown - last.shown < (GOES_ON * passed) / 1000;
  if (!isRepeated) return seen(before, now);
  const isSteady = newest !== null && Math.abs(delay - newest.delay) <= STEADY_S && delay - (usual ?? 0) < LONGEST_S;
  const next = { ...before, newest: now, steady: isSteady ? before.steady + 1 : 0 };
  if (next.steady >= STEADY) return seen(next, now);
  return isSteady ? next : faulty(next, 'old', at);
}

const GOOD = { fault: null, doubt: null } as const;

const DOUBTS: Readonly<Record<(FrameFinding & { status: 'unclear' })['reason'], ProofDoubt>> = {
  ...{ dark: 'dark', plain: 'plain', few: 'unreadable', 'no-own': 'own' },
};

function seen(before: ProofMemory, now: ShownMoment): ProofMemory {
  const { at, delay } = now;
  const usual = usualAfter(before, delay);
  const growth = before.last === null ? 0 : delay - before.last.delay;
  const growing =
    growth >= GROWS_S ? before.growing + 1 : growth > -GROWS_S / 2 && before.growing > 0 ? before.growing : 0;
  const beyond = (of: number) => of - (usual ?? of);
  // A single look may have found a moment that resembles this one.
  const isFar = beyond(delay) >= LATE_S && before.newest !== null && beyond(before.newest.delay) >= LATE_S;
  const isLate = isFar || (growing >= GROWING && beyond(delay) >= GROWN_S);
  const delays = delaysAfter(before.delays, delay);
  const next = { ...before, ...GOOD, seenAt: at, usual, last: now, delays, newest: now, steady: 0, growing };
  const proof = { status: 'seen', at, delay: median(delays) } as const;
  if (!isLate) return { ...next, proof };
  const since = before.proof?.status === 'late' ? before.proof.since : at;
  const isSteady = growth < GROWS_S && at - since >= USUAL_AFTER_MS;
  if (isSteady) return { ...next, usual: delay, growing: 0, proof };
  return { ...next, proof: { status: 'late', at, delay, since } };
}

function delaysAfter(before: readonly number[], delay: number): number[] {
  const agrees = Math.abs(delay - (median(before) ?? delay)) <= AGREED_S;
  return agrees ? [...before, delay].slice(-MOST_DELAYS) : [delay];
}

function usualAfter({ usual, last }: ProofMemory, delay: number): number | null {
  const isAgreed = last !== null && Math.abs(delay - last.delay) <= AGREED_S;
  return isAgreed ? Math.min(usual ?? Number.POSITIVE_INFINITY, Math.max(delay, last.delay)) : usual;
}

function faulty(before: ProofMemory, fault: ProofFault, at: number): ProofMemory {
  const now = { since: before.fault?.since ?? at, times: (before.fault?.times ?? 0) + 1 };
  const next = { ...before, fault: now, doubt: null };
  if (now.times < CONFIRMED) return next;
  const wasSeen = before.seenAt !== null;
  return { ...next, proof: { status: 'unseen', since: before.seenAt ?? now.since, fault, wasSeen } };
}

function doubtful(before: ProofMemory, doubt: ProofDoubt, at: number): ProofMemory {
  const now = { since: before.doubt?.since ?? at, times: (before.doubt?.times ?? 0) + 1 };
  const isOfPicture = doubt === 'still' || doubt === 'dark' || doubt === 'plain';
  // The picture of the channel is there, even if nothing tells when it was sent.
  const next = { ...before, fault: doubt === 'still' ? null : before.fault, doubt: now };
  const holds = isOfPicture ? before.seenAt !== null && at - before.seenAt < SEEN_HOLDS_MS : now.times < CONFIRMED;
  if (holds && before.proof !== null && before.proof.status !== 'unclear') {
    // A still picture ends what was another one.
    const isOver = doubt === 'still' && before.proof.status === 'unseen' && now.times >= CONFIRMED;
    if (!isOver) return next;
  }
  const since = before.proof?.status === 'unclear' ? before.proof.since : at;
  return { ...next, proof: { status: 'unclear', since, doubt } };
}
