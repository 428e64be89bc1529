import { expect, it } from 'vitest';
import { until } from '../testing.ts';
import { type RunningCore, runCore } from './runCore.ts';

const LIMIT_BYTES = 1024 * 1024;

const ingest = {
  id: 'ingest',
  input: [{ id: 'in', address: 'testsrc2=size=320x180:rate=25', options: ['-readrate', '10', '-f', 'lavfi'] }],
  output: [
    {
      id: 'out',
      address: '{memfs}/live.m3u8',
      options: [
        ...['-codec:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-pix_fmt', 'yuv420p', '-f', 'hls'],
        ...['-hls_time', '1', '-hls_list_size', '4', '-method', 'PUT', '-hls_segment_filename', '{memfs}/live_%04d.ts'],
      ],
    },
  ],
  reconnect: true,
  reconnect_delay_seconds: 1,
  autostart: true,
};

interface File {
  readonly name: string;
  readonly size_bytes: number;
}

async function filling(purge: boolean) {
  const core = await runCore({
    environment: { CORE_STORAGE_MEMORY_MAX_SIZE_MBYTES: '1', CORE_STORAGE_MEMORY_PURGE: String(purge) },
  });
  expect((await core.ask('PUT', '/memfs/first.txt', 'first')).status).toBe(201);
  expect((await core.ask('POST', '/api/v3/process', ingest)).status).toBe(200);
  return { core, files: async (): Promise<File[]> => (await core.ask('GET', '/api/v3/fs/mem')).json() };
}

const used = (files: readonly File[]) => files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
const refusals = (core: RunningCore) => core.ask('PUT', '/memfs/more.bin', Buffer.alloc(LIMIT_BYTES - 1));

it('a full memory without purge rejects new files, keeps old ones, and accepts files again once there is room', async () => {
  const { core, files } = await filling(false);
  const full = await until(files, (list) => used(list) > LIMIT_BYTES * 0.8);
  expect(used(full)).toBeLessThanOrEqual(LIMIT_BYTES);
  const refused = await refusals(core);
  expect([refused.status, refused.json().details]).toEqual([400, ['not enough space on device']]);
  // ffmpeg keeps trying, but never exceeds the limit.
  await until(
    async () => (await core.ask('GET', '/api/v3/process/ingest/report')).json(),
    ({ log, history }) => JSON.stringify([log, history]).includes('400'),
  );
  expect(used(await files())).toBeLessThanOrEqual(LIMIT_BYTES);
  expect((await core.ask('GET', '/memfs/first.txt')).text).toBe('first');
  const [segment] = (await files()).filter(({ name }) => name.endsWith('.ts'));
  expect((await core.ask('GET', `/memfs${segment?.name}`)).text.length).toBeGreaterThan(0);

  await core.ask('PUT', '/api/v3/process/ingest/command', { command: 'stop' });
  for (const { name } of await files()) await core.ask('DELETE', `/memfs${name}`);
  expect((await refusals(core)).status).toBe(201);
});

it('a full memory with purge deletes the oldest files, and the stream continues @nightly', async () => {
  const { core, files } = await filling(true);
  const list = await until(files, (list) => !list.some(({ name }) => name === '/first.txt'));
  expect(used(list)).toBeLessThanOrEqual(LIMIT_BYTES);
  const segments = async () => (await files()).map(({ name }) => name).filter((name) => name.endsWith('.ts'));
  const before = await segments();
  await until(segments, (names) => names.every((name) => !before.includes(name)));
  expect(used(await files())).toBeLessThanOrEqual(LIMIT_BYTES);
  // Rewritten with every segment, so it is never the oldest file.
  const playlist = (await core.ask('GET', '/memfs/live.m3u8')).text;
  const [last = ''] = playlist.match(/live_\d+\.ts(?![\s\S]*live_\d+\.ts)/) ?? [];
  expect((await core.ask('GET', `/memfs/${last}`)).status).toBe(200);
  expect((await core.ask('GET', '/api/v3/process/ingest/state')).json()).toMatchObject({ exec: 'running' });
});
