import * as z from 'zod/mini';
import type { AlarmMessage } from '../receivers/alarmMessage.ts';
import type { Delivery, DeliveryFault } from '../receivers/delivery.ts';
import { nextTry } from '../receivers/nextTry.ts';

const Message = z.object({
  id: z.string(),
  kind: z.enum(['fired', 'resolved', 'test']),
  severity: z.enum(['critical', 'warning', 'info']),
  title: z.string(),
  text: z.string(),
  link: z.nullable(z.string()),
  at: z.number(),
});

const OutboxRow = z.object({
  /** Of the message. */
  id: z.string(),
  receiver: z.string(),
  message: Message,
  /** Ids of those that it tells of. */
  incidents: z._default(z.array(z.string()), []),
  /** `failed`: no more tries; `withdrawn`: another one tells the whole story, or nobody gets it any more. */
  state: z.enum(['waiting', 'delivered', 'failed', 'withdrawn']),
  /** So many were made. */
  tries: z.number(),
  /** When the first try was due; of the next one; before which the receiver wants none. Milliseconds since 1970. */
  firstAt: z.number(),
  nextAt: z.number(),
  notBefore: z.number(),
  /** Of the last try: a fault, and the status of HTTP or SMTP. */
  last: z.nullable(z.object({ at: z.number(), why: z.nullable(z.string()), status: z.nullable(z.number()) })),
});
/** One message to one receiver, with what became of it: plain JSON. */
export type OutboxRow = z.infer<typeof OutboxRow>;

/** null: it cannot be read. */
export const parseOutboxRow = (stored: unknown): OutboxRow | null => OutboxRow.safeParse(stored).data ?? null;

/** More than this wait for nobody: the oldest go. */
export const MOST_WAITING = 10_000;

export const newRow = (
  receiver: string,
  message: AlarmMessage,
  now: number,
  incidents: readonly string[] = [],
): OutboxRow => ({
  ...{ id: message.id, receiver, message, incidents: [...incidents], state: 'waiting', tries: 0 },
  ...{ firstAt: now, nextAt: now, notBefore: 0, last: null },
});

/** Nobody was reached, so nobody was told. */
const AWAY: ReadonlySet<DeliveryFault> = new Set(['unreachable', 'name-not-found']);

/** @param random 0 to 1 */
export function rowAfterTry(row: OutboxRow, delivery: Delivery, now: number, random: number): OutboxRow {
  const tries = row.tries + 1;
  const why = delivery.type === 'delivered' ? null : delivery.type === 'gone' ? 'gone' : delivery.why;
  const tried = { ...row, tries, last: { at: now, why, status: delivery.status } };
  if (delivery.type === 'delivered') return { ...tried, state: 'delivered' };
  if (delivery.type !== 'retry') return { ...tried, state: 'failed' };
  const { afterSeconds, why: fault } = delivery;
  const isAway = AWAY.has(fault);
  const firstAt = Math.min(row.firstAt, now);
  const nextAt = nextTry({ count: tries, firstAt, now, afterSeconds, random, isAway });
  if (nextAt === null) return { ...tried, state: 'failed' };
  return { ...tried, firstAt, nextAt, notBefore: now + (afterSeconds ?? 0) * 1000 };
}

/** Until when a receiver wants no message, whichever it is; 0: it takes some. */
export const noneBefore = (rows: readonly OutboxRow[], receiver: string, now: number): number =>
  Math.max(
    0,
    ...rows.flatMap((row) => (row.receiver === receiver && (row.last?.at ?? now) <= now ? [row.notBefore] : [])),
  );

/**
 * The next message of a receiver, in the order in which they came. One that was not tried yet does not wait for the long pause of
 * the first: a receiver that was away may be back. What the receiver asked for is kept.
 * @param rows that wait, of one receiver, oldest first
 * @returns null: none is due
 */
export function dueRow(rows: readonly OutboxRow[], now: number): OutboxRow | null {
  const [first] = rows;
  if (first === undefined) return null;
  // The clock was set back: by it, the next try may be days away.
  if ((first.last?.at ?? first.firstAt) > now) return first;
  if (first.notBefore > now) return null;
  const newest = Math.max(...rows.filter(({ tries }) => tries === 0).map(({ firstAt }) => firstAt), 0);
  const isNews = first.last !== null && newest > first.last.at;
  return first.nextAt <= now || isNews ? first : null;
}
