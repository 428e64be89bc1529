/** ffmpeg prints nothing when an upload is refused, and its frames go on. Times in ms, by our own clock. */
export interface Arrival {
  /** All segments that there are, in one text. */
  segments: string;
  /** When they were last seen to change, or nothing was to be expected. */
  movedAt: number;
  seenAt: number;
  /** The longest time from one change to the next; null: none was seen yet. */
  longest: number | null;
}

/** Changes may be seen this late, because the list is not read every second. */
const LATE_MS = 25_000;
/** Before the first one it is not known how long a segment is. */
const FIRST_LATE_MS = 40_000;
const LATE_TIMES = 2.5;

/** @param expected frames flow: then something has to arrive */
export function arrivalAfter(before: Arrival | null, segments: string, at: number, expected: boolean): Arrival {
  if (!before || !expected) return { segments, movedAt: at, seenAt: at, longest: before?.longest ?? null };
  if (before.segments === segments) return { ...before, seenAt: at };
  return { segments, movedAt: at, seenAt: at, longest: Math.max(before.longest ?? 0, at - before.movedAt) };
}

/** Since when nothing arrives that should (ms); null: it does, or that is not known. */
export function missingSince(arrival: Arrival | null): number | null {
  if (!arrival) return null;
  const { movedAt, seenAt, longest } = arrival;
  const late = longest === null ? FIRST_LATE_MS : Math.max(LATE_MS, longest * LATE_TIMES);
  return seenAt - movedAt >= late ? movedAt : null;
}
