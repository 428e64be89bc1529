import { isIPv4, isIPv6 } from 'node:net';

/** The part of an address that identifies one customer: all of IPv4, the first half of IPv6. */
export function clientNetworkPrefix(address: string): string {
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
