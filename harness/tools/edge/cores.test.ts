import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { coreApiOf } from '../../bench/coreRequests.ts';
import { testTempDir } from '../../test/core/testTempDir.ts';
import { freePort } from '../launch/ports.ts';
import { coreEnvironment } from '../launch/settings.ts';
import { startCore } from '../launch/startCore.ts';
import { sendRequest } from './sendRequest.ts';
import { startEdge } from './startEdge.ts';

const USER = { name: 'admin', password: 'edge-secret' };
const SEGMENT = '0123456789';
const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\nlive_1.ts\n';
const channels = [{ name: 'live', access: 'public', hasVariants: false }] as const;

const binaries = (process.env.E2E_CORES ?? '').split(/\s+/).filter((file) => file !== '');
const CORES = [
  // The embedded core serves unknown sessions without counting them.
  { name: 'the embedded core', binary: undefined, counted: 0 },
  ...binaries.map((binary) => ({ name: `a real core (${binary})`, binary, counted: 1 })),
];

const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of cleanup.splice(0).toReversed()) await stop();
});

async function staged(binary: string | undefined, more: Record<string, string> = {}) {
  const folder = testTempDir();
  // Some cores do not create their folders.
  for (const part of ['db', 'data', 'ui']) await mkdir(path.join(folder, part), { recursive: true });
  const options = { host: '127.0.0.1', port: await freePort(), rtmpPort: await freePort() };
  const url = `http://${options.host}:${options.port}`;
  const environment = {
    ...coreEnvironment({ ...options, folder, ui: path.join(folder, 'ui'), user: USER }),
    CORE_STORAGE_MEMORY_AUTH_ENABLE: 'false',
    CORE_SESSIONS_ENABLE: 'true',
    // By default, local clients are not counted.
    CORE_SESSIONS_IP_IGNORELIST: '198.51.100.0/24',
    ...more,
  };
  const start = () =>
    startCore({
      ...{ environment, answering: [`${url}/ping`], logFile: path.join(folder, 'core.log') },
      ...(binary !== undefined && { binary }),
    });
  let core = await start();
  cleanup.push(() => core.stop());
  const api = coreApiOf(url, USER);
  await api.login();
  const fill = async () => {
    await api.ask('PUT', '/v3/fs/mem/live_1.ts', SEGMENT);
    await api.ask('PUT', '/v3/fs/mem/live.m3u8', PLAYLIST);
  };
  await fill();
  const edge = await startEdge({ origin: url, channels }, testTempDir());
  cleanup.push(() => edge.stop());
  return {
    ...{ edge, api, port: options.port, fill },
    stop: () => core.stop(),
    start: async () => {
      core = await start();
      await api.login();
    },
  };
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';

async function follow(port: number, headers: Record<string, string> = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let name = 'live.m3u8'; name !== ''; ) {
    const { status, text } = await sendRequest(port, `/memfs/${name}`, { headers });
    statuses.push(status);
    name = status === 200 && name.includes('.m3u8') ? lastLine(text) : '';
  }
  return statuses;
}

describe.each(CORES)('an edge in front of $name', ({ binary, counted }) => {
  it('takes one place among the viewers or none, however many watch', async () => {
    const { edge, api } = await staged(binary);
    const all = await Promise.all(Array.from({ length: 20 }, () => follow(edge.port)));
    expect(all).toEqual(Array(20).fill([200, 200, 200]));
    await edge.count();
    expect(JSON.parse((await sendRequest(edge.port, '/edge/status')).text).channels).toEqual({ live: 20 });
    const { hls } = JSON.parse(await api.ask('GET', '/v3/session/active?collectors=hls'));
    expect(hls).toHaveLength(counted);
  });

  it('delivers a range of a segment, even if the core supports no ranges', async () => {
    const { edge } = await staged(binary);
    const { status, text, headers } = await sendRequest(edge.port, '/memfs/live_1.ts', {
      headers: { Range: 'bytes=2-4' },
    });
    expect([status, text, headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
  });

  it('reports a full core to new viewers, and keeps serving its cache', async () => {
    const { edge, port } = await staged(binary, { CORE_SESSIONS_MAX_SESSIONS: '1' });
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    expect(await follow(port, headers)).toEqual([200, 200, 200]);
    expect(await follow(port, headers)).toEqual([509]);
    expect(await follow(edge.port)).toEqual([200, 509]);
    expect((await sendRequest(edge.port, '/memfs/live_1.ts')).status).toBe(200);
  });

  it('covers an outage of the core from its cache, and queries the core afterwards', async () => {
    const { edge, fill, stop, start } = await staged(binary);
    expect(await follow(edge.port)).toEqual([200, 200, 200]);
    await stop();
    const cacheOf = async () => {
      const { text } = await sendRequest(edge.port, '/memfs/live.m3u8');
      return (await sendRequest(edge.port, `/memfs/${lastLine(text)}`)).headers['x-edge-cache'];
    };
    await expect.poll(cacheOf).toBe('STALE');
    expect(await follow(edge.port)).toEqual([200, 200, 200]);
    await start();
    await fill();
    await expect.poll(cacheOf).toBe('EXPIRED');
  });
});
