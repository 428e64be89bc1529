import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { egressId, holdOrderFile, ingestId, SCHEDULE_DONE_KEY, SCHEDULE_KEY } from '../../src/api/processIds.ts';
import type { ScheduleRule } from '../../src/media/schedule/scheduleRule.ts';
import { createOrders } from '../orders.ts';
import { createFakeCore } from '../testing.ts';
import type { ScheduleEvent } from './scheduleEvent.ts';
import { createScheduleRunner } from './scheduleRunner.ts';

const uuid = (n: number) => `11111111-2222-3333-4444-${String(n).padStart(12, '0')}`;
const [A, P, Q] = [uuid(1), uuid(11), uuid(12)];
const MINUTE = 60_000;
/** Sunday. */
const TEN = Date.UTC(2026, 10, 29, 10);

const rule = (changes: Partial<ScheduleRule> = {}): ScheduleRule => ({
  ...{ id: 'service', name: 'Service', isEnabled: true, zone: 'UTC', want: 'on', imageMinutes: 0 },
  timing: { type: 'weekly', days: [7], from: '10:00', to: '11:00' },
  subject: { type: 'channel', id: A, withPublications: true },
  since: TEN - 24 * 60 * MINUTE,
  ...changes,
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function scene(rules: readonly ScheduleRule[] = [rule()], at = TEN - MINUTE) {
  const fake = createFakeCore();
  fake.addChannel(A, 'Main hall');
  fake.addPublication(A, P, 'YouTube');
  fake.addPublication(A, Q, 'Twitch', { address: `http://localhost:8080/memfs/hold-${A}.m3u8` });
  fake.metadata[SCHEDULE_KEY] = { version: 1, schedule: { rules, toleranceMinutes: 10 } };
  const clock = { ms: at };
  const sentEvents: ScheduleEvent[] = [];
  const role = { acts: true };
  let leaving = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let runner = create();
  function create() {
    return createScheduleRunner({
      ...{ core: fake.core, orders: createOrders(fake.core), wall: () => clock.ms },
      tell: (event) => sentEvents.push(event),
    });
  }
  return {
    ...{ fake, clock, sentEvents, role },
    events: () => sentEvents.map(({ event }) => event),
    runner: () => runner,
    begin() {
      runner = create();
      leaving = new AbortController();
      running = runner.run(() => role.acts, leaving.signal);
    },
    async end() {
      leaving.abort();
      await running;
    },
    async advance(seconds: number) {
      for (let n = 0; n < seconds; n++) {
        clock.ms += 1000;
        await vi.advanceTimersByTimeAsync(1000);
      }
    },
  };
}

const STARTS = [ingestId(A), `${ingestId(A)}_snapshot`, egressId('rtmp', Q), egressId('rtmp', P)].map(
  (id) => `start ${id}`,
);

it('the schedule starts a channel with its publications once, at its time, and ends it', async () => {
  const setup = scene();
  setup.begin();
  await setup.advance(59);
  expect(setup.fake.commands()).toEqual([]);
  await setup.advance(3);
  expect(setup.fake.commands()).toEqual(STARTS);
  expect(setup.sentEvents).toEqual([
    {
      ...{ event: 'schedule-done', rule: 'service', name: 'Service', becomes: 'on', late: 0, isLate: false },
      channel: A,
    },
  ]);
  expect(setup.fake.metadata[SCHEDULE_DONE_KEY]).toMatchObject({
    done: { service: TEN },
    last: { service: { result: 'done', at: TEN, lateSeconds: 0, becomes: 'on' } },
  });
  await setup.advance(3600);
  expect(
    setup.fake
      .commands()
      .slice(4)
      .map((call) => call.split(' ')[0]),
  ).toEqual(['stop', 'stop', 'stop', 'stop']);
  await setup.end();
});

it('the schedule does not restart what an operator stopped', async () => {
  const setup = scene();
  setup.begin();
  await setup.advance(62);
  for (const { state } of setup.fake.processes.values()) state.order = 'stop';
  await setup.advance(600);
  await setup.end();
  setup.begin();
  await setup.advance(60);
  expect(setup.fake.commands()).toHaveLength(4);
  await setup.end();
});

it('after a downtime from 09:50 to 10:20 the schedule starts late, once, and reports it', async () => {
  const setup = scene([rule()], TEN - 15 * MINUTE);
  setup.begin();
  await setup.advance(300);
  await setup.end();
  setup.clock.ms = TEN + 20 * MINUTE;
  setup.begin();
  await setup.advance(5);
  expect(setup.fake.commands()).toEqual(STARTS);
  expect(setup.sentEvents).toMatchObject([{ event: 'schedule-done', isLate: true, late: 1201 }]);
  await setup.end();
});

it('a change missed entirely is reported, and a finished run is not started', async () => {
  const setup = scene([
    rule(),
    rule({
      id: 'night',
      name: '',
      want: 'restart',
      subject: { type: 'channel', id: A, withPublications: false },
      timing: { type: 'weekly', days: [7], from: '10:05', to: null },
    }),
  ]);
  setup.clock.ms = TEN + 90 * MINUTE;
  setup.begin();
  await setup.advance(3);
  expect(setup.fake.commands()).toEqual([]);
  expect(setup.sentEvents.filter(({ event }) => event === 'schedule-missed')).toMatchObject([
    { rule: 'service', becomes: 'on' },
    { rule: 'night', name: 'Main hall', becomes: 'restart' },
  ]);
  expect(setup.runner().misses([])).toMatchObject([
    { schedule: A, result: 'missed' },
    { schedule: 'Service', result: 'missed' },
  ]);
  expect(setup.fake.metadata[SCHEDULE_DONE_KEY]).toMatchObject({ last: { service: { at: TEN, result: 'missed' } } });
  await setup.advance(3700);
  expect(setup.runner().misses([])).toEqual([]);
  await setup.end();
});

it('the schedule does nothing twice if the clock is set back by 20 minutes and then ahead by two hours', async () => {
  const setup = scene();
  setup.begin();
  await setup.advance(5 * 60 + 60);
  setup.clock.ms -= 20 * MINUTE;
  await setup.advance(16 * 60);
  expect(setup.fake.commands()).toEqual(STARTS);
  setup.clock.ms += 120 * MINUTE;
  await setup.advance(3);
  expect(setup.fake.commands().filter((call) => call.startsWith('start'))).toEqual(STARTS);
  expect(setup.fake.processes.get(ingestId(A))?.state.order).toBe('stop');
  expect(setup.events()).toEqual(['schedule-done', 'schedule-done']);
  await setup.end();
});

it('the schedule waits for an unreachable core and reports the delay', async () => {
  const setup = scene();
  setup.begin();
  await setup.advance(30);
  setup.fake.server.isAway = true;
  await setup.advance(100);
  expect(setup.sentEvents).toEqual([]);
  setup.fake.server.isAway = false;
  await setup.advance(2);
  expect(setup.fake.commands()).toEqual(STARTS);
  expect(setup.sentEvents).toMatchObject([{ event: 'schedule-done', isLate: false, late: 71 }]);
  await setup.end();
});

it('the schedule continues after an outage of the core halfway', async () => {
  const setup = scene();
  setup.begin();
  let left = 2;
  setup.fake.server.before = async () => {
    if (left-- === 0) setup.fake.server.isAway = true;
  };
  await setup.advance(63);
  expect(setup.sentEvents).toEqual([]);
  setup.fake.server.isAway = false;
  await setup.advance(10);
  expect(setup.fake.commands().toSorted()).toEqual(STARTS.toSorted());
  expect(setup.events()).toEqual(['schedule-done']);
  await setup.end();
});

it.each(Array.from({ length: 50 }, (_, n) => n))(
  'the schedule starts each process once if the agent is killed at change number %d',
  async (n) => {
    const setup = scene();
    setup.begin();
    let left = n % 7;
    let isKilled = false;
    setup.fake.server.before = async () => {
      if (isKilled) return;
      if (left-- > 0) return;
      // The kill happens before the command arrives, or afterwards, so that its response is lost.
      isKilled = true;
      if (n % 2 === 0) setup.fake.server.isAway = true;
      else setTimeout(() => (setup.fake.server.isAway = true), 0);
    };
    await setup.advance(60 + Math.floor(n / 14));
    await vi.advanceTimersByTimeAsync((n * 37) % 100);
    await setup.end();
    setup.fake.server.isAway = false;
    isKilled = true;
    setup.begin();
    await setup.advance(8);
    expect(setup.fake.commands().toSorted()).toEqual(STARTS.toSorted());
    expect(setup.fake.metadata[SCHEDULE_DONE_KEY]).toMatchObject({ done: { service: TEN } });
    await setup.end();
  },
);

it('a restart happens at most once, and not at all if it cannot be stored before', async () => {
  const setup = scene([
    rule({
      want: 'restart',
      timing: { type: 'weekly', days: [7], from: '10:00', to: null },
      subject: { type: 'publication', id: egressId('rtmp', P) },
    }),
  ]);
  const process = setup.fake.processes.get(egressId('rtmp', P));
  if (process) process.state.order = 'start';
  setup.fake.server.refuse = (call) => (call.startsWith('store') ? 'disk full' : null);
  setup.begin();
  await setup.advance(70);
  expect(setup.fake.commands()).toEqual([]);
  setup.fake.server.refuse = () => null;
  await setup.advance(10);
  expect(setup.fake.commands()).toEqual([`reload ${egressId('rtmp', P)}`]);
  expect(setup.fake.calls).toEqual([
    ...setup.fake.calls.slice(0, -2),
    `reload ${egressId('rtmp', P)}`,
    `store ${SCHEDULE_DONE_KEY}`,
  ]);
  await setup.end();
  setup.begin();
  await setup.advance(10);
  expect(setup.fake.commands()).toHaveLength(1);
  await setup.end();
});

it('a restart that failed after it was stored is reported', async () => {
  const setup = scene([rule({ want: 'restart', timing: { type: 'weekly', days: [7], from: '10:00', to: null } })]);
  setup.fake.server.refuse = (call) => {
    if (call.startsWith('store')) setup.fake.server.isAway = true;
    return null;
  };
  setup.begin();
  await setup.advance(62);
  Object.assign(setup.fake.server, { isAway: false, refuse: () => null });
  await setup.advance(30);
  await setup.end();
  expect(setup.fake.commands()).toEqual([]);
  expect(setup.events()).toEqual(['schedule-failed']);
  expect(setup.fake.metadata[SCHEDULE_DONE_KEY]).toMatchObject({ last: { service: { result: 'failed' } } });
});

it('results with an invalid time are left out', async () => {
  const setup = scene();
  const result = { becomes: 'on', isImage: false, result: 'done', lateSeconds: 0, failures: [] };
  setup.fake.metadata[SCHEDULE_DONE_KEY] = { last: { far: { ...result, at: 1e300 }, near: { ...result, at: TEN } } };
  expect(Object.keys((await setup.runner().stored()).last)).toEqual(['near']);
});

it('a restart leaves alone what an operator stopped', async () => {
  const setup = scene([rule({ want: 'restart', timing: { type: 'weekly', days: [7], from: '10:00', to: null } })]);
  setup.begin();
  await setup.advance(70);
  expect(setup.fake.commands()).toEqual([]);
  expect(setup.events()).toEqual(['schedule-done']);
  await setup.end();
});

it('results that cannot be stored are kept and stored later', async () => {
  const setup = scene();
  setup.fake.server.refuse = (call) => (call.startsWith('store') ? 'disk full' : null);
  setup.begin();
  await setup.advance(90);
  expect([setup.fake.commands(), setup.events()]).toEqual([STARTS, ['schedule-done']]);
  expect(setup.fake.metadata[SCHEDULE_DONE_KEY]).toBeUndefined();
  setup.fake.server.refuse = () => null;
  await setup.advance(3);
  expect(setup.fake.metadata[SCHEDULE_DONE_KEY]).toMatchObject({ done: { service: TEN } });
  await setup.end();
});

it('a failure is named and not retried, and the rest is done', async () => {
  const setup = scene([
    rule(),
    rule({ id: 'gone', name: 'Gone', subject: { type: 'group', name: 'Nobody', channel: null } }),
  ]);
  setup.fake.server.refuse = (call) => (call === `start ${egressId('rtmp', P)}` ? 'no space left' : null);
  setup.begin();
  await setup.advance(120);
  expect(setup.fake.commands()).toEqual(STARTS);
  expect(setup.sentEvents).toMatchObject([
    { event: 'schedule-failed', rule: 'service', failures: [{ name: 'YouTube', error: 'no space left' }] },
    { event: 'schedule-failed', rule: 'gone', failures: [{ error: 'No publication belongs to the group' }] },
  ]);
  expect(setup.runner().misses([])).toMatchObject([
    { schedule: 'Service', result: 'failed', failures: [{ name: 'YouTube' }] },
    { schedule: 'Gone', result: 'failed' },
  ]);
  await setup.end();
});

it('the standby image is on air for its minutes from the start', async () => {
  const setup = scene([rule({ imageMinutes: 5 })]);
  setup.begin();
  await setup.advance(63);
  expect(setup.fake.files.get(holdOrderFile(A))).toBe('slate');
  const calls = setup.fake.calls.filter((call) => !call.startsWith('store'));
  expect(calls.slice(0, 3)).toEqual([STARTS[0], STARTS[1], `write ${holdOrderFile(A)}`]);
  await setup.advance(300);
  expect(setup.fake.files.has(holdOrderFile(A))).toBe(false);
  expect(setup.fake.commands()).toEqual(STARTS);
  expect(setup.events()).toEqual(['schedule-done']);
  await setup.end();
});

it('the schedule pauses while another agent acts and learns what that one did', async () => {
  const setup = scene();
  setup.role.acts = false;
  setup.begin();
  await setup.advance(70);
  expect(setup.fake.calls).toEqual([]);
  setup.fake.metadata[SCHEDULE_DONE_KEY] = { version: 1, done: { service: TEN } };
  setup.role.acts = true;
  await setup.advance(5);
  expect(setup.fake.calls).toEqual([]);
  await setup.end();
});

it('the schedule ignores settings of a newer version', async () => {
  const setup = scene();
  setup.fake.metadata[SCHEDULE_KEY] = { version: 2 };
  setup.begin();
  await setup.advance(120);
  expect([setup.fake.calls, setup.events(), setup.runner().misses([])]).toEqual([[], ['schedule-newer'], []]);
  await setup.end();
});

it('a core without schedules is polled every ten seconds only', async () => {
  const setup = scene([]);
  const metadataRead = vi.spyOn(setup.fake.core, 'metadataAll');
  setup.begin();
  await setup.advance(60);
  expect(metadataRead.mock.calls.length).toBeLessThanOrEqual(7);
  setup.runner().refresh();
  await setup.advance(1);
  expect(metadataRead.mock.calls.length).toBeLessThanOrEqual(8);
  await setup.end();
});

it.each(['constructor', 'toString', '__proto__'])('a publication named %s does not block other rules', async (id) => {
  const oddRule = rule({ id: 'odd', subject: { type: 'publication', id } });
  const setup = scene([oddRule, rule()]);
  setup.begin();
  await setup.advance(65);
  await setup.end();
  expect(setup.fake.commands()).toEqual(STARTS);
  expect(setup.events()).toEqual(['schedule-failed', 'schedule-done']);
});

it("pauses between publications delay neither other rules nor the rule's own end", async () => {
  const B = uuid(2);
  const soonRule = rule({
    id: 'chapel',
    timing: { type: 'weekly', days: [7], from: '10:05', to: null },
    subject: { type: 'channel', id: B, withPublications: false },
  });
  const setup = scene([rule({ timing: { type: 'weekly', days: [7], from: '10:00', to: '10:10' } }), soonRule]);
  setup.fake.addChannel(B, 'Chapel');
  setup.fake.addPublication(A, uuid(13), 'Late', { control: { turn: { group: '', order: 1, pause: 1800 } } });
  setup.begin();
  await setup.advance(6 * 60 + 5);
  expect(setup.fake.commands()).toContain(`start ${ingestId(B)}`);
  expect(setup.events()).toEqual(['schedule-done']);
  await setup.advance(5 * 60);
  expect(setup.fake.processes.get(ingestId(A))?.state.order).toBe('stop');
  expect(setup.fake.commands().filter((call) => call === `start ${ingestId(A)}`)).toHaveLength(1);
  await setup.advance(1800);
  expect(setup.fake.commands()).not.toContain(`start ${egressId('rtmp', uuid(13))}`);
  expect(setup.events()).toEqual(['schedule-done', 'schedule-done']);
  await setup.end();
});

it('a rule runs once even if it is marked done days ahead by a wrong clock', async () => {
  const setup = scene();
  setup.fake.metadata[SCHEDULE_DONE_KEY] = { version: 1, done: { service: TEN + 5 * 24 * 60 * MINUTE } };
  setup.begin();
  await setup.advance(300);
  expect(setup.fake.commands()).toEqual(STARTS);
  expect(setup.events()).toEqual(['schedule-done']);
  await setup.end();
});
