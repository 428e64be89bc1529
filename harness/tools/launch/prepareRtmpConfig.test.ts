import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeLock } from '../../../server/lock/index.ts';
import { testTempDir } from '../../test/core/testTempDir.ts';
import { prepareRtmp, rtmpPortOf } from './prepareRtmpConfig.ts';

const stored = async (folder: string) => JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
const store = (folder: string, text: string) => writeFile(join(folder, 'config.json'), text);

it('the first start enables the RTMP server at the requested port', async () => {
  const setup = { folder: join(testTempDir(), 'run'), host: '127.0.0.1', rtmpPort: null };
  expect(await rtmpPortOf(setup)).toBe(1935);
  await prepareRtmp(setup);
  expect(await stored(setup.folder)).toMatchObject({
    version: 3,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    rtmp: { enable: true, address: '127.0.0.1:1935', token: expect.stringMatching(/^[0-9a-f]{32}$/) },
  });

  // Without a limit, pushed streams would fill the memory.
  expect((await stored(setup.folder)).storage.memory.max_size_mbytes).toBeGreaterThan(0);

  const other = { folder: testTempDir(), host: '127.0.0.1', rtmpPort: 1940 };
  await prepareRtmp(other);
  expect(await stored(other.folder)).toMatchObject({ rtmp: { address: '127.0.0.1:1940' } });
  const tokenIn = async ({ folder }: { folder: string }) => (await stored(folder)).rtmp.token;
  expect(await tokenIn(other)).not.toBe(await tokenIn(setup));
});

it.each([
  [
    'keeps the settings of the operator',
    { enable: true, address: '127.0.0.1:1940' },
    '127.0.0.1',
    1940,
    '127.0.0.1:1940',
  ],
  ['follows HOST', { enable: true, address: '127.0.0.1:1940' }, '0.0.0.0', 1940, '0.0.0.0:1940'],
  ['narrows an open address', { enable: true, address: ':1940' }, '127.0.0.1', 1940, '127.0.0.1:1940'],
  ['leaves RTMP off', { enable: false, address: '127.0.0.1:1935' }, '127.0.0.1', null, '127.0.0.1:1935'],
])('a later start %s', async (_, rtmp, host, port, address) => {
  const setup = { folder: testTempDir(), host, rtmpPort: null };
  await store(setup.folder, JSON.stringify({ version: 3, id: 'mine', rtmp: { ...rtmp, token: 't' } }));
  expect(await rtmpPortOf(setup)).toBe(port);
  await prepareRtmp(setup);
  expect(await stored(setup.folder)).toEqual({ version: 3, id: 'mine', rtmp: { ...rtmp, token: 't', address } });
});

it.each(['{"version":3,', 'null', '', '{"version":4,"rtmp":{"enable":true,"address":":1935"}}'])(
  'a malformed config is left for the core to report: %j',
  async (text) => {
    const setup = { folder: testTempDir(), host: '127.0.0.1', rtmpPort: null };
    await store(setup.folder, text);
    await prepareRtmp(setup);
    expect(await readFile(join(setup.folder, 'config.json'), 'utf8')).toBe(text);
  },
);

it('no config is created beside channels whose config was lost', async () => {
  const setup = { folder: testTempDir(), host: '127.0.0.1', rtmpPort: null };
  await mkdir(join(setup.folder, 'db'));
  await copyFile(new URL('../../../server/fixtures/db-v4.json', import.meta.url), join(setup.folder, 'db', 'db.json'));
  await prepareRtmp(setup);
  expect(await readdir(setup.folder)).toEqual(['db']);
});

it('the process that uses the folder is named', async () => {
  const setup = { folder: testTempDir(), host: '127.0.0.1', rtmpPort: null };
  const lock = await takeLock(join(setup.folder, 'config.json.lock'), { write: () => undefined });
  await expect(prepareRtmp(setup)).rejects.toThrow(`Not started: another core (pid ${process.pid}) uses the folder`);
  lock?.release();
  await prepareRtmp(setup);
});
