import { runSaga } from 'redux-saga';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError, NETWORK_FAILURE } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { emptyStream } from '../../../media/encoding/streams.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { fakeProcesses } from '../../../testing/fakeProcesses.ts';
import { aHost, openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelOpened } from '../../live/channel/slice.ts';
import { orderedIds } from '../../live/publication/publicationState.ts';
import { allSwitched, publicationDeletionConfirmed, publicationSwitched } from '../../live/publication/slice.ts';
import { formOpened, publicationChanged, publicationSaveRequested } from '../publicationForm/slice.ts';
import { saveIngest } from '../saveChannel/saveIngest.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const UUID = '11111111-2222-4333-8444-000000000001';
const ingest = ingestId(CHANNEL);
const primary = egressId('dacast', UUID);
const streams = [
  { ...emptyStream, type: 'video', codec: 'h264', stream: 0 },
  { ...emptyStream, type: 'audio', codec: 'aac', stream: 1 },
];
const withoutAudio = streams.slice(0, 1);
const copied = (type: 'v' | 'a', stream: number) => ({
  ...{ source: 0, stream },
  encoder: { coder: 'copy', mapping: [`-codec:${type}`, 'copy'] },
});
const profiles = [{ video: copied('v', 0), audio: copied('a', 1) }];
const single = { server: 'rtmp://p.example/x', username: 'u', password: 'p', stream_key: 'KEY' };
const both = { ...single, enable_backup_server: true, backup_server: 'rtmp://b.example/x' };
const TO = { primary: 'rtmp://u:p@p.example/x/KEY', backup: 'rtmp://u:p@b.example/x/KEY' };
const flv = { options: ['-f', 'flv'] };

/** The format of earlier releases: one process with both outputs. */
const together = {
  metadata: {
    [METADATA_KEY]: {
      version: 1,
      name: 'News',
      settings: both,
      profiles,
      outputs: [
        { address: TO.primary, ...flv },
        { address: TO.backup, ...flv },
      ],
    },
  },
  config: {
    output: [
      { id: 'output_0', address: TO.primary, ...flv },
      { id: 'output_1', address: TO.backup, ...flv },
    ],
  },
};

type HeldProcesses = Parameters<typeof fakeProcesses>[0];

const channelWith = (sent: typeof streams) =>
  parseIngestMetadata({
    ...{ version: 1, profiles, streams: sent, meta: { name: 'Studio', description: '' } },
    sources: [{ type: 'network', inputs: [{ address: 'rtsp://camera/1' }], streams }],
  });

function aStage(processes: HeldProcesses = {}) {
  const channel = channelWith(streams);
  const core = fakeProcesses({ [ingest]: { metadata: { [METADATA_KEY]: channel } }, ...processes });
  const global: Record<string, unknown> = {};
  const answers: FakeAnswers = {
    ...core.answers,
    metadataAll: () => global,
    metadataSet: ({ key, body }) => {
      global[key] = body;
      return body;
    },
  };
  const sent = () =>
    Object.fromEntries(
      [...core.held].flatMap(([id, { config }]) =>
        id.includes(':egress:') ? [[id, config.output.map(({ address }) => address)]] : [],
      ),
    );
  const metadataOf = (id: string) => Object(core.held.get(id)?.metadata[METADATA_KEY]);
  return { ...core, answers, sent, metadataOf };
}

const settle = async (ms = 20) => {
  await vi.advanceTimersByTimeAsync(ms);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(20);
};

async function aPage(answers: FakeAnswers, seed = 0) {
  const store = openStore({ core: aCore(answers), seed });
  const { host, browser } = aHost({ core: aCore(answers), seed: seed + 50 });
  store.dispatch(sessionStarted());
  await settle();
  store.dispatch(channelOpened(CHANNEL));
  await settle();
  return {
    store,
    rows: () => orderedIds(store.getState(), CHANNEL),
    open: async (id: string | null) => {
      const uuid = id?.split(':').at(-1) ?? null;
      store.dispatch(formOpened({ channel: CHANNEL, service: 'dacast', uuid, from: null }));
      await settle();
      const form = store.getState().publicationForm;
      return form.status === 'open' ? form.draft.settings : form.status;
    },
    save: async (settings: object, name = 'News') => {
      store.dispatch(publicationChanged({ name, settings: { ...settings } }));
      await settle();
      store.dispatch(publicationSaveRequested());
      await settle();
    },
    does: async (action: ReturnType<typeof publicationSwitched | typeof allSwitched>) => {
      store.dispatch(action);
      await settle();
    },
    saveChannel: async (sent: typeof streams) => {
      const { dispatch, getState } = store;
      const io = { dispatch, getState, context: { ...host, ...browser }, onError: () => {} };
      await runSaga(io, saveIngest, CHANNEL, channelWith(sent))
        .toPromise()
        .catch(() => {});
      await settle();
    },
    remove: async (id: string) => {
      store.dispatch(publicationDeletionConfirmed({ channel: CHANNEL, id }));
      await settle();
    },
  };
}

