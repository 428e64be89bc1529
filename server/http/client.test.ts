import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientAddress, isLoopback, isOfThisMachine, networkOf, peerAddress } from './client.ts';
import { preflightHeaders, simpleHeaders } from './cors.ts';

describe('clientAddress', () => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '::ffff:127.0.0.1' });
  it.each([
    [{}, '127.0.0.1'],
    [{ 'x-forwarded-for': '203.0.113.9, 10.0.0.1' }, '203.0.113.9'],
    [{ 'x-real-ip': '203.0.113.8' }, '203.0.113.8'],
    [{ 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.8' }, '203.0.113.9'],
    [{ 'x-forwarded-for': '' }, '127.0.0.1'],
    [{ 'x-forwarded-for': '::1' }, '::1'],
  ])('%j', (headers, address) => expect(clientAddress({ headers, socket })).toBe(address));
});

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['127.0.0.2', false],
  ['', false],
])('%s on this machine: %s', (address, is) => expect(isLoopback(address)).toBe(is));

const from = (remoteAddress: string) => Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });

it.each([
  ['203.0.113.9', undefined, '203.0.113.9'],
  // Not a proxy of ours: it says what it likes.
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['::ffff:127.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['172.17.0.1', '1.2.3.4,203.0.113.7:5555', '203.0.113.7'],
  ['fd00::2', '1.2.3.4, [2001:db8::7]:443', '2001:db8::7'],
  ['fe80::1%eth0', undefined, 'fe80::1'],
  ['10.0.0.2', '203.0.113.7, unknown', '10.0.0.2'],
  ['10.0.0.2', '', '10.0.0.2'],
])('%s with %s counts as %s', (socket, forwarded, address) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect(peerAddress({ headers, socket: from(socket) })).toBe(address);
});

it.each([
  ['::1', {}, true],
  ['::ffff:127.0.0.1', {}, true],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
  ['10.0.0.2', {}, false],
])('%s with %j comes from this machine: %s', (socket, headers, is) =>
  expect(isOfThisMachine({ headers, socket: from(socket) })).toBe(is),
);

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:203.0.113.9', '1:2:3:4::/64'],
  ['', ''],
])('%s is of %s', (address, network) => expect(networkOf(address)).toBe(network));

describe('CORS', () => {
  it.each([
    [undefined, ['*'], undefined],
    ['https://a.example', ['*'], '*'],
    ['https://a.example', ['https://a.example', 'https://b.example'], 'https://a.example'],
    ['https://c.example', ['https://a.example'], undefined],
  ])('%s of %j: %s', (origin, origins, allowed) => {
    expect(simpleHeaders(origin, origins)['Access-Control-Allow-Origin']).toBe(allowed);
    expect(preflightHeaders(origin, origins)['Access-Control-Allow-Origin']).toBe(allowed);
  });

  it('answers a preflight as recorded', () => {
    expect(preflightHeaders('https://ui.example', ['*'])).toEqual({
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Headers': 'Origin,Content-Length,Content-Type,Authorization',
      'Access-Control-Allow-Methods': 'GET,HEAD,PUT,POST,DELETE,PATCH',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Max-Age': '86400',
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    });
    expect(preflightHeaders(undefined, ['*'])).toEqual({ Vary: 'Origin' });
  });
});
