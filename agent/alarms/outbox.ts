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
  id: z.string(),
  receiver: z.string(),
  message: Message,
  incidents: z._default(z.array(z.string()), []),
  /** `failed`: no more tries. `withdrawn`: another message covers it, or the receiver is off or deleted. */
  state: z.enum(['waiting', 'delivered', 'failed', 'withdrawn']),
  tries: z.number(),
  /** `firstAt`: first try due. `notBefore`: the receiver rejects messages until then. Milliseconds since 1970. */
  firstAt: z.number(),
  nextAt: z.number(),
  notBefore: z.number(),
  last: z.nullable(z.object({ at: z.number(), why: z.nullable(z.string()), status: z.nullable(z.number()) })),
});
/** One message to one receiver with its delivery state, as plain JSON. */
export type OutboxRow = z.infer<typeof OutboxRow>;

export const parseOutboxRow = (stored: unknown): OutboxRow | null => OutboxRow.safeParse(stored).data ?? null;

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

/** Faults where the message cannot have arrived. */
const AWAY: ReadonlySet<DeliveryFault> = new Set(['unreachable', 'name-not-found']);

/** @param random 0 to 1 */
export function rowAfterTry(row: OutboxRow, delivery: Delivery, now: number, random: number): OutboxRow {
  const tries = row.tries + 1;
  const reason = delivery.type === 'delivered' ? null : delivery.type === 'gone' ? 'gone' : delivery.why;
  const tried = { ...row, tries, last: { at: now, why: reason, status: delivery.status } };
  if (delivery.type === 'delivered') return { ...tried, state: 'delivered' };
  if (delivery.type !== 'retry') return { ...tried, state: 'failed' };
  const { afterSeconds, why: fault } = delivery;
  const isAway = AWAY.has(fault);
  const firstAt = Math.min(row.firstAt, now);
  const nextAt = nextTry({ count: tries, firstAt, now, afterSeconds, random, isAway });
  if (nextAt === null) return { ...tried, state: 'failed' };
  return { ...tried, firstAt, nextAt, notBefore: now + (afterSeconds ?? 0) * 1000 };
}

/** Returns the time before which the receiver rejects all messages, or 0. */
export const noneBefore = (rows: readonly OutboxRow[], receiver: string, now: number): number =>
  Math.max(
    0,
    ...rows.flatMap((row) => (row.receiver === receiver && (row.last?.at ?? now) <= now ? [row.notBefore] : [])),
  );

/**
 * Returns the next due message of one receiver, whose rows are in order. A message without a try skips the back-off of
 * older ones, but not `notBefore`.
 */
export function dueRow(rows: readonly OutboxRow[], now: number): OutboxRow | null {
  const [first] = rows;
  if (first === undefined) return null;
  // The clock was set back, so the next try may be days in the future.
  if ((first.last?.at ?? first.firstAt) > now) return first;
  if (first.notBefore > now) return null;
  const newest = Math.max(...rows.filter(({ tries }) => tries === 0).map(({ firstAt }) => firstAt), 0);
  const hasNewer = first.last !== null && newest > first.last.at;
  return first.nextAt <= now || hasNewer ? first : null;
}
