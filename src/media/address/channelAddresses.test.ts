import { describe, expect, it } from 'vitest';
import { Config } from '../../api/answers/config.ts';
import { addressesOf, httpAddress, type Network, networkOf } from './channelAddresses.ts';
import { pushAddress as addressOf, pushInput as inputOf, opensStorage, type PushType } from './pushAddress.ts';

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const network = (config: unknown, page = 'http://h.example:8080') =>
  networkOf({ config: Config.parse(config), page: new URL(page), channel: CHANNEL });
const inLan = (page: string, listen: string, lan: string[], name: string[] = []) =>
  networkOf({
    config: Config.parse({
      host: { name },
      rtmp: { enable: true, address: listen },
      srt: { enable: true, address: listen },
    }),
    ...{ page: new URL(page), channel: CHANNEL, lan },
  });
const pushAddress = (network: Network, type: PushType) => addressOf(network, { type, name: '' });
const pushInput = (network: Network, type: PushType) => inputOf(network, { type, name: '' });
const RTMP = { enable: true, address: ':1940', app: '//live/', token: 'a b' };

describe('the address of a push', () => {
  it('is split into server and key, as encoders need it', () =>
    expect(pushAddress(network({ rtmp: RTMP }), 'rtmp')).toEqual({
      server: 'rtmp://h.example:1940/live',
      key: `${CHANNEL}.stream?token=a%20b`,
      address: `rtmp://h.example:1940/live/${CHANNEL}.stream?token=a%20b`,
    }));

  it('is null while the server is off', () =>
    expect(pushAddress(network({ rtmp: { ...RTMP, enable: false } }), 'rtmp')).toBeNull());

  it.each([
    ['/', 'rtmp://h.example'],
    ['', 'rtmp://h.example'],
    ['/live/', 'rtmp://h.example/live'],
    ['live/a', 'rtmp://h.example/live/a'],
  ])('normalizes the slashes of the app %j', (app, server) =>
    expect(pushAddress(network({ rtmp: { enable: true, app } }), 'rtmp')?.server).toBe(server),
  );

  it('contains the credentials of the memory storage for HLS', () => {
    const storage = { memory: { auth: { enable: true, username: 'adm in', password: 'p@ss' } } };
    expect(pushAddress(network({ storage }), 'hls')?.server).toBe('http://adm%20in:p%40ss@h.example:8080/memfs/ingest');
  });

  it("contains the channel's HLS key instead if it has one, and nothing without a login", () => {
    const storage = { memory: { auth: { enable: true, username: 'admin', password: 'secret-of-all' } } };
    const push = { type: 'hls', name: '' } as const;
    const address = addressOf(network({ storage }), push, 'abcdef-abcdef-abcdef');
    expect(address?.server).toBe(`http://${CHANNEL}:abcdef-abcdef-abcdef@h.example:8080/memfs/ingest`);
    expect(JSON.stringify(address)).not.toContain('secret-of-all');
    expect(addressOf(network({}), push, 'abcdef-abcdef-abcdef')?.server).toBe('http://h.example:8080/memfs/ingest');
    expect(opensStorage(network({ storage }), push, null)).toBe(true);
    expect(opensStorage(network({ storage }), push, 'abcdef-abcdef-abcdef')).toBe(false);
    expect(opensStorage(network({}), push, null)).toBe(false);
  });

  it('uses the address of RTMPS if there is one', () => {
    const rtmp = { enable: true, enable_tls: true, address: ':1935', address_tls: ':1936' };
    expect(pushAddress(network({ rtmp }), 'rtmp')?.server).toBe('rtmps://h.example:1936');
  });

  it.each([
    [{ address: ':1935', address_tls: '' }, 'rtmps://h.example:1935'],
    [{ address: ':443', address_tls: '' }, 'rtmps://h.example'],
    [{ address: ':1935', address_tls: ':443' }, 'rtmps://h.example'],
    [{ address: ':443', address_tls: ':1935' }, 'rtmps://h.example:1935'],
  ])('includes the RTMPS port %j unless it is 443', (listen, server) => {
    const found = network({ rtmp: { enable: true, enable_tls: true, ...listen } });
    expect(pushAddress(found, 'rtmp')?.server).toBe(server);
    expect(pushInput(found, 'rtmp')).toMatch(server.replace('h.example', 'localhost'));
  });
});

