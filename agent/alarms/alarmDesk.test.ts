import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { AGENT_KEY } from '../../src/api/processIds.ts';
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
import { ALARM_FILE, type AlarmStore, openAlarmStore, type StoredReceiver } from './alarmStore.ts';

const CHANNEL = '7f1a3f9c-9d1e-4a9e-9c7e-1f2b3c4d5e6f';
const DELIVERED: Delivery = { type: 'delivered', status: 200 };
const DOWN: Delivery = { type: 'retry', why: 'unreachable', status: null, afterSeconds: null };

const receiverOf = (kind: string, id = kind): StoredReceiver => ({
  ...{ id, kind, name: id, isGone: false },
  fields: { ...goodFields('https://hook.example.org')[kind] },
});

type Status = AlarmLook['condition']['status'];

const lookAt = (status: Status, more: Partial<AlarmLook> = {}): AlarmLook => ({
  ...{ rule: 'channel-down', channel: CHANNEL, publication: null, names: { channel: 'Hall', publication: '' } },
  ...more,
  condition:
    status === 'bad'
      ? { status, statement: { fault: 'source', sentences: [{ text: 'No data.', values: {} }], since: null } }
      : { status },
});

interface SentMessage {
  receiver: string;
  message: AlarmMessage;
  at: number;
}

function createSimulation(receivers: readonly StoredReceiver[], folder = join(testTempDir(), 'agent')) {
  let seconds = 1000;
  let status: Status = 'good';
  let readLooks: (second: number) => readonly AlarmLook[] = () => [lookAtCore('alive'), lookAt(status)];
  let alarms: object = {};
  let isActing = true;
  let isCoreAway = false;
  let isDiskFull = false;
  const sent: SentMessage[] = [];
  const events: AlarmEvent['event'][] = [];
  const answers = new Map<string, Delivery | Promise<Delivery> | 'never'>();
  let store: AlarmStore = openAlarmStore(folder);
  const failIfAway = async <T>(act: () => T): Promise<T> => {
    if (isDiskFull) throw new StoreError('full');
    try {
      return act();
    } catch (error) {
      throw new StoreError(faultOf(error));
    }
  };
  const disk: AlarmDisk = {
    load: () => failIfAway(() => store.load()),
    save: (change) => failIfAway(() => store.save(change)),
    deliveries: (before, limit) => failIfAway(() => store.deliveries(before, limit)),
    incidents: (before, limit) => failIfAway(() => store.incidents(before, limit)),
  };
  for (const receiver of receivers)
    store.save({ memory: null, incidents: [], rows: [], receivers: [receiver], removedReceivers: [] });
  const begin = () =>
    createAlarmDesk({
      core: {
        metadataAll: async () =>
          isCoreAway ? Promise.reject(new Error('away')) : { [AGENT_KEY]: { version: 1, alarms } },
      },
      ...{ disk, program: join(import.meta.dirname, '../main.ts'), rules: readAddressRules({}, []) },
      ...{ isActing: () => isActing, random: () => 0.5 },
      now: () => ({ seconds, wall: 1e12 + seconds * 1000 }),
      look: () => ({ looks: readLooks(seconds), revisions: {} }),
      tell: ({ event }) => events.push(event),
      async send({ kind }, message) {
        const answer = await (answers.get(kind.id) ?? DELIVERED);
        if (answer === 'never') return new Promise(() => undefined);
        if (answer.type === 'delivered') sent.push({ receiver: kind.id, message, at: seconds });
        return answer;
      },
    });
  let desk = begin();
  return {
    ...{ sent, events, answers },
    desk: () => desk,
    contents: () => store.load(),
    now: () => seconds,
    setLooks(next: typeof readLooks) {
      readLooks = next;
    },
    setAlarms(next: object) {
      alarms = next;
    },
    setCoreAway(value: boolean) {
      isCoreAway = value;
      readLooks = () => [lookAtCore(value ? 'lost' : 'alive'), ...(value ? [] : [lookAt(status)])];
    },
    setActing(value: boolean) {
      isActing = value;
    },
    setDiskFull(value: boolean) {
      isDiskFull = value;
    },
    loseFile() {
      store.close();
      rmSync(join(folder, ALARM_FILE));
      store = openAlarmStore(folder);
    },
    /** Simulates `kill -9`: unsaved state is lost. */
    restart() {
      store.close();
      store = openAlarmStore(folder);
      desk = begin();
    },
    async advance(next: Status, forSeconds: number) {
      status = next;
      for (const end = seconds + forSeconds; seconds < end; seconds += 2) {
        await desk.step();
        for (let n = 0; n < 5; n++) await turn();
      }
    },
    close: () => store.close(),
  };
}

