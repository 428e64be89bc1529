import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { testTempDir } from '../harness/test/core/testTempDir.ts';
import { JOURNAL_FILE, type JournalEntry, openJournalStore } from './journalStore.ts';
import { faultOf } from './sqliteFile.ts';

const entry = (id: number, fields: object = {}): JournalEntry => ({
  ...{ id, time: 1_700_000_000_000 + id, channel: null, event: 'on-air' },
  fields: { ...fields },
});
const entries = (from: number, to: number, fields: object = {}) =>
  Array.from({ length: to - from + 1 }, (_, at) => entry(from + at, fields));
const ids = (found: readonly JournalEntry[]) => found.map(({ id }) => id);

function folderWith(count: number): { folder: string; file: string } {
  const folder = join(testTempDir(), 'agent');
  const store = openJournalStore(folder);
  for (let at = 1; at <= count; at += 10) store.write(entries(at, Math.min(count, at + 9), { line: 'x'.repeat(200) }));
  store.close();
  return { folder, file: join(folder, JOURNAL_FILE) };
}

function reopened(folder: string) {
  const copies: string[] = [];
  const store = openJournalStore(folder, (copy) => copies.push(copy));
  const found = store.newest(10_000);
  store.write([entry(9_000_000)]);
  const next = store.after(8_999_999, 1);
  store.close();
  return { found, next, copies };
}

describe('the journal store', () => {
  it('keeps all events in order after it is opened again', () => {
    const { folder } = folderWith(0);
    const whole = { ...entry(7, { what: 'slate', 'ü\0"': [1, null] }), channel: "x'; DROP TABLE event" };
    const store = openJournalStore(folder);
    store.write([whole, entry(9)]);
    store.close();
    const reopened = openJournalStore(folder);
    expect(reopened.last()).toBe(9);
    expect(reopened.newest(10)).toEqual([whole, entry(9)]);
    expect(ids(reopened.newest(1))).toEqual([9]);
    expect(ids(reopened.after(7, 10))).toEqual([9]);
    expect(reopened.after(9, 10)).toEqual([]);
    reopened.close();
  });

  it('stores no event twice', () => {
    const { folder } = folderWith(5);
    const store = openJournalStore(folder);
    store.write(entries(3, 8));
    expect(ids(store.newest(100))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    store.close();
  });

  it('is readable by its owner only, regardless of the umask', () => {
    const before = process.umask(0);
    try {
      const { folder } = folderWith(0);
      const store = openJournalStore(folder);
      store.write([entry(1)]);
      const modes = ['', ...readdirSync(folder)].map((name) => statSync(join(folder, name)).mode & 0o777);
      store.close();
      expect(modes).toEqual([0o700, 0o600, 0o600]);
      chmodSync(folder, 0o777);
      chmodSync(join(folder, JOURNAL_FILE), 0o666);
      openJournalStore(folder).close();
      expect(['', JOURNAL_FILE].map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o700, 0o600]);
    } finally {
      process.umask(before);
    }
  });

  it.each([
    ['rows', { rows: 50, pages: 8192 }, [40, 50]],
    ['pages', { rows: 1_000_000, pages: 64 }, [300, 800]],
  ])('deletes its oldest events when it has too many %s', (_, bounds, [min, max]) => {
    const { folder, file } = folderWith(0);
    const store = openJournalStore(folder, undefined, bounds);
    for (let at = 1; at < 3000; at += 10) store.write(entries(at, at + 9, { line: 'x'.repeat(300) }));
    const stored = ids(store.newest(5000));
    store.close();
    expect(stored.at(-1)).toBe(3000);
    expect(stored).toEqual(Array.from(stored, (_id, at) => 3000 - stored.length + 1 + at));
    expect(stored.length).toBeGreaterThanOrEqual(min ?? 0);
    expect(stored.length).toBeLessThanOrEqual(max ?? 0);
    expect(statSync(file).size).toBeLessThanOrEqual(bounds.pages * 4096);
  });

  it('cannot be opened by a second agent', () => {
    const { folder } = folderWith(1);
    const store = openJournalStore(folder);
    const second = vi.fn(() => openJournalStore(folder));
    expect(second).toThrow();
    expect(faultOf(second.mock.results[0]?.value)).toBe('in-use');
    store.close();
  });

  it('leaves a file of a newer version unchanged', () => {
    const { folder, file } = folderWith(3);
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 2');
    db.close();
    const before = readFileSync(file);
    const open = vi.fn(() => openJournalStore(folder));
    expect(open).toThrow();
    expect(faultOf(open.mock.results[0]?.value)).toBe('newer');
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(folder)).toEqual([JOURNAL_FILE]);
  });
});

