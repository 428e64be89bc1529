/** ffmpeg reports no rejected upload, and its frames continue. Times in ms of the page's clock. */
export interface Arrival {
  segments: string;
  /** Time of the last change, or of the last poll without frames. */
  movedAt: number;
  seenAt: number;
  /** Longest time between changes; null before the first one. */
  longest: number | null;
}

/** Changes may be noticed late, because the list is not polled every second. */
const LATE_MS = 25_000;
/** Before the first change, the length of a segment is unknown. */
const FIRST_LATE_MS = 40_000;
const LATE_TIMES = 2.5;

/** @param expected whether frames flow, so segments must arrive */
export function arrivalAfter(before: Arrival | null, segments: string, at: number, expected: boolean): Arrival {
  if (!before || !expected) return { segments, movedAt: at, seenAt: at, longest: before?.longest ?? null };
  if (before.segments === segments) return { ...before, seenAt: at };
  return { segments, movedAt: at, seenAt: at, longest: Math.max(before.longest ?? 0, at - before.movedAt) };
}

/** Milliseconds since 1970; null if segments arrive, or that is unknown. */
export function missingSince(arrival: Arrival | null): number | null {
  if (!arrival) return null;
  const { movedAt, seenAt, longest } = arrival;
  const limitMs = longest === null ? FIRST_LATE_MS : Math.max(LATE_MS, longest * LATE_TIMES);
  return seenAt - movedAt >= limitMs ? movedAt : null;
}
