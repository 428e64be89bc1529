import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { alarm } from '../receivers/testing.ts';
import { ALARM_FILE, type AlarmChange, openAlarmStore, readAlarms, type StoredReceiver } from './alarmStore.ts';
import { newRow } from './outbox.ts';

const NOTHING: AlarmChange = { memory: null, incidents: [], rows: [], receivers: [], removedReceivers: [] };
const receiver = (id: string): StoredReceiver => ({
  ...{ id, kind: 'ntfy', name: `R ${id}`, isGone: false },
  fields: { address: 'https://ntfy.example', topic: "x'; DROP TABLE receiver", token: 'secret' },
});
const row = (n: number) => newRow('r', { ...alarm, id: `m${n}` }, n);
const folderOf = () => join(testTempDir(), 'agent');

it('the alarm store keeps everything after it is opened again', () => {
  const folder = folderOf();
  const store = openAlarmStore(folder);
  const memory = { incidents: { version: 1 }, book: { version: 1, receivers: {} } };
  store.save({ ...NOTHING, memory, rows: [row(1), row(2)], receivers: [receiver('r')] });
  store.save({
    ...NOTHING,
    rows: [{ ...row(1), state: 'delivered' }],
    incidents: [{ id: 'i', at: 5, incident: { a: 1 } }],
  });
  store.close();
  const reopened = openAlarmStore(folder);
  expect(reopened.load()).toEqual({ memory, receivers: [receiver('r')], waiting: [row(2)] });
  expect(reopened.deliveries(null, 10).map(({ row: { id, state } }) => [id, state])).toEqual([
    ['m2', 'waiting'],
    ['m1', 'delivered'],
  ]);
  expect(reopened.deliveries(2, 10).map(({ number }) => number)).toEqual([1]);
  expect(reopened.incidents(null, 10)).toEqual([{ id: 'i', at: 5, incident: { a: 1 } }]);
  expect(reopened.incidents(5, 10)).toEqual([]);
  reopened.save({ ...NOTHING, removedReceivers: ['r'] });
  expect(reopened.load().receivers).toEqual([]);
  reopened.close();
});

it.each([1, 2, 3, 5, 50])(
  'the alarm store returns all incidents in pages of %i, even if many began at the same moment',
  (limit) => {
    const store = openAlarmStore(folderOf());
    const moments = [1, 2, 2, 2, 2, 3, 4, 4, 4, 5];
    const incidents = moments.map((at, n) => ({ id: `i${n}`, at, incident: {} }));
    store.save({ ...NOTHING, incidents });
    const ids: string[] = [];
    for (let before: number | null = null; ; ) {
      const page = store.incidents(before, limit);
      const [last] = page.slice(-1);
      if (last === undefined) break;
      expect(page.length).toBeLessThanOrEqual(limit + 3);
      ids.push(...page.map(({ id }) => id));
      before = last.at;
    }
    expect(ids).toEqual(incidents.map(({ id }) => id).reverse());
    store.close();
  },
);

it('the alarm store is readable by its owner only', () => {
  const folder = folderOf();
  const store = openAlarmStore(folder);
  store.save({ ...NOTHING, receivers: [receiver('r')] });
  const modes = [ALARM_FILE, `${ALARM_FILE}-wal`].map((name) => statSync(join(folder, name)).mode & 0o777);
  store.close();
  expect(modes).toEqual([0o600, 0o600]);
});

it('the alarm store writes nothing of a change that fails', () => {
  const store = openAlarmStore(folderOf());
  const broken = {
    ...row(2),
    toJSON: () => {
      throw new Error('broken');
    },
  };
  expect(() => store.save({ ...NOTHING, receivers: [receiver('r')], rows: [row(1), broken] })).toThrow('broken');
  expect(store.load()).toMatchObject({ receivers: [], waiting: [] });
  store.save({ ...NOTHING, rows: [row(1)] });
  expect(store.load().waiting).toEqual([row(1)]);
  store.close();
});

it('the alarm store drops the oldest entries, waiting messages last', () => {
  const store = openAlarmStore(folderOf(), undefined, { rows: 20, pages: 8192 });
  store.save({ ...NOTHING, rows: [row(0)] });
  for (let n = 1; n <= 50; n++)
    store.save({
      ...NOTHING,
      rows: [{ ...row(n), state: 'delivered' }],
      incidents: [{ id: `i${n}`, at: n, incident: {} }],
    });
  expect(store.load().waiting).toEqual([row(0)]);
  expect(store.deliveries(null, 100).length).toBeLessThanOrEqual(20);
  expect(store.incidents(null, 100).length).toBeLessThanOrEqual(20);
  expect(store.incidents(null, 1)).toMatchObject([{ id: 'i50' }]);
  store.close();
});

