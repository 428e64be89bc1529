import type { About } from './about.ts';

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const IPV6 = /^[\da-f:]+$/i;

/** In URL notation, best first. Only the embedded core reports them, and none in a container. */
export const lanAddressesOf = ({ addresses }: Pick<About, 'addresses'>): string[] =>
  (Array.isArray(addresses) ? addresses : []).flatMap((address: unknown) => {
    if (typeof address !== 'string') return [];
    if (IPV4.test(address)) return [address];
    return IPV6.test(address) && address.includes(':') ? [`[${address}]`] : [];
  });
