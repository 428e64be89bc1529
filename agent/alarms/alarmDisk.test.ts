import { execFileSync } from 'node:child_process';
import { chmodSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { mayMount, mountSmallDisk } from '../../harness/test/core/faults/mountSmallDisk.ts';
import { until } from '../../harness/test/core/testing.ts';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { type AlarmLook, lookAtCore } from '../../src/media/incident/alarmLooks.ts';
import { readAddressRules } from '../receivers/addressRules.ts';
import { goodFields } from '../receivers/testing.ts';
import { createStoreThread } from '../storeThread.ts';
import { createAlarmDesk } from './alarmDesk.ts';
import { createAlarmDisk } from './alarmDisk.ts';
import { ALARM_FILE, openAlarmStore, type StoredReceiver } from './alarmStore.ts';

const PROGRAM = join(import.meta.dirname, '../main.ts');
const PHONE: StoredReceiver = {
  ...{ id: 'phone', kind: 'ntfy', name: 'Phone', isGone: false },
  fields: { ...goodFields('https://hook.example.org').ntfy },
};

const lookWith = (status: 'good' | 'bad'): AlarmLook => ({
  ...{ rule: 'channel-down', channel: 'c', publication: null, names: { channel: 'Hall', publication: '' } },
  condition: status === 'bad' ? { status, statement: { fault: 'source', sentences: [], since: null } } : { status },
});

function openAt(folder: string, from = 0) {
  const events: string[] = [];
  const sent: string[] = [];
  let second = from;
  const thread = createStoreThread({
    ...{ folder, agent: PROGRAM, megabytes: 20 },
    onSetAside: (store) => events.push(`${store}-set-aside`),
  });
  const end = async () => {
    await thread.ask({ type: 'close' }).catch(() => undefined);
  };
  onTestFinished(end);
  let status: 'good' | 'bad' = 'good';
  const desk = createAlarmDesk({
    core: { metadataAll: async () => ({}) },
    ...{ disk: createAlarmDisk(thread), program: PROGRAM, rules: readAddressRules({}, []) },
    ...{ isActing: () => true, random: () => 0.5 },
    now: () => ({ seconds: second - from, wall: 1e12 + second * 1000 }),
    look: () => ({ looks: [lookAtCore('alive'), lookWith(status)], revisions: {} }),
    tell: ({ event }) => events.push(event),
    async send(_, message) {
      sent.push(message.kind);
      return { type: 'delivered', status: 200 };
    },
  });
  const advance = async (next: typeof status, seconds: number) => {
    status = next;
    for (const end = second + seconds; second < end; second += 2) {
      await desk.step();
      await sleep(1);
    }
  };
  return { desk, events, sent, advance, end, now: () => second };
}

function folderWith(folder: string): string {
  const store = openAlarmStore(folder);
  store.save({ memory: null, incidents: [], rows: [], receivers: [PHONE], removedReceivers: [] });
  store.close();
  return folder;
}

const deliveriesIn = (folder: string) => {
  const store = openAlarmStore(folder);
  const found = store.deliveries(null, 100).map(({ row }) => `${row.message.kind} ${row.state}`);
  const { receivers } = store.load();
  store.close();
  return { found, receivers: receivers.map(({ id }) => id) };
};

const ALL = { found: ['resolved delivered', 'fired delivered'], receivers: ['phone'] };

it.runIf(mayMount())(
  'alarms are sent while the disk is full, which is reported once, and stored when there is room',
  async () => {
    const disk = mountSmallDisk('1m');
    const folder = folderWith(join(disk.home, 'agent'));
    const { events, sent, advance, end } = openAt(folder);
    await advance('good', 30);
    // Uses up all the room of the write-ahead log.
    disk.fill();
    for (let n = 0; n < 12; n++) {
      await advance('bad', 60);
      await advance('good', 700);
    }
    expect(sent.length).toBe(24);
    expect(events.filter((event) => event === 'alarms-failed')).toEqual(['alarms-failed']);
    disk.free();
    await advance('good', 30);
    expect(events.at(-1)).toBe('alarms-back');
    await end();
    expect(deliveriesIn(folder).found.length).toBe(24);
  },
);

it.runIf(mayMount())('alarms are sent while the disk is read-only, even if the agent starts then', async () => {
  const disk = mountSmallDisk('2m');
  const folder = folderWith(join(disk.home, 'agent'));
  const first = openAt(folder);
  await first.advance('good', 30);
  await first.end();
  execFileSync('mount', ['-o', 'remount,ro', disk.home]);
  const { events, sent, advance, end } = openAt(folder, first.now());
  await advance('bad', 60);
  await advance('good', 60);
  expect(sent).toEqual(['fired', 'resolved']);
  expect(events).toEqual(
    ['alarms-failed', 'alarm-fired', 'alarm-resolved'].toSorted((a, b) => events.indexOf(a) - events.indexOf(b)),
  );
  execFileSync('mount', ['-o', 'remount,rw', disk.home]);
  await advance('good', 30);
  expect(events.at(-1)).toBe('alarms-back');
  await end();
  expect(deliveriesIn(folder)).toEqual(ALL);
});

it('a damaged alarm file is set aside and reported once, and alarms continue with a new one', async () => {
  const folder = folderWith(testTempDir());
  truncateSync(join(folder, ALARM_FILE), 9000);
  const { desk, events, sent, advance, end } = openAt(folder);
  await advance('good', 30);
  expect(desk.receivers()).toEqual([]);
  await desk.putReceiver(PHONE);
  await advance('bad', 60);
  await advance('good', 60);
  expect(events).toEqual(['alarms-set-aside', 'alarm-fired', 'alarm-resolved']);
  expect(sent).toEqual(['fired', 'resolved']);
  await end();
  expect(deliveriesIn(folder)).toEqual(ALL);
});

it('of two agents in one folder one sends alarms, and the other takes over when it ends', async () => {
  const folder = folderWith(testTempDir());
  chmodSync(folder, 0o700);
  const first = openAt(folder);
  await first.advance('good', 30);
  await first.advance('bad', 60);
  const second = openAt(folder, first.now());
  await second.advance('bad', 10);
  expect([second.events, second.sent]).toEqual([['alarms-failed'], []]);
  expect(second.desk.fault()).toBe('in-use');
  await first.end();
  await until(
    () => second.advance('bad', 2).then(() => second.events),
    (events) => events.includes('alarms-back'),
  );
  await second.advance('bad', 600);
  await second.advance('good', 60);
  expect([first.sent, second.sent]).toEqual([['fired'], ['resolved']]);
  await second.end();
  expect(deliveriesIn(folder)).toEqual(ALL);
});
