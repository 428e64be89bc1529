import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SEED, seededRandom } from '../../../harness/test/core/faults/runCore.ts';
import { testTempDir } from '../../../harness/test/core/testTempDir.ts';
import { createDisk } from '../../storage/diskStorage.ts';
import { createMemory } from '../../storage/memory.ts';
import type { Storage } from '../../storage/types.ts';
import type { AgedFile } from './fileAges.ts';
import { createCleanup, findExpiredFiles, parseCleanupTarget } from './fileCleanup.ts';

const rule = { pattern: '', max_files: 0, max_file_age_seconds: 0, purge_on_delete: false };

it.each([
  ['memfs:/a**', { storage: 'mem', glob: '/a**' }],
  ['mem:/a', { storage: 'mem', glob: '/a' }],
  ['diskfs:/a', { storage: 'disk', glob: '/a' }],
  ['disk:/a:b', { storage: 'disk', glob: '/a:b' }],
  ['s3:/a', null],
  ['/a', null],
  ['', null],
])('the cleanup pattern %j means %j', (pattern, target) => expect(parseCleanupTarget(pattern)).toEqual(target));

describe('an expired file', () => {
  const fileAt = (name: string, second: number): AgedFile => ({
    ...{ name, version: '', lastModified: new Date(0) },
    seenMs: second * 1000,
    ageMs: 10_000 - second * 1000,
  });
  const files = [fileAt('/3', 3), fileAt('/1', 1), fileAt('/2', 2)];
  it.each([
    ['none', {}, []],
    ['the oldest beyond the limit', { max_files: 2 }, ['/1']],
    ['a file that is too old', { max_file_age_seconds: 8 }, ['/1']],
    ['both', { max_files: 1, max_file_age_seconds: 9 }, ['/2', '/1']],
    ['none if it is young and within the limit', { max_files: 3, max_file_age_seconds: 9 }, []],
  ])('is %s with %j', (_, limits, names) =>
    expect(findExpiredFiles({ ...rule, ...limits }, files).map(({ name }) => name)).toEqual(names),
  );
});

it('files written in 1970 outlive all older ones after a restart', () => {
  const files = ['2026-11-28T10:00Z', '1970-01-01T00:05Z', '2026-11-27T10:00Z', '1970-01-01T00:09Z'].map(
    (at): AgedFile => ({ name: at, version: '', lastModified: new Date(at), seenMs: 0, ageMs: 0 }),
  );
  expect(findExpiredFiles({ ...rule, max_files: 2 }, files).map(({ name }) => name)).toEqual([
    '2026-11-28T10:00Z',
    '2026-11-27T10:00Z',
  ]);
});

describe('the cleanup of storages', () => {
  const write = async (storage: Storage, names: string[]) => {
    for (const name of names) await storage.write(name, Buffer.from('x'));
  };
  const readNames = async (storage: Storage) => (await storage.list()).map(({ name }) => name).sort();
  const open = () => {
    const mem = createMemory({ limitBytes: 0, purge: false });
    const disk = createMemory({ limitBytes: 0, purge: false });
    return { mem, disk, cleanup: createCleanup({ mem, disk }) };
  };

  it('keeps the newest files', async () => {
    const { mem, disk, cleanup } = open();
    await write(mem, ['/a_1.ts', '/a_2.ts', '/a_3.ts', '/b_1.ts', '/b_2.ts']);
    await write(disk, ['/a_1.ts', '/a_2.ts']);
    await cleanup.round([
      { ...rule, pattern: 'memfs:/a_*.ts', max_files: 1 },
      { ...rule, pattern: 'diskfs:/**', max_files: 1 },
      { ...rule, pattern: '', max_files: 1 },
      { ...rule, pattern: 'memfs:[', max_files: 1 },
    ]);
    expect(await readNames(mem)).toEqual(['/a_3.ts', '/b_1.ts', '/b_2.ts']);
    expect(await readNames(disk)).toEqual(['/a_2.ts']);
  });

  it('purges only files of outputs with purge_on_delete', async () => {
    const { mem, cleanup } = open();
    await write(mem, ['/a_1.ts', '/b_1.ts']);
    await cleanup.purge([
      { ...rule, pattern: 'memfs:/a**', purge_on_delete: true },
      { ...rule, pattern: 'memfs:/b**', max_files: 1 },
    ]);
    expect(await readNames(mem)).toEqual(['/b_1.ts']);
  });
});