async function aPair(processes: HeldProcesses = {}) {
  const stage = aStage(processes);
  const page = await aPage(stage.answers);
  await page.open(null);
  await page.save(both);
  const [first = ''] = page.rows();
  const second = Object.keys(stage.sent()).find((id) => id !== first) ?? '';
  stage.interrupted.length = 0;
  return { ...stage, page, first, second };
}

describe('a publication with a backup', () => {
  it('is one row with two processes, which another interface lists as two', async () => {
    const { page, sent, first, second, metadataOf } = await aPair();
    expect(page.rows()).toEqual([first]);
    expect(sent()).toEqual({ [first]: [TO.primary], [second]: [TO.backup] });
    expect(metadataOf(first)).toMatchObject({
      name: 'News',
      settings: { server: single.server, enable_backup_server: false },
      control: { backup: second.split(':').at(-1) },
    });
    expect(metadataOf(second)).toMatchObject({
      name: 'News (Backup)',
      settings: { server: both.backup_server, enable_backup_server: false },
    });
    expect(metadataOf(second).control).not.toHaveProperty('backup');
  });

  it('opens with the entered settings, even after another interface has edited the second process', async () => {
    const { page, first, second, metadataOf, held } = await aPair();
    expect(await page.open(first)).toMatchObject(both);
    const found = held.get(second);
    const edited = {
      ...metadataOf(second),
      settings: { ...metadataOf(second).settings, server: 'rtmp://c.example/y' },
    };
    if (found) held.set(second, { ...found, metadata: { [METADATA_KEY]: edited } });
    expect(await page.open(first)).toMatchObject({ ...both, backup_server: 'rtmp://c.example/y' });
  });

  it('starts and stops both processes, alone and with all publications', async () => {
    const { page, first, second, held } = await aPair();
    const orders = () => [first, second].map((id) => Object(held.get(id)?.state).order);
    await page.does(publicationSwitched({ id: first, on: false }));
    expect(orders()).toEqual(['stop', 'stop']);
    await page.does(publicationSwitched({ id: first, on: true }));
    const started = page.store.core.calls.filter((call) => call.startsWith('processCommand')).slice(-2);
    expect(started).toEqual([first, second].map((id) => expect.stringContaining(id)));
    expect(started.every((call) => call.includes('start'))).toBe(true);
    const other = await aPair();
    await settle(2000); // Waits for the next poll.
    await other.page.does(allSwitched({ channel: CHANNEL, on: false }));
    expect([other.first, other.second].map((id) => Object(other.held.get(id)?.state).order)).toEqual(['stop', 'stop']);
  });

  it('interrupts only the output that changed', async () => {
    const { page, first, second, sent, interrupted } = await aPair();
    const form = await page.open(first);
    await page.save({ ...Object(form), backup_server: 'rtmp://c.example/x' });
    expect(interrupted).toEqual([second]);
    expect(sent()).toEqual({ [first]: [TO.primary], [second]: ['rtmp://u:p@c.example/x/KEY'] });
  });

  it('loses only the second process when the backup is switched off', async () => {
    const { page, first, sent, interrupted, metadataOf } = await aPair();
    const form = await page.open(first);
    await page.save({ ...Object(form), enable_backup_server: false });
    expect(interrupted).toEqual([]);
    expect(sent()).toEqual({ [first]: [TO.primary] });
    expect(metadataOf(first).control).not.toHaveProperty('backup');
  });

  it('is deleted with both processes', async () => {
    const { page, first, sent } = await aPair();
    await page.remove(first);
    expect(sent()).toEqual({});
    expect(page.rows()).toEqual([]);
  });

  it("is copied without a link to the original's second process", async () => {
    const { page, first, second, sent } = await aPair();
    page.store.dispatch(
      formOpened({ channel: CHANNEL, service: 'dacast', uuid: null, from: first.split(':').at(-1) ?? '' }),
    );
    await settle();
    await page.save({ ...both, stream_key: 'OTHER' }, 'Copy');
    expect(Object.keys(sent())).toHaveLength(4);
    expect(sent()).toMatchObject({ [first]: [TO.primary], [second]: [TO.backup] });
    expect(page.rows()).toHaveLength(2);
  });
});

