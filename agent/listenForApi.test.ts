import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../harness/test/core/testing.ts';
import { testTempDir } from '../harness/test/core/testTempDir.ts';
import { listenForApi } from './listenForApi.ts';

function createApp() {
  const app = Fastify();
  app.get('/', async () => 'here');
  return app;
}

async function listenAt(address: Parameters<typeof listenForApi>[1]) {
  const warn = vi.fn();
  const { app, at } = await listenForApi(createApp, address, warn);
  onTestFinished(() => app.close());
  return { app, at, warn };
}

const SOON_MS = 20;

const statusAt = (socketPath: string) =>
  new Promise((resolve, reject) => {
    request({ socketPath, path: '/' }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });

describe('the API of the agent in a folder', () => {
  it('is a Unix socket for its owner only', async () => {
    const folder = join(testTempDir(), 'agent');
    const { at } = await listenAt({ folder });
    expect(at).toBe(join(folder, 'api.sock'));
    expect([statSync(folder).mode & 0o777, statSync(at).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(await statusAt(at)).toBe(200);
  });

  it('replaces the socket of a killed agent', async () => {
    const folder = testTempDir();
    const left = createSocketServer();
    await new Promise<void>((resolve) => left.listen(join(folder, 'api.sock'), resolve));
    onTestFinished(() => void left.close());
    const { at } = await listenAt({ folder });
    expect(await statusAt(at)).toBe(200);
  });

  it.each([
    ['a path that is too long for a socket', () => join(testTempDir(), 'x'.repeat(120))],
    [
      'a folder whose path is a file',
      () => {
        const folder = testTempDir();
        writeFileSync(join(folder, 'api.sock'), 'mine');
        return folder;
      },
    ],
  ])('moves to the same other place each time for %s', async (_, createFolder) => {
    const folder = createFolder();
    const first = await listenAt({ folder });
    expect(first.at.startsWith(join(tmpdir(), 'sluice-agent-'))).toBe(true);
    const short = join(first.at, '..');
    onTestFinished(() => rmSync(short, { recursive: true, force: true }));
    expect(statSync(short).mode & 0o777).toBe(0o700);
    expect(await statusAt(first.at)).toBe(200);
    await first.app.close();
    expect((await listenAt({ folder })).at).toBe(first.at);
    expect(readdirSync(short)).toEqual(['api.sock']);
  });

  it('does not listen if others have access', async () => {
    const folder = join(testTempDir(), 'y'.repeat(120));
    const first = await listenAt({ folder });
    await first.app.close();
    const short = join(first.at, '..');
    onTestFinished(() => rmSync(short, { recursive: true, force: true }));
    chmodSync(short, 0o777);
    const warn = vi.fn();
    const listened = listenForApi(createApp, { folder }, warn, SOON_MS);
    await until(async () => warn.mock.calls.length, Boolean);
    expect(warn.mock.calls[0]?.[0]).toContain('belongs to somebody else');
    rmSync(short, { recursive: true });
    mkdirSync(short, { mode: 0o700 });
    await (await listened).app.close();
  });
});

it('the API reports once that its port is taken, and listens when it is free', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  const warn = vi.fn();
  const listened = listenForApi(createApp, { host: '127.0.0.1', port: address.port }, warn, SOON_MS);
  await until(async () => warn.mock.calls.length, Boolean);
  other.close();
  const { app, at } = await listened;
  onTestFinished(() => app.close());
  expect(at).toBe(`http://127.0.0.1:${address.port}`);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(String(warn.mock.calls[0]?.[0])).toContain('EADDRINUSE');
});
