import { expect, it } from 'vitest';
import { start } from '../../harness/test/core/testing.ts';
import { Config } from './configSchema.ts';
import { findUnsafeSettings, type Sender } from './unsafeSettings.ts';

const CLIENT = { address: '192.168.1.7', via: 'http', hasJustLoggedIn: true } as const;
const SECURE = { ...CLIENT, via: 'https' } as const;
const http = (lists: object) => ({ api: { access: { http: lists } } });
const user = { enable: true, username: 'a', password: 'b' };

it.each([
  [{ api: { auth: { ...user, jwt: { secret: '' } } } }, 'api.auth.jwt.secret'],
  [{ storage: { disk: { dir: '/' } } }, 'storage.disk.dir'],
  [{ storage: { disk: { dir: '/tmp/../' } } }, 'storage.disk.dir'],
  [{ router: { routes: { '/x/*': '/' } } }, 'router.routes'],
  [{ router: { routes: { '/x/*': '/proc/self/root' } } }, 'router.routes'],
  [{ router: { ui_path: '/' } }, 'router.ui_path'],
  [{ router: { routes: { '/api/x': '/y.html' } } }, 'router.routes'],
  [{ router: { ui_path: '/tmp', routes: { '/ui/*': '/tmp' } } }, 'router.routes'],
  [{ router: { blocked_prefixes: ['/secret'], routes: { '/secret/*': '/tmp' } } }, 'router.routes'],
  [{ rtmp: { enable: true, address: ':8080' } }, 'rtmp.address'],
  [{ rtmp: { enable: true, address: '0.0.0.0:8080' } }, 'rtmp.address'],
  [{ rtmp: { enable: true, address: '127.0.0.1:8080' } }, 'rtmp.address'],
  [{ rtmp: { enable: true, address: ':8080' }, address: '[::1]:8080' }, 'rtmp.address'],
  [{ tls: { enable: true, address: ':8080' } }, 'tls.address'],
  [{ tls: { enable: true }, rtmp: { enable: true, address: ':8181' } }, 'rtmp.address'],
  [{ tls: { enable: true }, rtmp: { enable: true, enable_tls: true, address_tls: ':8080' } }, 'rtmp.address_tls'],
  [{ tls: { enable: true }, rtmp: { enable: true, enable_tls: true, address_tls: ':8181' } }, 'rtmp.address_tls'],
  [
    { tls: { enable: true }, rtmp: { enable: true, enable_tls: true, address_tls: '127.0.0.1:1935' } },
    'rtmp.address_tls',
  ],
  [http({ allow: ['10.9.9.9/32'] }), 'api.access.http.allow'],
  [http({ block: ['10.0.0.0/8', '192.168.0.0/16'] }), 'api.access.http.block'],
])('%j is rejected as a new setting and accepted if it was stored before', (patch, field) => {
  const config = Config.parse(patch);
  const safeConfig = Config.parse({ api: { auth: { jwt: { secret: 's' } } } });
  expect(Object.keys(findUnsafeSettings(config, safeConfig, CLIENT))).toEqual([field]);
  expect(findUnsafeSettings(config, config, CLIENT)).toEqual({});
});

it.each([
  ['a server that is off', { rtmp: { address: ':8080', address_tls: ':8080', enable_tls: true } }],
  ['a free port each', { address: ':0', tls: { enable: true, address: ':0' }, rtmp: { enable: true, address: ':0' } }],
  ['other addresses', { address: '127.0.0.1:1', rtmp: { enable: true, address: '127.0.0.2:1' } }],
])('ports do not conflict with %s', (_, patch) => {
  const safeConfig = Config.parse({ api: { auth: { jwt: { secret: 's' } } } });
  expect(findUnsafeSettings(Config.parse(patch), safeConfig, CLIENT)).toEqual({});
});

