import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../../../harness/test/core/testTempDir.ts';
import { createOrphanReaper, findOrphans } from './children.ts';

describe('orphans in a journal', () => {
  const started: Record<number, string> = { 10: '100', 20: '200', 30: '999' };
  const startOf = (pid: number) => started[pid] ?? null;
  it.each([
    ['children of a dead core', 'boot 1 5\n10 100\n20 200\n', [10, 20]],
    ['a reused PID', 'boot 1 5\n30 300\n', []],
    ['a PID that is gone', 'boot 1 5\n40 400\n', []],
    ['another boot', 'other 1 5\n10 100\n', []],
    ['a living core', 'boot 20 200\n10 100\n', []],
    ['garbage', 'boot 1 5\n10 100 1\nx\n-1 100\n', []],
    ['an empty journal', '', []],
  ])('are found for %s', (_, journal, pids) => expect(findOrphans(journal, 'boot', startOf)).toEqual(pids));

  it('are not searched without a boot id', () => expect(findOrphans(' 1 5\n10 100\n', '', startOf)).toEqual([]));
});

it('the journal lists living children', () => {
  const dir = testTempDir();
  const children = () => readFileSync(join(dir, 'ffmpeg.pids'), 'utf8').trim().split('\n').slice(1);
  const reaper = createOrphanReaper(dir, { write: () => undefined });
  expect(children()).toEqual([]);
  reaper.track(process.pid);
  expect(children()).toEqual([expect.stringMatching(new RegExp(`^${process.pid} \\d+$`))]);
  reaper.untrack(process.pid);
  expect(children()).toEqual([]);
  reaper.stop();
});

const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

const CORE = (dir: string) => `
  const { createChildren } = await import(${JSON.stringify(new URL('./children.ts', import.meta.url).href)});
  const children = createChildren(${JSON.stringify(dir)}, { write() {} });
  const script = 'setInterval(() => {}, 1000); console.error("up")';
  const child = children.launch(process.execPath, ['-e', script], () => process.stdout.write(child.pid + '\\n'));
`;

it('no child survives a core killed by SIGKILL', async () => {
  const core = spawn(process.execPath, ['--input-type=module', '-e', CORE(testTempDir())]);
  const pid = await new Promise<number>((resolve) => core.stdout.once('data', (chunk) => resolve(Number(chunk))));
  expect(isAlive(pid)).toBe(true);
  core.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});
