import { nextPeak } from './limits.ts';
import { createRate, type Rate } from './rate.ts';
import { createTotals, type Totals } from './totals.ts';
import type { Counter, Identity, SessionEntry } from './types.ts';

/** One session; it counts for itself and for its collector. */
export interface Session extends Counter {
  readonly id: string;
  readonly identity: Identity;
  readonly rxBytes: () => number;
  readonly txBytes: () => number;
  /** Bits per second, see limits.ts. */
  peak: number;
  readonly entry: () => SessionEntry;
}

interface MutableSession extends Session {
  touchedMs: number;
  /** A connection that stands: it does not time out. */
  standing: boolean;
  /** Of the busier direction; bits per second. */
  bitrate(): number;
}

export interface Collector {
  readonly active: ReadonlyMap<string, Session>;
  readonly rx: Rate;
  readonly tx: Rate;
  /** Sessions that have ended. */
  readonly ended: Totals;
  /** A running or pending session, not touched. */
  find(id: string): Session | undefined;
  /** The session of this id, a new one if there is none. */
  open(id: string, identity: Identity, as: 'active' | 'pending' | 'standing'): Session;
  /** From now on it is listed. */
  activate(session: Session): void;
  /** Ends what has timed out, and once a second lets peaks fall. */
  sweep(): void;
}

/** Made up ids cost a viewer nothing; beyond this many the oldest is forgotten. */
const MAX_PENDING = 20_000;

export const secondOf = (milliseconds: number) => Math.floor(milliseconds / 1000);

interface Clocks {
  readonly timeoutMs: number;
  /** What sessions grow old by. */
  readonly now: () => number;
  /** What people read, unix milliseconds. */
  readonly date: () => number;
}

export function createCollector({ timeoutMs, now, date }: Clocks): Collector {
  const active = new Map<string, MutableSession>();
  const pending = new Map<string, MutableSession>();
  const firstSecond = secondOf(now());
  let swept = firstSecond;
  const collector = { rx: createRate(firstSecond), tx: createRate(firstSecond), ended: createTotals() };

  const create = (id: string, identity: Identity): MutableSession => {
    const createdMs = now();
    const createdAt = secondOf(date());
    const rx = createRate(secondOf(createdMs));
    const tx = createRate(secondOf(createdMs));
    const count = (own: Rate, all: Rate, bytes: number) => {
      const at = now();
      own.add(bytes, secondOf(at));
      all.add(bytes, secondOf(at));
      session.touchedMs = at;
    };
    const session: MutableSession = {
      id,
      identity,
      touchedMs: createdMs,
      standing: false,
      peak: 0,
      rx: (bytes) => count(rx, collector.rx, bytes),
      tx: (bytes) => count(tx, collector.tx, bytes),
      bitrate: () => Math.max(rx.bitsPerSecond(secondOf(now())), tx.bitsPerSecond(secondOf(now()))),
      rxBytes: rx.total,
      txBytes: tx.total,
      close() {
        session.touchedMs = now();
        session.standing = false;
      },
      entry: () => ({
        id,
        reference: identity.reference,
        created_at: createdAt,
        local: identity.local,
        remote: identity.remote,
        extra: identity.extra,
        bytes_rx: rx.total(),
        bytes_tx: tx.total(),
        bandwidth_rx_kbit: thousandths(rx.bitsPerSecond(secondOf(now())) / 1024),
        bandwidth_tx_kbit: thousandths(tx.bitsPerSecond(secondOf(now())) / 1024),
      }),
    };
    return session;
  };

  return {
    ...collector,
    active,
    find: (id) => active.get(id) ?? pending.get(id),
    open(id, identity, as) {
      const session = active.get(id) ?? pending.get(id) ?? create(id, identity);
      session.touchedMs = now();
      if (as === 'standing') session.standing = true;
      if (as !== 'pending') {
        pending.delete(id);
        active.set(id, session);
      } else if (!active.has(id)) {
        pending.set(id, session);
        const [oldest] = pending.keys();
        if (pending.size > MAX_PENDING && oldest !== undefined) pending.delete(oldest);
      }
      return session;
    },
    activate({ id }) {
      const session = pending.get(id);
      if (session === undefined) return;
      pending.delete(id);
      active.set(id, session);
    },
    sweep() {
      const at = now();
      const aSecondPassed = secondOf(at) > swept;
      swept = secondOf(at);
      const isOver = (session: MutableSession) => !session.standing && at - session.touchedMs >= timeoutMs;
      for (const session of pending.values()) if (isOver(session)) pending.delete(session.id);
      for (const session of active.values()) {
        if (aSecondPassed) session.peak = nextPeak(session.peak, session.bitrate());
        if (!isOver(session)) continue;
        active.delete(session.id);
        collector.ended.add(session.identity, session.rxBytes(), session.txBytes());
      }
    },
  };
}

export const thousandths = (value: number) => Math.round(value * 1000) / 1000;
