import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY, RENDITION_KEY, renditionOf } from '../../../api/processIds.ts';
import { parseEgressMetadata, parseRenditionMetadata } from '../../../media/stored/metadata.ts';
import { aConfig, CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { aac, h264 } from '../../../testing/probes.ts';
import { statefulCore } from '../../../testing/statefulCore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelOpened } from '../../live/channel/slice.ts';
import { alertTitleOf, publicationAlertOf } from '../../live/publication/FailureCause.tsx';
import { lineOf, publicationStateOf } from '../../live/publication/publicationState.ts';
import { publicationDeletionConfirmed, publicationSwitched } from '../../live/publication/slice.ts';
import { encodeOnceRequested, renditionDeletionConfirmed, renditionsOpened, rungRequested } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-01-01T01:00:00Z') }));
afterEach(() => vi.useRealTimers());

const advance = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const streams = [h264, aac].map((stream, i) => ({ ...stream, stream: i }));
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const ids = [1, 2, 3].map((n) => egressId('rtmp', uuid(n)));
const [first = '', two = '', other = ''] = ids;

const coding = (type: 'v' | 'a', stream: number, coder: string, mapping: string[] = []) => ({
  source: 0,
  stream,
  encoder: { coder, settings: {}, mapping: [`-codec:${type}`, coder, ...mapping] },
  decoder: { coder: 'default', settings: {}, mapping: [] },
});
const encoded = (kbit: number) => ({
  video: coding('v', 0, 'libx264', ['-b:v', `${kbit}k`]),
  audio: coding('a', 1, 'copy'),
});
const running = {
  order: 'start',
  exec: 'running',
  runtime_seconds: 60,
  cpu_usage: 80,
  progress: { fps: 25, time: 60 },
};
const stopped = { order: 'stop', exec: 'finished', runtime_seconds: 9 };

const publication = (n: number, kbit: number, state: object) => ({
  state,
  config: {
    input: [{ id: 'input_0', address: `{memfs}/${CHANNEL}.m3u8`, options: ['-re'] }],
    output: [{ id: 'output_0', address: `rtmp://venue/live/k${n}`, options: ['-f', 'flv'] }],
  },
  metadata: {
    [METADATA_KEY]: {
      ...{ version: 1, name: `Venue ${n}`, streams, profiles: [encoded(kbit)] },
      outputs: [{ address: `rtmp://venue/live/k${n}`, options: ['-f', 'flv'] }],
      settings: { protocol: 'rtmp://', address: `venue/live/k${n}`, options: {} },
      control: { process: { autostart: n === 1 } },
    },
    theirs: { note: n },
  },
});

const profiles = [{ video: coding('v', 0, 'copy'), audio: coding('a', 1, 'copy') }];

/** A core with a channel, two publications with equal encodings and one that differs; commands take effect. */
async function openChannel(
  states: readonly object[] = [running, running, stopped],
  extra: FakeAnswers = {},
  rtmp = true,
) {
  const core = statefulCore(
    {
      [ingestId(CHANNEL)]: {
        state: running,
        metadata: { [METADATA_KEY]: { version: 1, meta: { name: 'Studio' }, streams, profiles } },
      },
      ...Object.fromEntries(
        ids.map((id, i) => [id, publication(i + 1, i < 2 ? 2500 : 3000, states[i] ?? stopped)] as const),
      ),
    },
    {
      config: { rtmp: { enable: rtmp, address: ':1935', app: '/live', token: '' } },
      answers: {
        config: () => aConfig({ rtmp: { enable: rtmp, address: ':1935', app: '/live', token: '' } }),
        skills: () => ({ ...someSkills(), filter: [{ id: 'scale' }] }),
        processCommand: ({ id, body: { command } }) => {
          const process = core.held.get(id);
          if (!process) throw new CoreError(400, 'Unknown process ID');
          core.held.set(id, { ...process, state: command === 'stop' ? stopped : running });
          return 'OK';
        },
        ...extra,
      },
    },
  );
  const { processAdd, processes } = core.answers;
  const startedAt = Date.now();
  const store = openStore({
    core: {
      ...core.answers,
      processes: (params) =>
        Object.values(Object(processes?.(params))).map((process) => {
          const state = Object(Object(process).state);
          const seconds = 60 + (Date.now() - startedAt) / 1000;
          const progress = { fps: 25, frame: seconds * 25, time: seconds, size_kb: seconds * 300, speed: 1 };
          return state.progress ? { ...Object(process), state: { ...state, progress } } : process;
        }),
      processAdd: (params) => {
        const answer = processAdd?.(params);
        const process = core.held.get(params.body.id);
        if (process) core.held.set(params.body.id, { ...process, state: stopped });
        return answer;
      },
    },
  });
  store.dispatch(sessionStarted());
  await advance();
  store.dispatch(channelOpened(CHANNEL));
  store.dispatch(renditionsOpened(CHANNEL));
  await advance(20);
  const renditions = () => [...core.held.keys()].filter((id) => renditionOf(id));
  const orderOf = (id: string) => Reflect.get(core.held.get(id)?.state ?? {}, 'order');
  const notices = () => store.getState().notice.shown.map(({ text }) => text);
  return { core, store, renditions, orderOf, notices };
}

const page = ({ store }: Awaited<ReturnType<typeof openChannel>>) => {
  const { rendition } = store.getState();
  return rendition.status === 'open' ? rendition.encodings : null;
};

async function shared(...args: Parameters<typeof openChannel>) {
  const all = await openChannel(...args);
  all.store.dispatch(encodeOnceRequested({ channel: CHANNEL, ids: [first, two] }));
  await advance(5000);
  const [id = ''] = all.renditions();
  return { ...all, id };
}

it('the renditions screen lists duplicate encodings and the saving of sharing one', async () => {
  const all = await openChannel();
  expect(page(all)?.twins).toMatchObject([
    { readers: [{ name: 'Venue 1' }, { name: 'Venue 2' }], saving: { cores: 0.8, measured: true }, shareable: true },
  ]);
  expect(page(all)?.rungs).toEqual([
    { lines: 720, size: '1280×720' },
    { lines: 480, size: '854×480' },
  ]);
});

it('the renditions screen creates one encoding process that both publications pass on', async () => {
  const { core, renditions, id, orderOf } = await shared();
  expect(renditions()).toHaveLength(1);
  const process = core.held.get(id);
  expect(parseRenditionMetadata(process?.metadata[RENDITION_KEY])).toMatchObject({ feed: 'rtmp', name: '720p H.264' });
  expect(process?.config).toMatchObject({ autostart: true, reference: CHANNEL });
  expect(orderOf(id)).toBe('start');
  for (const egress of [first, two]) {
    const { config, metadata } = core.held.get(egress) ?? {};
    expect(config?.input.map(({ address }) => address)).toEqual([
      `{rtmp,name=rendition-${renditionOf(id)?.uuid}.stream}`,
    ]);
    expect(config?.output[0]?.options.join(' ')).toContain('copy');
    expect(config?.output[0]?.options).not.toContain('libx264');
    const stored = parseEgressMetadata(metadata?.[METADATA_KEY]);
    expect(stored.control.source).toMatchObject({ source: 'rtmp', rendition: renditionOf(id)?.uuid });
    expect(metadata?.theirs).toBeDefined();
  }
  expect(core.held.get(first)?.config.output[0]?.address).toBe('rtmp://venue/live/k1');
  expect(core.held.get(other)?.config.input[0]?.address).toContain(CHANNEL);
});

it('the renditions screen reads the rendition from a playlist if the core has no server', async () => {
  const { core, id } = await shared(undefined, {}, false);
  expect(core.held.get(id)?.config.output[0]?.address).toBe(`{memfs}/rendition-${renditionOf(id)?.uuid}.m3u8`);
});

it('the renditions screen starts a rendition only before its first publication', async () => {
  const { store, id, orderOf } = await shared([stopped, stopped, stopped]);
  expect(orderOf(id)).toBe('stop');
  store.dispatch(publicationSwitched({ id: first, on: true }));
  await advance(50);
  const commands = store.core.calls.filter((call) => call.startsWith('processCommand'));
  expect(commands).toEqual([`processCommand ${id} start`, `processCommand ${first} start`]);
});

it('the renditions screen stops a rendition with its last publication, not earlier', async () => {
  const { store, id, orderOf } = await shared();
  store.dispatch(publicationSwitched({ id: first, on: false }));
  await advance(5000);
  expect(orderOf(id)).toBe('start');
  store.dispatch(publicationSwitched({ id: two, on: false }));
  await advance(5000);
  expect(orderOf(id)).toBe('stop');
});

it('the renditions screen stops a rendition when its last publication is deleted, and then allows its deletion', async () => {
  const { store, id, orderOf, renditions } = await shared();
  store.dispatch(renditionDeletionConfirmed({ channel: CHANNEL, id }));
  await advance(100);
  expect(renditions()).toEqual([id]);
  for (const egress of [first, two]) {
    store.dispatch(publicationDeletionConfirmed({ channel: CHANNEL, id: egress }));
    await advance(100);
  }
  await advance(5000);
  expect(orderOf(id)).toBe('stop');
  store.dispatch(renditionDeletionConfirmed({ channel: CHANNEL, id }));
  await advance(100);
  expect(renditions()).toEqual([]);
});

it('the renditions screen starts a rendition that another interface needs', async () => {
  const { core, id, orderOf } = await shared([stopped, stopped, stopped]);
  const process = core.held.get(two);
  if (process) core.held.set(two, { ...process, state: running });
  await advance(3000);
  expect(orderOf(id)).toBe('start');
});

it('the renditions screen reports a missing rendition as what a publication waits for', async () => {
  const { core, store, id } = await shared();
  const lineIn = () => lineOf(publicationStateOf(store.getState(), first)).word;
  const set = (id: string, state: object) => {
    const process = core.held.get(id);
    if (process) core.held.set(id, { ...process, state });
  };
  set(id, { order: 'start', exec: 'running', runtime_seconds: 1 });
  set(first, { order: 'start', exec: 'failed', runtime_seconds: 1, reconnect_seconds: 12 });
  await advance(2000);
  expect(lineIn()).toBe('Waiting for the rendition');
  const last_logline = '[libx264 @ 0x1] Error setting option preset to value none.';
  set(id, { order: 'start', exec: 'failed', runtime_seconds: 1, reconnect_seconds: 5, last_logline });
  await advance(2000);
  const state = publicationStateOf(store.getState(), first);
  expect(lineOf(state)).toMatchObject({ word: 'Its rendition is failing', cause: 'Wrong settings', reason: null });
  const alert = publicationAlertOf(state);
  expect(alert).toMatchObject({ rendition: '720p H.264', evidence: expect.stringContaining('preset') });
  const fill = (text: string, { name, what: detail = '' }: { name: string; what?: string }) =>
    `${text} ${name} ${detail}`;
  expect(alert && alertTitleOf(fill, alert, 'East')).toMatch(
    /^The rendition of \{\{name\}\} fails.* East .* 720p H.264/,
  );
  store.core.calls.length = 0;
  set(id, running);
  await advance(2000);
  expect(store.core.calls).toContain(`processCommand ${first} start`);
});

it('the renditions screen changes nothing if the core rejects the rendition', async () => {
  const all = await openChannel(undefined, {
    processMetadataSet: ({ id, key, body }) => {
      if (key === RENDITION_KEY && body !== null) throw new CoreError(500, 'Disk full');
      const process = all.core.held.get(id);
      if (process) process.metadata[key] = body;
      return body;
    },
  });
  all.store.dispatch(encodeOnceRequested({ channel: CHANNEL, ids: [first, two] }));
  await advance(3000);
  expect(all.renditions()).toEqual([]);
  expect(all.core.interrupted).toEqual([]);
  expect(all.notices()).toContain('The publications could not be brought together ({{0}})');
});

it('the renditions screen adds a smaller size, which runs while in use', async () => {
  const { core, store, renditions, orderOf } = await openChannel();
  store.dispatch(rungRequested({ channel: CHANNEL, lines: 480 }));
  await advance(3000);
  const [id = ''] = renditions();
  expect(core.held.get(id)?.config.output[0]?.options.join(' ')).toContain('scale=854x480');
  expect(orderOf(id)).toBe('stop');
  expect(store.getState().channel.list[0]?.renditions).toMatchObject({ [id]: { name: '480p H.264' } });
});
