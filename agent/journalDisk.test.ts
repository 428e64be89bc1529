import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mayMount, mountSmallDisk } from '../harness/test/core/faults/mountSmallDisk.ts';
import { until } from '../harness/test/core/testing.ts';
import { testTempDir } from '../harness/test/core/testTempDir.ts';
import { type JournalNotice, openJournal } from './journal.ts';
import { createJournalDisk } from './journalDisk.ts';
import { JOURNAL_FILE, openJournalStore } from './journalStore.ts';
import { createStoreThread } from './storeThread.ts';

const AGENT_PROGRAM = join(import.meta.dirname, 'main.ts');

function openAt(folder: string) {
  const notices: JournalNotice[] = [];
  const thread = createStoreThread({
    ...{ folder, agent: AGENT_PROGRAM, megabytes: 200 },
    onSetAside: (_, copy) => notices.push({ event: 'journal-set-aside', copy }),
  });
  const disk = createJournalDisk(thread);
  const journal = openJournal({ disk, tell: (notice) => notices.push(notice) });
  onTestFinished(() => journal.close(1000));
  return { journal, notices };
}

const readStored = (folder: string) => {
  const store = openJournalStore(folder);
  const found = store.newest(1_000_000).map(({ id }) => id);
  store.close();
  return found;
};
const isRising = (ids: readonly number[]) => ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0));

const PROGRAM = `
  const [folder, program] = process.argv.slice(1);
  const { openJournal } = await import(${JSON.stringify(new URL('./journal.ts', import.meta.url).href)});
  const { createJournalDisk } = await import(${JSON.stringify(new URL('./journalDisk.ts', import.meta.url).href)});
  const { createStoreThread } = await import(${JSON.stringify(new URL('./storeThread.ts', import.meta.url).href)});
  const thread = createStoreThread({ folder, agent: program, megabytes: 200, onSetAside: () => {} });
  const journal = openJournal({ disk: createJournalDisk(thread), tell: () => {} });
  journal.listen(({ id }) => process.stdout.write(id + '\\n'));
  setInterval(() => journal.add({ event: 'event', line: 'x'.repeat(500) }), 1);
`;

async function killedAfter(folder: string, events: number): Promise<number[]> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, folder, AGENT_PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ids: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    ids.push(Number(line));
    if (ids.length === events) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return ids;
}

it('an agent that is killed at any write leaves every event once, in order, and reuses no id', async () => {
  const folder = testTempDir();
  let before: number[] = [];
  let lastId = 0;
  for (const events of [1, 40, 150, 300, 430, 555, 700, 900]) {
    const ids = await killedAfter(folder, events);
    expect(ids[0]).toBeGreaterThan(lastId);
    lastId = ids.at(-1) ?? 0;
    const now = readStored(folder);
    expect(isRising(now)).toBe(true);
    // Earlier events are complete, and the last run kept its own prefix.
    expect(now.slice(0, before.length)).toEqual(before);
    const more = now.slice(before.length);
    expect(more).toEqual(Array.from(more, (_, at) => (ids[0] ?? 0) + at));
    before = now;
  }
  expect(before.length).toBeGreaterThan(500);
});

describe('a disk that blocks the store thread', () => {
  it('does not block the main thread and loses no event', async () => {
    const folder = testTempDir();
    const { journal, notices } = openAt(folder);
    journal.add({ event: 'first' });
    await until(async () => journal.isKept() && journal.last() > 0, Boolean);
    await journal.close(5000);

    // SQLite waits for a lock as it would for a disk.
    const other = new DatabaseSync(join(folder, JOURNAL_FILE));
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE');
    const late = openAt(folder);
    let max = 0;
    let at = performance.now();
    const watch = setInterval(() => {
      max = Math.max(max, performance.now() - at);
      at = performance.now();
    }, 5);
    for (let events = 0; events < 200; events++) late.journal.add({ event: 'meanwhile' });
    await until(async () => late.notices.length, Boolean);
    clearInterval(watch);
    expect(late.notices).toEqual([{ event: 'journal-failed', fault: 'in-use' }]);
    expect(notices).toEqual([]);
    // The store thread was blocked for 500 ms and more.
    expect(max).toBeLessThan(400);
    other.exec('COMMIT');
    other.close();
    await late.journal.close(60_000);
    expect(readStored(folder).length).toBe(201);
  });
});

it.runIf(mayMount())('a full disk is reported once, and gets all events when there is room again', async () => {
  const disk = mountSmallDisk('1m');
  const folder = join(disk.home, 'agent');
  const { journal, notices } = openAt(folder);
  journal.add({ event: 'before' });
  await until(async () => journal.last() > 0 && journal.isKept(), Boolean);
  disk.fill();
  for (let events = 0; events < 400; events++) journal.add({ event: 'meanwhile', ...{ line: 'x'.repeat(1000) } });
  await until(async () => notices.length, Boolean);
  expect(notices).toEqual([{ event: 'journal-failed', fault: 'full' }]);
  expect((await journal.read(journal.last() - 400, 400)).length).toBe(400);
  disk.free();
  await until(
    async () => notices.length,
    (count) => count > 1,
  );
  expect(notices.at(-1)).toEqual({ event: 'journal-back', lost: 0 });
  await journal.close(10_000);
  expect(readStored(folder).length).toBe(401);
});

it.runIf(mayMount())('a read-only disk is reported once, and gets all events when it is writable', async () => {
  const disk = mountSmallDisk('2m');
  const folder = join(disk.home, 'agent');
  const { journal, notices } = openAt(folder);
  journal.add({ event: 'before' });
  await until(async () => journal.last() > 0 && journal.isKept(), Boolean);
  await journal.close(5000);
  execFileSync('mount', ['-o', 'remount,ro', disk.home]);
  const later = openAt(folder);
  later.journal.add({ event: 'meanwhile' });
  await until(async () => later.notices.length, Boolean);
  expect(later.notices).toEqual([{ event: 'journal-failed', fault: 'read-only' }]);
  expect((await later.journal.read(null, 10)).map(({ event }) => event)).toEqual(['meanwhile']);
  execFileSync('mount', ['-o', 'remount,rw', disk.home]);
  await until(
    async () => later.notices.length,
    (count) => count > 1,
  );
  expect((await later.journal.read(0, 10)).map(({ event }) => event)).toEqual(['before', 'meanwhile']);
  expect(notices).toEqual([]);
});

it('a store thread that ended is started again', async () => {
  const folder = testTempDir();
  const program = '/nowhere/program.js';
  const disk = createJournalDisk(
    createStoreThread({ folder, agent: program, megabytes: 200, onSetAside: () => undefined }),
  );
  await expect(disk.open()).rejects.toMatchObject({ fault: 'failed' });
  await expect(disk.open()).rejects.toMatchObject({ fault: 'failed' });
  await disk.close();
});

it('the journal prints no experimental warning of Node', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, testTempDir(), AGENT_PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  await once(child.stdout, 'data');
  await sleep(0);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(output).toBe('');
});
