import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { type AlarmLook, lookAtCore } from '../../src/media/incident/alarmLooks.ts';
import { readAddressRules } from '../receivers/addressRules.ts';
import type { AlarmMessage } from '../receivers/alarmMessage.ts';
import type { Delivery } from '../receivers/delivery.ts';
import { goodFields } from '../receivers/testing.ts';
import { faultOf } from '../sqliteFile.ts';
import { StoreError } from '../storeThread.ts';
import { createAlarmDesk } from './alarmDesk.ts';
import type { AlarmDisk } from './alarmDisk.ts';
import type { AlarmEvent } from './alarmEvent.ts';
import { type AlarmStore, openAlarmStore, type StoredReceiver } from './alarmStore.ts';

const CHANNEL = '7f1a3f9c-9d1e-4a9e-9c7e-1f2b3c4d5e6f';
const DELIVERED: Delivery = { type: 'delivered', status: 200 };
const DOWN: Delivery = { type: 'retry', why: 'unreachable', status: null, afterSeconds: null };

const receiverOf = (kind: string, id = kind): StoredReceiver => ({
  ...{ id, kind, name: id, isGone: false },
  fields: { ...goodFields('https://hook.example.org')[kind] },
});

const lookAt = (status: 'good' | 'bad'): AlarmLook => ({
  ...{ rule: 'channel-down', channel: CHANNEL, publication: null, names: { channel: 'Hall', publication: '' } },
  condition:
    status === 'bad'
      ? { status, statement: { fault: 'source', sentences: [{ text: 'No data.', values: {} }], since: null } }
      : { status },
});

interface SentMessage {
  receiver: string;
  message: AlarmMessage;
}

/** A desk on a store that outlives it, with a clock of its own. */
function createSimulation(receivers: readonly StoredReceiver[]) {
  const folder = join(testTempDir(), 'agent');
  let seconds = 1000;
  let status: 'good' | 'bad' = 'good';
  let isDiskFull = false;
  const told: SentMessage[] = [];
  const events: AlarmEvent['event'][] = [];
  const answers = new Map<string, Delivery | 'never'>();
  let store: AlarmStore = openAlarmStore(folder);
  const asked = async <T>(act: () => T): Promise<T> => {
    if (isDiskFull) throw new StoreError('full');
    try {
      return act();
    } catch (error) {
      throw new StoreError(faultOf(error));
    }
  };
  const disk: AlarmDisk = {
    load: () => asked(() => store.load()),
    save: (change) => asked(() => store.save(change)),
    deliveries: (before, limit) => asked(() => store.deliveries(before, limit)),
    incidents: (before, limit) => asked(() => store.incidents(before, limit)),
  };
  for (const receiver of receivers)
    store.save({ memory: null, incidents: [], rows: [], receivers: [receiver], removedReceivers: [] });
  const begin = () =>
    createAlarmDesk({
      core: { metadataAll: async () => ({}) },
      ...{ disk, program: join(import.meta.dirname, '../main.ts'), rules: readAddressRules({}, []) },
      ...{ isActing: () => true, random: () => 0.5 },
      now: () => ({ seconds, wall: 1e12 + seconds * 1000 }),
      look: () => ({ looks: [lookAtCore('alive'), lookAt(status)], revisions: {} }),
      tell: ({ event }) => events.push(event),
      async send({ kind }, message) {
        const answer = answers.get(kind.id) ?? DELIVERED;
        if (answer === 'never') return new Promise(() => undefined);
        if (answer.type === 'delivered') told.push({ receiver: kind.id, message });
        return answer;
      },
    });
  let desk = begin();
  return {
    ...{ told, events, answers },
    desk: () => desk,
    contents: () => store.load(),
    setDiskFull(is: boolean) {
      isDiskFull = is;
    },
    /** Of `kill -9`: what was not stored is gone. */
    restart() {
      store.close();
      store = openAlarmStore(folder);
      desk = begin();
    },
    async pass(next: 'good' | 'bad', forSeconds: number) {
      status = next;
      for (const end = seconds + forSeconds; seconds < end; seconds += 2) {
        await desk.step();
        for (let n = 0; n < 5; n++) await turn();
      }
    },
    close: () => store.close(),
  };
}

const kindsOf = (told: readonly SentMessage[], of: string) =>
  told.flatMap(({ receiver, message }) => (receiver === of ? [message.kind] : []));

