import { THIS_MACHINE } from '../util/networks.ts';

export interface SlotClient {
  readonly network: string;
  leave(): void;
}

export interface ConnectionSlots {
  take(slotClient: SlotClient): boolean;
  give(slotClient: SlotClient): void;
  count(): number;
}

interface SlotRules {
  readonly most: number;
  /** Limit per network. */
  readonly mostOfOne?: number;
  /** `always`: a newcomer replaces the longest waiting. `fairly`: only if that one's network holds more slots. */
  readonly yielding: 'always' | 'fairly';
}

/**
 * The network with the most slots loses its oldest, so a flood displaces itself. The core's own processes never yield.
 */
export function createConnectionSlots({ most, mostOfOne = most, yielding }: SlotRules): ConnectionSlots {
  const networks = new Map<string, Set<SlotClient>>();
  let count = 0;

  const release = (slotClient: SlotClient) => {
    const own = networks.get(slotClient.network);
    if (own?.delete(slotClient) !== true) return;
    count -= 1;
    if (own.size === 0) networks.delete(slotClient.network);
  };
  const evictOldest = (own: ReadonlySet<SlotClient>): boolean => {
    const [oldest] = own;
    if (oldest === undefined) return false;
    release(oldest);
    oldest.leave();
    return true;
  };
  const busiestNetwork = () => {
    let found: ReadonlySet<SlotClient> = new Set();
    for (const [network, own] of networks) if (own.size > found.size && !isSpared(network)) found = own;
    return found;
  };
  const isSpared = (network: string) => yielding === 'fairly' && network === THIS_MACHINE;
  const makeRoom = (network: string): boolean => {
    const own = networks.get(network);
    const ownCount = own?.size ?? 0;
    if (own !== undefined && ownCount >= mostOfOne) return yielding === 'always' && evictOldest(own);
    if (count < most) return true;
    const others = busiestNetwork();
    return (yielding === 'always' || others.size >= ownCount + 2) && evictOldest(others);
  };

  return {
    take(slotClient) {
      if (!makeRoom(slotClient.network)) return false;
      const own = networks.get(slotClient.network) ?? new Set();
      networks.set(slotClient.network, own.add(slotClient));
      count += 1;
      return true;
    },
    give: release,
    count: () => count,
  };
}
