import { expect, it } from 'vitest';
import { lanAddressesOf } from './lanAddresses.ts';

it.each<[unknown, string[]]>([
  [undefined, []],
  [null, []],
  ['192.168.1.20', []],
  [{ 0: '192.168.1.20' }, []],
  [
    ['192.168.1.20', '2001:db8::5'],
    ['192.168.1.20', '[2001:db8::5]'],
  ],
  [[7, null, '', 'evil.example/?', '1.2.3.4@evil.example', 'cafe', '10.0.0.4'], ['10.0.0.4']],
])('reads the LAN addresses %j as %j', (addresses, expected) =>
  expect(lanAddressesOf({ addresses })).toEqual(expected),
);
