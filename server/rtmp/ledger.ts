/** What one of many holds. */
export interface Holding {
  set(bytes: number): void;
  close(): void;
}

/** The sum of what all of them hold. */
export interface Ledger {
  /** `release`: this one holds most, and all together hold too much. It must let go. */
  open(release: () => void): Holding;
  sum(): number;
}

/** Once it was too much, so far down, so that not every byte that comes asks who holds most. */
const RELIEF = 0.9;

export function createLedger(most: number): Ledger {
  const holders = new Map<Holding, { bytes: number; readonly release: () => void }>();
  let sum = 0;
  let isRelieving = false;

  const relieve = () => {
    if (sum <= most || isRelieving) return;
    isRelieving = true;
    // Whoever has been asked counts no more: what it holds is on its way out.
    const byBytes = [...holders.values()].sort((one, other) => other.bytes - one.bytes);
    for (const holder of byBytes) {
      if (sum <= most * RELIEF) break;
      sum -= holder.bytes;
      holder.bytes = 0;
      holder.release();
    }
    isRelieving = false;
  };

  return {
    sum: () => sum,
    open(release) {
      const holder = { bytes: 0, release };
      const holding: Holding = {
        set(bytes) {
          if (!holders.has(holding)) return;
          sum += bytes - holder.bytes;
          holder.bytes = bytes;
          relieve();
        },
        close() {
          if (holders.delete(holding)) sum -= holder.bytes;
        },
      };
      holders.set(holding, holder);
      return holding;
    },
  };
}
