import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Ranges that the internet cannot reach (IANA special-purpose registries). */
const PRIVATE = new Set(['unspecified', 'loopback', 'private', 'linkLocal', 'carrierGradeNat', 'uniqueLocal']);
const isPrivateAddress = (host: string): boolean => isIP(host) !== 0 && PRIVATE.has(ipaddr.process(host).range());

/** Names of a local network; a name without a dot is one, too. */
const PRIVATE_NAME = /^[^.:]+$|\.(?:localhost|local|internal|lan|home|home\.arpa)$/i;

/** The host as HTTP writes it, so that `0x7f.1` is `127.0.0.1` whatever the protocol is. */
function hostOf(address: string): string {
  const asHttp = address.replace(/^rtsp:/i, 'http:');
  return URL.canParse(asHttp) ? new URL(asHttp).hostname.replace(/^\[|\]$|\.$/g, '') : '';
}

/** `address`: a URL. Nobody is asked: a name that leads to a private address is none. */
export function hasPrivateHost(address: string): boolean {
  const host = hostOf(address);
  return host === '' || isPrivateAddress(host) || PRIVATE_NAME.test(host);
}

/** The same, and the name is looked up. What cannot be looked up is none. */
export async function leadsToPrivateHost(address: string): Promise<boolean> {
  if (hasPrivateHost(address)) return true;
  const found = await lookup(hostOf(address), { all: true }).catch(() => []);
  return found.some(({ address: ip }) => hasPrivateHost(ip.includes(':') ? `http://[${ip}]` : `http://${ip}`));
}
