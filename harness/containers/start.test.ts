import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../test/core/testTempDir.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../docker/start.sh');
/** start.sh ends here outside of an image, after all its decisions. */
const DECIDED = '/core is missing: this image was not built on a core image.';

const CHANNELS = readFileSync(path.resolve(import.meta.dirname, '../../server/fixtures/db-v4.json'), 'utf8');
const NO_CHANNELS = '{"version":4,"process":{},"metadata":{"system":{},"process":{}}}';
const CONFIG = '{ "version": 3, "id": "x", "api": { "auth": { "enable": true } } }';

interface StartCase {
  readonly config: string | null;
  readonly db: string | null;
  readonly environment?: Readonly<Record<string, string>>;
}

function setUp({ config, db }: StartCase) {
  const home = testTempDir();
  const folder = path.join(home, 'config');
  mkdirSync(folder);
  mkdirSync(path.join(home, 'data'));
  const file = path.join(folder, 'config.json');
  if (config !== null) writeFileSync(file, config);
  if (db !== null) writeFileSync(path.join(folder, 'db.json'), db);
  return { home, folder, file };
}

function run({ home, file, folder }: ReturnType<typeof setUp>, environment: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync('sh', [SCRIPT], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH ?? '',
      CORE_CONFIGFILE: file,
      CORE_DB_DIR: folder,
      CORE_STORAGE_DISK_DIR: path.join(home, 'data'),
      ...environment,
    },
  });
  return { status, output: stderr.trim() };
}

const contentOf = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));

describe('start.sh of the image', () => {
  const login = { CORE_API_AUTH_ENABLE: 'true', CORE_API_AUTH_USERNAME: 'u', CORE_API_AUTH_PASSWORD: 'p' };
  const blank = [null, '', ' \n\t\n', 'null', '{}', '{ "version": 3 }\n', '\0\0\0'];

  it.each(blank)('refuses to open channels to everybody if the config is lost: %j', (config) => {
    for (const db of [CHANNELS, JSON.stringify(JSON.parse(CHANNELS), null, 4)]) {
      const files = setUp({ config, db });
      const before = contentOf(files.folder);
      const { status, output } = run(files);
      expect(output).toMatch(
        /config\.json is missing or empty, but .*db\.json holds channels: .*CORE_API_AUTH_ENABLE=true/,
      );
      expect([status, output.split('\n').length]).toEqual([1, 1]);
      expect(contentOf(files.folder)).toEqual(before);
    }
  });

  it.each(['{"version":4,"api":{}}', '{ "version": 99 }', '{"version":"3"}', '{"id":"x","version" : 12}'])(
    'keeps a config of another version: %j',
    (config) => {
      for (const db of [null, CHANNELS]) {
        const files = setUp({ config, db });
        const before = contentOf(files.folder);
        const { status, output } = run(files, login);
        expect(output).toMatch(/config\.json is a config of another version/);
        expect(status).toBe(1);
        expect(contentOf(files.folder)).toEqual(before);
      }
    },
  );

  it.each<[string, StartCase]>([
    ['a complete config', { config: CONFIG, db: CHANNELS }],
    ['an old config', { config: '{"version":1,"id":"x"}', db: CHANNELS }],
    [
      'its own config and channels without a login',
      { config: '{ "version": 3, "id": "x", "rtmp": {} }', db: CHANNELS },
    ],
    ['a login in the environment', { config: 'null', db: CHANNELS, environment: login }],
    ['the login turned off on purpose', { config: '{}', db: CHANNELS, environment: { CORE_API_AUTH_ENABLE: 'false' } }],
    ['a hand-written config', { config: '{"rtmp":{"enable":true}}', db: NO_CHANNELS }],
  ])('continues with %s, and leaves the config alone', (_, { environment, ...files }) => {
    const fixture = setUp(files);
    expect(run(fixture, environment).output).toContain(DECIDED);
    expect(readFileSync(fixture.file, 'utf8')).toBe(files.config);
  });

  it.each<[string, StartCase]>([
    ['there is no config', { config: null, db: null }],
    ['nothing was set up', { config: '', db: NO_CHANNELS }],
    ['the environment has a login', { config: ' ', db: CHANNELS, environment: login }],
  ])('creates a config when %s', (_, { environment, ...files }) => {
    const fixture = setUp(files);
    // A leftover of an interrupted start, or an attack.
    writeFileSync(path.join(fixture.home, 'other'), 'old', { mode: 0o666 });
    symlinkSync(path.join(fixture.home, 'other'), `${fixture.file}.next`);
    expect(run(fixture, environment).output).toContain(DECIDED);
    expect(readFileSync(path.join(fixture.home, 'other'), 'utf8')).toBe('old');
    expect(JSON.parse(readFileSync(fixture.file, 'utf8'))).toMatchObject({
      version: 3,
      rtmp: { enable: true, token: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    expect(statSync(fixture.file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${fixture.file}.next`)).toBe(false);
  });

  it.each(['config.json', 'db.json'])('does not treat an unreachable %s as missing', (name) => {
    const [link, folder] = [setUp({ config: null, db: null }), setUp({ config: null, db: null })];
    symlinkSync('/nowhere/file', path.join(link.folder, name));
    mkdirSync(path.join(folder.folder, name));
    expect(run(link).output).toMatch(/is a link to a file that is not there/);
    expect(run(folder).output).toMatch(/it is no file/);
  });

  it('says that an image without Node.js cannot apply a declared installation, and goes on', () => {
    const { output } = run(setUp({ config: CONFIG, db: null }), { SLUICE_BUNDLE: '/core/venues' });
    expect(output).toContain('SLUICE_BUNDLE has no effect on this image');
    expect(output).toContain(DECIDED);
  });
});
