import { limit } from '../util/limits.ts';
import { createTotals, type Totals } from './totals.ts';
import type { Counter, Identity, SessionEntry } from './types.ts';
import { decayPeak } from './viewerLimits.ts';

const WINDOW_S = 10;
const SLOTS = WINDOW_S + 1;

/** Bytes of the last ten whole seconds; the current second does not count yet. */
interface Rate {
  total(): number;
  add(bytes: number, second: number): void;
  bitsPerSecond(second: number): number;
}

export function createRate(firstSecond: number): Rate {
  /** One more slot than the window, for the current second. Empty until used: most connections go one way only. */
  let slots: number[] = [];
  let newest = firstSecond;
  let total = 0;

  const roll = (second: number) => {
    // A clock that was set back must not revive old seconds.
    if (second <= newest) return;
    if (slots.length === 0) newest = second;
    else if (second - newest > WINDOW_S) slots.fill(0);
    else for (let passed = newest + 1; passed <= second; passed++) slots[passed % SLOTS] = 0;
    newest = second;
  };

  return {
    total: () => total,
    add(bytes, second) {
      roll(second);
      if (bytes === 0) return;
      if (slots.length === 0) slots = Array<number>(SLOTS).fill(0);
      total += bytes;
      slots[newest % SLOTS] = (slots[newest % SLOTS] ?? 0) + bytes;
    },
    bitsPerSecond(second) {
      roll(second);
      const seconds = Math.min(WINDOW_S, newest - firstSecond);
      if (seconds === 0 || slots.length === 0) return 0;
      const running = slots[newest % SLOTS] ?? 0;
      return ((slots.reduce((sum, bytes) => sum + bytes, 0) - running) * 8) / seconds;
    },
  };
}

/** Copies, because a slice would keep the whole text in memory. */
const shortText = (text: string, max = limit('sessionText')): string => Buffer.from(text.slice(0, max)).toString();

export interface Session extends Counter {
  readonly id: string;
  readonly identity: Identity;
  readonly rxBytes: () => number;
  readonly txBytes: () => number;
  /** Bits per second, decaying (`decayPeak`). */
  peak: number;
  /** Bits per second of the busier direction. */
  readonly bitrate: () => number;
  readonly ageMs: () => number;
  readonly entry: () => SessionEntry;
}

interface MutableSession extends Session {
  touchedMs: number;
  /** An open connection does not time out. */
  standing: boolean;
}

export interface Collector {
  readonly active: ReadonlyMap<string, Session>;
  readonly rx: Rate;
  readonly tx: Rate;
  readonly ended: Totals;
  find(id: string): Session | undefined;
  open(id: string, identity: Identity, as: 'active' | 'pending' | 'standing'): Session;
  activate(session: Session): void;
  end(session: Session): void;
  endAll(): void;
  /** Ends expired sessions, and lets peaks decay once a second. */
  sweep(): void;
}

/** Share of sessions that end at once above the limit, because selecting them is slow. */
const ROOM = 0.05;

export const toSecond = (milliseconds: number) => Math.floor(milliseconds / 1000);

interface Clocks {
  readonly timeoutMs: number;
  readonly now: () => number;
  /** Unix milliseconds. */
  readonly date: () => number;
  readonly mostActive?: number;
  readonly mostPending?: number;
}

export function createCollector({
  timeoutMs,
  now,
  date,
  mostActive = limit('activeSessions'),
  mostPending = limit('pendingSessions'),
}: Clocks): Collector {
  const active = new Map<string, MutableSession>();
  const pending = new Map<string, MutableSession>();
  const firstSecond = toSecond(now());
  let swept = firstSecond;
  const collector = { rx: createRate(firstSecond), tx: createRate(firstSecond), ended: createTotals() };

  const create = (id: string, owner: Identity): MutableSession => {
    const identity: Identity = {
      reference: shortText(owner.reference),
      local: shortText(owner.local),
      remote: shortText(owner.remote),
      extra: shortText(owner.extra),
      network: shortText(owner.network ?? ''),
    };
    let { extra } = identity;
    const createdMs = now();
    const createdAt = toSecond(date());
    const rx = createRate(toSecond(createdMs));
    const tx = createRate(toSecond(createdMs));
    const count = (own: Rate, all: Rate, bytes: number) => {
      const at = now();
      own.add(bytes, toSecond(at));
      all.add(bytes, toSecond(at));
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
      bitrate: () => Math.max(rx.bitsPerSecond(toSecond(now())), tx.bitsPerSecond(toSecond(now()))),
      rxBytes: rx.total,
      txBytes: tx.total,
      ageMs: () => now() - createdMs,
      tell(next) {
        extra = shortText(next);
      },
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
        extra,
        bytes_rx: rx.total(),
        bytes_tx: tx.total(),
        bandwidth_rx_kbit: roundToThousandths(rx.bitsPerSecond(toSecond(now())) / 1024),
        bandwidth_tx_kbit: roundToThousandths(tx.bitsPerSecond(toSecond(now())) / 1024),
      }),
    };
    return session;
  };

  const end = (session: Session) => {
    if (active.delete(session.id))
      collector.ended.add(session.identity, { sessions: 1, rx: session.rxBytes(), tx: session.txBytes() });
  };

  const makeRoom = () => {
    const networks = new Map<string, MutableSession[]>();
    for (const session of active.values()) {
      if (session.standing) continue;
      const { network = '' } = session.identity;
      const own = networks.get(network);
      if (own === undefined) networks.set(network, [session]);
      else own.push(session);
    }
    const busiest = [...networks.values()].reduce((max, own) => (own.length > max.length ? own : max), []);
    const silentFirst = busiest.sort((a, b) => a.touchedMs - b.touchedMs);
    for (const session of silentFirst.slice(0, Math.ceil(mostActive * ROOM))) end(session);
  };
  const setActive = (session: MutableSession) => {
    pending.delete(session.id);
    if (!active.has(session.id) && active.size >= mostActive) makeRoom();
    active.set(session.id, session);
  };

  return {
    ...collector,
    active,
    find: (id) => active.get(id) ?? pending.get(id),
    open(givenId, identity, as) {
      const id = active.has(givenId) ? givenId : shortText(givenId);
      const session = active.get(id) ?? pending.get(id) ?? create(id, identity);
      session.touchedMs = now();
      if (as === 'standing') session.standing = true;
      if (as !== 'pending') setActive(session);
      else if (!active.has(id)) {
        pending.set(id, session);
        const [oldest] = pending.keys();
        if (pending.size > mostPending && oldest !== undefined) pending.delete(oldest);
      }
      return session;
    },
    activate({ id }) {
      const session = pending.get(id);
      if (session !== undefined) setActive(session);
    },
    end(session) {
      pending.delete(session.id);
      end(session);
    },
    endAll() {
      pending.clear();
      for (const session of active.values()) end(session);
    },
    sweep() {
      const at = now();
      const aSecondPassed = toSecond(at) > swept;
      swept = toSecond(at);
      const isOver = (session: MutableSession) => !session.standing && at - session.touchedMs >= timeoutMs;
      for (const session of pending.values()) if (isOver(session)) pending.delete(session.id);
      for (const session of active.values()) {
        if (aSecondPassed) session.peak = decayPeak(session.peak, session.bitrate());
        if (isOver(session)) end(session);
      }
    },
  };
}

export const roundToThousandths = (value: number) => Math.round(value * 1000) / 1000;
