import { describe, expect, it } from 'vitest';
import { Config } from '../../api/answers/config.ts';
import { mapTexts, movedTarget, rewriteCoreUrl } from './rewriteCoreUrls.ts';

const base = {
  version: 1,
  address: ':8080',
  host: { name: ['tv.example'] },
  tls: { address: ':8181', enable: false, auto: false },
  storage: { memory: { auth: { enable: true, username: 'admin', password: 'p@ss' } } },
  rtmp: { enable: true, enable_tls: false, address: ':1935', address_tls: ':1936', app: '/live', token: 'old' },
  srt: { enable: true, address: ':6000', token: 'old', passphrase: '0123456789' },
};
const config = (changed: object) => Config.parse({ ...base, ...changed });
const move = (after: object, before: object = {}) => ({
  before: config(before),
  after: config({ ...before, ...after }),
  hosts: ['core.lan'],
});
const rtmp = (changed: object) => ({ rtmp: { ...base.rtmp, ...changed } });
const srt = (changed: object) => ({ srt: { ...base.srt, ...changed } });
const login = (changed: object) => ({ storage: { memory: { auth: { ...base.storage.memory.auth, ...changed } } } });
const secured = { tls: { ...base.tls, enable: true }, ...rtmp({ enable_tls: true }) };

describe('an address of the core', () => {
  it.each<[string, string, object, object, string]>([
    [
      'another port',
      'rtmp://localhost/live/x?token=old',
      rtmp({ address: ':1940' }),
      {},
      'rtmp://localhost:1940/live/x?token=old',
    ],
    [
      'the usual port',
      'rtmp://localhost:1940/live/x?token=old',
      rtmp({}),
      rtmp({ address: ':1940' }),
      'rtmp://localhost/live/x?token=old',
    ],
    [
      'another host',
      'rtmp://localhost/live/x?token=old',
      rtmp({ address: '10.0.0.5:1935' }),
      {},
      'rtmp://10.0.0.5/live/x?token=old',
    ],
    [
      'no host any more',
      'rtmp://10.0.0.5/live/x?token=old',
      rtmp({}),
      rtmp({ address: '10.0.0.5:1935' }),
      'rtmp://localhost/live/x?token=old',
    ],
    [
      'another app',
      'rtmp://localhost/live/x?token=old',
      rtmp({ app: '/a/b/' }),
      {},
      'rtmp://localhost/a/b/x?token=old',
    ],
    ['no app', 'rtmp://localhost/live/x?token=old', rtmp({ app: '/' }), {}, 'rtmp://localhost/x?token=old'],
    [
      'another token',
      'rtmp://localhost/live/x?token=old',
      rtmp({ token: 'n w' }),
      {},
      'rtmp://localhost/live/x?token=n%20w',
    ],
    [
      'another token in the path',
      'rtmp://localhost/live/x/old',
      rtmp({ token: 'new' }),
      {},
      'rtmp://localhost/live/x/new',
    ],
    ['no token', 'rtmp://localhost/live/x?token=old', rtmp({ token: '' }), {}, 'rtmp://localhost/live/x'],
    ['a first token', 'rtmp://localhost/live/x', rtmp({}), rtmp({ token: '' }), 'rtmp://localhost/live/x?token=old'],
    [
      'all of it',
      'rtmp://127.0.0.1:1935/live/x?token=old',
      rtmp({ address: ':1', app: '/', token: 'n' }),
      {},
      'rtmp://127.0.0.1:1/x?token=n',
    ],
    [
      'its public name',
      'rtmp://tv.example/live/x?token=old',
      rtmp({ address: ':1940' }),
      {},
      'rtmp://tv.example:1940/live/x?token=old',
    ],
    [
      'the name of the page',
      'rtmp://core.lan/live/x?token=old',
      rtmp({ token: 'n' }),
      {},
      'rtmp://core.lan/live/x?token=n',
    ],
    [
      'RTMPS without TLS',
      'rtmps://localhost:1936/live/x?token=old',
      { tls: base.tls, ...rtmp({}) },
      secured,
      'rtmp://localhost/live/x?token=old',
    ],
    [
      'RTMPS at another port',
      'rtmps://localhost:1936/live/x?token=old',
      rtmp({ enable_tls: true, address_tls: ':443' }),
      secured,
      'rtmps://localhost/live/x?token=old',
    ],
    [
      'only RTMPS',
      'rtmp://localhost/live/x?token=old',
      rtmp({ enable_tls: true, address_tls: '' }),
      rtmp({ address_tls: '' }),
      'rtmps://localhost:1935/live/x?token=old',
    ],
    [
      'the login of the storage',
      'http://admin:p%40ss@localhost:8080/memfs/a.m3u8',
      login({ password: 'new' }),
      {},
      'http://admin:new@localhost:8080/memfs/a.m3u8',
    ],
    [
      'no login',
      'http://admin:p@ss@localhost:8080/memfs/a.m3u8',
      login({ enable: false }),
      {},
      'http://localhost:8080/memfs/a.m3u8',
    ],
    [
      'another HTTP port',
      'http://localhost:8080/memfs/a.m3u8',
      { address: ':80' },
      {},
      'http://localhost/memfs/a.m3u8',
    ],
    [
      'another SRT port',
      'srt://localhost:6000?mode=caller&streamid=x,mode:request,token:old&passphrase=0123456789',
      srt({ address: ':6001' }),
      {},
      'srt://localhost:6001?mode=caller&streamid=x,mode:request,token:old&passphrase=0123456789',
    ],
    [
      'other SRT secrets',
      'srt://localhost:6000?streamid=x,mode:request,token:old&passphrase=0123456789&latency=2',
      srt({ token: 'n', passphrase: 'abcdefghij' }),
      {},
      'srt://localhost:6000?streamid=x,mode:request,token:n&latency=2&passphrase=abcdefghij',
    ],
    [
      'no SRT secrets',
      'srt://localhost:6000?streamid=x,mode:request,token:old&passphrase=0123456789',
      srt({ token: '', passphrase: '' }),
      {},
      'srt://localhost:6000?streamid=x,mode:request',
    ],
  ])('follows a change of the settings: %s', (_, address, after, before, expected) =>
    expect(rewriteCoreUrl(address, move(after, before))).toBe(expected),
  );

  it.each<[string, string, object]>([
    ['another machine', 'rtmp://192.0.2.9/live/x?token=old', rtmp({ address: ':1940' })],
    ['another port', 'rtmp://localhost:1999/live/x?token=old', rtmp({ address: ':1940' })],
    ['an unknown scheme', 'constructor://localhost/live/x', rtmp({ address: ':1940' })],
    ['another app', 'rtmp://localhost/other/x?token=old', rtmp({ address: ':1940' })],
    ['another SRT token', 'srt://localhost:6000?streamid=x,mode:request', srt({ address: ':1' })],
    ['another token', 'rtmp://localhost/live/x?token=mine', rtmp({ token: 'n' })],
    ['another SRT token', 'srt://localhost:6000?streamid=x,mode:request', srt({ address: ':1' })],
    ['a server that is switched off', 'rtmp://localhost/live/x?token=old', rtmp({ enable: false })],
    [
      'an unchanged setting',
      'srt://localhost:6000?passphrase=0123456789&streamid=x,mode:request,token:old',
      rtmp({ address: ':1940' }),
    ],
    ['another login', 'http://other:pw@localhost:8080/memfs/a.m3u8', login({ password: 'new' })],
    ['no address', 'testsrc=size=1920x1080', rtmp({ address: ':1940' })],
    ['words of the core', '{rtmp,name=x.stream}', rtmp({ address: ':1940' })],
    ['a file', '/core/data/rtmp://localhost', rtmp({ address: ':1940' })],
    ['nothing', '', rtmp({ address: ':1940' })],
  ])('is unchanged if it leads to %s', (_, address, after) => {
    expect(rewriteCoreUrl(address, move(after))).toBe(address);
    expect(movedTarget(address, move({ version: 3, ...after }, { version: 3 }))).toBe(address);
  });

  it('is restored when the settings are restored', () => {
    for (const address of ['rtmp://localhost/live/x?token=old', 'http://admin:p%40ss@localhost:8080/memfs/a.m3u8']) {
      const moved = move({
        address: ':9090',
        ...rtmp({ address: ':1940', app: '/b', token: 't' }),
        ...login({ password: 'q' }),
      });
      const back = { before: moved.after, after: moved.before, hosts: [] };
      expect(rewriteCoreUrl(rewriteCoreUrl(address, moved), back)).toBe(address);
    }
  });
});

