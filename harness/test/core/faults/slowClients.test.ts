import { once } from 'node:events';
import { expect, it } from 'vitest';
import { sampleOf } from '../../testing/quickOrWholeSuite.ts';
import { until } from '../testing.ts';
import { cheapProcess, residentMb, runCore } from './runCore.ts';
import { stallingClient, upload } from './slowClients.ts';

const MB = 1024 * 1024;

it.each(
  sampleOf(
    [
      ['memory', '/memfs/big', true],
      ['memory, of a length nobody knows', '/memfs/big', false],
      ['disk', '/api/v3/fs/disk/big', true],
      ['disk, of a length nobody knows', '/api/v3/fs/disk/big', false],
    ] as const,
    4,
  ),
)('an upload of 2 GB is rejected by the limit of the %s and not stored', async (_, path, announced) => {
  const core = await runCore({
    environment: { CORE_STORAGE_MEMORY_MAX_SIZE_MBYTES: '16', CORE_STORAGE_DISK_MAX_SIZE_MBYTES: '16' },
  });
  const before = residentMb(core.pid);
  const { status, text, sent } = await upload(core.port, path, 2048 * MB, announced);
  expect([status, JSON.parse(text).message]).toEqual([400, 'Bad request']);
  expect(sent).toBeLessThan(64 * MB);
  expect(residentMb(core.pid) - before).toBeLessThan(100);
  expect((await core.ask('GET', '/api/v3/fs/disk')).json()).toEqual([]);
  expect((await core.ask('GET', '/api/v3/fs/mem')).json()).toEqual([]);
});

it('many parallel uploads do not fill the memory, and each one gets a response @nightly', async () => {
  const core = await runCore({ environment: { CORE_STORAGE_MEMORY_MAX_SIZE_MBYTES: '16' } });
  const before = residentMb(core.pid);
  const [clients, size] = [40, 12];
  const uploads = Array.from({ length: clients }, (_, index) => upload(core.port, `/memfs/${index}`, size * MB, true));
  const statuses = (await Promise.all(uploads)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
  expect(statuses.every((status) => [201, 400].includes(status))).toBe(true);
  // Not an exact bound, because a busy machine collects garbage late: most of the data must be gone.
  expect(residentMb(core.pid) - before).toBeLessThan((clients * size) / 3);
});

it('clients that stop reading use little memory and do not block others @nightly', async () => {
  const core = await runCore();
  const body = Buffer.alloc(24 * MB, 'x');
  await core.ask('PUT', '/memfs/big.bin', body);
  await core.ask('PUT', '/api/v3/fs/disk/big.bin', body);
  await core.ask('POST', '/api/v3/process', cheapProcess('p', { reference: 'r'.repeat(MB) }));
  const before = residentMb(core.pid);
  const paths = ['/memfs/big.bin', '/big.bin', '/api/v3/process'];
  const clients = await Promise.all(
    Array.from({ length: 90 }, (_, index) => stallingClient(core.port, paths[index % paths.length] ?? '')),
  );
  // One copy of the 1 MB list each, and none of the files.
  expect(residentMb(core.pid) - before).toBeLessThan(200);
  expect((await core.ask('GET', '/ping')).text).toBe('pong');
  expect((await core.ask('GET', '/memfs/big.bin')).text).toHaveLength(24 * MB);
  for (const client of clients) client.destroy();
});

it('a reader gets the version that it started with, however often the file is replaced @nightly', async () => {
  const core = await runCore({ environment: { CORE_STORAGE_MEMORY_MAX_SIZE_MBYTES: '20' } });
  await core.ask('PUT', '/memfs/a.bin', Buffer.alloc(9 * MB, '1'));
  await core.ask('PUT', '/api/v3/fs/disk/a.bin', Buffer.alloc(9 * MB, '1'));
  const readers = await Promise.all(['/memfs/a.bin', '/a.bin'].map((path) => stallingClient(core.port, path)));
  for (const version of ['2', '3', '4']) {
    expect((await core.ask('PUT', '/memfs/a.bin', Buffer.alloc(9 * MB, version))).status).toBe(204);
    expect((await core.ask('PUT', '/api/v3/fs/disk/a.bin', Buffer.alloc(9 * MB, version))).status).toBe(204);
  }
  for (const reader of readers) {
    let text = '';
    reader.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    await until(
      async () => text.length,
      (length) => length >= 9 * MB + text.indexOf('\r\n\r\n') + 4,
    );
    const [, body = ''] = text.split('\r\n\r\n');
    expect(body).toHaveLength(9 * MB);
    expect(/^1*$/.test(body)).toBe(true);
    reader.destroy();
    if (!reader.closed) await once(reader, 'close');
  }
});
