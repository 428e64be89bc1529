import type { IncomingMessage } from 'node:http';

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
