import { THIS_MACHINE } from '../networkOf.ts';

/** Who holds a place, as others see it. */
export interface Guest {
  /** Those of one network count as one: see `networkOf`. */
  readonly network: string;
  /** Somebody else gets its place. */
  leave(): void;
}

/** Places for a number of guests. */
export interface Places {
  /** false: there is none. */
  take(guest: Guest): boolean;
  /** Nothing happens to a guest that has none. */
  give(guest: Guest): void;
  count(): number;
}

interface PlacesRules {
  readonly most: number;
  /** Of one network. */
  readonly mostOfOne?: number;
  /**
   * `always`: who comes gets the place of the one that has waited longest. `fairly`: only if that one's network holds
   * more than the newcomer's.
   */
  readonly yielding: 'always' | 'fairly';
}

/**
 * However many places somebody takes, others get in: where all are taken, the network that holds most gives one away,
 * its oldest. So a flood meets itself. The core's own processes, which come from this machine, never give way to others.
 */
export function createPlaces({ most, mostOfOne = most, yielding }: PlacesRules): Places {
  const networks = new Map<string, Set<Guest>>();
  let count = 0;

  const give = (guest: Guest) => {
    const own = networks.get(guest.network);
    if (own?.delete(guest) !== true) return;
    count -= 1;
    if (own.size === 0) networks.delete(guest.network);
  };
  const evictOldest = (own: ReadonlySet<Guest>): boolean => {
    const [oldest] = own;
    if (oldest === undefined) return false;
    give(oldest);
    oldest.leave();
    return true;
  };
  const busiest = () => {
    let found: ReadonlySet<Guest> = new Set();
    for (const [network, own] of networks) if (own.size > found.size && !isSpared(network)) found = own;
    return found;
  };
  const isSpared = (network: string) => yielding === 'fairly' && network === THIS_MACHINE;
  const makeRoom = (network: string): boolean => {
    const own = networks.get(network);
    const held = own?.size ?? 0;
    if (own !== undefined && held >= mostOfOne) return yielding === 'always' && evictOldest(own);
    if (count < most) return true;
    const others = busiest();
    return (yielding === 'always' || others.size >= held + 2) && evictOldest(others);
  };

  return {
    take(guest) {
      if (!makeRoom(guest.network)) return false;
      const own = networks.get(guest.network) ?? new Set();
      networks.set(guest.network, own.add(guest));
      count += 1;
      return true;
    },
    give,
    count: () => count,
  };
}
