import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { TIMED } from '../testing/quickOrWholeSuite.ts';
import { testTempDir } from './testTempDir.ts';

/** Delays each sync by 200 ms, and records whether the main thread called it. */
const SLOW_SYNC = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static void wait_for_disk(void) {
  int log = open(getenv("SYNC_LOG"), O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (syscall(SYS_gettid) == getpid()) write(log, "m", 1);
  else write(log, "t", 1);
  close(log);
  struct timespec pause = { 0, 200 * 1000 * 1000 };
  nanosleep(&pause, 0);
}
int fsync(int fd) {
  wait_for_disk();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(fd);
}
int fdatasync(int fd) {
  wait_for_disk();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(fd);
}
`;

const at = (path: string) => JSON.stringify(new URL(`../../../${path}`, import.meta.url).href);

/** Writes much faster than in practice, and prints the longest pause of each second in ms. */
const PROGRAM = `
  const [folder, program] = process.argv.slice(1);
  const { createStoreThread } = await import(${at('agent/storeThread.ts')});
  const { openJournal } = await import(${at('agent/journal.ts')});
  const { createJournalDisk } = await import(${at('agent/journalDisk.ts')});
  const { openHistory } = await import(${at('agent/history.ts')});
  const { createAlarmDisk } = await import(${at('agent/alarms/alarmDisk.ts')});
  const { sampleOf } = await import(${at('src/media/series/sample.ts')});
  const thread = createStoreThread({ folder, agent: program, megabytes: 200, onSetAside() {} });
  const journal = openJournal({ disk: createJournalDisk(thread), tell() {} });
  const history = openHistory({ thread, tell() {} });
  const alarms = createAlarmDisk(thread);
  await alarms.load();
  const sample = sampleOf({ state: 'live', figures: { fps: 25, kbitOut: 4500, cpu: 7 } }, 10);
  const samples = new Map(Array.from({ length: 50 }, (_, n) => ['subject ' + n, sample]));
  let time = 0;
  let isSaving = false;
  function act() {
    journal.add({ event: 'event', line: 'x'.repeat(500) });
    if (++time % 10 === 0) history.add({ time, samples });
    if (isSaving) return;
    isSaving = true;
    const incidents = [{ id: 'i' + time, at: time, incident: { text: 'x'.repeat(500) } }];
    const change = { memory: null, incidents, rows: [], receivers: [], removedReceivers: [] };
    void alarms.save(change).finally(() => { isSaving = false; });
  }
  const pauses = [];
  let last = performance.now();
  let longest = 0;
  setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 1);
    last = now;
  }, 1);
  setInterval(act, 10);
  setInterval(() => {
    pauses.push(longest);
    longest = 0;
    if (pauses.length < 10) return;
    process.stdout.write(JSON.stringify(pauses), () => process.exit(0));
  }, 1000);
`;

/** null without a compiler. */
async function runOnSlowDisk() {
  const folder = testTempDir();
  const [source, library, log] = ['sync.c', 'sync.so', 'syncs'].map((name) => join(folder, name));
  if (source === undefined || library === undefined || log === undefined) return null;
  writeFileSync(source, SLOW_SYNC);
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const agent = join(import.meta.dirname, '../../../agent/main.ts');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, join(folder, 'agent'), agent], {
    env: { ...process.env, LD_PRELOAD: library, SYNC_LOG: log },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = text(child.stdout);
  await once(child, 'exit');
  const pauses = z.array(z.number()).parse(JSON.parse(await output));
  return { syncs: readFileSync(log, 'utf8'), pauses };
}

const NO_COMPILER = 'needs a C compiler';

it('syncs that take 200 ms only block the storage thread', async ({ skip }) => {
  const run = await runOnSlowDisk();
  if (run === null) return skip(NO_COMPILER);
  expect(run.syncs.length).toBeGreaterThan(10);
  expect(run.syncs).toMatch(/^t+$/);
});

it(`syncs that take 200 ms pause the agent for 5 ms at most ${TIMED}`, async ({ skip }) => {
  const run = await runOnSlowDisk();
  if (run === null) return skip(NO_COMPILER);
  if (process.env.SHOW_FIGURES) process.stdout.write(`${JSON.stringify(run)}\n`);
  // Each second contains syncs, and the least pause excludes other load of the machine.
  expect(Math.min(...run.pauses)).toBeLessThanOrEqual(5);
});
