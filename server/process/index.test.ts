import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import type { ProcessesDeps } from './index.ts';
import { createProcesses, type Processes } from './index.ts';
import { openDb } from './store/db.ts';
import type { ProcessPatch } from './store/processConfig.ts';
import { processesDeps } from './testing.ts';

const opened: Processes[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((processes) => processes.stop()));
});

/** Children run node with the script in `options`. */
async function open(dir = testTempDir(), ffmpeg: Record<string, unknown> = {}) {
  const deps = processesDeps(dir, { binary: process.execPath, ...ffmpeg });
  const processes = await createProcesses(deps);
  opened.push(processes);
  processes.resume();
  return { processes, deps, dir };
}

const LIVES = "setInterval(() => {}, 1000); console.error('up')";

const child = (id: string, script = LIVES, more: Partial<ProcessPatch> = {}): ProcessPatch => ({
  id,
  options: ['-e', script, '--'],
  input: [{ id: 'i', address: 'in' }],
  output: [{ id: 'o', address: '-' }],
  ...more,
});

const state = (processes: Processes, id: string) => processes.get(id).process.state();
const orderAndExec = (processes: Processes, id: string) => [state(processes, id).order, state(processes, id).exec];
const untilLogged = (processes: Processes, id: string, line: string) =>
  expect.poll(() => state(processes, id).last_logline, { interval: 5 }).toBe(line);
const write = ({ storages }: ProcessesDeps, name: string) => storages.mem.write(name, Buffer.from('x'));
const files = async ({ storages }: ProcessesDeps) => (await storages.mem.list()).map(({ name }) => name);

it('a process added with autostart starts, and is stored', async () => {
  const { processes, dir } = await open();
  await processes.add(child('a'));
  await processes.add(child('b', LIVES, { autostart: false }));
  expect([orderAndExec(processes, 'a'), orderAndExec(processes, 'b')]).toEqual([
    ['start', 'running'],
    ['stop', 'finished'],
  ]);
  expect((await openDb(dir).read()).processes.map(({ config, order }) => [config.id, order])).toEqual([
    ['a', 'start'],
    ['b', 'stop'],
  ]);
});

it('max_processes counts orders, not children', async () => {
  const { processes } = await open(testTempDir(), { max_processes: 1 });
  await processes.add(child('a', 'process.exit(1)'));
  await expect(processes.add(child('b'))).rejects.toThrow('max. number of running processes (1) reached');
  expect(() => processes.get('b')).toThrow('unknown process');
  await processes.add(child('b', LIVES, { autostart: false }));
  await expect(processes.command('b', 'start')).rejects.toThrow('max. number');
  await processes.command('a', 'start');
  await processes.command('a', 'stop');
  await processes.command('b', 'start');
  expect(orderAndExec(processes, 'b')).toEqual(['start', 'running']);
});

it('a slow stop does not delay other processes', async () => {
  const { processes } = await open();
  const mayEnd = join(testTempDir(), 'may-end');
  const waiting = `setInterval(() => require('fs').existsSync(${JSON.stringify(mayEnd)}) && process.exit(255), 20)`;
  const slow = `process.on('SIGINT', () => { console.error('int'); ${waiting} });`;
  await processes.add(child('slow', `${slow} ${LIVES}`));
  await untilLogged(processes, 'slow', 'up');
  let isStopped = false;
  const stopped = processes.command('slow', 'stop').then(() => {
    isStopped = true;
  });
  await untilLogged(processes, 'slow', 'int');
  expect(orderAndExec(processes, 'slow')).toEqual(['stop', 'finishing']);
  await processes.add(child('other'));
  await processes.metadata.setOfProcess('slow', 'k', 1);
  expect([isStopped, ...orderAndExec(processes, 'other')]).toEqual([false, 'start', 'running']);
  await writeFile(mayEnd, '');
  await stopped;
  expect(orderAndExec(processes, 'slow')).toEqual(['stop', 'finished']);
});

it('commands on one process run in order', async () => {
  const { processes } = await open();
  await processes.add(child('a', LIVES, { autostart: false }));
  await Promise.all((['start', 'start', 'stop', 'start', 'stop'] as const).map((name) => processes.command('a', name)));
  expect(orderAndExec(processes, 'a')[0]).toBe('stop');
  await Promise.all([processes.command('a', 'start'), processes.remove('a')]);
  expect(() => processes.get('a')).toThrow('unknown process');
});