it.each([
  ['with a backup', both],
  ['without a backup', single],
])('the save leaves no process of a new publication %s if its channel was deleted meanwhile', async (_, settings) => {
  const { answers, held, sent } = aStage();
  const page = await aPage(answers);
  await page.open(null);
  held.delete(ingest);
  await page.save(settings);
  expect(sent()).toEqual({});
  expect(page.store.getState().notice.shown).toMatchObject([
    { tone: 'error', values: [{ text: 'Main channel not found' }] },
  ]);
});

describe('a publication with one output deleted elsewhere', () => {
  it('keeps its row without the second output, and the next save creates it again', async () => {
    const { page, answers, held, first, second, sent } = await aPair();
    held.delete(second);
    const next = await aPage(answers);
    expect(next.rows()).toEqual([first]);
    const form = await next.open(first);
    expect(form).toMatchObject(both);
    await next.save(Object(form));
    expect(sent()).toEqual({ [first]: [TO.primary], [second]: [TO.backup] });
    expect(page.rows()).toEqual([first]);
  });

  it('keeps the second output as a separate publication without the first', async () => {
    const { answers, held, first, second } = await aPair();
    held.delete(first);
    const next = await aPage(answers);
    expect(next.rows()).toEqual([second]);
    expect(await next.open(second)).toMatchObject({ server: both.backup_server, enable_backup_server: false });
  });
});

/** The metadata was written by another program or copied through the API. */
describe('a backup id that names a foreign process', () => {
  const uuidOf = (n: number) => `11111111-2222-4333-8444-00000000000${n}`;
  const idOf = (n: number) => egressId('dacast', uuidOf(n));
  const to = (n: number) => `rtmp://u:p@p${n}.example/x/KEY`;
  const naming = (n: number, backup: string | undefined, reference = CHANNEL) => ({
    metadata: {
      [METADATA_KEY]: {
        ...{ version: 1, name: `P${n}`, settings: { ...single, server: `rtmp://p${n}.example/x` } },
        ...{ outputs: [{ address: to(n), ...flv }], control: backup === undefined ? {} : { backup } },
      },
    },
    config: { reference, output: [{ id: 'output_0', address: to(n), ...flv }] },
  });
  const rows: [string, HeldProcesses, number][] = [
    ['is the publication itself', { [idOf(2)]: naming(2, uuidOf(2)) }, 2],
    ['is no id', { [idOf(2)]: naming(2, '') }, 2],
    ['names it in turn', { [idOf(2)]: naming(2, uuidOf(3)), [idOf(3)]: naming(3, uuidOf(2)) }, 2],
    [
      'is that of another one',
      { [idOf(1)]: naming(1, uuidOf(3)), [idOf(2)]: naming(2, uuidOf(3)), [idOf(3)]: naming(3, undefined) },
      2,
    ],
    [
      'is of another channel',
      { [idOf(2)]: naming(2, uuidOf(3)), [idOf(3)]: naming(3, undefined, '99999999-2222-4333-8444-555555555555') },
      2,
    ],
  ];

  it.each(rows)('never changes the foreign process, with a backup or without: %s', async (_, processes, n) => {
    const { answers, sent, interrupted } = aStage(processes);
    const before = sent();
    const page = await aPage(answers);
    expect(await page.open(idOf(n))).toMatchObject({ enable_backup_server: false });
    await page.save({ ...single, server: `rtmp://p${n}.example/x` }, 'Renamed');
    expect(sent()).toEqual(before);
    await page.open(idOf(n));
    await page.save({ ...both, server: `rtmp://p${n}.example/x` }, 'Renamed');
    expect(sent()).toMatchObject(before);
    expect(Object.values(sent()).flat()).toContain(TO.backup);
    expect(Object.keys(sent())).toHaveLength(Object.keys(before).length + 1);
    expect(interrupted.filter((id) => id !== idOf(n))).toEqual([]);
  });
});

describe('one process with both outputs from an earlier release', () => {
  it('opens as one publication', async () => {
    const { answers } = aStage({ [primary]: together });
    const page = await aPage(answers);
    expect(page.rows()).toEqual([primary]);
    expect(await page.open(primary)).toMatchObject(both);
  });

  it.each([
    ['runs', 'start'],
    ['is stopped', 'stop'],
  ])('is split by the next save of any setting; it %s then', async (_, order) => {
    const state = order === 'stop' ? { order, exec: 'finished' } : undefined;
    const processes = { [primary]: { ...together, ...(state ? { state } : {}) } };
    const { answers, sent, held } = aStage(processes);
    const page = await aPage(answers);
    const form = await page.open(primary);
    await page.save(Object(form), 'Renamed');
    const second = Object.keys(sent()).find((id) => id !== primary) ?? '';
    expect(sent()).toEqual({ [primary]: [TO.primary], [second]: [TO.backup] });
    expect(page.store.core.calls.filter((call) => call.includes('processCommand')).at(-1)).toContain(order);
    expect(Object(held.get(second)?.state).order).toBe(order);
  });
});

