import { isIPv6 } from 'node:net';
import { createNetworkMatcher } from '../util/networks.ts';

const LONGEST = 80;

const MAX_KNOWN = 10_000;

/** Tests addresses with or without a port: `1.2.3.4`, `[::1]:80`. */
export function createIgnoreList(list: readonly string[]): (address: string) => boolean {
  const within = createNetworkMatcher(list);
  const results = new Map<string, boolean>();
  return (address) => {
    if (address.length > LONGEST) return false;
    const found = results.get(address);
    if (found !== undefined) return found;
    const ignored = within(plainAddress(address));
    if (results.size >= MAX_KNOWN) results.clear();
    results.set(address, ignored);
    return ignored;
  };
}

function plainAddress(text: string): string {
  const unmapped = text.replace(/^\[?::ffff:(\d+\.\d+\.\d+\.\d+)\]?/i, '$1');
  if (isIPv6(unmapped)) return unmapped;
  const bracketed = /^\[(.*)\](?::\d+)?$/.exec(unmapped)?.[1];
  return bracketed ?? unmapped.replace(/:\d+$/, '');
}

/** Sessions show a viewer's network, not the address. */
export function anonymizeAddress(text: string): string {
  const address = plainAddress(text.slice(0, LONGEST));
  return isIPv6(address) ? address.replace(/(?<![^:])[^:]*$/, '0') : address.replace(/(?<![^.])[^.]*$/, '0');
}
