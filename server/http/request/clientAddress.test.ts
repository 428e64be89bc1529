import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { believeProxies, findClientAddress, isFromThisMachine } from './clientAddress.ts';
import { buildCorsHeaders, buildPreflightHeaders } from './cors.ts';

const applyHeaders = believeProxies(['127.0.0.0/8', '::1/128', '10.0.0.0/24', '192.168.1.7/32', 'fd00::/64']);

const requestFrom = (remoteAddress: string, headers: Record<string, string>) => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  applyHeaders(socket);
  return { headers, socket };
};

describe('the address of a client', () => {
  const forwardedFor = (value: string) => ({ 'x-forwarded-for': value });
  const local = '::ffff:127.0.0.1';
  it.each([
    ['no proxy', local, {}, '127.0.0.1'],
    ['one', local, forwardedFor('203.0.113.9'), '203.0.113.9'],
    ['another header', local, { 'x-real-ip': '203.0.113.8' }, '203.0.113.8'],
    ['both', local, { 'x-real-ip': '203.0.113.8', ...forwardedFor('203.0.113.9') }, '203.0.113.9'],
    ['empty', local, forwardedFor(''), '127.0.0.1'],
    ['a proxy on the same network', '10.0.0.2', forwardedFor('203.0.113.9'), '203.0.113.9'],
    ['a proxy over IPv6', 'fd00::2', forwardedFor('2001:db8::7'), '2001:db8::7'],
    ['a port', local, forwardedFor('10.1.2.3:5555'), '10.1.2.3'],
    ['a port at IPv6', local, forwardedFor('[2001:db8::7]:443'), '2001:db8::7'],
    ['brackets and a zone', local, forwardedFor('[fe80::1%eth0]'), 'fe80::1'],
    ['IPv4 in IPv6', local, forwardedFor('::ffff:10.1.2.3'), '10.1.2.3'],
    ['two proxies on one machine', local, forwardedFor('203.0.113.9, 127.0.0.1'), '203.0.113.9'],
    ['a forged address before it', local, forwardedFor('8.8.4.4, 10.1.2.3'), '10.1.2.3'],
    ['a forged address without a comma', local, forwardedFor('127.0.0.1,203.0.113.9'), '203.0.113.9'],
    ['made up in the own network', '192.168.1.8', forwardedFor('203.0.113.9'), '192.168.1.8'],
    ['made up in the own network by IPv6', 'fd00:0:0:1::2', forwardedFor('203.0.113.9'), 'fd00:0:0:1::2'],
    ['made up from outside', '198.51.100.7', forwardedFor('203.0.113.9'), '198.51.100.7'],
    ['made up from outside in another header', '198.51.100.7', { 'x-real-ip': '127.0.0.1' }, '198.51.100.7'],
    ['this machine, from the network', '192.168.1.7', forwardedFor('127.0.0.1'), '192.168.1.7'],
    ['this machine by IPv6', '192.168.1.7', forwardedFor('::1'), '192.168.1.7'],
    ['this machine in hexadecimal', '192.168.1.7', forwardedFor('::ffff:7f00:1'), '192.168.1.7'],
    ['this machine as another loopback address', '192.168.1.7', { 'x-real-ip': '127.8.8.8' }, '192.168.1.7'],
    ['this machine as the unspecified address', '192.168.1.7', forwardedFor('0.0.0.0'), '192.168.1.7'],
    ['no address', '10.0.0.2', forwardedFor('unknown'), '10.0.0.2'],
    ['a long header', '10.0.0.2', forwardedFor(`fe80::1%${'x'.repeat(9000)}`), '10.0.0.2'],
    ['too many', '10.0.0.2', forwardedFor(`203.0.113.9${',127.0.0.1'.repeat(1600)}`), '10.0.0.2'],
    ['the last of very many', '10.0.0.2', forwardedFor(`${'203.0.113.9,'.repeat(1300)}198.51.100.7`), '198.51.100.7'],
    ['nothing but commas', '10.0.0.2', forwardedFor(','.repeat(16_000)), '10.0.0.2'],
    ['an address after a comma', '10.0.0.2', forwardedFor(',198.51.100.7'), '198.51.100.7'],
    ['a word after the address', '10.0.0.2', forwardedFor('203.0.113.9,unknown'), '10.0.0.2'],
    ['markup', '10.0.0.2', forwardedFor('<script>'), '10.0.0.2'],
  ])('with %s: %s %j', (_, peer, headers, address) =>
    expect(findClientAddress(requestFrom(peer, headers))).toBe(address),
  );

  it('is parsed from the end of a header that the client may have forged', () => {
    const requests = Array.from({ length: 100 }, (_, i) =>
      requestFrom('10.0.0.2', forwardedFor(`${','.repeat(16_000)}10.1.2.${i}`)),
    );
    const rounds = Array.from({ length: 5 }, () => {
      const startedAt = performance.now();
      for (const request of requests) findClientAddress(request);
      return performance.now() - startedAt;
    });
    expect(Math.min(...rounds)).toBeLessThan(20);
  });
});

it.each([
  ['127.0.0.1', {}, true],
  ['::ffff:127.0.0.1', {}, true],
  ['::1', {}, true],
  ['127.0.0.2', {}, false],
  ['', {}, false],
  ['203.0.113.9', { 'x-forwarded-for': '127.0.0.1' }, false],
  ['192.168.1.7', { 'x-real-ip': '127.0.0.1' }, false],
  // A proxy that forwards headers unchanged.
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
  ['127.0.0.1', { forwarded: 'for=127.0.0.1' }, false],
  ['127.0.0.1', { via: '1.1 proxy' }, false],
])('%s with %j is a program of this machine: %s', (peer, headers, expected) =>
  expect(isFromThisMachine(requestFrom(peer, headers))).toBe(expected),
);

describe('CORS headers', () => {
  it.each([
    [undefined, ['*'], undefined],
    ['https://a.example', ['*'], '*'],
    ['https://a.example', ['https://a.example', 'https://b.example'], 'https://a.example'],
    ['https://c.example', ['https://a.example'], undefined],
  ])('for origin %s with the list %j: %s', (origin, origins, allowed) => {
    expect(buildCorsHeaders(origin, origins)['Access-Control-Allow-Origin']).toBe(allowed);
    expect(buildPreflightHeaders(origin, origins)['Access-Control-Allow-Origin']).toBe(allowed);
  });

  it('respond to a preflight as recorded', () => {
    expect(buildPreflightHeaders('https://ui.example', ['*'])).toEqual({
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Headers': 'Origin,Content-Length,Content-Type,Authorization',
      'Access-Control-Allow-Methods': 'GET,HEAD,PUT,POST,DELETE,PATCH',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Max-Age': '86400',
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    });
    expect(buildPreflightHeaders(undefined, ['*'])).toEqual({ Vary: 'Origin' });
  });
});
