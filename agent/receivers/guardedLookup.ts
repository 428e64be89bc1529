import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type AddressRules, isAddressAllowed } from './addressRules.ts';

/** A name has led to an address where nothing is sent. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

/** As `lookup` of `node:dns` is. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * Looks a name up for a connection and leaves only allowed addresses: what is judged is what is connected to, so a name that
 * is answered otherwise at the second look gains nothing. Node does not ask it for a host that is an address.
 */
export function guardedLookup(port: number, rules: AddressRules, resolve: Resolve = lookup): LookupFunction {
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const allowed = found.filter(({ address }) => isAddressAllowed(address, port, rules));
      const [first] = allowed;
      if (first === undefined) return done(new ForbiddenAddress(host), []);
      if (options.all) return done(null, allowed);
      done(null, first.address, first.family);
    });
}
