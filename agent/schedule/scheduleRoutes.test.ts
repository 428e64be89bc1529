import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AGENT_API, type Schedules } from '../../src/api/agentEndpoints.ts';
import { egressId, SCHEDULE_DONE_KEY, SCHEDULE_KEY } from '../../src/api/processIds.ts';
import type { Channel } from '../../src/media/channel/channel.ts';
import type { ScheduleRule } from '../../src/media/schedule/scheduleRule.ts';
import { createAgentApi } from '../agentApi.ts';
import { LOGIN_HEADER } from '../agentMessages.ts';
import { noControl } from '../control/testing.ts';
import { openJournal } from '../journal.ts';
import { createOrders } from '../orders.ts';
import { createFakeCore } from '../testing.ts';
import { createScheduleRunner } from './scheduleRunner.ts';

const uuid = (n: number) => `11111111-2222-3333-4444-${String(n).padStart(12, '0')}`;
const [A, B, P] = [uuid(1), uuid(2), uuid(11)];
const channels: readonly Channel[] = [
  {
    ...{ id: A, name: 'Main hall', available: true },
    egresses: {
      [egressId('rtmp', P)]: { service: 'rtmp', name: 'YouTube', turn: { group: 'Church', order: 0, pause: 0 } },
    },
  },
  { id: B, name: 'Chapel', available: true, egresses: {} },
];
/** Friday. */
const NOW = Date.UTC(2026, 10, 27, 12);
const rule: ScheduleRule = {
  ...{ id: 'service', name: 'Service', isEnabled: true, zone: 'Europe/Berlin', want: 'on', imageMinutes: 0, since: 0 },
  timing: { type: 'weekly', days: [7], from: '10:00', to: '11:00' },
  subject: { type: 'channel', id: A, withPublications: true },
};

let fake: ReturnType<typeof createFakeCore>;
let app: FastifyInstance;
let address: string;
let now: number;

const rejectCall = async (): Promise<never> => {
  throw new Error('No test asks it');
};

