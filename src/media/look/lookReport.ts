import { LookReport } from '../../api/answers/lookReport.ts';
import { type LookMemory, lookStates, newLookMemory } from './lookStates.ts';

const MOST_CHARACTERS = 4096;

/** Null if a look has not been reported, or by another version. */
export function parseLookReport(text: string): LookReport | null {
  if (text.length > MOST_CHARACTERS) return null;
  try {
    return LookReport.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** @param now ms since 1970 */
export function lookReportOf(memory: LookMemory, now: number): LookReport {
  const states = lookStates(memory, now);
  const { at, cause, grey } = memory;
  if (states.status === 'unknown') return { version: 1, at, picture: null, sound: null, failure: cause };
  const { picture, sound } = states;
  return {
    version: 1,
    at,
    picture: picture && { status: picture.status, since: 'since' in picture ? picture.since : null },
    sound: sound && { status: sound.status, since: 'since' in sound ? sound.since : null },
    failure: cause,
    ...(grey.length > 0 && { grey: [...grey] }),
  };
}

/** Continues the looks of a previous agent. */
export function resumedLooks({ at, picture, sound, grey = [] }: LookReport): LookMemory {
  const status = picture?.status;
  return {
    ...newLookMemory(),
    at,
    has: { video: picture !== null, audio: sound !== null },
    since: {
      black: status === 'black' ? (picture?.since ?? null) : null,
      still: status === 'frozen' || status === 'still' ? (picture?.since ?? null) : null,
      silent: sound?.since ?? null,
    },
    hasMoved: status === 'frozen' || status === 'moving',
    grey,
  };
}

/** Start of each condition in ms since 1970, as the verdict takes them; null: none, unknown, or seen too long ago. */
export interface LookFacts {
  blackSince: number | null;
  frozenSince: number | null;
  silentSince: number | null;
}

export const NO_LOOK_FACTS: LookFacts = { blackSince: null, frozenSince: null, silentSince: null };

export function lookFactsOf({ picture, sound }: Pick<LookReport, 'picture' | 'sound'>): LookFacts {
  const sinceOf = (status: string) => (picture?.status === status ? picture.since : null);
  return {
    blackSince: sinceOf('black'),
    frozenSince: sinceOf('frozen'),
    silentSince: sound?.status === 'silent' ? sound.since : null,
  };
}

/** Seconds for which the picture was seen still or black, whether it moved before or not; 0: it moves, or unknown. */
export function secondsStill({ at, picture }: Pick<LookReport, 'at' | 'picture'>): number {
  if (at === null || picture === null || picture.since === null) return 0;
  return Math.max(0, (at - picture.since) / 1000);
}

/** More than a look shows of a channel with segments of two seconds. */
const CONFIRMED_MS = 15_000;

/**
 * Whether more than one look has seen what lasts since then. If the next look is late, a slide of a few seconds would
 * otherwise seem to last until then.
 */
export const isConfirmed = ({ at }: Pick<LookReport, 'at'>, since: number | null): boolean =>
  at !== null && since !== null && at - since > CONFIRMED_MS;
