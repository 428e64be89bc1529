import type { CollectorSummary, Identity, Traffic } from './types.ts';

/** Sums of sessions that have ended. */
export interface Totals {
  add(identity: Identity, rxBytes: number, txBytes: number): void;
  sessions(): number;
  /** Sessions whose reference begins with this. */
  sessionsOf(reference: string): number;
  summary(): CollectorSummary['summary'];
}

interface Sum {
  sessions: number;
  rx: number;
  tx: number;
}

/** Names come from viewers (referring pages, files): after so many different ones the rest is summed as one. */
const MAX_NAMES = 1_000;
const THE_REST = '(others)';

export function createTotals(): Totals {
  const all: Sum = { sessions: 0, rx: 0, tx: 0 };
  const locals = new Map<string, Sum>();
  const references = new Map<string, Sum>();
  const remotes = new Map<string, { sum: Sum; locals: Map<string, Sum> }>();

  return {
    add({ local, reference, remote }, rx, tx) {
      const count = (sum: Sum) => {
        sum.sessions += 1;
        sum.rx += rx;
        sum.tx += tx;
      };
      const far = entry(remotes, remote, () => ({
        sum: { sessions: 0, rx: 0, tx: 0 },
        locals: new Map<string, Sum>(),
      }));
      const none = () => ({ sessions: 0, rx: 0, tx: 0 });
      for (const sum of [
        all,
        far.sum,
        entry(far.locals, local, none),
        entry(locals, local, none),
        entry(references, reference, none),
      ]) {
        count(sum);
      }
    },
    sessions: () => all.sessions,
    sessionsOf: (start) =>
      [...references].reduce((sum, [name, { sessions }]) => (name.startsWith(start) ? sum + sessions : sum), 0),
    summary: () => ({
      remote: Object.fromEntries(
        [...remotes].map(([name, { sum, locals: near }]) => [name, { ...traffic(sum), local: byName(near) }]),
      ),
      local: byName(locals),
      reference: byName(references),
      ...traffic(all),
    }),
  };
}

function entry<T>(map: Map<string, T>, name: string, create: () => T): T {
  const key = map.has(name) || map.size < MAX_NAMES ? name : THE_REST;
  const found = map.get(key) ?? create();
  map.set(key, found);
  return found;
}

const MIB = 1024 * 1024;
/** Megabytes are cut to whole numbers. */
const traffic = ({ sessions, rx, tx }: Sum): Traffic => ({
  sessions,
  traffic_rx_mb: Math.floor(rx / MIB),
  traffic_tx_mb: Math.floor(tx / MIB),
});

const byName = (sums: Map<string, Sum>) => Object.fromEntries([...sums].map(([name, sum]) => [name, traffic(sum)]));
