import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { limit } from '../../server/util/limits.ts';
import { AGENT_API, agentEndpoints, ProblemDetails } from '../../src/api/agentEndpoints.ts';
import { AGENT_KEY } from '../../src/api/processIds.ts';
import type { AlarmLook } from '../../src/media/incident/alarmLooks.ts';
import { createAgentApi } from '../agentApi.ts';
import { LOGIN_HEADER } from '../agentMessages.ts';
import { noControl } from '../control/testing.ts';
import { openJournal } from '../journal.ts';
import { readAddressRules } from '../receivers/addressRules.ts';
import type { Delivery } from '../receivers/delivery.ts';
import { goodFields, SECRET } from '../receivers/testing.ts';
import { type AlarmDesk, createAlarmDesk } from './alarmDesk.ts';
import type { AlarmDisk } from './alarmDisk.ts';
import { type AlarmStore, openAlarmStore } from './alarmStore.ts';

const RULES = readAddressRules({}, []);
let app: FastifyInstance;
let address = '';
let store: AlarmStore;
let desk: AlarmDesk;
let metadata: Record<string, NonNullable<unknown> | null> = {};
let machine: readonly AlarmLook[] = [];
let isBusy = false;
const NOBODY = { channel: '', publication: '' };
let isCoreAway = false;
let turns = 0;
let delivery: Delivery = { type: 'delivered', status: 200 };

async function pause() {
  for (let n = 0; n < turns; n++) await turn();
}

const rejectCall = () => Promise.reject(new Error('nobody asks for it here'));

beforeEach(async () => {
  isBusy = false;
  [metadata, isCoreAway, turns, delivery, machine] = [{}, false, 0, { type: 'delivered', status: 200 }, []];
  store = openAlarmStore(join(testTempDir(), 'agent'));
  const disk: AlarmDisk = {
    load: async () => store.load(),
    async save(change) {
      await pause();
      store.save(change);
    },
    deliveries: async (before, limit) => store.deliveries(before, limit),
    incidents: async (before, limit) => store.incidents(before, limit),
  };
  desk = createAlarmDesk({
    ...{ disk, program: join(import.meta.dirname, '../main.ts'), rules: RULES },
    core: {
      async metadataAll() {
        await pause();
        if (isCoreAway) throw new Error('away');
        return metadata;
      },
    },
    isActing: () => true,
    look: () => ({ looks: machine, revisions: {} }),
    tell: () => undefined,
    send: async () => delivery,
  });
  await desk.step();
  const core = {
    async metadataSet({ key, body }: { key: string; body: unknown }) {
      await pause();
      if (isCoreAway) throw new Error('away');
      metadata = { ...metadata, [key]: body ?? null };
      return null;
    },
  };
  app = createAgentApi({
    ...{ journal: openJournal({ disk: null, tell: () => undefined }), admit: null, trouble: () => null },
    ...{ history: null, schedules: null, alarms: { core, desk, disk, rules: RULES, areLooksPaused: () => isBusy } },
    ...{ metrics: rejectCall, mayReadMetrics: () => false, state: rejectCall, ...noControl() },
  });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await app.close();
  store.close();
});

