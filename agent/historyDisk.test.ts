import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { mayMount, mountSmallDisk } from '../harness/test/core/faults/mountSmallDisk.ts';
import { until } from '../harness/test/core/testing.ts';
import { testTempDir } from '../harness/test/core/testTempDir.ts';
import { sampleOf } from '../src/media/series/sample.ts';
import { type HistoryNotice, openHistory } from './history.ts';
import { HISTORY_FILE, openHistoryStore, type SampleSet } from './historyStore.ts';
import { openJournal } from './journal.ts';
import { createJournalDisk } from './journalDisk.ts';
import { createStoreThread } from './storeThread.ts';

const AGENT_PROGRAM = join(import.meta.dirname, 'main.ts');
const SAMPLE = sampleOf({ state: 'live', figures: { fps: 25 } }, 10);
const setAt = (time: number, subjects: readonly string[] = ['core']): SampleSet => ({
  ...{ time, samples: new Map(subjects.map((subject) => [subject, SAMPLE])) },
});
const ALL = { subject: 'core', from: 0, to: 20_000, points: 2000 };

function openAt(folder: string) {
  const notices: HistoryNotice[] = [];
  let clock = 0;
  const thread = createStoreThread({
    ...{ folder, agent: AGENT_PROGRAM, megabytes: 200 },
    onSetAside: (_, copy) => notices.push({ event: 'history-set-aside', copy }),
  });
  // Each set is 30 s later, so that failed writes are retried.
  const history = openHistory({ thread, tell: (notice) => notices.push(notice), now: () => (clock += 30_000) });
  const journal = openJournal({ disk: createJournalDisk(thread), tell: () => undefined });
  const end = async () => {
    await history.close(60_000);
    await journal.close(60_000);
  };
  onTestFinished(end);
  const readObserved = async () => {
    const text = await history.read(ALL, 'json');
    return text === null ? null : JSON.parse(text).availability.observedSeconds;
  };
  return { history, journal, notices, observed: readObserved, end };
}

const PROGRAM = `
  const [folder, program, from] = process.argv.slice(1);
  const { createStoreThread } = await import(${JSON.stringify(new URL('./storeThread.ts', import.meta.url).href)});
  const { sampleOf } = await import(${JSON.stringify(new URL('../src/media/series/sample.ts', import.meta.url).href)});
  const thread = createStoreThread({ folder, agent: program, megabytes: 20, onSetAside: () => {} });
  const sample = sampleOf({ state: 'live', figures: { fps: 25 } }, 10);
  for (let time = Number(from); ; time += 30) {
    const sets = [0, 10, 20].map((more) => ({ time: time + more, samples: new Map([['core', sample]]) }));
    await thread.ask({ type: 'history-write', sets });
    process.stdout.write(time + 30 + '\\n');
  }
`;

