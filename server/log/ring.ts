interface RingLine<T> {
  readonly entry: T;
  readonly bytes: number;
  readonly at: number;
}

/** Lines of one party, oldest first. Lines before `first` are dropped in batches, because each shift moves all. */
interface Party<T> {
  entries: RingLine<T>[];
  first: number;
}

const sizeOf = <T>({ entries, first }: Party<T>) => entries.length - first;

export interface LogEntries<T> {
  /** `party`: network that caused the line; null for the core itself. */
  add(entry: T, bytes: number, party: string | null, maxLines: number): void;
  entries(): T[];
}

/** Clients may fill half of it; among them, the one with the most lines loses its oldest first. */
export function createRing<T>(maxBytes: number): LogEntries<T> {
  const own: Party<T> = { entries: [], first: 0 };
  const others = new Map<string, Party<T>>();
  const total = { lines: 0, bytes: 0 };
  const othersTotal = { lines: 0, bytes: 0 };
  let count = 0;

  const busiestParty = (): Party<T> => {
    let found = own;
    let max = 0;
    for (const party of others.values()) if (sizeOf(party) > max) [found, max] = [party, sizeOf(party)];
    return found;
  };

  const forgetOldest = (party: Party<T>) => {
    const dropped = party.entries[party.first]?.bytes ?? 0;
    party.first += 1;
    for (const sum of party === own ? [total] : [total, othersTotal]) {
      sum.lines -= 1;
      sum.bytes -= dropped;
    }
    if (party.first <= party.entries.length / 2) return;
    party.entries = party.entries.slice(party.first);
    party.first = 0;
  };

  return {
    add(entry, bytes, name, maxLines) {
      const isFull = () => total.lines > 0 && (total.lines >= maxLines || total.bytes + bytes > maxBytes);
      while (isFull()) {
        const isOthersTurn = othersTotal.lines * 2 > maxLines || othersTotal.bytes * 2 > maxBytes || sizeOf(own) === 0;
        forgetOldest(isOthersTurn ? busiestParty() : own);
      }
      for (const [key, party] of others) if (sizeOf(party) === 0) others.delete(key);
      const party = name === null ? own : (others.get(name) ?? { entries: [], first: 0 });
      if (name !== null) others.set(name, party);
      party.entries.push({ entry, bytes, at: count++ });
      for (const sum of name === null ? [total] : [total, othersTotal]) {
        sum.lines += 1;
        sum.bytes += bytes;
      }
    },
    entries: () =>
      [own, ...others.values()]
        .flatMap(({ entries, first }) => entries.slice(first))
        .sort((a, b) => a.at - b.at)
        .map(({ entry }) => entry),
  };
}
