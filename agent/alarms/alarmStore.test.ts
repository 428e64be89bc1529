import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { alarm } from '../receivers/testing.ts';
import { ALARM_FILE, type AlarmChange, openAlarmStore, type StoredReceiver } from './alarmStore.ts';
import { newRow } from './outbox.ts';

const NOTHING: AlarmChange = { memory: null, incidents: [], rows: [], receivers: [], removedReceivers: [] };
const receiver = (id: string): StoredReceiver => ({
  ...{ id, kind: 'ntfy', name: `R ${id}`, isGone: false },
  fields: { address: 'https://ntfy.example', topic: "x'; DROP TABLE receiver", token: 'secret' },
});
const row = (n: number) => newRow('r', { ...alarm, id: `m${n}` }, n);
const folderOf = () => join(testTempDir(), 'agent');

it('keeps all of a change, also when it is opened again', () => {
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
  const again = openAlarmStore(folder);
  expect(again.load()).toEqual({ memory, receivers: [receiver('r')], waiting: [row(2)] });
  expect(again.deliveries(null, 10).map(({ row: { id, state } }) => [id, state])).toEqual([
    ['m2', 'waiting'],
    ['m1', 'delivered'],
  ]);
  expect(again.deliveries(2, 10).map(({ number }) => number)).toEqual([1]);
  expect(again.incidents(null, 10)).toEqual([{ id: 'i', at: 5, incident: { a: 1 } }]);
  expect(again.incidents(5, 10)).toEqual([]);
  again.save({ ...NOTHING, removedReceivers: ['r'] });
  expect(again.load().receivers).toEqual([]);
  again.close();
});

it('lets nobody else read the secrets', () => {
  const folder = folderOf();
  const store = openAlarmStore(folder);
  store.save({ ...NOTHING, receivers: [receiver('r')] });
  const modes = [ALARM_FILE, `${ALARM_FILE}-wal`].map((name) => statSync(join(folder, name)).mode & 0o777);
  store.close();
  expect(modes).toEqual([0o600, 0o600]);
});

it('writes nothing of a change that fails', () => {
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

it('has a bound, and what waits stays longest', () => {
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

it('makes room before the file reaches its bound', () => {
  const store = openAlarmStore(folderOf(), undefined, { rows: 10_000, pages: 100 });
  store.save({ ...NOTHING, rows: [row(0)], receivers: [receiver('r')] });
  for (let n = 1; n <= 500; n++)
    store.save({ ...NOTHING, incidents: [{ id: `i${n}`, at: n, incident: { text: 'x'.repeat(2000) } }] });
  expect(store.load()).toMatchObject({ waiting: [row(0)], receivers: [receiver('r')] });
  expect(store.incidents(null, 1)).toMatchObject([{ id: 'i500' }]);
  expect(store.incidents(null, 1000).length).toBeGreaterThan(50);
  store.close();
});

it('begins anew where the file is damaged, and keeps a copy', () => {
  const folder = folderOf();
  const store = openAlarmStore(folder);
  store.save({ ...NOTHING, receivers: [receiver('r')] });
  store.close();
  truncateSync(join(folder, ALARM_FILE), 5000);
  const copies: string[] = [];
  const again = openAlarmStore(folder, (copy) => copies.push(copy));
  expect([again.load().receivers, copies]).toEqual([[], [join(folder, `${ALARM_FILE}.damaged`)]]);
  again.close();
});
