import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/**
 * Address of the client: first entry of X-Forwarded-For, then X-Real-IP, then the socket. Anybody can set the headers,
 * as with the real core.
 */
export function clientAddress({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined && headers['x-real-ip'] === undefined) return plain(socket.remoteAddress ?? '');
  const first = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim() ?? '';
  const real = headers['x-real-ip'];
  const named = first || (Array.isArray(real) ? real[0] : real)?.trim() || '';
  return plain(named || (socket.remoteAddress ?? ''));
}

/** A dual-stack socket shows IPv4 as `::ffff:127.0.0.1`. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

export const isLoopback = (address: string): boolean => address === '127.0.0.1' || address === '::1';

/** Is an address in one of the networks (`10.0.0.0/8`)? What is no address is in none. */
export function networks(list: readonly string[]): (address: string) => boolean {
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

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}