const kindsOf = (messages: readonly SentMessage[], receiverId: string) =>
  messages.flatMap(({ receiver, message }) => (receiver === receiverId ? [message.kind] : []));

describe('the failure of a channel', () => {
  it('is reported once within 40 seconds, and so is its end', async () => {
    const sim = createSimulation([receiverOf('ntfy')]);
    await sim.advance('good', 30);
    await sim.advance('bad', 40);
    expect(sim.sent.map(({ message: { kind, severity, title } }) => [kind, severity, title])).toEqual([
      ['fired', 'critical', 'Hall: Channel down'],
    ]);
    await sim.advance('bad', 600);
    await sim.advance('good', 60);
    expect(kindsOf(sim.sent, 'ntfy')).toEqual(['fired', 'resolved']);
    expect(sim.events).toEqual(['alarm-fired', 'alarm-resolved']);
    sim.close();
  });

  it('is reported to other receivers while one hangs or is down', async () => {
    const sim = createSimulation(['ntfy', 'slack', 'discord'].map((kind) => receiverOf(kind)));
    sim.answers.set('ntfy', 'never').set('slack', DOWN);
    await sim.advance('good', 30);
    await sim.advance('bad', 40);
    expect(kindsOf(sim.sent, 'discord')).toEqual(['fired']);
    sim.answers.delete('slack');
    await sim.advance('bad', 200);
    expect(kindsOf(sim.sent, 'slack')).toEqual(['fired']);
    sim.close();
  });

  it.each([20, 30, 36, 40, 50])('is reported with one id by an agent killed after %i seconds', async (at) => {
    const sim = createSimulation([receiverOf('ntfy')]);
    await sim.advance('good', 30);
    await sim.advance('bad', at);
    sim.restart();
    await sim.advance('bad', 60);
    const fired = sim.sent.filter(({ message }) => message.kind === 'fired').map(({ message }) => message.id);
    expect(fired.length).toBeGreaterThan(0);
    expect(new Set(fired).size).toBe(1);
    sim.close();
  });

  it('is reported again with the same id if the delivery is uncertain', async () => {
    const sim = createSimulation([receiverOf('ntfy')]);
    sim.answers.set('ntfy', 'never');
    await sim.advance('good', 30);
    await sim.advance('bad', 50);
    const [row] = sim.contents().waiting;
    sim.restart();
    sim.answers.delete('ntfy');
    await sim.advance('bad', 10);
    expect(sim.sent.map(({ message }) => message.id)).toEqual([row?.id]);
    expect(sim.contents().waiting).toEqual([]);
    sim.close();
  });

  it('is reported while the disk is full, and stored when there is room', async () => {
    const sim = createSimulation([receiverOf('ntfy')]);
    await sim.advance('good', 30);
    sim.setDiskFull(true);
    await sim.advance('bad', 50);
    expect(kindsOf(sim.sent, 'ntfy')).toEqual(['fired']);
    sim.setDiskFull(false);
    await sim.advance('bad', 20);
    expect(sim.events).toEqual(['alarm-fired', 'alarms-failed', 'alarms-back']);
    sim.restart();
    await sim.advance('bad', 60);
    expect(kindsOf(sim.sent, 'ntfy')).toEqual(['fired']);
    sim.close();
  });
});

it('after a damaged file, all alarm data is stored again except what was just deleted', async () => {
  const sim = createSimulation([receiverOf('ntfy'), receiverOf('slack'), receiverOf('discord')]);
  sim.answers.set('ntfy', DOWN);
  await sim.advance('good', 30);
  await sim.advance('bad', 50);
  const before = sim.contents();
  expect(before.waiting.length).toBe(1);
  sim.loseFile();
  sim.desk().storeAnew();
  await sim.desk().removeReceiver('discord');
  await sim.advance('bad', 4);
  const after = sim.contents();
  expect(after.receivers.map(({ id }) => id)).toEqual(['ntfy', 'slack']);
  expect(after.waiting.map(({ id }) => id)).toEqual(before.waiting.map(({ id }) => id));
  sim.restart();
  sim.answers.delete('ntfy');
  await sim.advance('bad', 200);
  expect(kindsOf(sim.sent, 'ntfy')).toEqual(['fired']);
  expect(kindsOf(sim.sent, 'slack')).toEqual(['fired']);
  sim.close();
});

