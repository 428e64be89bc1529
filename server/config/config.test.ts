import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { UNOBEYED_SETTINGS } from '../../harness/test/core/conformance/knownDifferences.ts';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import rows from '../fixtures/config-errors.json' with { type: 'json' };
import { parseJson } from '../http/request/readJson.ts';
import { parseAddress } from './address.ts';
import { Config } from './configSchema.ts';
import { readEnvironmentOverrides } from './environment.ts';
import { openConfig } from './index.ts';
import { ConfigPatch, isKnownVersion, mergeConfigDocuments } from './mergeConfigDocuments.ts';
import { validateConfig } from './validate.ts';

const LOCAL = { address: '127.0.0.1', via: 'http', hasJustLoggedIn: true } as const;
const machine = {
  memoryBytes: () => 8 * 1024 * 1024 * 1024,
  isExecutable: (file: string) => file === 'ffmpeg',
  exists: (path: string) => !path.includes('no-such'),
};
const base = Config.parse({
  storage: { memory: { auth: { password: 'p' } } },
  api: { auth: { username: 'a', password: 'b' } },
});

describe('recorded invalid config values', () => {
  it.each(rows)('are rejected: $name', ({ body, refused }) => {
    expect(isKnownVersion(body.version)).toBe(true);
    expect(validateConfig(Config.parse(mergeConfigDocuments(base, body)), machine)).toEqual(refused);
  });
});

it.each([
  [['live.example.org', 'münchen.example'], null],
  [['192.0.2.1'], 'found IP address: 192.0.2.1'],
  [['live.example.org', '2001:db8::1'], 'found IP address: 2001:db8::1'],
  [['*.example.org'], 'found: *.example.org'],
  [['live.example.org:443'], 'found: live.example.org:443'],
  [['https://live.example.org'], 'found: https://live.example.org'],
  [['-live.example.org'], 'found: -live.example.org'],
  [['live..example.org'], 'found: live..example.org'],
  [['../secret'], 'found: ../secret'],
])('the names %j for automatic certificates fail with: %s', (name, fault) => {
  const config = Config.parse({ host: { name }, tls: { enable: true, auto: true } });
  const expected =
    fault === null ? undefined : [`only host names are allowed if automatic TLS is enabled, but ${fault}`];
  expect(validateConfig(config, machine)['host.name']).toEqual(expected);
});

it.each(UNOBEYED_SETTINGS.flatMap(({ fields }) => fields))('the field %s, listed as without effect, exists', (field) =>
  expect(field.split('.').reduce<unknown>((part, name) => Object(part)[name], Config.parse({}))).toBeDefined(),
);

describe('a config patch', () => {
  it.each([
    ['{"version":3,"address":8080}', ["expect type 'string' for 'address' at line 1, character 28"]],
    ['{"version":3,"rtmp":{"enable":1}}', ["expect type 'boolean' for 'rtmp.enable' at line 1, character 32"]],
  ])('%s is rejected', (text, details) => {
    expect(() => parseJson(text, ConfigPatch, 'SetConfig')).toThrow(expect.objectContaining({ status: 400, details }));
  });

  it.each([
    '{"version":3,"nonsense":true}',
    '{"version":1,"storage":{"disk":{"cache":{"types":[".html"]}}}}',
    '{"version":3,"rtmp":null}',
  ])('%s is accepted', (text) => {
    expect(parseJson(text, ConfigPatch, 'SetConfig')).toEqual(JSON.parse(text));
  });
});

