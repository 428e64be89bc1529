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

const logPath = () => path.join(folder, 'core.log');
function open(bounds?: { bytes: number; everyMs: number }): LogFile {
  const log = openLogFile(logPath(), bounds);
  opened.push(log);
  return log;
}
const size = async (name: string) => (await stat(name).catch(() => ({ size: 0 }))).size;

it('appends', async () => {
  await writeFile(logPath(), 'before\n');
  const { handle } = open();
  await once(spawn('echo', ['after'], { stdio: ['ignore', handle, handle] }), 'exit');
  expect(await readFile(logPath(), 'utf8')).toBe('before\nafter\n');
});

it('begins anew at a start when it has become too large, and keeps the end of what it had', async () => {
  await writeFile(logPath(), `${'x'.repeat(limit('logFile'))}the end`);
  open();
  expect(await size(logPath())).toBe(0);
  const rotated = await readFile(`${logPath()}.1`, 'utf8');
  expect(rotated).toHaveLength(limit('logFile'));
  expect(rotated.endsWith('xthe end')).toBe(true);
});

it('stays small while a program writes, and keeps what it writes afterwards', async () => {
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
    largest = Math.max(largest, await size(logPath()), await size(`${logPath()}.1`));
  }, 5);
  await once(child, 'message');
  // While it empties the file, a line may be lost: the last one comes when there is nothing to empty.
  await expect.poll(() => size(logPath())).toBeLessThanOrEqual(bytes);
  child.send('finish');
  await once(child, 'exit');
  clearInterval(watch);
  expect(await size(`${logPath()}.1`)).toBeGreaterThan(bytes / 2);
  // All that was written is 1.3 MB; between two looks there may be more than it should hold.
  expect(largest).toBeLessThan(1_000_000);
  const left = [await readFile(`${logPath()}.1`, 'utf8'), await readFile(logPath(), 'utf8')].join('');
  expect(left).toMatch(/the last line\n$/);
});

it('goes on where what it had cannot be kept', async () => {
  await mkdir(`${logPath()}.1`);
  await writeFile(logPath(), 'x'.repeat(2000));
  open({ bytes: 1000, everyMs: 5 });
  expect(await size(logPath())).toBe(0);
});