it('a receiver that returns 410 is switched off, and an event records it', async () => {
  const sim = createSimulation([receiverOf('ntfy')]);
  sim.answers.set('ntfy', { type: 'gone', status: 410 });
  await sim.advance('good', 30);
  await sim.advance('bad', 50);
  await sim.advance('good', 60);
  expect(sim.events).toEqual(['alarm-fired', 'alarm-undelivered', 'receiver-gone', 'alarm-resolved']);
  expect(sim.contents().receivers).toMatchObject([{ isGone: true }]);
  sim.close();
});

describe.each(['ntfy', 'heartbeat'])('a %s whose 410 arrives late', (kind) => {
  const GONE: Delivery = { type: 'gone', status: 410 };
  async function tryAll() {
    const sim = createSimulation([receiverOf(kind)]);
    let resolve: (delivery: Delivery) => void = () => undefined;
    const promise = new Promise<Delivery>((done) => {
      resolve = done;
    });
    await sim.advance('good', 30);
    sim.answers.set(kind, promise);
    await sim.advance(kind === 'heartbeat' ? 'good' : 'bad', 80);
    return {
      sim,
      async answer() {
        sim.answers.delete(kind);
        resolve(GONE);
        await sim.advance('good', 10);
      },
    };
  }

  it('keeps the version that was saved meanwhile', async () => {
    const { sim, answer } = await tryAll();
    const saved = { ...receiverOf(kind), name: 'Saved meanwhile' };
    await sim.desk().putReceiver(saved);
    await answer();
    expect(sim.desk().receivers()).toEqual([saved]);
    expect(sim.contents().receivers).toEqual([saved]);
    expect(sim.events).not.toContain('receiver-gone');
    sim.close();
  });

  it('stays deleted if it was deleted meanwhile', async () => {
    const { sim, answer } = await tryAll();
    await sim.desk().removeReceiver(kind);
    await answer();
    expect(sim.desk().receivers()).toEqual([]);
    expect(sim.contents()).toMatchObject({ receivers: [], waiting: [] });
    expect(sim.desk().lastBeat(kind)).toBeNull();
    sim.close();
  });
});

it.each([false, true])(
  'a receiver that is switched off gets none of its waiting messages, restart: %s',
  async (restarts) => {
    const sim = createSimulation([receiverOf('ntfy'), receiverOf('slack')]);
    for (const kind of ['ntfy', 'slack']) sim.answers.set(kind, DOWN);
    await sim.advance('good', 30);
    await sim.advance('bad', 60);
    sim.setAlarms({ receivers: { ntfy: { on: false } } });
    if (restarts) sim.restart();
    await sim.advance('bad', 30);
    expect(sim.contents().waiting).toMatchObject([{ receiver: 'slack' }]);
    sim.answers.clear();
    await sim.advance('bad', 1200);
    expect(sim.sent.map(({ receiver }) => receiver)).toEqual(['slack']);
    sim.close();
  },
);

