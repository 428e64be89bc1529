import { expect, it } from 'vitest';
import { coreAddress } from './coreAddress.ts';

it.each([
  ['http://localhost:8080', 'http://localhost:8080'],
  [' http://localhost:8080/ ', 'http://localhost:8080'],
  ['HTTP://LOCALHOST:8080//', 'http://localhost:8080'],
  ['http://localhost:8080/ui', 'http://localhost:8080'],
  ['http://localhost:8080/ui/', 'http://localhost:8080'],
  ['http://localhost:8080/ui/index.html#/login', 'http://localhost:8080'],
  ['https://example.org/ui/?a=/ui/#/7f0c', 'https://example.org'],
  ['http://localhost:8080?x=1', 'http://localhost:8080'],
  ['http://localhost:8080/api', 'http://localhost:8080'],
  ['http://localhost:8080/api/v3/process', 'http://localhost:8080'],
  ['http://localhost:8080/7f0c.html', 'http://localhost:8080'],
  ['https://example.org/studio/ui/', 'https://example.org/studio'],
  ['https://example.org/studio/', 'https://example.org/studio'],
  ['https://example.org/ui-2', 'https://example.org/ui-2'],
  ['http://[::1]:8080/ui/', 'http://[::1]:8080'],
])('reads the core address from %j: %s', (input, address) => expect(coreAddress(input)).toBe(address));

it.each([
  [undefined, 'http://localhost:8080'],
  ['', 'http://localhost:8080'],
  ['foo', 'http://localhost:8080'],
  ['localhost:8080', 'http://localhost:8080'],
  ['192.0.2.1:8080', 'http://localhost:8080'],
  ['ftp://localhost', 'http://localhost:8080'],
  ['http://', 'http://localhost:8080'],
  ['http://admin:secret@example.org:8080/ui/', 'expected http://example.org:8080, without a login'],
])('rejects %j with an example', (input, says) => expect(() => coreAddress(input)).toThrow(says));
