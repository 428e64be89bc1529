import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limit } from '../../../server/util/limits.ts';
import { type LogFile, openLogFile } from './rotatingLogFile.ts';

let folder = '';
let opened: LogFile[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'log-'));
});
afterEach(async () => {
  for (const log of opened) log.close();
  opened = [];
  await rm(folder, { recursive: true });
});

const file = () => path.join(folder, 'core.log');
function open(bounds?: { bytes: number; everyMs: number }): LogFile {
  const log = openLogFile(file(), bounds);
  opened.push(log);
  return log;
}
const size = async (name: string) => (await stat(name).catch(() => ({ size: 0 }))).size;

it('the log file is appended to', async () => {
  await writeFile(file(), 'before\n');
  const { handle } = open();
  await once(spawn('echo', ['after'], { stdio: ['ignore', handle, handle] }), 'exit');
  expect(await readFile(file(), 'utf8')).toBe('before\nafter\n');
});

it('an oversized log file is restarted, and the end of the old one is kept', async () => {
  await writeFile(file(), `${'x'.repeat(limit('logFile'))}the end`);
  open();
  expect(await size(file())).toBe(0);
  const rotated = await readFile(`${file()}.1`, 'utf8');
  expect(rotated).toHaveLength(limit('logFile'));
  expect(rotated.endsWith('xthe end')).toBe(true);
});

it('the log file stays small during writes, and later lines are kept', async () => {
  const bytes = 50_000;
  const { handle } = open({ bytes, everyMs: 5 });
  const script = `
    let n = 0;
    const write = () => { for (let i = 0; i < 20; i += 1) process.stderr.write('line ' + (n += 1) + ' ' + 'x'.repeat(200) + '\\n'); };
    const timer = setInterval(() => { write(); if (n >= 6000) { clearInterval(timer); process.send('written'); } }, 1);
    process.once('message', () => { console.log('the last line'); process.disconnect(); });
  `;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', handle, handle, 'ipc'] });
  let largest = 0;
  const watch = setInterval(async () => {
    largest = Math.max(largest, await size(file()), await size(`${file()}.1`));
  }, 5);
  await once(child, 'message');
  // A line can be lost during truncation, so the last one is written afterwards.
  await expect.poll(() => size(file())).toBeLessThanOrEqual(bytes);
  child.send('finish');
  await once(child, 'exit');
  clearInterval(watch);
  expect(await size(`${file()}.1`)).toBeGreaterThan(bytes / 2);
  // 1.3 MB were written, and the file can exceed its limit between two checks.
  expect(largest).toBeLessThan(1_000_000);
  const left = [await readFile(`${file()}.1`, 'utf8'), await readFile(file(), 'utf8')].join('');
  expect(left).toMatch(/the last line\n$/);
});

it('the log continues if its old contents cannot be kept', async () => {
  await mkdir(`${file()}.1`);
  await writeFile(file(), 'x'.repeat(2000));
  open({ bytes: 1000, everyMs: 5 });
  expect(await size(file())).toBe(0);
});
