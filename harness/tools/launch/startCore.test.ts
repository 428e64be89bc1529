import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from './ports.ts';
import { coreEnvironment } from './settings.ts';
import { startCore } from './startCore.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'launch-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function program(script: string): Promise<string> {
  const binary = path.join(folder, 'core');
  await writeFile(binary, `#!${process.execPath}\n${script}\n`);
  await chmod(binary, 0o755);
  return binary;
}

const start = async (binary: string, port: number) =>
  startCore({
    environment: { CORE_ADDRESS: `127.0.0.1:${port}` },
    answering: [`http://127.0.0.1:${port}/ping`],
    logFile: path.join(folder, 'core.log'),
    binary,
  });

// Starts a child that ignores signals like a hanging ffmpeg, and writes its id.
const SERVER = `
const child = require('node:child_process').spawn(process.execPath, ['-e', "process.on('SIGINT', () => {}); setInterval(() => {}, 1000)"]);
require('node:fs').writeFileSync('CHILD', String(child.pid));
const [host, port] = process.env.CORE_ADDRESS.split(':');
require('node:http').createServer((_, response) => response.end('pong')).listen(port, host);
process.on('SIGINT', () => process.exit(0));
`;

it('a started core responds, and leaves no process behind', async () => {
  const childFile = path.join(folder, 'child');
  const port = await freePort();
  const core = await start(await program(SERVER.replace('CHILD', childFile)), port);
  expect((await fetch(`http://127.0.0.1:${port}/ping`)).status).toBe(200);
  const child = Number(await readFile(childFile, 'utf8'));
  expect(process.kill(child, 0)).toBe(true);
  await core.stop();
  expect(await core.ended).toBe('exit code 0');
  await expect.poll(() => alive(child)).toBe(false);
});

it('a core that does not start is reported with the reason', async () => {
  const binary = await program("console.log('first line'); console.error('no room left'); process.exit(3)");
  await expect(start(binary, await freePort())).rejects.toThrow(
    /^The core did not start \(exit code 3\): no room left \(full log: .*core\.log\)\.$/,
  );
});

it('a missing program is reported', () =>
  expect(start(path.join(folder, 'none'), 1)).rejects.toThrow(/^The core did not start \(spawn .* ENOENT\)/));

it('the embedded core starts with little memory', async () => {
  const options = { host: '127.0.0.1', port: await freePort(), rtmpPort: await freePort() };
  const core = await startCore({
    environment: coreEnvironment({ ...options, folder, ui: folder }),
    answering: [`http://127.0.0.1:${options.port}/ping`],
    logFile: path.join(folder, 'core.log'),
  });
  const status = await readFile(`/proc/${core.pid}/status`, 'utf8');
  await core.stop();
  const residentMib = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  // About 72 MiB. Running from TypeScript takes 128, and a duplicated large module would also exceed the limit.
  expect(residentMib).toBeLessThan(104);
  expect(residentMib).toBeGreaterThan(0);
});

/** A killed child that was not waited for yet is a zombie, and counts as ended. */
async function alive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return status !== null && !/\) Z /.test(status);
}