it('an agent that is killed at any write keeps every written sample in each resolution', async () => {
  const folder = testTempDir();
  let time = 0;
  for (const writes of [1, 2, 3, 7, 31, 64]) {
    const child = spawn(
      process.execPath,
      ['--input-type=module', '--eval', PROGRAM, folder, AGENT_PROGRAM, `${time}`],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    let stored = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      time = Number(line);
      stored++;
      if (stored === writes) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const store = openHistoryStore(folder, 20_000_000);
    for (const points of [2000, 400, 20, 6]) {
      const { availability } = store.read({ ...ALL, points }, []);
      expect([time, time + 30]).toContain(availability.observedSeconds);
    }
    time = store.read(ALL, []).availability.observedSeconds;
    store.close();
  }
  expect(time).toBeGreaterThan(3000);
});

it('a disk that blocks the store thread does not block the main thread', async () => {
  const folder = testTempDir();
  const first = openAt(folder);
  for (let at = 0; at < 30; at += 10) first.history.add(setAt(at));
  await until(first.observed, (seconds) => seconds === 30);
  await first.end();
  // SQLite waits for a lock as it would for a disk.
  const other = new DatabaseSync(join(folder, HISTORY_FILE));
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE');
  const late = openAt(folder);
  let [max, at] = [0, performance.now()];
  const watch = setInterval(() => {
    max = Math.max(max, performance.now() - at);
    at = performance.now();
  }, 5);
  for (let time = 30; time < 90; time += 10) late.history.add(setAt(time));
  await until(async () => late.notices.length, Boolean);
  clearInterval(watch);
  expect(late.notices).toEqual([{ event: 'history-failed', fault: 'in-use' }]);
  // The store thread was blocked for 500 ms and more.
  expect(max).toBeLessThan(400);
  other.exec('COMMIT');
  other.close();
  for (let time = 90; time < 120; time += 10) late.history.add(setAt(time));
  await until(
    async () => late.notices.length,
    (count) => count > 1,
  );
  expect(late.notices.at(-1)).toEqual({ event: 'history-back' });
  expect(await late.observed()).toBe(120);
});

it('a damaged history is set aside while the journal continues', async () => {
  const folder = testTempDir();
  chmodSync(folder, 0o700);
  writeFileSync(join(folder, HISTORY_FILE), 'no history at all'.repeat(1000));
  const { history, journal, notices, observed } = openAt(folder);
  journal.add({ event: 'meanwhile' });
  for (let time = 0; time < 30; time += 10) history.add(setAt(time));
  await until(observed, (seconds) => seconds === 30);
  expect(notices).toEqual([{ event: 'history-set-aside', copy: join(folder, `${HISTORY_FILE}.damaged`) }]);
  expect(journal.isKept()).toBe(true);
});

it('a history whose damage shows during a read is set aside, and the response comes from a new one', async () => {
  const folder = testTempDir();
  const store = openHistoryStore(folder, 20_000_000);
  const subjects = ['core', ...Array.from({ length: 100 }, (_, at) => `subject ${at}`)];
  for (let time = 0; time < 3000; time += 10) store.write([setAt(time, subjects)]);
  store.close();
  const file = join(folder, HISTORY_FILE);
  const bytes = readFileSync(file);
  // Overwrites the page headers after the first 100 kB.
  for (let at = 98_304; at < bytes.length; at += 8192) bytes.fill(0xa5, at, at + 16);
  writeFileSync(file, bytes);
  const { history, notices, observed } = openAt(folder);
  await until(observed, (seconds) => seconds === 0);
  expect(notices).toEqual([{ event: 'history-set-aside', copy: `${file}.damaged` }]);
  for (let time = 9000; time < 9030; time += 10) history.add(setAt(time));
  await until(observed, (seconds) => seconds === 30);
  expect(history.isKept()).toBe(true);
});

it.runIf(mayMount())('a full disk is reported once, and the history continues when there is room', async () => {
  const disk = mountSmallDisk('2m');
  const { history, notices, observed, end } = openAt(join(disk.home, 'agent'));
  history.add(setAt(0));
  await until(observed, (seconds) => seconds === 10);
  disk.fill();
  const subjects = ['core', ...Array.from({ length: 200 }, (_, at) => `subject ${at}`)];
  for (let time = 10; time < 130; time += 10) history.add(setAt(time, subjects));
  await until(async () => notices.length, Boolean);
  expect(notices).toEqual([{ event: 'history-failed', fault: 'full' }]);
  expect(await observed()).toBe(130);
  disk.free();
  for (let time = 130; time < 160; time += 10) history.add(setAt(time, subjects));
  await until(
    async () => notices.length,
    (count) => count > 1,
  );
  expect(notices.at(-1)).toEqual({ event: 'history-back' });
  expect(await observed()).toBe(160);
  await end();
});

it.runIf(mayMount())('a read-only disk is reported once, and the history continues when it is writable', async () => {
  const disk = mountSmallDisk('2m');
  const folder = join(disk.home, 'agent');
  const first = openAt(folder);
  first.history.add(setAt(0));
  await first.end();
  execFileSync('mount', ['-o', 'remount,ro', disk.home]);
  const { history, notices, observed, end } = openAt(folder);
  await until(async () => notices.length, Boolean);
  for (let time = 10; time < 60; time += 10) history.add(setAt(time));
  expect(await observed()).toBeNull();
  expect(notices).toEqual([{ event: 'history-failed', fault: 'read-only' }]);
  execFileSync('mount', ['-o', 'remount,rw', disk.home]);
  for (let time = 60; time < 90; time += 10) history.add(setAt(time));
  await until(
    async () => notices.length,
    (count) => count > 1,
  );
  expect(notices.at(-1)).toEqual({ event: 'history-back' });
  expect(await observed()).toBe(90);
  await end();
});
