import { NOISE } from '../hls/segment/frozenPicture.ts';
import { LASTING_S } from '../verdict/runningIngest.ts';
import type { Look, LookFailure, LookSpan } from './look.ts';

/** Times in ms since 1970. */
interface SeenStates {
  /** Null without video. */
  picture: { status: 'moving' } | { status: 'black' | 'frozen' | 'still'; since: number } | null;
  /** Null without audio. */
  sound: { status: 'heard' } | { status: 'silent'; since: number } | null;
}

/**
 * `still`: a picture that did not move before, such as a slide, or that of a channel without an earlier look: it may be
 * intended. `unknown`: no look was readable lately.
 */
type LookStates = ({ status: 'seen' } & SeenStates) | { status: 'unknown'; cause: LookFailure | null };

/** What the looks at one channel have shown so far. `since` of a condition is null if it does not last. */
export interface LookMemory {
  /** End of the last readable look, in ms since 1970; null if there was none. */
  at: number | null;
  has: { video: boolean; audio: boolean };
  since: Readonly<Record<'black' | 'still' | 'silent', number | null>>;
  /** Whether the picture moved before it became still. */
  hasMoved: boolean;
  /** The last picture, for comparing with that of the next look. */
  grey: readonly number[];
  /** Failed looks in a row. */
  failures: number;
  cause: LookFailure | null;
}

export const newLookMemory = (): LookMemory => ({
  at: null,
  has: { video: false, audio: false },
  since: { black: null, still: null, silent: null },
  hasMoved: false,
  grey: [],
  failures: 0,
  cause: null,
});

/** What was seen longer ago says nothing about now. */
export const LOOK_HOLDS_MS = 150_000;
/** Spans are exact to about a keyframe. */
const SLACK_S = 0.5;
const MOVING_SHARE = 0.5;

/** @param at end of the newest content of the look, in ms since 1970 */
export function memoryAfter(before: LookMemory, look: Look, at: number): LookMemory {
  if (look.status === 'failed') return { ...before, failures: before.failures + 1, cause: look.cause };
  const { seconds, picture, sound, frames } = look;
  const grey = [...(frames.at(-1)?.grey ?? [])];
  const isRecent = before.at !== null && at >= before.at && at - before.at < LOOK_HOLDS_MS;
  // An agent of an earlier version has left no picture. What counted as still does so until it moves.
  const isSame = isRecent && (before.grey.length === 0 || isLike(before.grey, [...(frames[0]?.grey ?? [])]));
  const sinceOf = (spans: readonly LookSpan[], previous: number | null, continues: boolean): number | null => {
    const last = spans.at(-1);
    if (last === undefined || last.to < seconds - SLACK_S) return null;
    const begun = at - (seconds - last.from) * 1000;
    return continues && previous !== null && last.from <= SLACK_S ? Math.min(previous, begun) : begun;
  };
  const black = picture ? sinceOf(picture.black, before.since.black, isRecent) : null;
  const still = picture ? sinceOf(picture.still, before.since.still, isSame) : null;
  const moved = picture ? 1 - lengthOf(picture.still) / seconds : 0;
  return {
    at,
    has: { video: picture !== null, audio: sound !== null },
    since: { black, still, silent: sound ? sinceOf(sound.silent, before.since.silent, isRecent) : null },
    hasMoved: movedAfter(),
    grey,
    failures: 0,
    cause: null,
  };

  /** A still picture that changes without moving is a slide. Black in between says nothing. */
  function movedAfter(): boolean {
    if (moved >= MOVING_SHARE) return true;
    if (!isRecent || picture === null) return false;
    const isNew = !isSame || (picture.still.at(-1)?.from ?? 0) > SLACK_S;
    const isAnother = before.since.still !== null && isNew && before.since.black === null && black === null;
    return before.hasMoved && !isAnother && picture.still.length <= 1;
  }
}

const lengthOf = (spans: readonly LookSpan[]) => spans.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0);

const isLike = (one: readonly number[], other: readonly number[]) =>
  one.length > 0 && one.length === other.length && one.every((cell, i) => Math.abs(cell - (other[i] ?? 0)) <= NOISE);

/** A condition counts once it was seen to last as long as on the page of the channel. @param now ms since 1970 */
export function lookStates(memory: LookMemory, now: number): LookStates {
  const { at, since, has, hasMoved, cause } = memory;
  if (at === null || Math.abs(now - at) > LOOK_HOLDS_MS) return { status: 'unknown', cause };
  const lasting = (from: number | null, seconds: number) =>
    from !== null && at - from >= seconds * 1000 ? from : null;
  const black = lasting(since.black, LASTING_S.black);
  const still = lasting(since.still, LASTING_S.frozen);
  const silent = lasting(since.silent, LASTING_S.silent);
  return {
    status: 'seen',
    picture: !has.video
      ? null
      : black !== null
        ? { status: 'black', since: black }
        : still !== null
          ? { status: hasMoved ? 'frozen' : 'still', since: still }
          : { status: 'moving' },
    sound: !has.audio ? null : silent === null ? { status: 'heard' } : { status: 'silent', since: silent },
  };
}

/** A condition is followed closely for this time, so that its end is seen soon. */
const FOLLOWED_MS = 5 * 60_000;

/** Whether a condition has begun lately, so that the next look should come soon. */
export function isLookUrgent({ at, since: { black, still, silent }, hasMoved }: LookMemory): boolean {
  const isWithin = (from: number | null, ms: number) => at !== null && from !== null && at - from < ms;
  return (
    isWithin(black, FOLLOWED_MS) ||
    isWithin(silent, FOLLOWED_MS) ||
    isWithin(still, hasMoved ? FOLLOWED_MS : LASTING_S.frozen * 1000)
  );
}