it.each([3_600_000, -3_600_000])(
  'setting the system clock by %d ms does not change the age of a file',
  async (shiftMs) => {
    vi.useFakeTimers({ now: 1_000_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const mem = createMemory({ limitBytes: 0, purge: false });
    const cleanup = createCleanup({ mem, disk: mem });
    const rules = [
      { ...rule, pattern: 'memfs:/old*', max_file_age_seconds: 5 },
      { ...rule, pattern: 'memfs:/seg*', max_files: 2 },
    ];
    const names = async () => (await mem.list()).map(({ name }) => name);
    await mem.write('/old', Buffer.from('x'));
    await mem.write('/seg1', Buffer.from('x'));
    await mem.write('/seg2', Buffer.from('x'));
    vi.advanceTimersByTime(3000);
    vi.setSystemTime(Date.now() + shiftMs);
    await mem.write('/seg3', Buffer.from('x'));
    await cleanup.round(rules);
    expect(await names()).toEqual(['/old', '/seg2', '/seg3']);
    vi.advanceTimersByTime(3000);
    await cleanup.round(rules);
    expect(await names()).toEqual(['/seg2', '/seg3']);
  },
);

describe('recordings on the disk', () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;
  const WEEK = { ...rule, pattern: 'diskfs:/rec_*', max_file_age_seconds: (7 * DAY_MS) / 1000 };

  async function setUp() {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 28) });
    onTestFinished(() => void vi.useRealTimers());
    const disk = await createDisk(testTempDir(), { limitBytes: 0 });
    const open = () => createCleanup({ mem: createMemory({ limitBytes: 0, purge: false }), disk });
    let cleanup = open();
    const write = async (name: string, agoMs = 0) => {
      await writeFile(join(disk.root, name), name);
      const time = new Date(Date.now() - agoMs);
      await utimes(join(disk.root, name), time, time);
    };
    return {
      disk,
      write,
      runRound: (rule = WEEK) => cleanup.round([rule]),
      restart: () => {
        cleanup = open();
      },
      names: async () => (await disk.list()).map(({ name }) => name).sort(),
      set: (shiftMs: number) => vi.setSystemTime(Date.now() + shiftMs),
    };
  }
  const advance = async (runRound: () => Promise<void>, ms: number) => {
    const steps = Math.max(Math.min(10, ms / 1000), ms / (HOUR_MS / 2));
    for (let step = 0; step < steps; step += 1) {
      vi.advanceTimersByTime(ms / steps);
      await runRound();
    }
  };

  it.each([30 * DAY_MS, 8 * DAY_MS, -3 * DAY_MS])('outlive a clock that is wrong by %d ms (A6)', async (jumpMs) => {
    const { write, runRound, names, set } = await setUp();
    await write('rec_1');
    await write('rec_2', 6 * DAY_MS);
    await advance(runRound, 60_000);
    set(jumpMs);
    await advance(runRound, 2 * HOUR_MS);
    await write('rec_3');
    expect(await names()).toEqual(['/rec_1', '/rec_2', '/rec_3']);
    set(-jumpMs);
    await advance(runRound, 2 * HOUR_MS);
    expect(await names()).toEqual(['/rec_1', '/rec_2', '/rec_3']);
    await advance(runRound, DAY_MS);
    expect(await names()).toEqual(['/rec_1', '/rec_3']);
    await advance(runRound, 7 * DAY_MS);
    expect(await names()).toEqual([]);
  });

  it("outlive a wrong clock at the core's start", async () => {
    const { write, runRound, names, set } = await setUp();
    await write('rec_1');
    set(30 * DAY_MS);
    await advance(runRound, 2 * HOUR_MS);
    set(-30 * DAY_MS);
    await advance(runRound, 6 * DAY_MS);
    expect(await names()).toEqual(['/rec_1']);
    await advance(runRound, 2 * DAY_MS);
    expect(await names()).toEqual([]);
  });

  it('stay on a core that starts in 1970 and learns the time later', async () => {
    const { write, runRound, names, set, restart } = await setUp();
    await write('rec_young');
    await write('rec_old', 10 * DAY_MS);
    const now = Date.now();
    vi.setSystemTime(5_000);
    await runRound();
    await write('rec_of_1970');
    await advance(runRound, 30_000);
    set(now - Date.now());
    await advance(runRound, 2 * HOUR_MS);
    expect(await names()).toEqual(['/rec_of_1970', '/rec_old', '/rec_young']);
    await advance(runRound, 6 * DAY_MS);
    expect(await names()).toEqual(['/rec_of_1970', '/rec_young']);
    restart();
    await advance(runRound, 6 * DAY_MS);
    expect(await names()).toEqual(['/rec_of_1970']);
  });

  it('expire in time if the core has seen them, older ones hours after its start', async () => {
    const { write, runRound, names } = await setUp();
    await write('rec_old', 8 * DAY_MS);
    await write('rec_new');
    await advance(runRound, 2 * HOUR_MS);
    expect(await names()).toEqual(['/rec_new', '/rec_old']);
    await advance(runRound, 2 * HOUR_MS);
    expect(await names()).toEqual(['/rec_new']);
    const minute = { ...WEEK, max_file_age_seconds: 60 };
    await write('rec_newer');
    await runRound(minute);
    vi.advanceTimersByTime(61_000);
    await runRound(minute);
    expect(await names()).toEqual([]);
  });

  it.each([30 * DAY_MS, -3 * DAY_MS])('are counted in order across a jump of %d ms', async (jumpMs) => {
    const { write, runRound, names, set } = await setUp();
    const three = { ...WEEK, max_files: 3, max_file_age_seconds: 0 };
    for (const [index, jump] of [0, jumpMs, 0, -jumpMs, 0, 0].entries()) {
      set(jump);
      await write(`rec_${index}`);
      await runRound(three);
      vi.advanceTimersByTime(60_000);
      expect((await names()).at(-1)).toBe(`/rec_${index}`);
    }
    expect(await names()).toEqual(['/rec_3', '/rec_4', '/rec_5']);
  });

  it('in progress never count as the oldest, regardless of the clock', async () => {
    const { write, runRound, names, set } = await setUp();
    const rule = { ...WEEK, max_files: 1, max_file_age_seconds: 0 };
    await write('rec_b');
    await runRound(rule);
    set(-3 * DAY_MS);
    for (let second = 0; second < 10; second += 1) {
      vi.advanceTimersByTime(1000);
      await write('rec_a');
      await runRound(rule);
      expect(await names()).toEqual(['/rec_a']);
    }
  });

  it(`lose nothing early in a day with a random jump every ten minutes: SEED=${SEED}`, async () => {
    const { write, runRound, names, set } = await setUp();
    const { next: random } = seededRandom(SEED);
    const dayLong = { ...WEEK, max_file_age_seconds: 12 * 3600 };
    const born = new Map<string, number>();
    for (let step = 0; step < 144; step += 1) {
      if (step % 6 === 0) {
        await write(`rec_${String(step).padStart(3, '0')}`);
        born.set(`/rec_${String(step).padStart(3, '0')}`, performance.now());
      }
      await advance(() => runRound(dayLong), 5 * 60_000);
      set((random() * 33 - 3) * DAY_MS * (random() < 0.5 ? 1 : -1));
      await advance(() => runRound(dayLong), 5 * 60_000);
      const due = [...born].filter(([, at]) => performance.now() - at < 12 * HOUR_MS).map(([name]) => name);
      expect(await names()).toEqual(expect.arrayContaining(due));
    }
    expect((await names()).length).toBeLessThanOrEqual(13);
  });
});

it('requests are served while globs are expensive to match', async () => {
  const mem = createMemory({ limitBytes: 0, purge: false });
  for (let index = 0; index < 300; index += 1) await mem.write(`/${'a'.repeat(120)}${index}`, Buffer.from('x'));
  const cleanup = createCleanup({ mem, disk: mem });
  const hard = `memfs:/${'**a'.repeat(40)}**b`;
  let longestMs = 0;
  let last = performance.now();
  const readNames = () => {
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
  };
  const watch = setInterval(readNames, 1);
  onTestFinished(() => clearInterval(watch));
  const rules = Array.from({ length: 3 }, (_, index) => ({ ...rule, pattern: `${hard}${index}`, max_files: 1 }));
  await cleanup.round(rules);
  readNames();
  expect(longestMs).toBeGreaterThan(0);
  // One name takes well below a millisecond; the rest is load of the machine.
  expect(longestMs).toBeLessThan(1_000);
  expect(await mem.list()).toHaveLength(300);
});
