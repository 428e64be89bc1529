import type { About } from './about.ts';

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const IPV6 = /^[\da-f:]+$/i;

/**
 * Addresses of the machine of an embedded core in its networks, the best first, as they stand in a URL. None of other
 * cores, and none in a container. Parsed here, as no login needs it.
 */
export const lanAddressesOf = ({ addresses }: Pick<About, 'addresses'>): string[] =>
  (Array.isArray(addresses) ? addresses : []).flatMap((address: unknown) => {
    if (typeof address !== 'string') return [];
    if (IPV4.test(address)) return [address];
    return IPV6.test(address) && address.includes(':') ? [`[${address}]`] : [];
  });
