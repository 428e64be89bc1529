import { lookup } from 'node:dns/promises';
import { createNetworkMatcher } from '../util/networks.ts';

/** Networks that nobody reaches from outside (IANA special-purpose registries). */
const isPrivateAddress = createNetworkMatcher([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ...['::/127', 'fc00::/7', 'fe80::/10'],
]);

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
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(host);
  const [high, low] = [Number.parseInt(mapped?.[1] ?? '', 16), Number.parseInt(mapped?.[2] ?? '', 16)];
  const plain = mapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : host;
  return host === '' || isPrivateAddress(plain) || PRIVATE_NAME.test(host);
}

/** The same, and the name is looked up. What cannot be looked up is none. */
export async function leadsToPrivateHost(address: string): Promise<boolean> {
  if (hasPrivateHost(address)) return true;
  const found = await lookup(hostOf(address), { all: true }).catch(() => []);
  return found.some(({ address: ip }) => hasPrivateHost(ip.includes(':') ? `http://[${ip}]` : `http://${ip}`));
}
