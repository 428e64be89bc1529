import { describe, expect, it } from 'vitest';
import { pushKeyKey } from '../../../../src/api/hlsPushKey.ts';
import { until } from '../testing.ts';
import { runCore } from './runCore.ts';

const MB = 1024 * 1024;
const A = '11111111-2222-4333-8444-555555555555';
const B = '22222222-2222-4333-8444-555555555555';
const KEY = 'abcdef-abcdef-abcdef';
const basic = (user: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

const channel = (id: string, options: string[] = []) => ({
  ...{ id, reference: id, reconnect: true, reconnect_delay_seconds: 60, autostart: true, options: [] },
  input: [{ id: 'in', address: 'testsrc2=size=320x180:rate=25', options: ['-re', '-f', 'lavfi'] }],
  output: [
    {
      id: 'out',
      address: `{memfs}/${id}.m3u8`,
      options: [
        ...['-codec:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-pix_fmt', 'yuv420p', ...options, '-f', 'hls'],
        ...['-hls_time', '1', '-hls_list_size', '10', '-hls_flags', 'delete_segments', '-method', 'PUT'],
        ...['-hls_segment_filename', `{memfs}/${id}_%04d.ts`],
      ],
    },
  ],
});

const FOUR_MBIT = ['-b:v', '4M', '-maxrate', '4M', '-bufsize', '1M', '-nal-hrd', 'cbr'];

async function opened(purge: boolean) {
  const core = await runCore({
    environment: {
      CORE_STORAGE_MEMORY_AUTH_ENABLE: 'true',
      CORE_STORAGE_MEMORY_AUTH_PASSWORD: 'storage-password',
      CORE_STORAGE_MEMORY_MAX_SIZE_MBYTES: '64',
      CORE_STORAGE_MEMORY_PURGE: String(purge),
      CORE_STORAGE_MEMORY_PUSH_MAX_SIZE_MBYTES: '24',
    },
  });
  for (const id of [A, B])
    await core.ask('PUT', `/api/v3/metadata/${encodeURIComponent(pushKeyKey(id))}`, JSON.stringify(KEY));
  const state = async (id: string) => (await core.ask('GET', `/api/v3/process/${id}/state`)).json();
  const playlist = async () => (await core.ask('GET', '/memfs/live.m3u8')).text;
  const segments = async (): Promise<string[]> => (await playlist()).match(/^live_\d+\.ts$/gm) ?? [];
  return { core, state, segments };
}

describe.each([
  ['without purge', false],
  ['with purge @nightly', true],
])('a memory %s', (_, purge) => {
  it('keeps the segments of a live channel while encoders with keys and the operator fill it', async () => {
    const { core, state, segments } = await opened(purge);
    await core.ask('POST', '/api/v3/process', channel('live', FOUR_MBIT));
    await until(segments, (names) => names.length >= 4);
    let isOver = false;
    let n = 0;
    const pushed = new Set<number>();
    const flood = async (path: (index: number) => string, bytes: number, headers: Record<string, string>) => {
      while (!isOver) {
        const answer = await core.ask('PUT', path(n++), Buffer.alloc(bytes), headers).catch(() => null);
        if (answer !== null) pushed.add(answer.status);
      }
    };
    const floods = [
      flood((index) => `/memfs/ingest/${A}_${index}.ts`, 4 * MB, basic(A, KEY)),
      flood((index) => `/memfs/ingest/${A}_720p_${index}.ts`, 100_000, basic(A, KEY)),
      flood(() => `/memfs/ingest/${A}.ts`, 40 * MB, basic(A, KEY)),
      flood((index) => `/memfs/ingest/${B}_${index}.ts`, 4 * MB, basic(B, KEY)),
      flood((index) => `/api/v3/fs/mem/upload_${index}.bin`, 4 * MB, {}),
    ];
    const [before = ''] = (await segments()).slice(-1);
    await until(segments, (names) => names.length > 0 && !names.includes(before));
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const names = await segments();
      const newest = names.at(-1);
      // On a slow machine, older ones leave the playlist before they are requested.
      for (const name of names.slice(-3)) statuses.push((await core.ask('GET', `/memfs/${name}`)).status);
      await until(segments, (later) => later.at(-1) !== newest);
    }
    isOver = true;
    await Promise.all(floods);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(core.said()).toMatch(
      /level=WARN component="HTTP" msg="Push refused" client="127.0.0.1" path="\/memfs\/ingest/,
    );
    expect([...pushed]).toContain(201);
    expect([401, 403].filter((status) => pushed.has(status))).toEqual([]);
    expect(await state('live')).toMatchObject({ exec: 'running' });
    const { progress } = await state('live');
    await until(
      () => state('live'),
      (now) => now.progress.frame > progress.frame,
    );
    expect((await core.ask('GET', '/api/v3/process/live/report')).text).not.toContain('No space left');
  });
});

it('a full memory ends a process without room for its segments, and reports why', async () => {
  const { core, state } = await opened(false);
  expect((await core.ask('PUT', '/api/v3/fs/mem/whole.bin', Buffer.alloc(64 * MB - 50_000))).status).toBe(201);
  await core.ask('POST', '/api/v3/process', channel('late', FOUR_MBIT));
  const { last_logline } = await until(
    () => state('late'),
    ({ exec, order }) => order === 'start' && ['failed', 'finished', 'killed'].includes(exec),
  );
  expect(last_logline).toMatch(/^\/memfs\/late_\d+\.ts: No space left in the memory storage$/);
});