it('a pushed source is read on the core itself', () => {
  expect(pushInput(network({ rtmp: RTMP }), 'rtmp')).toBe(`rtmp://localhost:1940/live/${CHANNEL}.stream?token=a%20b`);
  expect(pushInput(network({ address: ':8090' }), 'hls')).toBe(`http://localhost:8090/memfs/ingest/${CHANNEL}.m3u8`);
});

it.each([
  ['http://192.0.2.1:8080', ['tv.example'], 'tv.example:8080'],
  ['http://[2001:db8::1]:8080', ['tv.example'], 'tv.example:8080'],
  ['http://localhost', ['tv.example'], 'tv.example'],
  ['http://localhost', [], 'localhost'],
  ['http://other.example', ['tv.example'], 'other.example'],
  ['https://other.example:443', ['tv.example'], 'other.example'],
])('the public host of a page opened at %s with the names %j is %s', (page, name, host) =>
  expect(network({ host: { name } }, page).http.host).toBe(host),
);

const LAN = ['192.168.1.20', '10.0.0.4'];
it.each([
  // A loopback page is useless to other machines, so the LAN address is used.
  ['http://localhost:8080', ':1940', LAN, '192.168.1.20:1940'],
  ['http://127.0.0.1:8080', '0.0.0.0:1940', LAN, '192.168.1.20:1940'],
  ['http://127.3.2.1:8080', '[::]:1940', LAN, '192.168.1.20:1940'],
  ['http://[::1]:8080', ':1940', LAN, '192.168.1.20:1940'],
  ['http://[::ffff:127.0.0.1]:8080', ':1940', LAN, '192.168.1.20:1940'],
  ['http://sluice.localhost:8080', ':1940', LAN, '192.168.1.20:1940'],
  ['http://0.0.0.0:8080', ':1940', LAN, '192.168.1.20:1940'],
  ['http://localhost:8080', ':1940', ['[2001:db8::5]'], '[2001:db8::5]:1940'],
  // The core does not report its LAN addresses.
  ['http://localhost:8080', ':1940', [], 'localhost:1940'],
  ['http://[::1]:8080', ':1940', [], '[::1]:1940'],
  // The server listens on a single address.
  ['http://localhost:8080', '127.0.0.1:1940', LAN, '127.0.0.1:1940'],
  ['http://localhost:8080', '[::1]:1940', LAN, '[::1]:1940'],
  ['http://localhost:8080', 'localhost:1940', LAN, 'localhost:1940'],
  ['http://localhost:8080', '10.0.0.4:1940', LAN, '10.0.0.4:1940'],
  // The host of a page over the network also works for encoders.
  ['http://192.168.1.21:8080', ':1940', LAN, '192.168.1.21:1940'],
  ['http://[2001:db8::7]:8080', ':1940', LAN, '[2001:db8::7]:1940'],
  ['https://tv.example', '127.0.0.1:1940', LAN, 'tv.example:1940'],
  ['https://localhost.example/sluice', ':1940', LAN, 'localhost.example:1940'],
])(
  'a page opened at %s, with RTMP at %s and LAN addresses %j, shows encoders the host %s',
  (page, listen, lan, host) => {
    const reached = inLan(page, listen, lan);
    expect(pushAddress(reached, 'rtmp')?.server).toBe(`rtmp://${host}`);
    expect(pushAddress(reached, 'srt')?.server).toBe(`srt://${host}`);
    // ffmpeg on the same machine keeps using the loopback address.
    expect(pushInput(reached, 'rtmp')).toMatch(
      /^rtmp:\/\/(localhost|127\.0\.0\.1|\[::1?\]|0\.0\.0\.0|10\.0\.0\.4):1940/,
    );
  },
);