describe('a fall', () => {
  it('is told once within 40 seconds, and its end', async () => {
    const sim = createSimulation([receiverOf('ntfy')]);
    await sim.pass('good', 30);
    await sim.pass('bad', 40);
    expect(sim.told.map(({ message: { kind, severity, title } }) => [kind, severity, title])).toEqual([
      ['fired', 'critical', 'Hall: Channel down'],
    ]);
    await sim.pass('bad', 600);
    await sim.pass('good', 60);
    expect(kindsOf(sim.told, 'ntfy')).toEqual(['fired', 'resolved']);
    expect(sim.events).toEqual(['alarm-fired', 'alarm-resolved']);
    sim.close();
  });

  it('is told to others while a receiver does not answer, or is down', async () => {
    const sim = createSimulation(['ntfy', 'slack', 'discord'].map((kind) => receiverOf(kind)));
    sim.answers.set('ntfy', 'never').set('slack', DOWN);
    await sim.pass('good', 30);
    await sim.pass('bad', 40);
    expect(kindsOf(sim.told, 'discord')).toEqual(['fired']);
    sim.answers.delete('slack');
    await sim.pass('bad', 200);
    expect(kindsOf(sim.told, 'slack')).toEqual(['fired']);
    sim.close();
  });

  it.each([20, 30, 36, 40, 50])('is told at least once with one id by an agent killed after %i seconds', async (at) => {
    const sim = createSimulation([receiverOf('ntfy')]);
    await sim.pass('good', 30);
    await sim.pass('bad', at);
    sim.restart();
    await sim.pass('bad', 60);
    const fired = sim.told.filter(({ message }) => message.kind === 'fired').map(({ message }) => message.id);
    expect(fired.length).toBeGreaterThan(0);
    expect(new Set(fired).size).toBe(1);
    sim.close();
  });

  it('is told again with its id where nobody knows whether it arrived', async () => {
    const sim = createSimulation([receiverOf('ntfy')]);
    sim.answers.set('ntfy', 'never');
    await sim.pass('good', 30);
    await sim.pass('bad', 50);
    const [row] = sim.contents().waiting;
    sim.restart();
    sim.answers.delete('ntfy');
    await sim.pass('bad', 10);
    expect(sim.told.map(({ message }) => message.id)).toEqual([row?.id]);
    expect(sim.contents().waiting).toEqual([]);
    sim.close();
  });

  it('is told while the disk is full, and stored when there is room', async () => {
    const sim = createSimulation([receiverOf('ntfy')]);
    await sim.pass('good', 30);
    sim.setDiskFull(true);
    await sim.pass('bad', 50);
    expect(kindsOf(sim.told, 'ntfy')).toEqual(['fired']);
    sim.setDiskFull(false);
    await sim.pass('bad', 20);
    expect(sim.events).toEqual(['alarm-fired', 'alarms-failed', 'alarms-back']);
    sim.restart();
    await sim.pass('bad', 60);
    expect(kindsOf(sim.told, 'ntfy')).toEqual(['fired']);
    sim.close();
  });
});

it('a receiver that is gone is switched off, and that is said', async () => {
  const sim = createSimulation([receiverOf('ntfy')]);
  sim.answers.set('ntfy', { type: 'gone', status: 410 });
  await sim.pass('good', 30);
  await sim.pass('bad', 50);
  await sim.pass('good', 60);
  expect(sim.events).toEqual(['alarm-fired', 'alarm-undelivered', 'receiver-gone', 'alarm-resolved']);
  expect(sim.contents().receivers).toMatchObject([{ isGone: true }]);
  sim.close();
});

it('a receiver that was down for three hours is told when its next try is due', async () => {
  const sim = createSimulation([receiverOf('ntfy')]);
  sim.answers.set('ntfy', DOWN);
  await sim.pass('good', 30);
  await sim.pass('bad', 3 * 3600);
  sim.answers.delete('ntfy');
  await sim.pass('bad', 8 * 3600);
  expect(kindsOf(sim.told, 'ntfy')).toEqual(['fired']);
  sim.close();
});

it('a heartbeat comes each minute while all is well, and none while a channel is down', async () => {
  const sim = createSimulation([receiverOf('heartbeat')]);
  await sim.pass('good', 300);
  const before = sim.told.length;
  expect([before >= 5, before <= 6]).toEqual([true, true]);
  await sim.pass('bad', 300);
  expect(sim.told.length).toBe(before);
  sim.close();
});

it('a test is sent at once, and its answer is the real one', async () => {
  const sim = createSimulation([receiverOf('ntfy')]);
  await sim.pass('good', 4);
  sim.answers.set('ntfy', { type: 'refused', why: 'login', status: 401 });
  expect(await sim.desk().test(receiverOf('ntfy'))).toEqual({ type: 'refused', why: 'login', status: 401 });
  sim.answers.delete('ntfy');
  expect(await sim.desk().test(receiverOf('ntfy'))).toEqual(DELIVERED);
  expect(kindsOf(sim.told, 'ntfy')).toEqual(['test']);
  sim.close();
});