beforeEach(async () => {
  fake = createFakeCore();
  now = NOW;
  const runner = createScheduleRunner({
    ...{ core: fake.core, orders: createOrders(fake.core), tell: () => undefined, wall: () => now },
  });
  app = createAgentApi({
    ...{ journal: openJournal({ disk: null, tell: () => undefined }), admit: null, trouble: () => null },
    ...{ history: null, alarms: null, schedules: { core: fake.core, runner, channels: () => channels } },
    ...{ metrics: rejectCall, mayReadMetrics: () => false, state: rejectCall, ...noControl() },
  });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

async function request(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${address}${AGENT_API}${path}`, {
    method,
    headers: { [LOGIN_HEADER]: '1', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}
const read = async (): Promise<Schedules> => (await request('GET', '/schedules')).body;
const save = async (rules: readonly object[], changes = {}) =>
  await request('PUT', '/schedules', {
    settings: { rules, toleranceMinutes: 10, ...changes },
    revision: (await read()).revision,
  });

it('the schedule routes store rules and set the time since which each applies', async () => {
  expect(await read()).toMatchObject({ settings: { rules: [], toleranceMinutes: 10 }, last: {}, fault: null });
  const { status, body } = await save([{ ...rule, since: 5 }]);
  expect([status, body.settings.rules]).toEqual([200, [{ ...rule, since: NOW }]]);
  now += 60_000;
  const saved = await save([
    { ...rule, name: 'Mass' },
    { ...rule, id: 'second' },
  ]);
  expect(saved.body.settings.rules).toMatchObject([
    { name: 'Mass', since: NOW },
    { id: 'second', since: now },
  ]);
  now += 60_000;
  const changed = await save([
    { ...rule, timing: { ...rule.timing, from: '09:30' } },
    { ...rule, id: 'second', isEnabled: false },
  ]);
  expect(changed.body.settings.rules).toMatchObject([{ since: now }, { since: NOW + 60_000 }]);
  now += 60_000;
  expect((await save([{ ...rule, id: 'second' }])).body.settings.rules).toMatchObject([{ since: now }]);
});

it('the schedule routes keep unknown data and reject an outdated revision', async () => {
  fake.metadata[SCHEDULE_KEY] = { version: 1, other: 1, schedule: { rules: [], more: 2 } };
  const { revision } = await read();
  expect((await save([rule])).status).toBe(200);
  expect(fake.metadata[SCHEDULE_KEY]).toMatchObject({ other: 1, schedule: { more: 2 } });
  const response = await request('PUT', '/schedules', { settings: { rules: [], toleranceMinutes: 10 }, revision });
  expect(response.status).toBe(409);
  fake.metadata[SCHEDULE_KEY] = { version: 2 };
  expect(await read()).toMatchObject({ settings: { rules: [] }, fault: 'newer' });
  expect((await save([])).status).toBe(409);
});

it('the schedule routes name the faults of each rule', async () => {
  const { status, body } = await save([
    rule,
    { ...rule, id: 'b', zone: 'Mars/Base' },
    { ...rule, id: 'service' },
    { ...rule, id: 'd', timing: { type: 'cron', expression: '* * * * * *', minutes: null } },
    { ...rule, id: 'no id!' },
  ]);
  expect(status).toBe(422);
  expect(body.faults.map(({ field }: { field: string }) => field)).toEqual([
    ...['rules.1.zone', 'rules.2.id', 'rules.3.expression', 'rules.4.id'],
  ]);
  expect((await save([rule], { toleranceMinutes: 0 })).body.field).toBe('toleranceMinutes');
  expect((await save(Array.from({ length: 201 }, (_, n) => ({ ...rule, id: `r${n}` })))).body.field).toBe('rules');
  expect((await save([{ ...rule, timing: { type: 'never' } }])).body.field).toBe('rules.0.timing');
  expect(fake.calls).toEqual([]);
});

it('the schedule routes accept the maximum number of rules with long names', async () => {
  const rules = Array.from({ length: 200 }, (_, n) => ({
    ...{ ...rule, id: `r${n}-${'x'.repeat(50)}`, name: 'ä'.repeat(100), zone: 'America/Argentina/Buenos_Aires' },
    timing: { type: 'cron', expression: '0,10,20,30,40,50 8-20 1-28 1,2,3,4,5,6 MON,TUE,WED,THU', minutes: 5 },
    subject: { type: 'group', name: 'g'.repeat(200), channel: A },
  }));
  expect((await save(rules)).status).toBe(200);
});

it("the schedule routes return the result of each rule's newest change", async () => {
  await save([rule]);
  const result = { ...{ at: 5, becomes: 'on', isImage: false, result: 'late', lateSeconds: 700 }, failures: [] };
  fake.metadata[SCHEDULE_DONE_KEY] = { version: 1, done: {}, last: { service: result, gone: result, other: 'x' } };
  expect((await read()).last).toEqual({ service: result });
});

it('the schedule routes preview rules without storing them', async () => {
  const night = { ...rule, id: 'night', want: 'off', timing: { ...rule.timing, from: '10:30', to: '10:40' } };
  const { status, body } = await request('POST', '/schedules/preview', { rules: [rule, night], toleranceMinutes: 10 });
  expect(status).toBe(200);
  expect(body.entries.slice(0, 4)).toEqual(
    [
      ['service', 'on', 9, 0],
      ['night', 'off', 9, 30],
      ['night', 'on', 9, 40],
      ['service', 'off', 10, 0],
    ].map(([id, becomes, hour, minute]) => ({
      ...{ rule: id, becomes, at: Date.UTC(2026, 10, 29, Number(hour), Number(minute)) },
      ...{ isImage: false, isAdjusted: false },
    })),
  );
  expect(body).toMatchObject({ isCut: false, conflicts: [{ rules: ['night', 'service'] }] });
  expect(fake.calls).toEqual([]);
  const wrong = await request('POST', '/schedules/preview', { rules: [{ ...rule, zone: '' }], toleranceMinutes: 10 });
  expect(wrong.body.field).toBe('rules.0.zone');
});

it('the schedule routes return the next change of each channel', async () => {
  const utc = (day: number, hour: number) => Date.UTC(2026, 10, day, hour);
  await save([
    rule,
    {
      ...{ ...rule, id: 'group', subject: { type: 'group', name: 'Church', channel: null } },
      timing: { type: 'once', from: '2026-11-28T10:00', to: null },
    },
    {
      ...{ ...rule, id: 'image', name: '', subject: { type: 'image', id: B } },
      timing: { type: 'once', from: '2026-11-27T08:00', to: '2026-11-27T20:00' },
    },
    { ...rule, id: 'off', isEnabled: false, timing: { type: 'once', from: '2026-11-27T14:00', to: null } },
  ]);
  const { body } = await request('GET', '/schedules/next');
  expect(body.channels).toEqual({
    [A]: {
      ...{ at: utc(28, 9), becomes: 'on', isImage: false, rule: 'group', name: 'Service' },
      subject: { type: 'group', name: 'Church', channel: null },
    },
    [B]: { at: utc(27, 19), becomes: 'off', isImage: true, rule: 'image', name: '', subject: { type: 'image', id: B } },
  });
});

it('the schedule routes return 503 if the core does not respond', async () => {
  fake.server.isAway = true;
  expect((await request('GET', '/schedules')).status).toBe(503);
  expect((await request('GET', '/schedules/next')).status).toBe(503);
});
