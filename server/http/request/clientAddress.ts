import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createNetworkMatcher } from '../../util/networks.ts';

type RequestOrigin = Pick<IncomingMessage, 'headers' | 'socket'>;

const isOfThisMachine = createNetworkMatcher(['127.0.0.0/8', '::1/128', '0.0.0.0/8', '::/128']);

const trusted = new WeakSet<Socket>();

/** Returns a listener for new connections that recognizes proxies by these networks. */
export function believeProxies(networks: readonly string[]): (socket: Socket) => void {
  const isProxy = createNetworkMatcher(networks);
  return (socket) => {
    if (isProxy(readPeerAddress({ socket }))) trusted.add(socket);
  };
}

const LONGEST = 64;

/** Entries before the last one may be forged. No header makes a request local. */
export function findClientAddress(request: RequestOrigin): string {
  const { headers } = request;
  const peer = readPeerAddress(request);
  const forwarded = headers['x-forwarded-for'] ?? headers['x-real-ip'];
  if (forwarded === undefined || !trusted.has(request.socket)) return peer;
  return lastNamed(String(headers['x-forwarded-for'] || headers['x-real-ip'] || '')) || peer;
}

/** Address of the connection, which cannot be forged. */
export const readPeerAddress = ({ socket }: Pick<RequestOrigin, 'socket'>): string => plain(socket.remoteAddress ?? '');

/** A TLS-terminating proxy counts as `http`. */
export const findServer = ({ socket }: Pick<RequestOrigin, 'socket'>): 'http' | 'https' =>
  socket instanceof TLSSocket ? 'https' : 'http';

/** Cache of parsed headers: proxies send the same viewers repeatedly. */
const parsedLists = new Map<string, string>();
const KNOWN = 1000;
const PROXIES = 10;

/** Returns the last address that is not this machine, or ''. Proxies on one machine list each other. */
function lastNamed(list: string): string {
  // For a long list, parsing its end is faster than a lookup.
  if (list.length > LONGEST) return lastOf(list);
  const found = parsedLists.get(list);
  if (found !== undefined) return found;
  const lastAddress = lastOf(list);
  if (parsedLists.size >= KNOWN) parsedLists.clear();
  parsedLists.set(list, lastAddress);
  return lastAddress;
}

function lastOf(list: string): string {
  let end = list.length;
  for (let looked = 0; looked < PROXIES && end >= 0; looked += 1) {
    // At index 0, `lastIndexOf` with -1 would still find a comma there.
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
    const address = addressIn(list.slice(comma + 1, end));
    if (!isOfThisMachine(address)) return address;
    end = comma;
  }
  return '';
}

/** Strips port, brackets and zone; '' if malformed. */
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

const PROXY = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-host', 'x-forwarded-proto'];

/** A request through a local proxy may come from anywhere. */
export const isFromThisMachine = (request: RequestOrigin): boolean =>
  isLoopback(readPeerAddress(request)) && PROXY.every((name) => request.headers[name] === undefined);
