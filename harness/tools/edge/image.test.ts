import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../../test/core/testTempDir.ts';
import { freePort } from '../launch/ports.ts';
import { sendRequest } from './sendRequest.ts';
import { startOrigin } from './startFakeOrigin.ts';
import { writeEdgeTemplates } from './writeEdgeTemplates.ts';

const SECRET = { EDGE_SECRET: 'sixteen-letters-' };

async function imageFolder(): Promise<{ start: string; healthy: string; work: string }> {
  const folder = testTempDir();
  const work = path.join(folder, 'work');
  // nginx started by root runs as another user.
  await chmod(folder, 0o755);
  await writeEdgeTemplates(folder);
  const start = path.join(folder, 'start.sh');
  await copyFile('docker/edge/start.sh', start);
  return { start, healthy: path.join(folder, 'healthy.sh'), work };
}

describe('start.sh of the edge image', () => {
  it('fills in its settings, and counts viewers', async () => {
    const { start, work } = await imageFolder();
    const origin = await startOrigin((_, response) => response.end('#EXTM3U\n'));
    const port = await freePort();
    const env = {
      ...process.env,
      EDGE_WORK: work,
      EDGE_ORIGIN: origin.url,
      EDGE_LISTEN: `127.0.0.1:${port}`,
      EDGE_CHANNELS: 'live many:variants paid:signed live2',
      ...SECRET,
    };
    const child = spawn('sh', [start], { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    const ended = once(child, 'exit');
    try {
      const status = (file: string) =>
        sendRequest(port, file).then(
          (answer) => answer.status,
          () => output,
        );
      await expect.poll(() => status('/edge/health')).toBe(200);
      const files = [
        '/memfs/live.m3u8',
        '/memfs/many.m3u8',
        '/memfs/paid.m3u8',
        '/memfs/other.m3u8',
        '/s/x/1/live.m3u8',
      ];
      expect(await Promise.all(files.map(status))).toEqual([200, 200, 404, 404, 404]);
      expect(await status(`/s/${'A'.repeat(22)}/9999999999/memfs/paid.m3u8`)).toBe(403);
      const session = /session=(\w{32})/.exec((await sendRequest(port, '/memfs/live.m3u8')).text)?.[1];
      const countViewers = async () => {
        await sendRequest(port, `/memfs/many.m3u8?session=${'a'.repeat(32)}`);
        await sendRequest(port, `/memfs/many.m3u8?session=${session}`);
        return JSON.parse((await sendRequest(port, '/edge/status')).text).channels;
      };
      await expect.poll(countViewers).toEqual({ many: 1 });
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
      await origin.stop();
    }
  });

  it('recognizes its viewers after a restart', async () => {
    const { start, work } = await imageFolder();
    const origin = await startOrigin((_, response) => response.end('#EXTM3U\n'));
    const port = await freePort();
    const env = { ...process.env, EDGE_WORK: work, EDGE_ORIGIN: origin.url, EDGE_LISTEN: `127.0.0.1:${port}` };
    const statusWith = async (session: string) => {
      const child = spawn('sh', [start], { env: { ...env, EDGE_CHANNELS: 'live' }, stdio: 'ignore', detached: true });
      const ended = once(child, 'exit');
      try {
        const answer = () => sendRequest(port, `/memfs/live.m3u8${session}`).catch(() => null);
        await expect.poll(answer).not.toBe(null);
        return await answer();
      } finally {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
        await ended;
      }
    };
    try {
      const [session = ''] = /\?session=\w{32}/.exec((await statusWith(''))?.text ?? '') ?? [];
      expect(await statusWith(session)).toMatchObject({ status: 200, text: '#EXTM3U\n' });
      expect((await stat(path.join(work, 'session'))).mode & 0o077).toBe(0);
    } finally {
      await origin.stop();
    }
  });

  it.each([{}, { EDGE_BALANCERS: '127.0.0.1' }])('has a health check with its own listen address: %j', async (more) => {
    const { start, healthy, work } = await imageFolder();
    const listening = { EDGE_LISTEN: `127.0.0.1:${await freePort()}`, ...more };
    const env = { ...process.env, EDGE_WORK: work, EDGE_ORIGIN: 'http://127.0.0.1:9', ...listening };
    const isWell = () =>
      promisify(execFile)(healthy, { env }).then(
        () => true,
        () => false,
      );
    expect(await isWell()).toBe(false);
    const child = spawn('sh', [start], { env, stdio: 'ignore', detached: true });
    const ended = once(child, 'exit');
    try {
      await expect.poll(isWell).toBe(true);
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
  });

  it.each([
    [{}, 'EDGE_ORIGIN is missing'],
    [{ EDGE_ORIGIN: 'http://core:8080/ui' }, 'EDGE_ORIGIN is "http://core:8080/ui": it must look like'],
    [{ EDGE_ORIGIN: 'http://core; return 200' }, 'EDGE_ORIGIN is'],
    [{ EDGE_LISTEN: '80 ssl' }, 'EDGE_LISTEN is'],
    [{ EDGE_CHANNELS: 'a"b' }, 'EDGE_CHANNELS is'],
    [{ EDGE_CHANNELS: 'a:hidden' }, 'EDGE_CHANNELS has "a:hidden"'],
    [{ EDGE_CHANNELS: 'a:signed' }, 'EDGE_SECRET is ""'],
    [{ EDGE_CHANNELS: 'live live_0:signed', ...SECRET }, 'EDGE_CHANNELS has "live" and "live_0": a file'],
    [{ EDGE_CHANNELS: 'live_0:signed cam live', ...SECRET }, 'EDGE_CHANNELS has "live" and "live_0": a file'],
    [{ EDGE_CHANNELS: 'live live:signed', ...SECRET }, 'EDGE_CHANNELS has "live" twice'],
    [{ EDGE_CHANNELS: 'live memfs' }, 'EDGE_CHANNELS has "memfs", which begins paths'],
    [{ EDGE_CHANNELS: 's:variants' }, 'EDGE_CHANNELS has "s", which begins paths'],
    [{ EDGE_WORK: 'here' }, 'EDGE_WORK is "here"'],
    [{ EDGE_WORK: '/tmp/a b' }, 'EDGE_WORK is "/tmp/a b"'],
    [{ EDGE_MAX_PER_ADDRESS: '0' }, 'EDGE_MAX_PER_ADDRESS is "0"'],
    [{ EDGE_MAX_VIEWERS: 'many' }, 'EDGE_MAX_VIEWERS is'],
    [{ EDGE_BALANCERS: 'any' }, 'EDGE_BALANCERS is'],
    [{ EDGE_SESSION: 'short' }, 'EDGE_SESSION is'],
  ])('reports what is wrong with %j', async (wrong, reason) => {
    const { start, work } = await imageFolder();
    const origin = 'EDGE_ORIGIN' in wrong || Object.keys(wrong).length === 0 ? {} : { EDGE_ORIGIN: 'http://core:8080' };
    const env = { PATH: process.env.PATH, EDGE_WORK: work, ...origin, ...wrong };
    await expect(promisify(execFile)('sh', [start], { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`sluice-edge: ${reason}`),
    });
  });
});