describe('environment variables', () => {
  it('are converted to the type of their field', () => {
    const environment = {
      CORE_ADDRESS: '8080',
      CORE_API_AUTH_ENABLE: 'true',
      CORE_HOST_NAME: 'a.example, b.example',
      CORE_LOG_MAXLINES: '50',
      CORE_ROUTER_ROUTES: '/old.html:/new.html /mapped/*:/srv/www',
      CORE_NAME: '',
    };
    expect(readEnvironmentOverrides(environment).map(({ field, value }) => [field, value])).toEqual([
      ['address', ':8080'],
      ['log.max_lines', 50],
      ['host.name', ['a.example', 'b.example']],
      ['api.auth.enable', true],
      ['router.routes', { '/old.html': '/new.html', '/mapped/*': '/srv/www' }],
    ]);
  });

  it('are named in the error about a bad value', () => {
    expect(() => readEnvironmentOverrides({ CORE_LOG_MAX_LINES: 'many' })).toThrow(
      'CORE_LOG_MAX_LINES=many: a whole number is expected',
    );
  });

  it('hold a tenant as an address or as base64 of JSON', () => {
    const tenant = { domain: 'id.example:8443', clientid: 'c', audience: 'https://core/', users: ['auth0|1', 'a b'] };
    const json = Buffer.from(JSON.stringify(tenant)).toString('base64');
    const address = 'auth0://c@id.example:8443?aud=https%3A%2F%2Fcore%2F&user=auth0%7C1&user=a+b';
    const [found] = readEnvironmentOverrides({ CORE_API_AUTH_AUTH0_TENANTS: `${json}, ${address}` });
    expect(found?.value).toEqual([tenant, tenant]);
  });

  it('set only fields that exist', () => {
    const all = readEnvironmentOverrides(
      new Proxy({}, { get: (_, name) => (String(name).endsWith('TENANTS') ? 'e30=' : '1') }),
    );
    expect(all.length).toBeGreaterThan(80);
    for (const { field } of all) {
      const value = field.split('.').reduce<unknown>((part, key) => Reflect.get(Object(part), key), base);
      expect(value, field).toBeDefined();
    }
  });
});

