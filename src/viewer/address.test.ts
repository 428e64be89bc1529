import { expect, it } from 'vitest';
import { Config } from '../core/answers/config.ts';
import { networkOf } from '../media/network.ts';
import { publicAddress } from './address.ts';

const named = { host: { name: ['studio.example.com', 'other.example.com'] } };
const tls = { tls: { enable: true } };

it.each([
  ['http://192.168.1.5:8080', {}, 'http://192.168.1.5:8080'],
  ['http://192.168.1.5:8080', named, 'http://studio.example.com:8080'],
  ['http://localhost', named, 'http://studio.example.com'],
  ['http://[::1]:8080', named, 'http://studio.example.com:8080'],
  ['http://core.lan:8080', named, 'http://core.lan:8080'],
  ['https://core.lan', {}, 'https://core.lan'],
  ['http://core.lan', tls, 'https://core.lan'],
  ['http://core.lan/a/b', {}, 'http://core.lan/a/b'],
])('%s %j', (core, config, expected) => {
  const network = networkOf({ config: Config.parse(config), page: new URL(core), channel: 'c' });
  expect(publicAddress(network, core)).toBe(expected);
});
