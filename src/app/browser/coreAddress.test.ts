import { afterEach, expect, it, vi } from 'vitest';
import { coreAddressOf, LEFT_CORE } from './coreAddress.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['http://host:8080/ui/', 'http://host:8080', false],
  ['http://host:8080/ui/?address=http://core:8181', 'http://core:8181', true],
  ['http://host:8080/ui/?address=http%3A%2F%2Fhost%3A8080%2F', 'http://host:8080', false],
  ['https://host/ui/?address=https://proxy.test/core/', 'https://proxy.test/core', true],
  ['http://host/ui/?address=core:8181', 'http://host', false],
  ['http://host/ui/?address=not%20an%20address', 'http://host', false],
  ['http://host/ui/?address=javascript:alert(1)', 'http://host', false],
  ['http://host/ui/?address=', 'http://host', false],
  ['http://host:8080/ui/?address=http://HOST:8080', 'http://host:8080', false],
  ['http://host/ui/?address=http://host:80/', 'http://host', false],
  ['http://host/ui/?address=http://host:8080', 'http://host:8080', true],
  ['http://host/ui/?address=https://host', 'https://host', true],
  ['http://host/ui/?address=http://host./', 'http://host.', true],
  ['http://host/ui/?address=http://host@evil.test', 'http://evil.test', true],
  ['http://host/ui/?address=http://host:80@evil.test/', 'http://evil.test', true],
  ['http://host/ui/?address=http:%5C%5Cevil.test', 'http://evil.test', true],
  ['http://host/ui/?address=http:evil.test', 'http://evil.test', true],
  ['http://host/ui/?address=%20http://evil.test%0A', 'http://evil.test', true],
  ['http://host/ui/?address=http://0x7f.1:99', 'http://127.0.0.1:99', true],
  ['http://host/ui/?address=http://2130706433', 'http://127.0.0.1', true],
  ['http://host/ui/?address=http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]', true],
  ['http://host/ui/?address=http://h%D0%BEst', 'http://xn--hst-sed', true],
  ['http://host/ui/?address=http://evil.test?host=http://host', 'http://evil.test', true],
  ['http://host/ui/?address=http://evil.test%23http://host', 'http://evil.test', true],
  ['http://host/ui/?address=http://host&address=http://evil.test', 'http://host', false],
  ['http://host/ui/?address=http://evil.test&address=http://host', 'http://evil.test', true],
  ['http://host/ui/#?address=http://evil.test', 'http://host', false],
  ['http://host/ui/?address=//evil.test', 'http://host', false],
  ['http://host/ui/?address=blob:http://host/1', 'http://host', false],
  ['http://host/ui/?address=data:text/html,x', 'http://host', false],
])('the page %s uses the core at %s', (page, address, foreign) =>
  expect(coreAddressOf(new URL(page))).toEqual({ address, foreign }),
);

it.each([
  ['the page after the redirect', 'http://host/ui/?code=c&state=s', 'http://core:8181'],
  ['the page after a rejected redirect', 'http://host/ui/?error=e&state=s', 'http://core:8181'],
  ['any other page', 'http://host/ui/', 'http://host'],
  ['a page that names a core', 'http://host/ui/?state=s&address=http://other', 'http://other'],
])('the core stored before a redirect to an identity provider is used by %s', (_, page, address) => {
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => (key === LEFT_CORE ? 'http://core:8181' : null) });
  expect(coreAddressOf(new URL(page)).address).toBe(address);
});
