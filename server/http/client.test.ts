import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientAddress, isLoopback } from './client.ts';
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