describe('a core with placeholders for its addresses', () => {
  const v3 = (address: string, after: object, before: object = {}) =>
    movedTarget(address, move({ version: 3, ...after }, { version: 3, ...before }));

  it.each<[string, object, string]>([
    ['rtmp://localhost/live/x.stream?token=old', rtmp({ token: 'n' }), '{rtmp,name=x.stream}'],
    ['rtmp://127.0.0.1:1935/live/a/b?token=old', rtmp({ token: 'n' }), 'rtmp://127.0.0.1/live/a/b?token=n'],
    ['rtmp://tv.example/live/x?token=old', rtmp({ token: 'n' }), 'rtmp://tv.example/live/x?token=n'],
    ['rtmp://localhost/live/x?token=old&b=1', rtmp({ token: 'n' }), 'rtmp://localhost/live/x?b=1&token=n'],
    ['http://admin:p%40ss@localhost:8080/memfs/a.m3u8', login({ password: 'n' }), '{memfs}/a.m3u8'],
    ['http://localhost:8080/a.m3u8', { address: ':80' }, 'http://localhost/a.m3u8'],
    [
      'srt://localhost:6000?mode=caller&transtype=live&streamid=x,mode:request,token:old&passphrase=0123456789',
      srt({ token: '' }),
      '{srt,name=x,mode=request}',
    ],
    [
      'srt://localhost:6000?latency=9&streamid=x,mode:publish,token:old&passphrase=0123456789',
      srt({ address: ':1' }),
      'srt://localhost:1?latency=9&streamid=x,mode:publish,token:old&passphrase=0123456789',
    ],
    [
      '[f=flv]rtmp://localhost/live/x?token=old|[f=hls:hls_time=2]{memfs}/x.m3u8',
      rtmp({ token: 'n' }),
      '[f=flv]{rtmp,name=x}|[f=hls:hls_time=2]{memfs}/x.m3u8',
    ],
  ])('reads %s after a change to %j', (address, after, expected) => expect(v3(address, after)).toBe(expected));

  it('keeps a token that a placeholder would drop', () =>
    expect(v3('rtmp://localhost/live/x?token=a%26b', rtmp({ token: 'n' }), rtmp({ token: 'a&b' }))).toBe(
      'rtmp://localhost/live/x?token=n',
    ));
});

it('addresses in nested texts are rewritten, and nothing else', () =>
  expect(mapTexts({ a: ['x', { b: 'y', c: 1 }], d: null, e: true }, (text) => `${text}!`)).toEqual({
    a: ['x!', { b: 'y!', c: 1 }],
    d: null,
    e: true,
  }));
