import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { createNetworkMatcher } from '../networks.ts';

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

const isPrivate = createNetworkMatcher([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]);

/**
 * Who is at the other end, for what is counted against somebody: nobody may choose it. That is the socket's address,
 * and behind a proxy, which has a private one, the entry that the proxy itself put at the end of X-Forwarded-For.
 */
export function peerAddress({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const own = plain(socket.remoteAddress ?? '').replace(/%.*$/, '');
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined || !isPrivate(own)) return own;
  const last = String(forwarded).split(',').at(-1)?.trim() ?? '';
  const named = plain(last.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1'));
  return isIP(named) === 0 ? own : named;
}

/** On this machine, and not sent on by a proxy that says so. */
export const isOfThisMachine = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  headers['x-forwarded-for'] === undefined && isLoopback(plain(socket.remoteAddress ?? ''));

/** Who has an IPv6 address has a whole `/64` of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const first = groupsOf(head);
  const missing = tail === undefined ? 0 : 8 - first.length - groupsOf(tail).length;
  const groups = [...first, ...Array<string>(Math.max(0, missing)).fill('0'), ...groupsOf(tail ?? '')];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** An IPv4 address at the end stands for two groups. */
const groupsOf = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
