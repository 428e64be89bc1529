import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns the part of an address that identifies a customer: all of IPv4, the first half of IPv6. */
export function toNetworkPrefix(address: string): string {
  if (isIP(address) === 0) return 'unknown';
  const parsed = ipaddr.process(address);
  const plain = parsed.toString();
  if (plain === '127.0.0.1' || plain === '::1') return THIS_MACHINE;
  return parsed instanceof ipaddr.IPv4
    ? plain
    : parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':');
}

export const THIS_MACHINE = 'this machine';

export function createNetworkMatcher(list: readonly string[]): (address: string) => boolean {
  if (list.length === 0) return () => false;
  const block = new BlockList();
  for (const range of list) {
    const [network = '', bits = ''] = range.split('/');
    const family = familyOf(network);
    if (family !== null) block.addSubnet(network, Number(bits), family);
  }
  return (address) => {
    const family = familyOf(address);
    return family !== null && block.check(address, family);
  };
}

/** `10.0.0.0/8`; the prefix length is required. */
export function isNetwork(text: string): boolean {
  const [ip = '', bits = '', ...rest] = text.split('/');
  const max = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1;
  return rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= max;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}