describe('a receiver that was down for three hours', () => {
  it('gets its messages in order within ten minutes of its return, and others are not delayed', async () => {
    const sim = createSimulation([receiverOf('ntfy'), receiverOf('slack')]);
    sim.setAlarms({ receivers: { ntfy: {}, slack: {} } });
    sim.answers.set('ntfy', DOWN);
    const parts = (['a', 'b', 'c'] as const).map((channel) => ({ channel, from: sim.now() + 100 }));
    parts.forEach((part, at) => {
      part.from += at * 3000;
    });
    // The first two end before the receiver is back, one of them during a try.
    sim.setLooks((second) => [
      lookAtCore('alive'),
      ...parts.map(({ channel, from }, at) =>
        lookAt(second >= from && (at === 2 || second < from + 2000) ? 'bad' : 'good', { channel }),
      ),
    ]);
    await sim.advance('good', 3 * 3600);
    const sentTo = (receiverId: string) =>
      sim.sent.flatMap(({ receiver, message: { id } }) => (receiver === receiverId ? [id.split('_')[0]] : []));
    expect(sentTo('slack')).toEqual(['fired', 'resolved', 'fired', 'resolved', 'fired']);
    expect(sentTo('ntfy')).toEqual([]);
    const sentPerPart = parts.map(({ from }) => sim.sent.filter(({ at }) => at >= from && at <= from + 40).length);
    expect(sentPerPart).toEqual([1, 1, 1]);
    sim.answers.delete('ntfy');
    await sim.advance('good', 600);
    // Incidents that are over need one message each, oldest first.
    expect(sentTo('ntfy')).toEqual(['resolved', 'resolved', 'fired']);
    const times = sim.sent.filter(({ receiver }) => receiver === 'ntfy').map(({ message }) => message.at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    sim.close();
  });

  it('gets no message before the ten minutes that it asked for are over', async () => {
    const sim = createSimulation([receiverOf('ntfy')]);
    sim.answers.set('ntfy', { type: 'retry', why: 'too-many', status: 429, afterSeconds: 600 });
    await sim.advance('good', 30);
    await sim.advance('bad', 40);
    sim.answers.delete('ntfy');
    await sim.advance('good', 500);
    expect(sim.sent).toEqual([]);
    await sim.advance('good', 120);
    expect(kindsOf(sim.sent, 'ntfy')).toEqual(['resolved']);
    sim.close();
  });
});

describe('a flapping channel', () => {
  it.each([
    [5, 5],
    [31, 10],
    [31, 25],
    [40, 5],
    [90, 60],
  ])('that is bad for %i s and good for %i s causes three messages at most in ten minutes', async (bad, good) => {
    const sim = createSimulation([receiverOf('ntfy')]);
    await sim.advance('good', 30);
    const startedAt = sim.now();
    sim.setLooks((second) => [
      lookAtCore('alive'),
      lookAt(second < startedAt + 600 && (second - startedAt) % (bad + good) < bad ? 'bad' : 'good'),
    ]);
    await sim.advance('good', 600);
    const within = sim.sent.length;
    await sim.advance('good', 1200);
    expect(within).toBeLessThanOrEqual(3);
    expect(sim.sent.length).toBeLessThanOrEqual(4);
    const kinds = kindsOf(sim.sent, 'ntfy');
    expect(kinds.filter((kind) => kind === 'fired').length).toBe(kinds.filter((kind) => kind === 'resolved').length);
    sim.close();
  });
});

it.each(['unclear', 'bad', 'gone'] as const)(
  'an unreachable core with twenty channels is reported once, and so is its end, with channels %s',
  async (how) => {
    const sim = createSimulation([receiverOf('ntfy')]);
    const channels = Array.from({ length: 20 }, (_, at) => `channel ${at}`);
    let core: 'alive' | 'lost' = 'alive';
    sim.setLooks(() => [
      lookAtCore(core),
      ...(core === 'lost' && how === 'gone'
        ? []
        : channels.map((channel) => lookAt(core === 'alive' || how === 'gone' ? 'good' : how, { channel }))),
    ]);
    await sim.advance('good', 30);
    core = 'lost';
    await sim.advance('good', 900);
    expect(sim.sent.map(({ message }) => message.title)).toEqual(['Core does not respond']);
    core = 'alive';
    await sim.advance('good', 120);
    expect(kindsOf(sim.sent, 'ntfy')).toEqual(['fired', 'resolved']);
    sim.close();
  },
);

it.each([
  ['as usual', {}, ['fired', 'resolved']],
  ['unless its receiver is switched off', { receivers: { ntfy: { on: false } } }, []],
])('an agent killed during the outage of its core reports it, %s', async (_, alarms, kinds) => {
  for (const at of [4, 14, 18, 40]) {
    const sim = createSimulation([receiverOf('ntfy')]);
    sim.setAlarms(alarms);
    await sim.advance('good', 30);
    sim.setCoreAway(true);
    await sim.advance('good', at);
    sim.restart();
    await sim.advance('good', 60);
    expect(sim.sent.length).toBe(kinds.length > 0 ? 1 : 0);
    sim.setCoreAway(false);
    await sim.advance('good', 60);
    expect(kindsOf(sim.sent, 'ntfy')).toEqual(kinds);
    sim.close();
  }
});

describe('a silenced incident', () => {
  const wallAt = (second: number) => 1e12 + second * 1000;
  const quietHours = (from: number, to: number, exceptCritical: boolean) => {
    const [first, last] = [from, to].map((second) => new Date(wallAt(second)).toISOString().slice(11, 16));
    return { quiet: { from: first, to: last, zone: 'UTC', exceptCritical } };
  };
  const publication = (status: Status) =>
    lookAt(status, {
      ...{ rule: 'destination-failing', publication: 'p', names: { channel: 'Hall', publication: 'Stage' } },
    });
  it.each<[what: string, alarms: (now: number) => object, titles: string[], later: string[]]>([
    ['nothing is left out', () => ({}), ['Hall: Channel down'], []],
    [
      'a silence of the channel',
      (now) => ({ silences: [{ channel: CHANNEL, publication: null, until: wallAt(now + 1200) }] }),
      [],
      ['Hall: Channel down'],
    ],
    [
      'a silence of another channel',
      (now) => ({ silences: [{ channel: 'other', publication: null, until: wallAt(now + 1200) }] }),
      ['Hall: Channel down'],
      [],
    ],
    [
      'quiet hours',
      (now) => ({ receivers: { ntfy: quietHours(now - 60, now + 1200, false) } }),
      [],
      ['Hall: Channel down'],
    ],
    [
      'quiet hours that let critical alarms through',
      (now) => ({ receivers: { ntfy: quietHours(now - 60, now + 1200, true) } }),
      ['Hall: Channel down'],
      [],
    ],
    ['a receiver that is off', () => ({ receivers: { ntfy: { on: false } } }), [], []],
    ['a rule that is off', () => ({ rules: { 'channel-down': { on: false } } }), [], []],
  ])('sends the right messages now and later, even after a kill: %s', async (_, alarms, titles, later) => {
    const sim = createSimulation([receiverOf('ntfy')]);
    sim.setAlarms(alarms(sim.now()));
    let status: Status = 'good';
    // The publication fails as a consequence and is not reported.
    sim.setLooks(() => [
      lookAtCore('alive'),
      lookAt(status),
      ...(status === 'bad' ? [publication('bad')] : [publication('good')]),
    ]);
    await sim.advance('good', 30);
    status = 'bad';
    await sim.advance('good', 300);
    sim.restart();
    await sim.advance('good', 300);
    const titlesSent = () => sim.sent.map(({ message }) => message.title);
    expect(titlesSent()).toEqual(titles);
    await sim.advance('good', 900);
    expect(titlesSent()).toEqual([...titles, ...later]);
    sim.close();
  });
});

describe('two agents with a file each', () => {
  /** The first agent acts for a while, then the second, in turn. Both have the receiver. */
  const pair = () => {
    const [first, second] = [createSimulation([receiverOf('ntfy')]), createSimulation([receiverOf('ntfy')])];
    second.setActing(false);
    return {
      ...{ first, second },
      async advance(status: Status, seconds: number) {
        await first.advance(status, seconds);
        await second.advance(status, seconds);
      },
      turn() {
        for (const [sim, acts] of [
          [first, false],
          [second, true],
        ] as const)
          sim.setActing(acts);
      },
      turnBack() {
        for (const [sim, acts] of [
          [first, true],
          [second, false],
        ] as const)
          sim.setActing(acts);
      },
      close() {
        first.close();
        second.close();
      },
    };
  };

  it('report a failure through the acting one, and not again after a takeover', async () => {
    const desks = pair();
    await desks.advance('good', 30);
    await desks.advance('bad', 60);
    desks.turn();
    await desks.advance('bad', 600);
    desks.turnBack();
    await desks.advance('bad', 600);
    desks.turn();
    await desks.advance('bad', 600);
    expect(kindsOf(desks.first.sent, 'ntfy')).toEqual(['fired']);
    expect(desks.second.sent).toEqual([]);
    desks.turnBack();
    await desks.advance('good', 60);
    expect(kindsOf(desks.first.sent, 'ntfy')).toEqual(['fired', 'resolved']);
    expect(desks.second.sent).toEqual([]);
    desks.close();
  });

  it('report an open failure at most once each if both saw the channel live', async () => {
    const desks = pair();
    await desks.advance('good', 30);
    desks.turn();
    await desks.advance('good', 30);
    for (let n = 0; n < 4; n++) {
      if (n % 2 === 0) desks.turnBack();
      else desks.turn();
      await desks.advance('bad', 300);
    }
    expect(kindsOf(desks.first.sent, 'ntfy')).toEqual(['fired']);
    expect(kindsOf(desks.second.sent, 'ntfy')).toEqual(['fired']);
    desks.close();
  });

  it('send their waiting messages even while standing by', async () => {
    const desks = pair();
    desks.first.answers.set('ntfy', DOWN);
    await desks.advance('good', 30);
    await desks.advance('bad', 40);
    desks.turn();
    desks.first.restart();
    desks.first.answers.delete('ntfy');
    await desks.advance('bad', 60);
    expect(kindsOf(desks.first.sent, 'ntfy')).toEqual(['fired']);
    desks.close();
  });
});

describe('a heartbeat', () => {
  const beatsFrom = (sim: ReturnType<typeof createSimulation>, from: number) =>
    sim.sent.filter(({ receiver, at }) => receiver === 'heartbeat' && at > from).length;

  it('is sent every minute while all is well', async () => {
    const sim = createSimulation([receiverOf('heartbeat')]);
    await sim.advance('good', 300);
    expect([5, 6]).toContain(sim.sent.length);
    await sim.advance('off', 300);
    expect([10, 11]).toContain(sim.sent.length);
    sim.close();
  });

  it.each<[what: string, looks: (second: number, fellAt: number) => AlarmLook[]]>([
    ['a channel is down', () => [lookAtCore('alive'), lookAt('bad')]],
    [
      'a channel is down and tries again and again',
      (second, fellAt) => [lookAtCore('alive'), lookAt((second - fellAt) % 20 < 6 ? 'bad' : 'unclear')],
    ],
    ['the core is unreachable', () => [lookAtCore('lost'), lookAt('unclear')]],
    ['the core has just become unreachable', () => [lookAtCore('unclear'), lookAt('unclear')]],
    [
      'a channel was down when the core became unreachable, and its state is unclear since',
      (second, fellAt) => [
        lookAtCore(second - fellAt > 10 && second - fellAt < 30 ? 'lost' : 'alive'),
        lookAt(second - fellAt <= 10 ? 'bad' : 'unclear'),
      ],
    ],
  ])('stops within 90 seconds, also after a kill, if %s', async (_, looksAt) => {
    const sim = createSimulation([receiverOf('heartbeat')]);
    await sim.advance('good', 50);
    const fellAt = sim.now();
    sim.setLooks((second) => looksAt(second, fellAt));
    await sim.advance('good', 900);
    sim.restart();
    await sim.advance('good', 300);
    expect(beatsFrom(sim, fellAt)).toBe(0);
    sim.setLooks(() => [lookAtCore('alive'), lookAt('good')]);
    await sim.advance('good', 120);
    expect(beatsFrom(sim, fellAt)).toBeGreaterThan(0);
    sim.close();
  });

  it('resumes after the failed channel is deleted', async () => {
    const sim = createSimulation([receiverOf('heartbeat')]);
    await sim.advance('bad', 60);
    expect(sim.sent).toEqual([]);
    sim.setLooks(() => [lookAtCore('alive')]);
    await sim.advance('good', 10);
    expect(sim.sent.length).toBe(1);
    sim.close();
  });

  it('is not sent by an agent that stands by or cannot read its alarms', async () => {
    const sim = createSimulation([receiverOf('heartbeat')]);
    sim.setActing(false);
    await sim.advance('good', 300);
    sim.setActing(true);
    sim.setDiskFull(true);
    sim.restart();
    await sim.advance('good', 300);
    expect(sim.sent).toEqual([]);
    sim.close();
  });
});

it('a test message is sent at once and returns the real result', async () => {
  const sim = createSimulation([receiverOf('ntfy')]);
  await sim.advance('good', 4);
  sim.answers.set('ntfy', { type: 'refused', why: 'login', status: 401 });
  expect(await sim.desk().test(receiverOf('ntfy'))).toEqual({ type: 'refused', why: 'login', status: 401 });
  sim.answers.delete('ntfy');
  expect(await sim.desk().test(receiverOf('ntfy'))).toEqual(DELIVERED);
  expect(kindsOf(sim.sent, 'ntfy')).toEqual(['test']);
  sim.close();
});
