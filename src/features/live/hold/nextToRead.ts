/** A channel whose hold is read and whose state is on the screen. */
export interface ReadableHold {
  channel: string;
  /** It is on the screen with everything; else in a list, in the header, or guarded by the alarm. */
  isWatched: boolean;
  /** Its source is away, or the standby image is on the air. */
  isUrgent: boolean;
  /** ms; null: not yet. */
  readAt: number | null;
}

/** ms. One is read at a time: with many of them, each waits for its turn. */
const DUE_AFTER = { watched: 2000, urgent: 4000, calm: 16_000 };
/** A round is not to the millisecond. */
const EARLY = 0.9;

/** The one that has waited for longest, by how often it should be read; null: none is due. */
export function nextToRead(holds: readonly ReadableHold[], now: number): string | null {
  const waits = holds.map(({ channel, isWatched, isUrgent, readAt }) => ({
    channel,
    share: readAt === null ? 100 : (now - readAt) / DUE_AFTER[isWatched ? 'watched' : isUrgent ? 'urgent' : 'calm'],
  }));
  const [first] = waits.filter(({ share }) => share >= EARLY).toSorted((a, b) => b.share - a.share);
  return first?.channel ?? null;
}
