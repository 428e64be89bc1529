import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testTempDir } from '../../test/core/testTempDir.ts';
import { oneAtATime } from './oneAtATime.ts';

const run = promisify(execFile);
const GONE = '999999999';

const program = (lock: string, log: string) => `
  import { appendFile } from 'node:fs/promises';
  import { oneAtATime } from ${JSON.stringify(path.resolve('harness/tools/build/oneAtATime.ts'))};
  await oneAtATime(${JSON.stringify(lock)}, async () => {
    await appendFile(${JSON.stringify(log)}, 'in ');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await appendFile(${JSON.stringify(log)}, 'out ');
  });`;

it.each([
  ['a free lock', null],
  ['a lock left by a killed program', GONE],
])('three programs with %s do not run at the same time', async (_, content) => {
  const folder = testTempDir();
  const [lock, log] = [path.join(folder, 'a/lock'), path.join(folder, 'log')];
  await oneAtATime(lock, async () => {});
  if (content !== null) await writeFile(lock, content);
  await Promise.all([1, 2, 3].map(() => run('node', ['--input-type=module', '-e', program(lock, log)])));
  expect(await readFile(log, 'utf8')).toBe('in out in out in out ');
  expect(existsSync(lock)).toBe(false);
});

it('work that throws releases the lock', async () => {
  const lock = path.join(testTempDir(), 'lock');
  const log = path.join(path.dirname(lock), 'log');
  await expect(oneAtATime(lock, () => Promise.reject(new Error('No')))).rejects.toThrow('No');
  await oneAtATime(lock, () => appendFile(log, 'done'));
  expect(await readFile(log, 'utf8')).toBe('done');
});
