import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createNetworkMatcher } from '../../util/networks.ts';

type RequestOrigin = Pick<IncomingMessage, 'headers' | 'socket'>;

const isOfThisMachine = createNetworkMatcher(['127.0.0.0/8', '::1/128', '0.0.0.0/8', '::/128']);

/** Connections of proxies that are believed who the client is. */
const believed = new WeakSet<Socket>();

/** To be called with each new connection: those from these networks belong to proxies. */
export function believeProxies(networks: readonly string[]): (socket: Socket) => void {
  const isProxy = createNetworkMatcher(networks);
  return (socket) => {
    if (isProxy(readPeerAddress({ socket }))) believed.add(socket);
  };
}

/** No address is longer, with brackets, zone and port. */
const LONGEST = 64;

/**
 * The last address that a trusted proxy wrote into X-Forwarded-For, then X-Real-IP, then the socket. The client may
 * have sent all that stands before it. No header makes a request one of this machine.
 */
export function findClientAddress(request: RequestOrigin): string {
  const { headers } = request;
  const peer = readPeerAddress(request);
  const forwarded = headers['x-forwarded-for'] ?? headers['x-real-ip'];
  if (forwarded === undefined || !believed.has(request.socket)) return peer;
  return lastNamed(String(headers['x-forwarded-for'] || headers['x-real-ip'] || '')) || peer;
}

/** The address at the other end of the connection, which cannot be forged. */
export const readPeerAddress = ({ socket }: Pick<RequestOrigin, 'socket'>): string => plain(socket.remoteAddress ?? '');

/** Which of our two servers it came to; a proxy may have taken the TLS off before. */
export const findServer = ({ socket }: Pick<RequestOrigin, 'socket'>): 'http' | 'https' =>
  socket instanceof TLSSocket ? 'https' : 'http';

/** Parsed headers: proxies send the same viewers repeatedly. */
const known = new Map<string, string>();
const KNOWN = 1000;
/** No chain of proxies is longer. */
const PROXIES = 10;

/** The last address in the list that is not this machine; '' if there is none. Proxies on one machine name each other. */
function lastNamed(list: string): string {
  // Reading the end of a long list is faster than looking it up.
  if (list.length > LONGEST) return lastOf(list);
  const found = known.get(list);
  if (found !== undefined) return found;
  const named = lastOf(list);
  if (known.size >= KNOWN) known.clear();
  known.set(list, named);
  return named;
}

/** Reads from the end, as the client may have made up 16 kB at the beginning. */
function lastOf(list: string): string {
  let end = list.length;
  for (let looked = 0; looked < PROXIES && end >= 0; looked += 1) {
    // Before the first sign there is no comma; the search would begin at it, though.
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
    const address = addressIn(list.slice(comma + 1, end));
    if (!isOfThisMachine(address)) return address;
    end = comma;
  }
  return '';
}

/** An address without port, brackets and zone; '' if it is none. */
function addressIn(text: string): string {
  const entry = text.trim();
  if (entry.length > LONGEST) return '';
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d+$/, '$1');
  const address = plain(bare.replace(/%.*/, ''));
  return isIP(address) === 0 ? '' : address;
}

/** A dual-stack socket shows IPv4 as `::ffff:127.0.0.1`. */
const plain = (address: string): string =>
  address.startsWith(':') ? address.replace(/^::ffff:(?=\d+\.)/i, '') : address;

const isLoopback = (address: string): boolean => address === '127.0.0.1' || address === '::1';

/** Proxies add these headers. */
const PROXY = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-host', 'x-forwarded-proto'];

/** A request through a local proxy may come from anywhere, so it does not count. */
export const isFromThisMachine = (request: RequestOrigin): boolean =>
  isLoopback(readPeerAddress(request)) && PROXY.every((name) => request.headers[name] === undefined);
