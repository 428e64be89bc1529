import * as z from 'zod';
import { limit } from '../util/limits.ts';
import type { CollectorSummary, Identity, Traffic } from './types.ts';

export interface Totals {
  add(identity: Pick<Identity, 'local' | 'reference' | 'remote'>, ended: Sum): void;
  sessions(): number;
  sessionsOf(reference: string): number;
  summary(): CollectorSummary['summary'];
  stored(): StoredTotals;
  restore(stored: StoredTotals): void;
}

const amount = z.int().nonnegative();
const Sum = z.object({ sessions: amount, rx: amount, tx: amount });
type Sum = z.infer<typeof Sum>;

const sums = z.record(z.string(), Sum);
export const StoredTotals = z.object({ all: Sum, remotes: sums, pairs: sums, locals: sums, references: sums });
export type StoredTotals = z.infer<typeof StoredTotals>;

const THE_REST = '(others)';
const createSum = (): Sum => ({ sessions: 0, rx: 0, tx: 0 });

function count(sum: Sum, { sessions, rx, tx }: Sum): void {
  sum.sessions += sessions;
  sum.rx += rx;
  sum.tx += tx;
}

export function createTotals(max = limit('sessionNames')): Totals {
  const all = createSum();
  const locals = createTally(max);
  const references = createTally(max);
  const remotes = createTally(max);
  const pairs = createTally(2 * max);

  return {
    add({ local, reference, remote }, added) {
      count(all, added);
      remotes.add(remote, added);
      pairs.add(`${remote}\n${local}`, added);
      locals.add(local, added);
      references.add(reference, added);
    },
    stored: () => ({
      all: { ...all },
      remotes: Object.fromEntries(remotes.sums),
      pairs: Object.fromEntries(pairs.sums),
      locals: Object.fromEntries(locals.sums),
      references: Object.fromEntries(references.sums),
    }),
    restore(stored) {
      count(all, stored.all);
      remotes.addAll(stored.remotes);
      pairs.addAll(stored.pairs);
      locals.addAll(stored.locals);
      references.addAll(stored.references);
    },
    sessions: () => all.sessions,
    sessionsOf: (start) => {
      let sessions = 0;
      for (const [name, sum] of references.sums) if (name.startsWith(start)) sessions += sum.sessions;
      return sessions;
    },
    summary: () => {
      const localsOf = new Map<string, [string, Traffic][]>();
      for (const [pair, sum] of pairs.sums) {
        const [remote = '', ...local] = pair.split('\n');
        const own = localsOf.get(remote) ?? [];
        localsOf.set(remote, own);
        own.push([local.join('\n') || THE_REST, traffic(sum)]);
      }
      return {
        remote: Object.fromEntries(
          [...remotes.sums].map(([name, sum]) => [
            name,
            { ...traffic(sum), local: Object.fromEntries(localsOf.get(name) ?? []) },
          ]),
        ),
        local: byName(locals.sums),
        reference: byName(references.sums),
        ...traffic(all),
      };
    },
  };
}

/** Viewers choose the names. The smallest sums are merged, so forged names displace each other, not regular ones. */
function createTally(max: number) {
  const sums = new Map<string, Sum>();
  const sumOf = (name: string): Sum => {
    const found = sums.get(name) ?? createSum();
    sums.set(name, found);
    return found;
  };
  const fold = () => {
    let smallest: [string, Sum] | null = null;
    for (const entry of sums) {
      if (entry[0] !== THE_REST && (smallest === null || isSmaller(entry[1], smallest[1]))) smallest = entry;
    }
    if (smallest === null) return;
    sums.delete(smallest[0]);
    count(sumOf(THE_REST), smallest[1]);
  };
  const add = (name: string, added: Sum): void => {
    if (!sums.has(name) && sums.size >= max) fold();
    count(sumOf(name), added);
  };
  return {
    sums,
    add,
    addAll(stored: Readonly<Record<string, Sum>>): void {
      for (const [name, sum] of Object.entries(stored)) count(sumOf(name), sum);
      const entries = [...sums].filter(([name]) => name !== THE_REST);
      const surplus = entries.toSorted(([, a], [, b]) => (isSmaller(a, b) ? -1 : isSmaller(b, a) ? 1 : 0));
      for (const [name, sum] of surplus.slice(0, Math.max(0, entries.length - max))) {
        sums.delete(name);
        count(sumOf(THE_REST), sum);
      }
    },
  };
}

const isSmaller = (a: Sum, b: Sum): boolean =>
  a.sessions < b.sessions || (a.sessions === b.sessions && a.rx + a.tx < b.rx + b.tx);

const MIB = 1024 * 1024;
/** Megabytes are rounded down. */
const traffic = ({ sessions, rx, tx }: Sum): Traffic => ({
  sessions,
  traffic_rx_mb: Math.floor(rx / MIB),
  traffic_tx_mb: Math.floor(tx / MIB),
});

const byName = (sums: ReadonlyMap<string, Sum>) =>
  Object.fromEntries([...sums].map(([name, sum]) => [name, traffic(sum)]));
