/** The memory that one holder uses. */
export interface MemoryShare {
  set(bytes: number): void;
  close(): void;
}

/** The sum of what all of them hold. */
export interface MemoryBudget {
  /**
   * `release`: all together hold too much, and this one must let go. First those that harm nobody by it (`spare`), then
   * the others, each time the one that holds most.
   */
  open(release: () => void, kind?: 'spare' | 'needed'): MemoryShare;
  sum(): number;
}

interface Holder {
  bytes: number;
  readonly isSpare: boolean;
  readonly release: () => void;
}

/** Once it was too much, so far down, so that not every byte that comes asks who holds most. */
const RELIEF = 0.9;

export function createMemoryBudget(most: number): MemoryBudget {
  const holders = new Map<MemoryShare, Holder>();
  let sum = 0;
  let isRelieving = false;

  const relieve = () => {
    if (sum <= most || isRelieving) return;
    isRelieving = true;
    // A holder that was asked to let go no longer counts: its memory is about to be freed.
    const inOrder = [...holders.values()].sort(
      (one, other) => Number(other.isSpare) - Number(one.isSpare) || other.bytes - one.bytes,
    );
    for (const holder of inOrder) {
      if (sum <= most * RELIEF) break;
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