it('the alarm store makes room before the file reaches its limit', () => {
  const store = openAlarmStore(folderOf(), undefined, { rows: 10_000, pages: 100 });
  store.save({ ...NOTHING, rows: [row(0)], receivers: [receiver('r')] });
  for (let n = 1; n <= 500; n++)
    store.save({ ...NOTHING, incidents: [{ id: `i${n}`, at: n, incident: { text: 'x'.repeat(2000) } }] });
  expect(store.load()).toMatchObject({ waiting: [row(0)], receivers: [receiver('r')] });
  expect(store.incidents(null, 1)).toMatchObject([{ id: 'i500' }]);
  expect(store.incidents(null, 1000).length).toBeGreaterThan(50);
  store.close();
});

it('the alarm store starts over after damage and keeps a copy', () => {
  const folder = folderOf();
  const store = openAlarmStore(folder);
  store.save({ ...NOTHING, receivers: [receiver('r')] });
  store.close();
  truncateSync(join(folder, ALARM_FILE), 5000);
  const copies: string[] = [];
  const reopened = openAlarmStore(folder, (copy) => copies.push(copy));
  expect([reopened.load().receivers, copies]).toEqual([[], [join(folder, `${ALARM_FILE}.damaged`)]]);
  reopened.close();
});

const PLACES = Array.from({ length: 50 }, (_, at) => at / 50);

describe('a damaged alarm file', () => {
  const folder = folderOf();
  const file = join(folder, ALARM_FILE);
  const previous = openAlarmStore(folder);
  previous.save({
    ...{ ...NOTHING, receivers: [receiver('r'), receiver('s')], rows: Array.from({ length: 60 }, (_, n) => row(n)) },
    incidents: Array.from({ length: 60 }, (_, n) => ({ id: `i${n}`, at: n, incident: { text: 'x'.repeat(500) } })),
  });
  const rows = previous.load().waiting;
  previous.close();
  const content = readFileSync(file);

  function reopened() {
    const copies: string[] = [];
    const store = openAlarmStore(folder, (copy) => copies.push(copy));
    const found = store.load();
    store.save({ ...NOTHING, receivers: [receiver('new')], rows: [row(1000)] });
    const next = store.load();
    store.close();
    expect(next.receivers.at(-1)).toEqual(receiver('new'));
    expect(next.waiting.at(-1)).toEqual(row(1000));
    return { found, copies };
  }

  it.each(PLACES)('cut at %f of its length is set aside and reported', (part) => {
    writeFileSync(file, content.subarray(0, Math.floor(content.length * part)));
    const { found, copies } = reopened();
    expect(['', 'r,s']).toContain(found.receivers.map(({ id }) => id).join());
    expect(found.waiting).toEqual([]);
    expect(copies).toEqual(part === 0 ? [] : [`${file}.damaged`]);
  });

  it.each(PLACES)('overwritten at %f of its length is set aside and reported, or has all receivers', (part) => {
    const bytes = Buffer.from(content);
    bytes.fill(0xa5, Math.floor(bytes.length * part), Math.floor(bytes.length * part) + 300);
    writeFileSync(file, bytes);
    const { found, copies } = reopened();
    const isWhole = found.receivers.map(({ id }) => id).join() === 'r,s';
    expect([part, copies.length > 0 || isWhole]).toEqual([part, true]);
    const ids = rows.map(({ id }) => id);
    expect(found.waiting.filter(({ id }) => !ids.includes(id))).toEqual([]);
  });
});

it('a file with an unreadable receiver is set aside, and the other receivers survive', () => {
  const folder = folderOf();
  const store = openAlarmStore(folder);
  store.save({ ...NOTHING, receivers: [receiver('first'), receiver('other'), receiver('last')] });
  store.close();
  const file = join(folder, ALARM_FILE);
  const bytes = readFileSync(file);
  bytes.write('~~~~~~~~', bytes.indexOf('"name":"R other'));
  writeFileSync(file, bytes);
  const copies: string[] = [];
  const reopened = openAlarmStore(folder, (copy) => copies.push(copy));
  expect(reopened.load().receivers).toEqual([receiver('first'), receiver('last')]);
  expect(copies).toEqual([`${file}.damaged`]);
  reopened.close();
  const last = openAlarmStore(folder);
  expect(last.load().receivers.length).toBe(2);
  last.close();
});

it('a read-only reader finds everything, including the last write', () => {
  const [folder, other] = [folderOf(), folderOf()];
  const store = openAlarmStore(folder);
  for (let n = 0; n < 5; n++) store.save({ ...NOTHING, receivers: [receiver(`${n}`)], rows: [row(n)] });
  openAlarmStore(other).close();
  // A copy without the write-ahead log, as after a kill.
  copyFileSync(join(folder, ALARM_FILE), join(other, ALARM_FILE));
  const expected = store.load();
  store.close();
  expect(readAlarms(other)).toEqual(expected);
  truncateSync(join(other, ALARM_FILE), 3000);
  expect(() => readAlarms(other)).toThrow();
});