it('a configured host name takes precedence over LAN addresses', () =>
  expect(pushAddress(inLan('http://localhost:8080', ':1940', LAN, ['tv.example']), 'rtmp')?.server).toBe(
    'rtmp://tv.example:1940',
  ));

it.each([
  ['http://192.168.1.5:8080', {}, 'http://192.168.1.5:8080'],
  ['http://core.lan', { tls: { enable: true } }, 'https://core.lan'],
  ['https://core.lan/', {}, 'https://core.lan'],
  ['http://core.lan:8080', { tls: { enable: true, address: ':8181' } }, 'https://core.lan:8181'],
  ['http://core.lan:8080', { tls: { enable: true, address: ':443' } }, 'https://core.lan'],
  ['http://core.lan', { address: ':80', tls: { enable: true, address: ':8443' } }, 'https://core.lan:8443'],
  ['https://core.lan:8181', { tls: { enable: true, address: ':8181' } }, 'https://core.lan:8181'],
  ['https://core.lan:8181', { tls: { enable: false } }, 'https://core.lan:8181'],
  // the port of a proxy, whose HTTPS port is unknown
  ['http://core.lan:9000', { tls: { enable: true, address: ':8181' } }, 'http://core.lan:9000'],
  ['http://core.lan:8080', { tls: { enable: true } }, 'http://core.lan:8080'],
  // certificates do not cover IP addresses
  ['http://192.168.1.5:8080', { tls: { enable: true, address: ':8181' } }, 'http://192.168.1.5:8080'],
  [
    'http://192.168.1.5:8080',
    { host: { name: ['tv.example'] }, tls: { enable: true, address: ':8181' } },
    'https://tv.example:8181',
  ],
  ['http://core.lan/a/b/', {}, 'http://core.lan/a/b'],
])('a page opened at %s with the settings %j serves at %s', (page, config, address) => {
  const reached = network(config, page);
  expect(httpAddress(reached)).toBe(address);
  expect(addressesOf(reached)).toMatchObject({ player: `${address}/${CHANNEL}.html` });
  expect(pushAddress(reached, 'hls')?.server).toBe(`${address}/memfs/ingest`);
});

it('a channel has addresses for viewers', () =>
  expect(addressesOf(network({ rtmp: RTMP, srt: { enable: true, token: 't', passphrase: '0123456789' } }))).toEqual({
    hls: `http://h.example:8080/memfs/${CHANNEL}.m3u8`,
    snapshot: `http://h.example:8080/memfs/${CHANNEL}.jpg`,
    player: `http://h.example:8080/${CHANNEL}.html`,
    rtmp: `rtmp://h.example:1940/live/${CHANNEL}.stream?token=a%20b`,
    srt: `srt://h.example:6000/?mode=caller&transtype=live&streamid=${CHANNEL},mode:request,token:t&passphrase=0123456789`,
  }));

it('a playlist on the disk is at the web root', () =>
  expect(addressesOf(network({}), 'diskfs')).toMatchObject({
    hls: `http://h.example:8080/${CHANNEL}.m3u8`,
    snapshot: `http://h.example:8080/memfs/${CHANNEL}.jpg`,
  }));

it('addresses for viewers lead to the edge', () =>
  expect(addressesOf(network({}), 'diskfs', 'https://edge.example/tv')).toMatchObject({
    hls: `https://edge.example/tv/${CHANNEL}.m3u8`,
    snapshot: `https://edge.example/tv/memfs/${CHANNEL}.jpg`,
    player: `http://h.example:8080/${CHANNEL}.html`,
  }));

it('a server that is off has no address', () =>
  expect(addressesOf(network({}))).toMatchObject({ rtmp: null, srt: null }));
