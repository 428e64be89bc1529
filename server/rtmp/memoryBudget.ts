export interface MemoryShare {
  set(bytes: number): void;
  close(): void;
}

export interface MemoryBudget {
  /** `release`: called above the limit, for each `spare` holder first, then the largest. */
  open(release: () => void, kind?: 'spare' | 'needed'): MemoryShare;
  sum(): number;
}

interface Holder {
  bytes: number;
  readonly isSpare: boolean;
  readonly release: () => void;
}

/** Frees down to this share, so that not every further byte searches for a holder. */
const RELIEF = 0.9;

export function createMemoryBudget(max: number): MemoryBudget {
  const holders = new Map<MemoryShare, Holder>();
  let sum = 0;
  let isRelieving = false;

  const relieve = () => {
    if (sum <= max || isRelieving) return;
    isRelieving = true;
    const inOrder = [...holders.values()].sort((a, b) => Number(b.isSpare) - Number(a.isSpare) || b.bytes - a.bytes);
    for (const holder of inOrder) {
      if (sum <= max * RELIEF) break;
      sum -= holder.bytes;
      holder.bytes = 0;
      holder.release();
    }
    isRelieving = false;
  };

  return {
    sum: () => sum,
    open(release, kind = 'needed') {
      const holder: Holder = { bytes: 0, isSpare: kind === 'spare', release };
      const share: MemoryShare = {
        set(bytes) {
          if (!holders.has(share)) return;
          sum += bytes - holder.bytes;
          holder.bytes = bytes;
          relieve();
        },
        close() {
          if (holders.delete(share)) sum -= holder.bytes;
        },
      };
      holders.set(share, holder);
      return share;
    },
  };
}