describe('one process with both outputs whose channel is saved', () => {
  it.each([
    ['runs', 'start'],
    ['is stopped', 'stop'],
  ])('is split when it has to adapt; it %s then', async (_, order) => {
    const state = order === 'stop' ? { order, exec: 'finished' } : undefined;
    const { answers, sent, held, metadataOf } = aStage({ [primary]: { ...together, ...(state ? { state } : {}) } });
    const page = await aPage(answers);
    await page.saveChannel(withoutAudio);
    const second = Object.keys(sent()).find((id) => id !== primary) ?? '';
    expect(sent()).toEqual({ [primary]: [TO.primary], [second]: [TO.backup] });
    for (const id of [primary, second]) {
      expect(held.get(id)?.config.output[0]?.options).toContain('-an');
      expect(Object(held.get(id)?.state).order).toBe(order);
    }
    expect(metadataOf(second)).toMatchObject({ name: 'News (Backup)', settings: { server: both.backup_server } });
    expect(page.rows()).toEqual([primary]);
    expect(await page.open(primary)).toMatchObject(both);
  });

  it('stays one process if the output of the channel does not change', async () => {
    const { answers, sent } = aStage({ [primary]: together });
    await (await aPage(answers)).saveChannel(streams);
    expect(sent()).toEqual({ [primary]: [TO.primary, TO.backup] });
  });
});

describe('an interrupted save of two outputs', () => {
  const WRITES = /(Add|Set|Update|Delete|Command)$/;
  const fail = () => {
    throw new CoreError(NETWORK_FAILURE, 'Failed to fetch');
  };

  /** Cuts the connection to the core at the nth write. `done`: the core has executed that write. */
  function cutLine(answers: FakeAnswers, at: number, done: boolean) {
    const line = { armed: false, writes: 0, away: false };
    const wrap = (name: string, answer: (params: never) => unknown) => (params: never) => {
      if (line.away) fail();
      if (line.armed && WRITES.test(name)) line.writes += 1;
      if (!line.armed || line.writes !== at) return answer(params);
      line.away = true;
      if (done) answer(params);
      return fail();
    };
    const core: FakeAnswers = Object.fromEntries(
      Object.entries(answers).map(([name, answer]) => [name, wrap(name, answer)]),
    );
    return { line, core };
  }

  type Save = (page: Awaited<ReturnType<typeof aPage>>) => Promise<unknown>;
  const byForm =
    (id: string | null): Save =>
    async (page) => {
      await page.open(id);
      await page.save(both);
    };
  const begins: [string, HeldProcesses, Save][] = [
    ['a new publication', {}, byForm(null)],
    ['one process with both outputs', { [primary]: together }, byForm(primary)],
    ['a channel that takes one along', { [primary]: together }, (page) => page.saveChannel(withoutAudio)],
  ];
  const cuts = begins.flatMap(([name, processes, save]) =>
    Array.from({ length: name.startsWith('a channel') ? 16 : 10 }, (_, i) => i + 1).flatMap((at) =>
      [true, false].map((done) => [name, at, done ? 'done' : 'not done', { processes, save, done }] as const),
    ),
  );
  const reached = new Set<string>();

  it.each(cuts)(
    'leaves a visible state that the next save repairs: %s, at write %i, which is %s',
    async (name, at, _, cut) => {
      const { answers, sent } = aStage(cut.processes);
      const { line, core } = cutLine(answers, at, cut.done);
      const first = await aPage(core);
      line.armed = true;
      await cut.save(first);
      if (line.away) reached.add(`${name} ${at}`);

      const next = await aPage(answers, 1);
      // The lease of the first page expires and its follow-up is finished.
      await settle(60_000);
      // Every process is in a row, and no address is used twice.
      const remaining = sent();
      const places = Object.values(remaining).flat();
      expect(new Set(places).size).toBe(places.length);
      const [row = null] = next.rows();
      const form = await next.open(row);
      await next.save({ ...Object(form), ...both });
      await settle(25_000);
      const places2 = Object.values(sent());
      expect(places2).toHaveLength(2);
      expect(places2.flat().toSorted()).toEqual([TO.backup, TO.primary]);
      expect(next.rows()).toHaveLength(1);
    },
  );

  it('is cut at more than one write per case', () => {
    for (const [name] of begins)
      expect([...reached].filter((place) => place.startsWith(name)).length).toBeGreaterThan(4);
  });
});