describe('an update of a process', () => {
  const rule = (prefix: string) => [{ pattern: `memfs:/${prefix}**`, purge_on_delete: true }];

  it('keeps the order, purges files of the old rules and drops the metadata', async () => {
    const { processes, deps } = await open();
    await processes.add(child('a', LIVES, { output: [{ id: 'o', address: '-', cleanup: rule('{processid}_') }] }));
    await processes.metadata.setOfProcess('a', 'k', 1);
    await write(deps, '/a_1.ts');
    await write(deps, '/b_1.ts');
    await processes.update('a', { autostart: false, output: [{ cleanup: rule('b_') }] });
    expect(await files(deps)).toEqual(['/b_1.ts']);
    expect(processes.metadata.ofProcess('a').size).toBe(0);
    expect(orderAndExec(processes, 'a')).toEqual(['start', 'running']);
    await processes.remove('a');
    expect(await files(deps)).toEqual([]);
  });

  it('keeps the files of an unchanged stream for its readers', async () => {
    const { processes, deps } = await open();
    const output = { id: 'o', address: '-', cleanup: rule('{processid}_') };
    await processes.add(child('a', LIVES, { output: [output] }));
    await write(deps, '/a_1.ts');
    await processes.update('a', { output: [{ ...output, options: ['-b:v', '500k'] }] });
    expect(await files(deps)).toEqual(['/a_1.ts']);
    await processes.update('a', { output: [{ ...output, options: ['-s', '64x36'] }] });
    expect(await files(deps)).toEqual([]);
  });

  it('changes nothing if it is rejected', async () => {
    const { processes } = await open();
    await processes.add(child('a'));
    await processes.add(child('b', LIVES, { autostart: false }));
    const before = processes.get('a');
    for (const patch of [{ output: [] }, { id: 'b' }, { id: ' ' }, { input: [{ address: '#no:output=x' }] }]) {
      await expect(processes.update('a', patch)).rejects.toThrow();
    }
    expect(processes.get('a')).toBe(before);
    expect(orderAndExec(processes, 'a')).toEqual(['start', 'running']);
  });
});

describe('a reload of the core', () => {
  it('ends the children, keeps orders and metadata, and drops the reports', async () => {
    const { processes, dir } = await open();
    await processes.add(child('a'));
    await processes.add(child('b', LIVES, { autostart: false }));
    await processes.metadata.setOfProcess('a', 'k', 1);
    await untilLogged(processes, 'a', 'up');
    await processes.stopAll();
    expect(orderAndExec(processes, 'a')).toEqual(['start', 'killed']);
    expect((await openDb(dir).read()).processes.map(({ order }) => order)).toEqual(['start', 'stop']);
    processes.resume();
    expect(processes.get('a').process.report()).toMatchObject({ prelude: [], history: [] });
    expect([orderAndExec(processes, 'a'), orderAndExec(processes, 'b')]).toEqual([
      ['start', 'running'],
      ['stop', 'finished'],
    ]);
    expect(processes.metadata.ofProcess('a').get('k')).toBe(1);
  });

  it('makes a process with a missing reference invalid only on resume', async () => {
    const { processes } = await open();
    const refer = [{ id: 'i', address: '#a:output=o' }];
    await processes.add(child('a', LIVES, { autostart: false }));
    await processes.add(child('b', LIVES, { autostart: false, input: refer }));
    await processes.remove('a');
    await processes.command('b', 'start');
    expect(orderAndExec(processes, 'b')).toEqual(['start', 'running']);
    await processes.stopAll();
    processes.resume();
    expect(orderAndExec(processes, 'b')).toEqual(['', '']);
    await expect(processes.command('b', 'start')).rejects.toThrow('invalid process definition');
    await expect(processes.update('b', { input: refer })).rejects.toThrow("unknown process 'a'");
    await processes.update('b', { input: [{ address: 'in' }] });
    expect(orderAndExec(processes, 'b')[0]).toBe('start');
  });
});

it('a restarted core continues where the last one stopped', async () => {
  const { processes, dir } = await open();
  await processes.add(child('a'));
  await processes.add(child('z', LIVES, { input: [{ id: 'i', address: '#a:output=o' }] }));
  await processes.metadata.set('ui', { version: 1 });
  await processes.stop();
  opened.length = 0;
  const reopened = await open(dir);
  expect(reopened.processes.metrics()).toMatchObject([
    { id: 'a', exec: 'running', order: 'start' },
    { id: 'z', exec: 'running', order: 'start' },
  ]);
  expect(reopened.processes.metadata.all().get('ui')).toEqual({ version: 1 });
});

it('global metadata do not need a process', async () => {
  const { processes, dir } = await open();
  await processes.metadata.set('ui', { version: 1 });
  expect(JSON.parse(readFileSync(join(dir, 'db.json'), 'utf8')).metadata.system).toEqual({ ui: { version: 1 } });
  await processes.metadata.set('ui', null);
  expect((await openDb(dir).read()).metadata.size).toBe(0);
});

it('a stop of the core ends probes', async () => {
  const { processes } = await open();
  await processes.add(child('a', LIVES, { autostart: false }));
  const probing = processes.probe('a');
  await processes.stop();
  opened.length = 0;
  expect((await probing).streams).toEqual([]);
});

it('the cleanup runs once a second, with or without running processes', async () => {
  const { processes, deps } = await open();
  const cleanup = [{ pattern: 'memfs:/{processid}_*', max_files: 1 }];
  await processes.add(child('a', LIVES, { autostart: false, output: [{ id: 'o', address: '-', cleanup }] }));
  for (const name of ['/a_1', '/a_2', '/b_1']) await write(deps, name);
  await expect.poll(() => files(deps)).toEqual(['/a_2', '/b_1']);
});
