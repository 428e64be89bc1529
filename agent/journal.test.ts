import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Journal, type JournalNotice, openJournal } from './journal.ts';
import type { JournalDisk } from './journalDisk.ts';
import type { JournalEntry } from './journalStore.ts';
import type { StoreFault } from './sqliteFile.ts';
import { StoreError } from './storeThread.ts';

const STARTED = 1_700_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: STARTED });
});
afterEach(() => {
  vi.useRealTimers();
});

function scene(stored: readonly JournalEntry[] = []) {
  const entries = [...stored];
  const disk = { fault: null as StoreFault | null, hangs: false, writes: 0 };
  const untilReachable = async () => {
    while (disk.hangs) await new Promise((resolve) => setTimeout(resolve, 100));
    if (disk.fault !== null) throw new StoreError(disk.fault);
  };
  const journalDisk: JournalDisk = {
    async open() {
      await untilReachable();
      return entries.at(-1)?.id ?? 0;
    },
    async write(batch) {
      await untilReachable();
      disk.writes++;
      entries.push(...structuredClone(batch).filter(({ id }) => entries.every((stored) => stored.id !== id)));
    },
    async read(after, limit) {
      await untilReachable();
      return after === null ? entries.slice(-limit) : entries.filter(({ id }) => id > after).slice(0, limit);
    },
    async ofChannel(channel, before, limit) {
      await untilReachable();
      return entries.filter((entry) => entry.id < before && [null, channel].includes(entry.channel)).slice(-limit);
    },
    close: async () => undefined,
  };
  const notices: JournalNotice[] = [];
  const open = () => openJournal({ disk: journalDisk, tell: (notice) => notices.push(notice) });
  return { disk, entries, notices, open };
}

const add = (journal: Journal, count: number) => {
  for (let at = 0; at < count; at++) journal.add({ event: `event-${at}` });
};
const ids = (found: readonly JournalEntry[]) => found.map(({ id }) => id);
const isRising = (found: readonly number[]) => found.every((id, at) => at === 0 || id > (found[at - 1] ?? 0));
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('events of the journal', () => {
  it('are written soon, in few writes, with channel and fields', async () => {
    const { entries, disk, open } = scene();
    const journal = open();
    await advance(0);
    add(journal, 150);
    journal.add({ event: 'on-air', channel: 'x', ...{ what: 'slate' } });
    await advance(1000);
    expect(disk.writes).toBe(1);
    expect(entries.length).toBe(151);
    expect(entries.at(-1)).toEqual({
      ...{ id: STARTED + 150, time: STARTED, channel: 'x', event: 'on-air', fields: { what: 'slate' } },
    });
    expect(journal.isKept()).toBe(true);
  });

  it('have ids that increase across runs, even if the file is gone or the clock was set back', async () => {
    const { open, entries } = scene();
    const ids: number[] = [];
    for (const [clock, isGone] of [
      [STARTED, false],
      [STARTED - 86_400_000, false],
      [STARTED + 60_000, true],
      [STARTED + 90_000, false],
    ] as const) {
      vi.setSystemTime(clock);
      if (isGone) entries.length = 0;
      const journal = open();
      journal.listen(({ id }) => ids.push(id));
      add(journal, 3);
      await advance(1000);
      await journal.close(0);
    }
    expect(ids.length).toBe(12);
    expect(isRising(ids)).toBe(true);
  });

  it('recorded before the file is open are reported and written once it is', async () => {
    const { disk, open, entries } = scene([{ id: 7, time: 1, channel: null, event: 'old', fields: {} }]);
    disk.hangs = true;
    const journal = open();
    const heardIds: number[] = [];
    journal.listen(({ id }) => heardIds.push(id));
    add(journal, 2);
    await advance(1000);
    expect(heardIds).toEqual([]);
    disk.hangs = false;
    await advance(1000);
    expect(heardIds.length).toBe(2);
    expect(ids(entries)).toEqual([7, ...heardIds]);
  });

  it('do not wait for a hanging disk', async () => {
    const { disk, open, entries, notices } = scene([
      { id: STARTED * 2, time: 1, channel: null, event: 'old', fields: {} },
    ]);
    disk.hangs = true;
    const journal = open();
    const heardIds: number[] = [];
    journal.listen(({ id }) => heardIds.push(id));
    add(journal, 2);
    await advance(6000);
    expect(heardIds.length).toBe(2);
    expect(ids(await journal.read(null, 2))).toEqual(heardIds);
    expect(notices).toEqual([{ event: 'journal-failed', fault: 'slow' }]);
    disk.hangs = false;
    await advance(11_000);
    add(journal, 1);
    await advance(1000);
    // The file's ids are ahead of the clock, so new ids continue from there.
    expect(ids(entries)).toEqual([0, 1, 2, 3].map((more) => STARTED * 2 + more));
    expect(notices.at(-1)).toEqual({ event: 'journal-back', lost: 0 });
  });

  it('with very long fields are shortened', async () => {
    const { entries, open } = scene();
    const journal = open();
    journal.add({
      event: 'no-slate',
      ...{ line: 'ü'.repeat(1_000_000), obstacle: 'failed', more: { much: 'x'.repeat(9999) } },
    });
    await advance(1000);
    expect(JSON.stringify(entries).length).toBeLessThan(5000);
    expect(entries[0]?.fields).toMatchObject({ obstacle: 'failed', more: null });
  });

  it('stay in memory without a disk, up to a limit', async () => {
    const journal = openJournal({ disk: null, tell: vi.fn() });
    add(journal, 1500);
    expect((await journal.read(0, 5000)).length).toBe(1000);
    expect(ids(await journal.read(null, 2))).toEqual([journal.last() - 1, journal.last()]);
    expect(journal.isKept()).toBe(false);
    await journal.close(0);
  });

  it('are written when the journal closes, unless the disk hangs', async () => {
    const { open, entries, disk } = scene();
    const journal = open();
    add(journal, 450);
    await journal.close(1000);
    expect(entries.length).toBe(450);
    const hanging = open();
    disk.hangs = true;
    add(hanging, 1);
    const closed = hanging.close(1000);
    await advance(1000);
    await closed;
  });
});

