import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeLock } from '../../../server/lock/index.ts';
import { testTempDir } from '../../test/core/testTempDir.ts';
import { prepareRtmp, rtmpPortOf } from './prepareRtmpConfig.ts';

const readStored = async (folder: string) => JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
const store = (folder: string, text: string) => writeFile(join(folder, 'config.json'), text);

it('a first start has the server on, at the port that was asked for', async () => {
  const settings = { folder: join(testTempDir(), 'run'), host: '127.0.0.1', rtmpPort: null };
  expect(await rtmpPortOf(settings)).toBe(1935);
  await prepareRtmp(settings);
  expect(await readStored(settings.folder)).toMatchObject({
    version: 3,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    rtmp: { enable: true, address: '127.0.0.1:1935', token: expect.stringMatching(/^[0-9a-f]{32}$/) },
  });

  // Else what is pushed fills the machine.
  expect((await readStored(settings.folder)).storage.memory.max_size_mbytes).toBeGreaterThan(0);

  const other = { folder: testTempDir(), host: '127.0.0.1', rtmpPort: 1940 };
  await prepareRtmp(other);
  expect(await readStored(other.folder)).toMatchObject({ rtmp: { address: '127.0.0.1:1940' } });
  const tokenIn = async ({ folder }: { folder: string }) => (await readStored(folder)).rtmp.token;
  expect(await tokenIn(other)).not.toBe(await tokenIn(settings));
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
  ['closes what was open', { enable: true, address: ':1940' }, '127.0.0.1', 1940, '127.0.0.1:1940'],
  ['leaves it off', { enable: false, address: '127.0.0.1:1935' }, '127.0.0.1', null, '127.0.0.1:1935'],
])('a later start %s', async (_, rtmp, host, port, address) => {
  const settings = { folder: testTempDir(), host, rtmpPort: null };
  await store(settings.folder, JSON.stringify({ version: 3, id: 'mine', rtmp: { ...rtmp, token: 't' } }));
  expect(await rtmpPortOf(settings)).toBe(port);
  await prepareRtmp(settings);
  expect(await readStored(settings.folder)).toEqual({ version: 3, id: 'mine', rtmp: { ...rtmp, token: 't', address } });
});

it.each(['{"version":3,', 'null', '', '{"version":4,"rtmp":{"enable":true,"address":":1935"}}'])(
  'leaves a file that is no config to the core: %j',
  async (text) => {
    const settings = { folder: testTempDir(), host: '127.0.0.1', rtmpPort: null };
    await store(settings.folder, text);
    await prepareRtmp(settings);
    expect(await readFile(join(settings.folder, 'config.json'), 'utf8')).toBe(text);
  },
);

it('makes no config beside channels whose config got lost', async () => {
  const settings = { folder: testTempDir(), host: '127.0.0.1', rtmpPort: null };
  await mkdir(join(settings.folder, 'db'));
  await copyFile(
    new URL('../../../server/fixtures/db-v4.json', import.meta.url),
    join(settings.folder, 'db', 'db.json'),
  );
  await prepareRtmp(settings);
  expect(await readdir(settings.folder)).toEqual(['db']);
});

it('names the process that uses the folder', async () => {
  const settings = { folder: testTempDir(), host: '127.0.0.1', rtmpPort: null };
  const lock = await takeLock(join(settings.folder, 'config.json.lock'), { write: () => undefined });
  await expect(prepareRtmp(settings)).rejects.toThrow(`Not started: another core (pid ${process.pid}) uses the folder`);
  lock?.release();
  await prepareRtmp(settings);
});