async function request(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${address}${AGENT_API}${path}`, {
    method,
    headers: { [LOGIN_HEADER]: '1', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined
      ? {}
      : {
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
  });
  return { status: answer.status, text: await answer.text() };
}

const NTFY = {
  kind: 'ntfy',
  name: 'Phone',
  fields: { ...goodFields('https://ntfy.example').ntfy, token: 'tk_secret' },
};

async function addReceiver(form: object = NTFY) {
  const { status, text } = await request('POST', '/receivers', form);
  expect(status, text).toBe(200);
  return agentEndpoints.agentReceiverAdd.answer.parse(JSON.parse(text));
}

const alarms = async () => agentEndpoints.agentAlarms.answer.parse(JSON.parse((await request('GET', '/alarms')).text));
const problemOf = ({ text }: { text: string }) => ProblemDetails.parse(JSON.parse(text));

describe('POST /receivers/try', () => {
  it('sends a test with the stored secrets if the address is the same, and stores nothing', async () => {
    const { id, fields } = await addReceiver();
    for (const body of [
      { id: null, ...NTFY },
      { id, kind: 'ntfy', name: 'Phone', fields },
    ])
      expect(await request('POST', '/receivers/try', body)).toMatchObject({ status: 200 });
    delivery = { type: 'refused', why: 'login', status: 401 };
    const { text } = await request('POST', '/receivers/try', { id: null, ...NTFY });
    expect(JSON.parse(text)).toMatchObject({ type: 'refused', why: 'login', status: 401 });
    expect(store.deliveries(null, 10)).toEqual([]);
    expect(store.load().receivers).toHaveLength(1);
  });

  it.each([
    ['a secret that went with another address', { fields: { address: 'https://evil.example' } }, 422],
    ['a receiver that is gone', { id: 'gone', fields: NTFY.fields }, 404],
    ['an address of this machine', { id: null, fields: { ...NTFY.fields, address: 'http://127.0.0.1:9' } }, 422],
    ['nothing', { name: '' }, 422],
  ])('does not send to %s', async (_, overrides, status) => {
    const { id } = await addReceiver();
    const body = { id, kind: 'ntfy', name: 'Phone', fields: {}, ...overrides };
    expect(await request('POST', '/receivers/try', body)).toMatchObject({ status });
  });
});

describe('a receiver', () => {
  it('is added, listed without its secrets, and registered in the core', async () => {
    const receiver = await addReceiver();
    expect(receiver).toMatchObject({
      kind: 'ntfy',
      name: 'Phone',
      secrets: ['topic', 'token'],
      isGone: false,
      lastBeat: null,
    });
    const { text } = await request('GET', '/receivers');
    expect(agentEndpoints.agentReceivers.answer.parse(JSON.parse(text)).receivers).toEqual([receiver]);
    expect(text).not.toContain('tk_secret');
    expect(JSON.stringify(metadata)).not.toContain('tk_secret');
    expect(metadata[AGENT_KEY]).toMatchObject({ version: 1, alarms: { receivers: { [receiver.id]: { on: true } } } });
  });

  it('keeps its secret if only the name changes, and loses it with another address', async () => {
    const { id, fields } = await addReceiver();
    await request('PUT', `/receivers/${id}`, { kind: 'ntfy', name: 'Other', fields });
    expect(store.load().receivers).toMatchObject([{ name: 'Other', fields: { token: 'tk_secret' } }]);
    const moved = { ...fields, address: 'https://evil.example' };
    await request('PUT', `/receivers/${id}`, { kind: 'ntfy', name: 'Other', fields: moved });
    expect(store.load().receivers).toMatchObject([{ fields: { address: 'https://ntfy.example' } }]);
  });

  it('is deleted, also in the core', async () => {
    const { id } = await addReceiver();
    expect(await request('DELETE', `/receivers/${id}`)).toMatchObject({ status: 200, text: '{"receivers":[]}' });
    expect(store.load().receivers).toEqual([]);
    expect(JSON.stringify(metadata)).not.toContain(id);
    expect((await request('DELETE', `/receivers/${id}`)).status).toBe(404);
  });

  it('deleted while the core was unreachable is removed from the core by the next try', async () => {
    const { id } = await addReceiver();
    isCoreAway = true;
    expect((await request('DELETE', `/receivers/${id}`)).status).toBe(503);
    isCoreAway = false;
    expect(JSON.stringify(metadata)).toContain(id);
    expect(await request('DELETE', `/receivers/${id}`)).toMatchObject({ status: 200, text: '{"receivers":[]}' });
    expect(JSON.stringify(metadata)).not.toContain(id);
    expect((await request('DELETE', `/receivers/${id}`)).status).toBe(404);
  });

  it('accepts test and delete requests with a content type and an empty body', async () => {
    const { id } = await addReceiver();
    expect((await request('POST', `/receivers/${id}/test`, '')).status).toBe(200);
    expect((await request('POST', '/deliveries/1/again', '')).status).toBe(200);
    expect((await request('DELETE', `/receivers/${id}`, '')).status).toBe(200);
    expect(problemOf(await request('POST', '/receivers', ''))).toMatchObject({
      status: 400,
      detail: 'The body is no JSON',
    });
  });

  it.each(['__proto__', 'constructor', 'toString'])('named %s does not exist', async (id) =>
    expect((await request('DELETE', `/receivers/${id}`)).status).toBe(404),
  );

  it('is registered in the core while several are added, deleted and edited at once', async () => {
    turns = 50;
    const first = await Promise.all([1, 2, 3, 4].map(() => addReceiver()));
    const [removed, ...others] = first;
    const answers = await Promise.all([
      ...[5, 6, 7].map((number) => request('POST', '/receivers', { ...NTFY, name: `${number}` })),
      request('DELETE', `/receivers/${removed?.id}`),
      ...others.map(({ id, fields }) => request('PUT', `/receivers/${id}`, { kind: 'ntfy', name: 'Edited', fields })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200));
    const ids = store.load().receivers.map(({ id }) => id);
    expect(ids).toHaveLength(6);
    expect(Object.keys((await alarms()).settings.receivers).sort()).toEqual(ids.sort());
  });

  it('is rejected beyond the limit of a hundred, even if many are added at once', async () => {
    turns = 20;
    const answers = await Promise.all(Array.from({ length: 130 }, () => request('POST', '/receivers', NTFY)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(store.load().receivers).toHaveLength(100);
  });

  it('is not added if the core cannot store its registration', async () => {
    isCoreAway = true;
    expect((await request('POST', '/receivers', NTFY)).status).toBe(503);
    expect(store.load().receivers).toEqual([]);
  });

  it.each<[string, unknown, number]>([
    ['no JSON', '{', 400],
    ['no form', [], 422],
    ['no name', { ...NTFY, name: ' ' }, 422],
    ['an unknown kind', { ...NTFY, kind: 'pigeon' }, 422],
    ['no topic', { ...NTFY, fields: { address: 'https://ntfy.example' } }, 422],
    ['an address of this machine', { ...NTFY, fields: { ...NTFY.fields, address: 'http://127.0.0.1:8080' } }, 422],
    ['an address of this machine in disguise', { ...NTFY, fields: { ...NTFY.fields, address: 'http://0x7f.1' } }, 422],
    ['too many letters', { ...NTFY, name: 'x'.repeat(limit('agentBody')) }, 413],
  ])('with %s is rejected with a reason', async (_, form, status) => {
    const answer = await request('POST', '/receivers', form);
    expect(answer.status).toBe(status);
    expect(problemOf(answer).detail).not.toBe('');
    expect(store.load().receivers).toEqual([]);
  });

  it.each<[Delivery, object]>([
    [
      { type: 'delivered', status: 200 },
      { type: 'delivered', why: null, text: null, status: 200 },
    ],
    [
      { type: 'refused', why: 'login', status: 401 },
      { type: 'refused', why: 'login', status: 401 },
    ],
    [
      { type: 'gone', status: 410 },
      { type: 'gone', why: 'gone', status: 410 },
    ],
  ])('is tested with its real result: %j', async (result, answer) => {
    const { id } = await addReceiver();
    delivery = result;
    const { text } = await request('POST', `/receivers/${id}/test`);
    expect(JSON.parse(text)).toMatchObject(answer);
    const found = agentEndpoints.agentDeliveries.answer.parse(JSON.parse((await request('GET', '/deliveries')).text));
    expect(found.deliveries).toMatchObject([{ receiver: id, kind: 'test', tries: 1, nextAt: null }]);
  });
});

describe('a delivery', () => {
  it('that was given up is sent again with its id', async () => {
    const { id } = await addReceiver();
    delivery = { type: 'refused', why: 'login', status: 401 };
    await request('POST', `/receivers/${id}/test`);
    const list = async () =>
      agentEndpoints.agentDeliveries.answer.parse(JSON.parse((await request('GET', '/deliveries')).text)).deliveries;
    const [before] = await list();
    delivery = { type: 'delivered', status: 200 };
    expect((await request('POST', `/deliveries/${before?.number}/again`)).status).toBe(200);
    await expect.poll(async () => (await list()).map((delivery) => delivery.state)).toEqual(['delivered']);
    expect((await list())[0]).toMatchObject({ id: before?.id, number: before?.number, tries: 1 });
  });

  it.each(['0', '7', 'x', '-1', '99999999999999999999'])('with the number %s does not exist', async (number) => {
    expect((await request('POST', `/deliveries/${number}/again`)).status).toBe(404);
  });

  it('to a deleted receiver is not sent again', async () => {
    const { id } = await addReceiver();
    await request('POST', `/receivers/${id}/test`);
    await request('DELETE', `/receivers/${id}`);
    expect((await request('POST', '/deliveries/1/again')).status).toBe(404);
  });
});

it('GET /receiver-kinds lists the fields and marks the secret ones', async () => {
  const { kinds } = agentEndpoints.agentReceiverKinds.answer.parse(
    JSON.parse((await request('GET', '/receiver-kinds')).text),
  );
  expect(kinds.find(({ id }) => id === 'webhook')?.fields.secret).toMatchObject({ isSecret: true });
  expect(kinds.find(({ id }) => id === 'heartbeat')?.everySeconds).toBe(60);
});

describe('the alarm settings', () => {
  it('offer only rules that have data to judge by', async () => {
    const { offered } = await alarms();
    expect(offered).toContain('channel-down');
    for (const id of ['certificate', 'disk-full', 'black', 'viewers-over']) expect(offered).not.toContain(id);
    machine = [
      { ...{ rule: 'disk-full', channel: null, publication: null, condition: { status: 'good' } }, names: NOBODY },
      { ...{ rule: 'certificate', channel: null, publication: null, condition: { status: 'off' } }, names: NOBODY },
    ];
    const now = await alarms();
    expect([now.offered.includes('disk-full'), now.offered.includes('certificate')]).toEqual([true, false]);
  });

  it('tell that nothing is looked at while the machine is busy', async () => {
    expect((await alarms()).areLooksPaused).toBe(false);
    isBusy = true;
    expect((await alarms()).areLooksPaused).toBe(true);
  });

  it('keep the chosen number of viewers', async () => {
    const before = await alarms();
    const rules = { ...before.settings.rules, 'viewers-over': { on: true, seconds: 30, value: 250 } };
    expect((await request('PUT', '/alarms', { ...before, settings: { ...before.settings, rules } })).status).toBe(200);
    expect((await alarms()).settings.rules['viewers-over']).toEqual({ on: true, seconds: 30, value: 250 });
  });

  it('keep rules of a newer version', async () => {
    metadata = { [AGENT_KEY]: { version: 1, alarms: { rules: { 'not-yet-known': { on: true, grace: 5 } } } } };
    const before = await alarms();
    expect(before.settings.rules).not.toHaveProperty('not-yet-known');
    expect((await request('PUT', '/alarms', before)).status).toBe(200);
    expect(metadata[AGENT_KEY]).toMatchObject({ alarms: { rules: { 'not-yet-known': { on: true, grace: 5 } } } });
  });

  it('are stored only with the latest revision', async () => {
    const before = await alarms();
    const wording = { language: 'de', zone: 'Europe/Berlin', page: 'https://live.example.org/ui/' };
    const form = { revision: before.revision, settings: { ...before.settings, wording } };
    expect((await request('PUT', '/alarms', form)).status).toBe(200);
    expect((await alarms()).settings).toEqual(form.settings);
    expect((await request('PUT', '/alarms', form)).status).toBe(409);
  });

  it('saved by several operators at once are those of one, and the others get a conflict', async () => {
    turns = 50;
    const { settings, revision } = await alarms();
    const forms = ['de', 'fr', 'it'].map((language) => ({
      settings: { ...settings, wording: { ...settings.wording, language } },
      revision,
    }));
    const answers = await Promise.all(forms.map((form) => request('PUT', '/alarms', form)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await alarms()).settings.wording).toEqual(forms[won]?.settings.wording);
  });

  it('keep receivers that the form omits', async () => {
    const { id } = await addReceiver();
    const before = await alarms();
    const settings = { ...before.settings, receivers: {} };
    expect((await request('PUT', '/alarms', { ...before, settings })).status).toBe(200);
    expect((await alarms()).settings.receivers).toHaveProperty(id);
  });

  it('of a newer version stay unchanged', async () => {
    metadata = { [AGENT_KEY]: { version: 2, alarms: 'x' } };
    const before = await alarms();
    expect(before.fault).toBe('newer');
    expect((await request('PUT', '/alarms', before)).status).toBe(409);
    expect(metadata[AGENT_KEY]).toEqual({ version: 2, alarms: 'x' });
  });

  it.each<[string, (settings: Record<string, unknown>) => object]>([
    [
      'an unknown time zone',
      (settings) => ({ ...settings, wording: { language: 'de', zone: 'Moon/Sea', page: null } }),
    ],
    [
      'an invalid page address',
      (settings) => ({ ...settings, wording: { language: 'de', zone: null, page: 'file:///x' } }),
    ],
    ['a duration of 0 s', (settings) => ({ ...settings, rules: { 'channel-down': { on: true, seconds: 0 } } })],
    [
      'a duration of half a second',
      (settings) => ({ ...settings, rules: { 'channel-down': { on: true, seconds: 0.5 } } }),
    ],
    ['no viewers', (settings) => ({ ...settings, rules: { 'viewers-over': { on: true, seconds: 30, value: 0 } } })],
    [
      'a value for a rule that has none',
      (settings) => ({ ...settings, rules: { black: { on: true, seconds: 60, value: 5 } } }),
    ],
    [
      'a value that is a text',
      (settings) => ({ ...settings, rules: { 'viewers-over': { on: true, seconds: 30, value: '5' } } }),
    ],
    ['no silences', (settings) => ({ ...settings, silences: 7 })],
  ])('with %s are rejected with a reason', async (_, change) => {
    const before = await alarms();
    const answer = await request('PUT', '/alarms', { ...before, settings: change(before.settings) });
    expect(answer.status).toBe(422);
    expect(problemOf(answer).detail).not.toBe('');
    expect(metadata).toEqual({});
  });
});

it.each(['/deliveries?limit=0', '/deliveries?limit=1000000', '/incidents?before=x', '/deliveries?before=-1'])(
  'a page of %s is rejected',
  async (path) => expect((await request('GET', path)).status).toBe(422),
);

describe('GET /incidents', () => {
  const createLooks = (conditions: Readonly<Record<string, AlarmLook['condition']>>): AlarmLook[] => [
    { rule: 'core-away', channel: null, publication: null, names: NOBODY, condition: { status: 'good' } },
    ...Object.entries(conditions).flatMap(([channel, condition]): AlarmLook[] => [
      { rule: 'channel-down', channel, publication: null, names: NOBODY, condition: { status: 'good' } },
      { rule: 'limit-near', channel, publication: null, names: NOBODY, condition },
    ]),
  ];
  const bad = { status: 'bad', statement: { fault: 'source', sentences: [], since: null } } as const;
  const page = async (query: string) =>
    agentEndpoints.agentIncidents.answer.parse(JSON.parse((await request('GET', `/incidents?${query}`)).text))
      .incidents;

  it('returns all open incidents on the first page, however old, followed by those that are over', async () => {
    const open = Array.from({ length: 120 }, (_, n) => `open${n}`);
    const ended = Array.from({ length: 6 }, (_, n) => `over${n}`);
    const all = (status: 'good' | 'off', ids: readonly string[]) =>
      Object.fromEntries(ids.map((id) => [id, { status }]));
    const going = Object.fromEntries(open.map((id) => [id, bad]));
    const show = async (conditions: Readonly<Record<string, AlarmLook['condition']>>) => {
      machine = createLooks(conditions);
      await desk.step();
    };
    await show({ ...all('good', open), ...all('good', ended) });
    await show({ ...going, ...all('good', ended) });
    for (const id of ended) {
      await show({ ...going, ...all('good', ended), [id]: bad });
      await show({ ...going, ...all('off', ended) });
      await show({ ...going, ...all('good', ended) });
    }
    const first = await page('limit=2');
    expect(first.flatMap(({ channel, end }) => (end === null ? [channel] : [])).toSorted()).toEqual(open.toSorted());
    const past = first.filter(({ end }) => end !== null);
    expect(past.length).toBeGreaterThanOrEqual(2);
    for (let pages = 0; pages < ended.length; pages++) {
      const older = await page(`limit=2&before=${past.at(-1)?.begun}`);
      expect(older.filter(({ end }) => end === null)).toEqual([]);
      past.push(...older);
    }
    expect(past.map(({ channel }) => channel)).toEqual(ended.toReversed());
  });
});

it('the secret of a webhook never appears in a response', async () => {
  await addReceiver({
    kind: 'webhook',
    name: 'Hook',
    fields: { address: 'https://hook.example/x?key=1', secret: SECRET },
  });
  for (const path of ['/receivers', '/alarms', '/deliveries', '/incidents', '/receiver-kinds'])
    expect((await request('GET', path)).text).not.toContain(SECRET);
});
