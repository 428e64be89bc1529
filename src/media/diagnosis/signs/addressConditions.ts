import type { ParsedRun } from '../parseRun.ts';

/** A user stands in the address. What is masked was there. */
const WITH_USER = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i;
/** Of the end that failed: the one that the lines name, else all that it was given. */
export const addressesAt = ({ address, side, run: { inputs = [], outputs = [] } }: ParsedRun): readonly string[] =>
  address !== '' ? [address] : side === 'in' ? inputs : outputs;
const hasUser = (seen: ParsedRun) => addressesAt(seen).some((one) => WITH_USER.test(one));
export const hasNoUser = (seen: ParsedRun) => !hasUser(seen);

/** Of a radio, as directories offer it. */
export const ADDRESS_LIST = /^https?:[^?#]*\.(?:m3u|pls|xspf|asx|wax|wvx|ram)(?:[?#]|$)/i;

/** The host of an address: behind the last @, as whoever wrote a password into it meant it. */
const HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:.*@)?(\[[^\]]*\]|[^:/?#]*)(?::(\d+))?/i;
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;
/** It leads to this machine, where the core is; the core's own words do as well. */
export const isLocal = (address: string) => address.startsWith('{') || LOCAL.test(HOST.exec(address)?.[1] ?? '');
const knownHosts = ({ address, run: { inputs = [], outputs = [] } }: ParsedRun) =>
  [address, ...inputs, ...outputs].flatMap((one) => HOST.exec(one)?.slice(1, 2) ?? []);
export const RESOLVED = /Failed to resolve hostname ([^:]*):/;
export const isForeignName = (seen: ParsedRun, line: string) =>
  seen.address.includes('@') && !knownHosts(seen).includes(RESOLVED.exec(line)?.[1] ?? '');

export const REFUSED = /Connection to tcp:\/\/(\[[^\]]*\]|[^:/?]*):(\d+)/;
const PORTS = new Map<string, string>(Object.entries({ http: '80', https: '443', icecast: '8000' }));
/** Neither the host nor the port of the address: it was the proxy. */
export function isProxy(seen: ParsedRun, line: string) {
  const [, host, port] = REFUSED.exec(line) ?? [];
  const [, own, ownPort] = HOST.exec(seen.address) ?? [];
  const usual = PORTS.get(/^[a-z]+/i.exec(seen.address)?.[0] ?? '');
  if (own === undefined || usual === undefined) return false;
  return host !== own || port !== (ownPort ?? usual);
}