it.each<[string, object, string[]]>([
  ["another user with the old user's key", { username: 'opP', password: 'ass' }, ['api.auth.password']],
  ['another user', { username: 'opP', password: 'Pass' }, []],
  ['another password', { username: 'op', password: 'ass' }, []],
  ['nothing', { username: 'op', password: 'Pass' }, []],
])('a change to %s invalidates existing tokens or is rejected', (_, login, fields) => {
  const auth = { enable: true, username: 'op', password: 'Pass', jwt: { secret: 's' } };
  const config = (overrides: object) => Config.parse({ api: { auth: { ...auth, ...overrides } } });
  expect(Object.keys(findUnsafeSettings(config(login), config({}), CLIENT))).toEqual(fields);
});

it.each<[string, object, string[]]>([
  ['another password', { password: 'next' }, ['api.auth.password']],
  ['another user', { username: 'next' }, ['api.auth.username']],
  ['the end of all logins', { jwt: { secret: 'next' } }, ['api.auth.jwt.secret']],
  ['the removal of the login', { enable: false }, ['api.auth.enable']],
  ['the removal of the login for this machine', { disable_localhost: true }, ['api.auth.disable_localhost']],
  ['a login by a provider', { auth0: { enable: true } }, ['api.auth.auth0']],
  ['an unrelated setting', {}, []],
])('a sender without a recent login cannot store %s', (_, overrides, fields) => {
  const auth = { ...user, jwt: { secret: 's' } };
  const before = Config.parse({ api: { auth } });
  const config = Config.parse({ name: 'other', api: { auth: { ...auth, ...overrides } } });
  const rejectedFields = (sender: Sender) => Object.keys(findUnsafeSettings(config, before, sender));
  expect(rejectedFields({ ...CLIENT, hasJustLoggedIn: false })).toEqual(fields);
  expect(rejectedFields(CLIENT)).toEqual([]);
  const first = Config.parse({ api: { auth: { jwt: { secret: 'first' } } } });
  expect(findUnsafeSettings(before, first, { ...CLIENT, hasJustLoggedIn: false })).toEqual({});
});

it('the access lists of the server that the sender uses are checked', () => {
  const fields = (access: object, sender: typeof CLIENT | typeof SECURE) =>
    Object.keys(findUnsafeSettings(Config.parse({ api: { access } }), Config.parse({}), sender));
  const lists = { allow: ['10.9.9.9/32'], block: ['192.168.0.0/16'] };
  expect(fields({ https: lists }, SECURE)).toEqual(['api.access.https.allow', 'api.access.https.block']);
  expect(fields({ https: lists }, CLIENT)).toEqual([]);
  expect(fields({ http: lists }, SECURE)).toEqual([]);
});

it.each([
  { router: { routes: { '/x': '/', '/y/*': '/srv' } } },
  { rtmp: { enable: true, address: ':0' }, address: ':0' },
  { rtmp: { address: ':8080' } },
  { rtmp: { enable: true, address: '127.0.0.2:8080' }, address: '127.0.0.1:8080' },
  { rtmp: { enable: true, address: 'nonsense' } },
  http({ allow: ['10.9.9.9/32', '192.168.1.0/24'], block: ['10.0.0.0/8'] }),
  http({ block: ['10.0.0.0/99'] }),
])('the settings %j are safe', (patch) =>
  expect(findUnsafeSettings(Config.parse(patch), Config.parse({}), CLIENT)).toEqual({}),
);

it('a PUT with an unsafe setting is rejected at its field and stores nothing', async () => {
  const { json, ask } = await start();
  const before = (await ask('GET', '/api/v3/config')).json().config;
  const patch = { version: 3, name: 'other', api: { auth: { ...user, jwt: { secret: '' } } } };
  const refused = await json('PUT', '/api/v3/config', patch);
  expect([refused.status, refused.json()]).toEqual([409, { 'api.auth.jwt.secret': ['must be non-empty'] }]);
  expect((await ask('GET', '/api/v3/config')).json().config).toEqual(before);
});

it('a PUT that locks out its own sender is rejected, any other is stored', async () => {
  const { json } = await start();
  const allow = (networks: string[]) => json('PUT', '/api/v3/config', { version: 3, ...http({ allow: networks }) });
  const refused = await allow(['10.9.9.9/32']);
  expect([refused.status, Object.keys(refused.json())]).toEqual([409, ['api.access.http.allow']]);
  expect((await allow(['127.0.0.0/8'])).status).toBe(200);
});
