import type { ParsedRun } from '../parseRun.ts';

/** Matches masked logins as well. */
const WITH_USER = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i;
export const addressesAt = ({ address, side, run: { inputs = [], outputs = [] } }: ParsedRun): readonly string[] =>
  address !== '' ? [address] : side === 'in' ? inputs : outputs;
const hasUser = (parsed: ParsedRun) => addressesAt(parsed).some((address) => WITH_USER.test(address));
export const hasNoUser = (parsed: ParsedRun) => !hasUser(parsed);

/** Playlists of web radios. */
export const ADDRESS_LIST = /^https?:[^?#]*\.(?:m3u|pls|xspf|asx|wax|wvx|ram)(?:[?#]|$)/i;

/** After the last @, in case a password contains one. */
const HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:.*@)?(\[[^\]]*\]|[^:/?#]*)(?::(\d+))?/i;
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;
/** Placeholders lead to this machine as well. */
export const isLocal = (address: string) => address.startsWith('{') || LOCAL.test(HOST.exec(address)?.[1] ?? '');
const knownHosts = ({ address, run: { inputs = [], outputs = [] } }: ParsedRun) =>
  [address, ...inputs, ...outputs].flatMap((entry) => HOST.exec(entry)?.slice(1, 2) ?? []);
export const RESOLVED = /Failed to resolve hostname ([^:]*):/;
export const isForeignName = (parsed: ParsedRun, line: string) =>
  parsed.address.includes('@') && !knownHosts(parsed).includes(RESOLVED.exec(line)?.[1] ?? '');

export const REFUSED = /Connection to tcp:\/\/(\[[^\]]*\]|[^:/?]*):(\d+)/;
const PORTS = new Map<string, string>(Object.entries({ http: '80', https: '443', icecast: '8000' }));
/** Neither the host nor the port of the address, so it is the proxy. */
export function isProxy(parsed: ParsedRun, line: string) {
  const [, host, port] = REFUSED.exec(line) ?? [];
  const [, own, ownPort] = HOST.exec(parsed.address) ?? [];
  const usual = PORTS.get(/^[a-z]+/i.exec(parsed.address)?.[0] ?? '');
  if (own === undefined || usual === undefined) return false;
  return host !== own || port !== (ownPort ?? usual);
}
