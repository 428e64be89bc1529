import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../testing/quickOrWholeSuite.ts';
import { until } from '../testing.ts';
import { smallDisks } from './mountSmallDisk.ts';
import { cheapProcess, ffmpegsOf, isAlive, runCore } from './runCore.ts';

describe.each(sampleOf(smallDisks, 2))('a full disk (%s)', (_, make) => {
  /** Starts a core with a running process (`live`), a stopped one (`off`) and a file, then fills the disk. */
  async function filled() {
    const disk = make();
    const core = await runCore(disk);
    const put = (path: string, body: unknown) => core.ask('PUT', `/api/v3${path}`, body);
    const get = async (path: string) => (await core.ask('GET', `/api/v3${path}`)).json();
    const live = cheapProcess('live', {
      autostart: true,
      reference: 'before',
      reconnect: true,
      reconnect_delay_seconds: 1,
    });
    await core.ask('POST', '/api/v3/process', live);
    await core.ask('POST', '/api/v3/process', cheapProcess('off'));
    await put('/process/live/metadata/k', 1);
    await put('/metadata/k', 1);
    await put('/config', { version: 3, name: 'before' });
    await put('/fs/disk/file.txt', 'before');
    await until(
      () => get('/process/live/state'),
      ({ progress }) => progress.frame > 0,
    );
    const [pid = 0] = ffmpegsOf(core.pid);
    const stored = readFileSync(join(disk.home, 'db', 'db.json'), 'utf8');
    disk.fill();
    return { disk, core, put, get, pid, stored };
  }

  it('rejects every change with a message and changes nothing', async () => {
    const { disk, core, put, get, pid, stored } = await filled();
    const changes = [
      () => core.ask('POST', '/api/v3/process', cheapProcess('new', { autostart: true })),
      () => put('/process/live', { reference: 'after' }),
      () => put('/process/live/metadata/k', 2),
      () => put('/metadata/k', 2),
      () => put('/process/off/command', { command: 'start' }),
      () => core.ask('DELETE', '/api/v3/process/live'),
      () => put('/config', { version: 3, name: 'after' }),
    ];
    for (const change of changes) {
      const { status, json } = await change();
      expect(json()).toEqual({
        code: 500,
        message: 'The change could not be saved',
        details: [expect.stringContaining('ENOSPC')],
      });
      expect(status).toBe(500);
    }
    const upload = await put('/fs/disk/file.txt', 'after'.repeat(1000));
    expect([upload.status, upload.json().details]).toEqual([400, ['not enough space on device']]);

    expect(isAlive(pid)).toBe(true);
    expect(ffmpegsOf(core.pid)).toEqual([pid]);
    expect((await core.ask('GET', '/api/v3/process/new')).status).toBe(404);
    expect(await get('/process/live')).toMatchObject({
      reference: 'before',
      metadata: { k: 1 },
      state: { order: 'start', exec: 'running' },
    });
    expect((await get('/process/off/state')).order).toBe('stop');
    expect(await get('/metadata/k')).toBe(1);
    expect((await get('/config')).config.name).toBe('before');
    expect((await core.ask('GET', '/file.txt')).text).toBe('before');
    expect(readFileSync(join(disk.home, 'db', 'db.json'), 'utf8')).toBe(stored);
    expect(readdirSync(join(disk.home, 'data', '.uploads'))).toEqual([]);

    disk.free();
    for (const change of changes) expect((await change()).status).toBe(200);
    expect((await put('/fs/disk/file.txt', 'after')).status).toBe(204);
    expect((await get('/process')).map(({ id }: { id: string }) => id).sort()).toEqual(['new', 'off']);
  });

  it('stops a stream, reports the unsaved command, and saves it once there is room', async () => {
    const { disk, core, put, get, pid } = await filled();
    const orderOnDisk = () => JSON.parse(readFileSync(join(disk.home, 'db', 'db.json'), 'utf8')).process.live.order;
    const answer = await put('/process/live/command', { command: 'stop' });
    expect([answer.status, answer.json().message]).toEqual([500, 'The change could not be saved']);
    expect(isAlive(pid)).toBe(false);
    expect(await get('/process/live/state')).toMatchObject({ order: 'stop', exec: 'finished' });
    expect(orderOnDisk()).toBe('start');

    disk.free();
    await until(
      async () => orderOnDisk(),
      (order) => order === 'stop',
    );
    await core.end('SIGKILL');
    const restarted = await runCore(disk);
    expect((await restarted.ask('GET', '/api/v3/process/live/state')).json()).toMatchObject({ order: 'stop' });
  });

  it('does not prevent reconnects or guards of ffmpeg @nightly', async () => {
    const { core, get, pid } = await filled();
    process.kill(pid, 'SIGKILL');
    const [next = 0] = await until(
      async () => ffmpegsOf(core.pid),
      (pids) => pids.length === 1 && pids[0] !== pid,
    );
    expect(await get('/process/live/state')).toMatchObject({ order: 'start', exec: 'running' });
    await core.end('SIGKILL');
    await until(
      async () => isAlive(next),
      (alive) => !alive,
    );
  });
});
