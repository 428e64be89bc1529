import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Not reachable from the internet (IANA special-purpose registries). */
const PRIVATE = new Set(['unspecified', 'loopback', 'private', 'linkLocal', 'carrierGradeNat', 'uniqueLocal']);
const isPrivateAddress = (host: string): boolean => isIP(host) !== 0 && PRIVATE.has(ipaddr.process(host).range());

/** Local names, including those without a dot. */
const PRIVATE_NAME = /^[^.:]+$|\.(?:localhost|local|internal|lan|home|home\.arpa)$/i;

/** Normalizes the host like HTTP, so that `0x7f.1` is `127.0.0.1` for any protocol. */
function hostOf(address: string): string {
  const asHttp = address.replace(/^rtsp:/i, 'http:');
  return URL.canParse(asHttp) ? new URL(asHttp).hostname.replace(/^\[|\]$|\.$/g, '') : '';
}

/** Checks the URL without DNS, so a name that resolves to a private address does not count. */
export function hasPrivateHost(address: string): boolean {
  const host = hostOf(address);
  return host === '' || isPrivateAddress(host) || PRIVATE_NAME.test(host);
}

/** Like `hasPrivateHost`, but resolves the name. An unresolvable one does not count. */
export async function leadsToPrivateHost(address: string): Promise<boolean> {
  if (hasPrivateHost(address)) return true;
  const found = await lookup(hostOf(address), { all: true }).catch(() => []);
  return found.some(({ address: ip }) => hasPrivateHost(ip.includes(':') ? `http://[${ip}]` : `http://${ip}`));
}