const CUTS = Array.from({ length: 20 }, (_, at) => at / 20);

describe('a damaged journal', () => {
  it.each(CUTS)('cut at %f of its length is set aside, or has no invented events', (part) => {
    const { folder, file } = folderWith(200);
    truncateSync(file, Math.floor(statSync(file).size * part));
    const { found, next, copies } = reopened(folder);
    expect(ids(next)).toEqual([9_000_000]);
    expect(found).toEqual(entries(1, 200, { line: 'x'.repeat(200) }).slice(0, found.length));
    if (part > 0) expect(copies).toEqual([`${file}.damaged`]);
  });

  it.each(CUTS)('overwritten at %f of its length is set aside or readable', (part) => {
    const { folder, file } = folderWith(200);
    const bytes = readFileSync(file);
    bytes.fill(0xa5, Math.floor(bytes.length * part), Math.floor(bytes.length * part) + 300);
    writeFileSync(file, bytes);
    expect(ids(reopened(folder).next)).toEqual([9_000_000]);
  });

  it.each<[what: string, make: (file: string) => void]>([
    ['a text', (file) => writeFileSync(file, 'half of it')],
    ['zeros', (file) => writeFileSync(file, Buffer.alloc(8192))],
    ['a folder', (file) => mkdirSync(join(file, 'inside'), { recursive: true })],
    ['a link', (file) => symlinkSync('/etc/hostname', file)],
    ['a link to nothing', (file) => symlinkSync('/nowhere/at-all', file)],
    [
      'a database of others',
      (file) => {
        const db = new DatabaseSync(file);
        db.exec('CREATE TABLE event (a); PRAGMA user_version = 1');
        db.close();
      },
    ],
    [
      'a journal with the highest possible ids',
      (file) => {
        const store = openJournalStore(join(file, '..'));
        store.write([entry(Number.MAX_SAFE_INTEGER - 1)]);
        store.close();
      },
    ],
  ])('replaced by %s is set aside, and one copy is kept', (_, make) => {
    const folder = join(testTempDir(), 'agent');
    const file = join(folder, JOURNAL_FILE);
    mkdirSync(folder);
    make(file);
    expect(reopened(folder)).toEqual({ found: [], next: [entry(9_000_000)], copies: [`${file}.damaged`] });
    writeFileSync(file, 'damaged again');
    const isFolder = statSync(`${file}.damaged`, { throwIfNoEntry: false })?.isDirectory() ?? false;
    expect(reopened(folder).copies).toEqual([`${file}.damaged`]);
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('damaged again');
    const names = readdirSync(folder).sort();
    // A folder is not deleted, as its files are not ours.
    const copies = isFolder ? [expect.stringMatching(/\.damaged-[-\da-f]{36}$/)] : [];
    expect(names).toEqual([JOURNAL_FILE, `${JOURNAL_FILE}.damaged`, ...copies]);
    expect(copies.map((_, at) => readdirSync(join(folder, names[2 + at] ?? '')))).toEqual(copies.map(() => ['inside']));
  });

  it('of size 0 is replaced', () => {
    const { folder, file } = folderWith(0);
    truncateSync(file, 0);
    writeFileSync(`${file}-wal`, 'left');
    expect(reopened(folder)).toMatchObject({ found: [], copies: [] });
  });
});
