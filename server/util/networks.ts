import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** The part of an address that identifies one customer: all of IPv4, the first half of IPv6. */
export function toNetworkPrefix(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return plain === '127.0.0.1' ? THIS_MACHINE : plain;
  if (!isIPv6(plain)) return 'unknown';
  if (plain === '::1') return THIS_MACHINE;
  const [front = '', back] = plain.split('%', 1)[0]?.split('::') ?? [];
  const left = front.split(':').filter((group) => group !== '');
  const right = back?.split(':').filter((group) => group !== '') ?? [];
  const zeros = back === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}

export const THIS_MACHINE = 'this machine';

/** Whether an address is in one of these networks (`10.0.0.0/8`)? What is no address is in none. */
export function createNetworkMatcher(list: readonly string[]): (address: string) => boolean {
  // Every request asks, and the lists are mostly empty.
  if (list.length === 0) return () => false;
  const block = new BlockList();
  for (const each of list) {
    const [network = '', bits = ''] = each.split('/');
    const family = familyOf(network);
    if (family !== null) block.addSubnet(network, Number(bits), family);
  }
  return (address) => {
    const family = familyOf(address);
    return family !== null && block.check(address, family);
  };
}

/** `10.0.0.0/8`, with its bits. */
export function isNetwork(text: string): boolean {
  const [ip = '', bits = '', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1;
  return rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= most;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}
