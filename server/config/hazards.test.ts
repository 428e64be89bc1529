import { expect, it } from 'vitest';
import { start } from '../testing.ts';
import { newHazards } from './hazards.ts';
import { Config } from './schema.ts';

const user = { enable: true, username: 'a', password: 'b' };

it.each([
  [{ api: { auth: { ...user, jwt: { secret: '' } } } }, 'api.auth.jwt.secret'],
  [{ storage: { disk: { dir: '/' } } }, 'storage.disk.dir'],
  [{ storage: { disk: { dir: '/tmp/../' } } }, 'storage.disk.dir'],
  [{ router: { routes: { '/x/*': '/' } } }, 'router.routes'],
  [{ rtmp: { enable: true, address: ':8080' } }, 'rtmp.address'],
])('%j is refused where it is new, and kept where it was stored before', (patch, field) => {
  const config = Config.parse(patch);
  const well = Config.parse({ api: { auth: { jwt: { secret: 's' } } } });
  expect(Object.keys(newHazards(config, well))).toEqual([field]);
  expect(newHazards(config, config)).toEqual({});
});

it.each([
  { router: { routes: { '/x': '/', '/y/*': '/srv' } } },
  { rtmp: { enable: true, address: ':0' }, address: ':0' },
  { rtmp: { address: ':8080' } },
])('%j is no hazard', (patch) => expect(newHazards(Config.parse(patch), Config.parse({}))).toEqual({}));

it('a PUT with one is refused at its field, and nothing of it is stored', async () => {
  const { json, ask } = await start();
  const before = (await ask('GET', '/api/v3/config')).json().config;
  const patch = { version: 3, name: 'other', api: { auth: { ...user, jwt: { secret: '' } } } };
  const refused = await json('PUT', '/api/v3/config', patch);
  expect([refused.status, refused.json()]).toEqual([409, { 'api.auth.jwt.secret': ['must be non-empty'] }]);
  expect((await ask('GET', '/api/v3/config')).json().config).toEqual(before);
});