describe.each<StoreFault>(['full', 'read-only', 'damaged', 'newer', 'in-use', 'unsupported', 'failed'])(
  'a disk that is %s',
  (fault) => {
    it('is reported once, does not block readers, and gets all events when it is back', async () => {
      const { disk, entries, notices, open } = scene();
      const journal = open();
      await advance(0);
      add(journal, 10);
      await advance(1000);
      disk.fault = fault;
      add(journal, 500);
      await advance(120_000);
      expect(notices).toEqual([{ event: 'journal-failed', fault }]);
      expect(journal.isKept()).toBe(false);
      expect((await journal.read(null, 100)).length).toBe(100);
      expect((await journal.read(journal.last() - 500, 500)).length).toBe(500);
      disk.fault = null;
      await advance(11_000);
      expect(notices).toEqual([
        { event: 'journal-failed', fault },
        { event: 'journal-back', lost: 0 },
      ]);
      expect(entries.length).toBe(510);
      expect(isRising(ids(entries))).toBe(true);
    });

    it('at the start delays nothing, and events beyond the memory limit are counted', async () => {
      const { disk, entries, notices, open } = scene();
      disk.fault = fault;
      const journal = open();
      await advance(100);
      add(journal, 1700);
      await advance(100);
      expect((await journal.read(0, 5000)).length).toBe(1000);
      disk.fault = null;
      await advance(30_000);
      expect(entries.length).toBe(1000);
      expect(notices.at(-1)).toEqual({ event: 'journal-back', lost: 700 });
    });
  },
);

describe('a reader of the journal', () => {
  it('gets each event once over many reads, from memory and disk', async () => {
    const { open } = scene();
    const first = open();
    add(first, 3000);
    await advance(10_000);
    await first.close(0);
    const journal = open();
    await advance(1000);
    add(journal, 700);
    const read: number[] = [];
    for (let after = 0; after < journal.last(); after = read.at(-1) ?? Number.POSITIVE_INFINITY)
      read.push(...ids(await journal.read(after, 170)));
    expect(isRising(read)).toBe(true);
    expect(read.length).toBe(3000 - 2000 + 700);
  });

  it('gets nothing after an id of the future', async () => {
    const { open } = scene();
    const journal = open();
    await advance(0);
    add(journal, 3);
    expect(await journal.read(journal.last() + 1, 10)).toEqual([]);
    expect(await journal.read(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
  });

  it('gets the events in memory while the disk hangs', async () => {
    const { open, disk } = scene();
    const journal = open();
    await advance(0);
    add(journal, 3);
    disk.hangs = true;
    const read = journal.read(0, 10);
    await advance(5000);
    expect((await read).length).toBe(3);
  });
});

describe('the events of one channel', () => {
  const eventOf = (channel: string | undefined, event = 'x') =>
    channel === undefined ? { event } : { event, channel };

  it('include global events, from memory and from the file', async () => {
    const { open } = scene();
    const journal = open();
    await journal.opened;
    for (let at = 0; at < 2500; at++) {
      journal.add(eventOf(['a', 'b', undefined][at % 3]));
      if (at % 500 === 499) await journal.close(5000);
    }
    const found = await journal.ofChannel('a', null, 1500);
    expect(found.length).toBe(1500);
    expect(new Set(found.map(({ channel }) => channel))).toEqual(new Set(['a', null]));
    expect(isRising(ids(found))).toBe(true);
    const [oldest] = found;
    const older = await journal.ofChannel('a', oldest?.id ?? 0, 1500);
    expect(older.length).toBe(1667 - 1500);
    expect(Math.max(...ids(older))).toBeLessThan(oldest?.id ?? 0);
  });

  it('are those in memory while the file is unusable', async () => {
    const { disk, open } = scene();
    const journal = open();
    await journal.opened;
    journal.add(eventOf('a'));
    disk.fault = 'damaged';
    expect((await journal.ofChannel('a', null, 10)).length).toBe(1);
    expect(await journal.ofChannel('a', 1, 10)).toEqual([]);
  });
});
