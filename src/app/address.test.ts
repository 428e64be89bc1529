import { expect, it } from 'vitest';
import { coreAddressOf } from './address.ts';

it.each([
  ['http://host:8080/ui/', 'http://host:8080', false],
  ['http://host:8080/ui/?address=http://core:8181', 'http://core:8181', true],
  ['http://host:8080/ui/?address=http%3A%2F%2Fhost%3A8080%2F', 'http://host:8080', false],
  ['https://host/ui/?address=https://proxy.test/core/', 'https://proxy.test/core', true],
  ['http://host/ui/?address=core:8181', 'http://host', false],
  ['http://host/ui/?address=not%20an%20address', 'http://host', false],
  ['http://host/ui/?address=javascript:alert(1)', 'http://host', false],
  ['http://host/ui/?address=', 'http://host', false],
])('%s talks to %s', (page, address, foreign) => expect(coreAddressOf(new URL(page))).toEqual({ address, foreign }));
