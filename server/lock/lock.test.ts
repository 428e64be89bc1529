import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { takeLock } from './index.ts';
import { type Here, judgeOwner, type Owner } from './owner.ts';

const log = { write: () => undefined };
const WATCH = { watchMs: 1_000 };
const take = async (path: string, options: Parameters<typeof takeLock>[2] = WATCH) => {
  const lock = await takeLock(path, log, options);
  onTestFinished(() => lock?.release());
  return lock;
};
const lockPath = () => join(testTempDir(), 'db.json.lock');

describe('the verdict on the owner of a folder', () => {
  const owner: Owner = {
    pid: 10,
    start: '100',
    boot: 'b',
    space: 's',
    host: 'h',
    folder: '5',
    token: 't',
    listens: true,
  };
  const notListening = { ...owner, listens: false };
  const here: Here = {
    boot: 'b',
    space: 's',
    folder: '5',
    isLocal: true,
    startOf: (pid) => (pid === 10 ? '100' : null),
  };
  const invisible = { ...here, startOf: () => null };
  const remote = { ...here, isLocal: false, folder: '6' };
  it.each([
    ['its process runs', owner, here, 'alive'],
    ['its process runs and has no socket', notListening, here, 'alive'],
    ['its PID belongs to another process', { ...notListening, start: '99' }, here, 'gone'],
    ['its process is invisible', owner, invisible, 'ask'],
    ['its process is gone and had no socket', notListening, invisible, 'gone'],
    ['its process runs in another container', { ...owner, space: 'x' }, here, 'ask'],
    ['its process runs in another container and has no socket', { ...notListening, space: 'x' }, here, 'watch'],
    ['the machine was rebooted', { ...owner, boot: 'x' }, here, 'ask'],
    ['the machine was rebooted and it had no socket', { ...notListening, boot: 'x' }, here, 'gone'],
    ['its process runs on another machine', { ...owner, boot: 'x' }, remote, 'watch'],
    ['its process runs on this machine, but the folder is on another', owner, remote, 'alive'],
    ['the folder is a copy', { ...owner, folder: '7' }, here, 'gone'],
    [
      'the system provides no ids',
      { ...notListening, boot: '', start: '', space: '' },
      { ...invisible, boot: '', space: '' },
      'watch',
    ],
  ] as const)('when %s', (_, owner, host, verdict) => expect(judgeOwner(owner, host)).toBe(verdict));
});

async function holder(path: string) {
  const script = `
    const { takeLock } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    setInterval(() => {}, 1000);
    try {
      const lock = await takeLock(${JSON.stringify(path)}, { write() {} }, { watchMs: 1000 });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await lock.confirm();
      console.log('has it');
    } catch (error) {
      console.log(error.message);
      process.exit();
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
  );
  return { child, output };
}
const kill = async ({ child }: Awaited<ReturnType<typeof holder>>) => {
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
};

describe('a lock', () => {
  it("is refused to a second core with the owner's name, and free after its release", async () => {
    const path = lockPath();
    const first = await take(path);
    await expect(take(path)).rejects.toThrow(`another core (pid ${process.pid}) uses the folder ${dirname(path)}: `);
    await first?.confirm();
    first?.release();
    expect(readdirSync(dirname(path))).toEqual([]);
    await take(path);
  });

  it('of a killed process is taken over at once', async () => {
    const path = lockPath();
    const other = await holder(path);
    expect(other.output).toBe('has it');
    await expect(take(path)).rejects.toThrow(`(pid ${other.child.pid})`);
    await kill(other);
    const startedAt = performance.now();
    expect(await take(path)).not.toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(WATCH.watchMs);
    expect(readdirSync(dirname(path))).toHaveLength(2);
  });

  it('of a process in another container is checked by its socket, whether or not its PID exists here', async () => {
    const path = lockPath();
    const other = await holder(path);
    const otherHost = { watchMs: 60_000, here: { space: 'pid:[1]' } };
    await expect(take(path, otherHost)).rejects.toThrow(`(pid ${other.child.pid} in another container, `);
    other.child.kill('SIGSTOP');
    await expect(take(path, otherHost)).rejects.toThrow('in another container');
    await kill(other);
    expect(await take(path, otherHost)).not.toBeNull();
  });

  it('of another machine is watched, and valid while its owner touches it', async () => {
    const path = lockPath();
    const network = { isLocal: false };
    const first = await take(path, { here: { ...network, boot: 'other' } });
    await expect(take(path, { watchMs: 20_000, here: network })).rejects.toThrow(`(pid ${process.pid} on `);
    const text = readFileSync(path, 'utf8');
    first?.release();
    writeFileSync(path, text);
    expect(await take(path, { watchMs: 1_000, here: network })).not.toBeNull();
  });

  it('is taken by only one of many cores that replace a dead owner at once', async () => {
    const path = lockPath();
    await kill(await holder(path));
    const outputs = await Promise.all(Array.from({ length: 5 }, async () => (await holder(path)).output));
    expect(outputs.filter((output) => output === 'has it')).toHaveLength(1);
    expect(outputs.filter((output) => output.startsWith('another core (pid '))).toHaveLength(4);
  });

  it('that was copied with its folder has no owner', async () => {
    const path = lockPath();
    await take(path);
    const copy = join(testTempDir(), 'copy');
    mkdirSync(copy);
    cpSync(path, join(copy, 'db.json.lock'));
    expect(await take(join(copy, 'db.json.lock'))).not.toBeNull();
  });

  it.each(['', 'half', '{"pid":1}', '[]', 'null'])('with the foreign content %j is taken over', async (text) => {
    const path = lockPath();
    writeFileSync(path, text);
    expect(await take(path)).not.toBeNull();
  });

  it('is not taken through a symlink or in place of a folder', async () => {
    const [link, folder] = [lockPath(), lockPath()];
    symlinkSync(join(testTempDir(), 'nowhere'), link);
    mkdirSync(folder);
    await expect(take(link)).rejects.toThrow(`${link} is in the way`);
    await expect(take(folder)).rejects.toThrow(`${folder} is in the way`);
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const path = join(testTempDir(), 'a'.repeat(100), 'b'.repeat(100), 'db.json.lock');
    await take(path);
    await expect(take(path, { here: { space: 'pid:[1]' } })).rejects.toThrow('in another container');
  });

  it('is null if no file can be created', async () => {
    expect(await take('/proc/x/db.json.lock')).toBeNull();
    expect(existsSync('/proc/x')).toBe(false);
  });
});