describe('the config store', () => {
  const open = async (environment: Record<string, string> = {}, dir?: string, hasRecords = false) => {
    const db = dir ?? testTempDir();
    return { db, store: await openConfig({ CORE_DB_DIR: db, ...environment }, machine, async () => hasRecords) };
  };

  it('creates identity and secrets once', async () => {
    const { db, store } = await open();
    const { config } = store.answer();
    expect(config.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(config.name).toMatch(/^[a-z]+-[a-z]+-\d{4}$/);
    expect(config.storage.memory.auth.password).toHaveLength(18);
    expect(store.answer()).toMatchObject({ updated_at: '0001-01-01T00:00:00Z', overrides: ['db.dir'] });
    expect((await open({}, db)).store.active()).toEqual(store.active());
  });

  it.each([
    ['a first start', null, {}, 4096],
    ['a first start with the limit in the environment', null, { CORE_STORAGE_MEMORY_MAX_SIZE_MBYTES: '7' }, 7],
    ['a first start with unlimited in the environment', null, { CORE_STORAGE_MEMORY_MAX_SIZE_MBYTES: '0' }, 0],
    ['a stored config without a limit', { version: 3, name: 'x', storage: { memory: { max_size_mbytes: 0 } } }, {}, 0],
    ['a stored config without the field', { version: 3, name: 'x' }, {}, 0],
  ])(
    'limits the memory storage to half of the machine only by default: %s',
    async (_, stored, environment, expected) => {
      const db = testTempDir();
      if (stored !== null) await writeFile(join(db, 'config.json'), JSON.stringify(stored));
      for (const start of ['first', 'second']) {
        const { store } = await open(environment, db);
        expect(store.active().storage.memory.max_size_mbytes, start).toBe(expected);
      }
    },
  );

  it('merges a patch, shows it at once, and applies it on activation', async () => {
    const { db, store } = await open();
    expect(
      await store.put({ version: 3, name: 'new', storage: { cors: { origins: ['https://a.example'] } } }, LOCAL),
    ).toEqual({});
    expect(store.answer().config).toMatchObject({ name: 'new', storage: { cors: { origins: ['https://a.example'] } } });
    expect(store.answer().updated_at > store.answer().loaded_at).toBe(true);
    expect(store.active().name).not.toBe('new');
    store.activate(store.next());
    expect(store.active()).toMatchObject({ name: 'new', rtmp: { address: ':1935' } });
    expect(JSON.parse(await readFile(join(db, 'config.json'), 'utf8'))).toMatchObject({ name: 'new', version: 3 });
  });

  it.each([30, -3])('reports a due reload even if the clock jumps by %d days', async (days) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { store } = await open();
    const isDue = () => Date.parse(store.answer().updated_at) > Date.parse(store.answer().loaded_at);
    for (const name of ['one', 'two', 'three']) {
      vi.setSystemTime(Date.now() + days * 86_400_000);
      await store.put({ version: 3, name }, LOCAL);
      expect(isDue()).toBe(true);
      vi.setSystemTime(Date.now() + days * 86_400_000);
      store.activate(store.next());
      expect(isDue()).toBe(false);
    }
  });

  it('stores nothing of a rejected patch', async () => {
    const { store } = await open();
    const before = store.answer();
    expect(await store.put({ version: 3, name: 'x', service: { enable: true } }, LOCAL)).toEqual({
      'service.token': ['must be non-empty'],
    });
    expect(store.answer()).toEqual(before);
  });

  it('lets the environment override the file, and validates the result', async () => {
    const { store } = await open({ CORE_NAME: 'from-env', CORE_ADDRESS: '127.0.0.1:1' });
    expect(await store.put({ version: 3, name: 'from-put', address: ':abc' }, LOCAL)).toEqual({});
    expect(store.answer().config).toMatchObject({ name: 'from-env', address: '127.0.0.1:1' });
  });

  it('keeps all of several concurrent patches', async () => {
    const { store } = await open();
    await Promise.all([
      store.put({ name: 'a' }, LOCAL),
      store.put({ rtmp: { app: '/live' } }, LOCAL),
      store.put({ log: { level: 'debug' } }, LOCAL),
    ]);
    expect(store.next()).toMatchObject({ name: 'a', rtmp: { app: '/live' }, log: { level: 'debug' } });
  });

  it.each([
    [{ CORE_ADDRESS: ':abc' }, 'bad value of CORE_ADDRESS: the port must be numerical'],
    [
      { CORE_FFMPEG_BINARY: '/no/ffmpeg' },
      'bad value of CORE_FFMPEG_BINARY: /no/ffmpeg not found or is not executable',
    ],
  ])('fails to start with a one-line message for %j', async (environment, line) => {
    await expect(open(environment)).rejects.toThrow(line);
  });

  const NEWER = /made by a newer core: update this one/;
  const OTHER = /is not a config: .*Restore it from a backup/;
  it.each([
    ['{"version":3,', OTHER],
    ['null', OTHER],
    ['[]', OTHER],
    ['"x"', OTHER],
    ['5', OTHER],
    ['true', OTHER],
    ['{"version":4,"api":{"auth":{"enable":true}}}', NEWER],
    ['{"version":99}', NEWER],
    ['{"version":3.5}', NEWER],
    ['{"version":"3"}', OTHER],
    ['{"version":true}', OTHER],
    ['{"version":null}', OTHER],
    ['{"version":[3]}', OTHER],
    ['{"version":0}', OTHER],
    ['{"version":-1}', OTHER],
    ['{"version":2.5}', OTHER],
    ['{"version":3,"api":5}', OTHER],
    ['\u0000\u0000\u0000', OTHER],
    [Buffer.from('{"version":3}', 'utf16le'), OTHER],
  ])('fails to start and leaves the file untouched for the content %j', async (content, reason) => {
    const db = testTempDir();
    const file = join(db, 'config.json');
    await writeFile(file, content);
    const error = await open({ CORE_API_AUTH_ENABLE: 'false' }, db).catch((caught: unknown) => caught);
    expect(String(error)).toMatch(reason);
    expect(String(error)).toContain(file);
    expect(String(error)).not.toContain('\n');
    expect(await readFile(file)).toEqual(Buffer.from(content));
    expect(await readdir(db)).toEqual(['config.json']);
  });

  it.each([
    '{"version":1,"name":"old","storage":{"disk":{"cache":{"types":[".html"]}}}}',
    '{"version":2,"name":"old"}',
    '{"name":"old"}',
    '\uFEFF{"version":3,"name":"old"}',
  ])('reads the format of older cores and editors: %j', async (text) => {
    const db = testTempDir();
    await writeFile(join(db, 'config.json'), text);
    expect((await open({}, db, true)).store.active().name).toBe('old');
  });

  describe('when the config file is empty', () => {
    const blank = [null, '', ' \n\t ', '{}', '{"version":3}', '{ "version": 1, "created_at": "" }', '\uFEFF'];
    const writeDb = async (text: string | null) => {
      const db = testTempDir();
      if (text !== null) await writeFile(join(db, 'config.json'), text);
      return db;
    };
    it.each(blank)('refuses to open existing channels to everybody: %j', async (text) => {
      const db = await writeDb(text);
      await expect(open({ CORE_NAME: 'x' }, db, true)).rejects.toThrow(
        /config\.json is (missing|empty), but .* holds channels: .*CORE_API_AUTH_ENABLE=true/,
      );
      expect(await readdir(db)).toEqual(text === null ? [] : ['config.json']);
      if (text !== null) expect(await readFile(join(db, 'config.json'), 'utf8')).toBe(text);
    });

    const login = { CORE_API_AUTH_ENABLE: 'true', CORE_API_AUTH_USERNAME: 'u', CORE_API_AUTH_PASSWORD: 'p' };
    it.each([
      ['the environment has the login', login, true],
      ['the environment turns the login off', { CORE_API_AUTH_ENABLE: 'false' }, true],
      ['there are no channels to protect', {}, false],
    ])('starts when %s', async (_, environment, hasRecords) => {
      for (const text of blank) {
        const db = await writeDb(text);
        const { store } = await open(environment, db, hasRecords);
        expect(store.active().api.auth.enable).toBe('CORE_API_AUTH_USERNAME' in environment);
        expect(JSON.parse(await readFile(join(db, 'config.json'), 'utf8')).id).toBe(store.active().id);
        expect((await open({}, db, true)).store.active().id).toBe(store.active().id);
      }
    });
  });

  describe('the config file', () => {
    it('is readable only by its owner, whatever its previous mode', async () => {
      const { db, store } = await open();
      const file = join(db, 'config.json');
      const mode = async () => (await stat(file)).mode & 0o777;
      expect(await mode()).toBe(0o600);
      await chmod(file, 0o644);
      await writeFile(`${file}.next`, 'left over', { mode: 0o644 });
      await store.put({ name: 'x' }, LOCAL);
      expect(await mode()).toBe(0o600);
    });

    it('stays a symlink, and no neighboring symlink is written through', async () => {
      const [db, otherFolder] = [testTempDir(), testTempDir()];
      const file = join(db, 'config.json');
      const target = join(otherFolder, 'real.json');
      await writeFile(target, '{"version":3,"name":"linked"}');
      await writeFile(join(otherFolder, 'victim'), 'v');
      await symlink(target, file);
      await symlink(join(otherFolder, 'victim'), `${target}.next`);
      const { store } = await open({}, db);
      await store.put({ name: 'new' }, LOCAL);
      expect((await lstat(file)).isSymbolicLink()).toBe(true);
      expect(JSON.parse(await readFile(target, 'utf8')).name).toBe('new');
      expect(await readFile(join(otherFolder, 'victim'), 'utf8')).toBe('v');
    });

    it.each([
      [
        'a link to nowhere',
        (file: string) => symlink('/nowhere/config.json', file),
        /is a link to a file that is not there/,
      ],
      ['a link to itself', (file: string) => symlink(file, file), /cannot be read: ELOOP/],
      ['a folder', (file: string) => mkdir(file), /cannot be read: it is no file/],
      ['a device', (file: string) => symlink('/dev/null', file), /cannot be read: it is no file/],
      ['huge', (file: string) => writeFile(file, '').then(() => truncate(file, 3e9)), /is larger than 256 MB/],
    ])('ends the start and stays unchanged if it is %s', async (_, create, reason) => {
      const db = testTempDir();
      await create(join(db, 'config.json'));
      await expect(open({}, db)).rejects.toThrow(reason);
      expect(await readdir(db)).toEqual(['config.json']);
    });
  });
});

it.each([
  [':8080', { host: '', port: 8080 }],
  ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
  ['[::1]:80', { host: '::1', port: 80 }],
])('parseAddress parses %s', (text, address) => expect(parseAddress(text)).toEqual(address));
