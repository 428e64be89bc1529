import { expect, it } from 'vitest';
import { publicAddress } from './address.ts';

const plain = { enable: false, address: ':8181' };
const tls = { ...plain, enable: true };
const named = ['studio.example.com', 'other.example.com'];

it.each([
  ['http://192.168.1.5:8080', [], plain, 'http://192.168.1.5:8080'],
  ['http://192.168.1.5:8080', named, plain, 'http://studio.example.com:8080'],
  ['http://localhost', named, plain, 'http://studio.example.com'],
  ['http://[::1]:8080', named, plain, 'http://studio.example.com:8080'],
  ['http://core.lan:8080', named, plain, 'http://core.lan:8080'],
  ['https://core.lan:443', [], plain, 'https://core.lan'],
  ['https://core.lan:8181', [], tls, 'https://core.lan:8181'],
  ['http://core.lan', [], tls, 'https://core.lan'],
  ['http://core.lan:8080', [], tls, 'https://core.lan:8181'],
  ['http://core.lan:8080', [], { enable: true, address: '' }, 'https://core.lan:8080'],
  ['http://core.lan/a/b', [], plain, 'http://core.lan/a/b'],
])('%s %j %j', (core, hostNames, tls, expected) => expect(publicAddress(core, { hostNames, tls })).toBe(expected));
