import { isOld } from '../run/statusAge.ts';
import { type Health, type History, healthOf, type Span, type Subject } from './event.ts';

/** Seconds. */
export const PIECE_S = 10;
const PIECE_MS = PIECE_S * 1000;
const PIECES = 30;
/** Polls are not exact. */
const SLACK_MS = 1500;

/** Good, poor, bad; '-' is unknown. */
export type HealthSlot = 'g' | 'a' | 'r' | '-';

const LETTER: Readonly<Record<Health, HealthSlot>> = { good: 'g', poor: 'a', bad: 'r' };
const WORST: readonly HealthSlot[] = ['r', 'a', 'g'];

const overlap = ([from, to]: Span, [a, b]: Span) => Math.max(0, Math.min(to, b) - Math.max(from, a));

/** One letter per slot, oldest first. Unobserved time is never green. */
export function healthBar({ events, watched }: History, subject: Subject, now: number): string {
  const end = Math.ceil(now / PIECE_MS) * PIECE_MS;
  const begin = end - PIECES * PIECE_MS;
  const recent = watched.filter(([, to]) => to >= begin);
  const states = events.flatMap((event) =>
    event.kind === 'state' && event.of === subject && event.told === 'seen' && event.until >= begin ? [event] : [],
  );
  if (states.length === 0) return '-'.repeat(PIECES);
  const latest = watched.at(-1)?.[1] ?? 0;
  const reach = isOld(latest, now) ? now : latest;
  return Array.from({ length: PIECES }, (_, i): HealthSlot => {
    const from = begin + i * PIECE_MS;
    const piece: Span = [from, Math.min(from + PIECE_MS, Math.max(reach, from))];
    const parts = recent.filter((span) => overlap(span, piece) > 0 || (span[0] <= piece[0] && span[1] >= piece[1]));
    if (parts.length === 0) return '-';
    let covered = 0;
    const found = new Set<HealthSlot>();
    for (const { at, until, status } of states) {
      const health = healthOf(status);
      const long = Math.max(...parts.map((part) => overlap([Math.max(at, part[0]), Math.min(until, part[1])], piece)));
      if (long <= 0) continue;
      covered += long;
      if (health !== null) found.add(LETTER[health]);
    }
    const worst = WORST.find((letter) => found.has(letter)) ?? '-';
    if (worst !== 'g') return worst;
    const looked = parts.reduce((sum, part) => sum + overlap(part, piece), 0);
    const length = piece[1] - piece[0];
    if (length - looked > SLACK_MS) return '-';
    return length - covered > SLACK_MS ? 'a' : 'g';
  }).join('');
}

/** For screen readers. */
export function secondsIn(bar: string): Readonly<Record<'good' | 'poor' | 'bad' | 'unknown', number>> {
  const of = (letter: HealthSlot) => ((bar.split(letter).length - 1) * PIECE_MS) / 1000;
  return { good: of('g'), poor: of('a'), bad: of('r'), unknown: of('-') };
}
