import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProcessConfig } from '../api/answers/process.ts';
import { egressId, egressOf, ingestId, METADATA_KEY, snapshotId } from '../api/processIds.ts';
import { parseEgressMetadata } from '../media/stored/metadata.ts';
import { isGroup } from '../media/stored/storedSchemas.ts';
import { aConfig, aCore } from '../testing/coreAnswers.ts';
import { fakeProcesses } from '../testing/fakeProcesses.ts';
import { openStore } from '../testing/openStore.ts';
import { aProbe } from '../testing/probes.ts';
import channels from './fixtures/recorded-channels.json' with { type: 'json' };
import { sessionStarted } from './gate/session/actions.ts';
import { channelOpened } from './live/channel/slice.ts';
import { type PlayerDraft, playerChanged, playerOpened, playerSaveRequested } from './setup/player/slice.ts';
import publications from './setup/publicationForm/fixtures/recorded-installations.json' with { type: 'json' };
import { formOpened, publicationChanged, publicationSaveRequested } from './setup/publicationForm/slice.ts';
import {
  audioAccepted,
  metaAccepted,
  tileChosen,
  videoAccepted,
  videoProbeRequested,
  videoSettingsChanged,
  wizardChanged,
  wizardOpened,
  saveRequested as wizardSaveRequested,
} from './setup/wizard/slice.ts';

// Channels and publications that two releases of the existing interface stored on a real core. `saved` is the expected
// result for channels, byte for byte.
beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const foreign = { note: 'theirs' };

const settle = async () => {
  await vi.advanceTimersByTimeAsync(20);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(20);
};

async function openStoreOn(processes: Parameters<typeof fakeProcesses>[0]) {
  const core = fakeProcesses(processes);
  const sent: [id: string, body: unknown][] = [];
  const probe = { found: aProbe() };
  const store = openStore({
    core: aCore({
      ...core.answers,
      config: () => aConfig({ rtmp: { enable: true, app: '/live' } }),
      processProbe: () => probe.found,
      processUpdate: (params) => {
        sent.push([params.id, params.body]);
        return core.answers.processUpdate?.(params);
      },
    }),
  });
  store.dispatch(sessionStarted());
  await settle();
  const act = async (...actions: Parameters<typeof store.dispatch>[0][]) => {
    for (const action of actions) store.dispatch(action);
    await settle();
  };
  const metadata = (id: string) => core.held.get(id)?.metadata;
  return { ...core, store, sent, probe, act, metadata };
}

type Channel = (typeof channels)[number];

async function withChannel({ ingest, snapshot, name }: Channel, marks: object = {}) {
  const { id, reference: channel } = ingest.config;
  const core = await openStoreOn({
    [id]: { config: ingest.config, metadata: { [METADATA_KEY]: { ...ingest.metadata, ...marks }, other: foreign } },
    [snapshotId(channel)]: { config: snapshot.config, metadata: { other: foreign } },
  });
  const [video, audio] = ingest.metadata.sources;
  if (!video || !audio) throw new Error('recorded without its sources');
  const wizard = async (renamed?: string) => {
    const { type, settings, inputs } = video;
    core.probe.found = aProbe(...video.streams);
    await core.act(wizardOpened({ channel, name }));
    const { mode, address } = { mode: 'pull', address: inputs[0]?.address };
    await core.act(
      tileChosen(type),
      videoSettingsChanged(type === 'network' ? { mode, address } : settings),
      videoProbeRequested(),
    );
    core.probe.found = aProbe(...audio.streams);
    await core.act(videoAccepted(), audioAccepted());
    const { wizard: at } = core.store.getState();
    if (renamed && at.status === 'open') await core.act(wizardChanged({ meta: { ...at.draft.meta, name: renamed } }));
    await core.act(metaAccepted(), wizardSaveRequested());
    expect(core.store.getState().wizard).toMatchObject({ at: { step: 'done' } });
  };
  return { ...core, id, channel, wizard };
}

/** Compares objects first, because that gives a better failure message. */
function sameBytes(found: unknown, expected: unknown) {
  expect(found).toEqual(expected);
  expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
}

describe.each(channels)('the recorded channel of $release: $name', (recorded) => {
  const { saved } = recorded;

  it('is saved by the player without any difference', async () => {
    const { id, channel, act, metadata, sent } = await withChannel(recorded);
    await act(playerOpened(channel));
    await act(playerSaveRequested());
    sameBytes(metadata(id)?.[METADATA_KEY], saved.metadata);
    expect(metadata(id)?.other).toEqual(foreign);
    expect(sent).toEqual([]);
  });

  it.each<[string, Partial<PlayerDraft>, object]>([
    ['the player', { player: 'clappr' }, { player: 'clappr' }],
    ['autoplay', { autoplay: true }, { autoplay: true }],
    ['mute', { mute: true }, { mute: true }],
    ['statistics', { statistics: true }, { statistics: true }],
    [
      'the colors',
      { color: { seekbar: '#37c871', buttons: '#ff0000' } },
      { color: { seekbar: '#37c871', buttons: '#ff0000' } },
    ],
    [
      'the logo',
      { logo: { image: '/logo.png', position: 'top-right', link: '' } },
      { logo: { image: '/logo.png', position: 'top-right', link: '' } },
    ],
    ['AirPlay', { airplay: true }, { airplay: true }],
    ['Chromecast', { chromecast: true }, { chromecast: true }],
    ['a poster', { ownPoster: true, poster: '/poster.png' }, { poster: '/poster.png' }],
    ['a start', { startsAt: '2026-12-24T18:00:00Z' }, { startsAt: '2026-12-24T18:00:00Z' }],
  ])('differs only in %s after the player saves it', async (_, changes, stored) => {
    const marks = { ga: { account: 'UA-1' }, logo: { size: 3 }, color: { theirs: 1 } };
    const { id, channel, act, metadata, sent } = await withChannel(recorded, { player: marks });
    await act(playerOpened(channel));
    await act(playerChanged(changes), playerSaveRequested());
    const over = ([key, value]: [string, unknown]) => {
      const before: unknown = Reflect.get(marks, key);
      return [key, isGroup(before) && isGroup(value) ? { ...before, ...value } : value];
    };
    const player = { ...marks, ...Object.fromEntries(Object.entries(stored).map(over)) };
    sameBytes(metadata(id)?.[METADATA_KEY], { ...saved.metadata, player });
    expect(metadata(id)?.other).toEqual(foreign);
    expect(sent).toEqual([]);
  });

  it('is saved after an import without any difference', async () => {
    const { id, metadata, sent } = await withChannel(recorded, { imported: true });
    sameBytes(metadata(id)?.[METADATA_KEY], saved.metadata);
    expect(metadata(id)?.other).toEqual(foreign);
    expect(sent).toEqual([]);
  });

  it('is saved by the wizard without any difference, and is not interrupted when renamed', async () => {
    const { id, channel, wizard, metadata, held, sent } = await withChannel(recorded);
    await wizard();
    const stored = { ...saved.metadata, ...saved.wizard };
    sameBytes(metadata(id)?.[METADATA_KEY], stored);
    sameBytes(sent.find(([to]) => to === ingestId(channel))?.[1], saved.ingest);
    const snapshot = snapshotId(channel);
    expect(held.get(snapshot)?.config).toEqual({ ...recorded.snapshot.config, ...saved.snapshot });
    for (const process of [id, snapshot]) expect(metadata(process)?.other).toEqual(foreign);

    sent.length = 0;
    await wizard('Renamed');
    sameBytes(metadata(id)?.[METADATA_KEY], { ...stored, meta: { ...stored.meta, name: 'Renamed' } });
    expect(sent).toEqual([]);
  });

  it('keeps foreign metadata when the wizard saves it', async () => {
    const { meta } = recorded.ingest.metadata;
    const marked = { ...meta, theirs: 1, author: { ...meta.author, theirs: 2 } };
    const { id, wizard, metadata } = await withChannel(recorded, { meta: marked });
    await wizard('Renamed');
    expect(metadata(id)?.[METADATA_KEY]).toMatchObject({ meta: { ...marked, name: 'Renamed' } });
  });
});

const asTheyWere = ['HLS', 'SRT'].map((name) => `Rec ${name}`);

/** Publications with two outputs in one process, which any save splits. */
const inPairs = ['Facebook', 'YouTube'].map((name) => `Rec ${name}`);

it.each([...publications])(
  'the publication form does not interrupt $release $metadata.name after it was saved here once and is renamed',
  async (recorded) => {
    const { id, reference: channel } = recorded.config;
    const { service, uuid } = egressOf(id) ?? { service: '', uuid: '' };
    expect(id).toBe(egressId(service, uuid));
    const { act, metadata, held, sent } = await openStoreOn({
      [ingestId(channel)]: { config: { reference: channel }, metadata: { [METADATA_KEY]: recorded.channel } },
      [id]: { config: recorded.config, metadata: { [METADATA_KEY]: recorded.metadata, other: foreign } },
    });
    await act(formOpened({ channel, service, uuid, from: null }));
    await act(publicationSaveRequested());
    // The recorded releases read the ingest by reference, use other addresses, or set no timeout on RTMP connections.
    const same = recorded.release === 'v1.14.0' && asTheyWere.includes(recorded.metadata.name);
    expect(sent.map(([to]) => to)).toEqual(same ? [] : [id]);
    const stored = Object(metadata(id)?.[METADATA_KEY]);
    expect(stored).toMatchObject({ version: 1, name: recorded.metadata.name });

    sent.length = 0;
    const config = ProcessConfig.parse(held.get(id)?.config);
    await act(formOpened({ channel, service, uuid, from: null }));
    await act(publicationChanged({ name: 'Renamed' }), publicationSaveRequested());
    sameBytes(metadata(id), { [METADATA_KEY]: { ...stored, name: 'Renamed' }, other: foreign });
    expect(held.get(id)?.config).toEqual(config);
    expect(sent).toEqual([]);
  },
);

it.each([...publications])(
  'the publication form does not interrupt the healthy publication $release $metadata.name when it is renamed',
  async (recorded) => {
    const { id, reference: channel } = recorded.config;
    const { service, uuid } = egressOf(id) ?? { service: '', uuid: '' };
    const { act, metadata, held, sent } = await openStoreOn({
      [ingestId(channel)]: { config: { reference: channel }, metadata: { [METADATA_KEY]: recorded.channel } },
      [id]: { config: recorded.config, metadata: { [METADATA_KEY]: recorded.metadata, other: foreign } },
    });
    const before = held.get(id)?.config;
    await act(channelOpened(channel));
    await act(formOpened({ channel, service, uuid, from: null }));
    await act(publicationChanged({ name: 'Renamed' }), publicationSaveRequested());
    if (inPairs.includes(recorded.metadata.name)) {
      expect(sent.map(([to]) => to)).toEqual([id]);
      expect([...held.values()].flatMap(({ config }) => config.output.map(({ address }) => address))).toHaveLength(2);
      expect(held.get(id)?.config.output).toHaveLength(1);
      return;
    }
    expect(sent).toEqual([]);
    expect(held.get(id)?.config).toEqual(before);
    // Some arguments were stored as numbers, but the core expects strings.
    const { outputs } = parseEgressMetadata(recorded.metadata);
    expect(metadata(id)).toMatchObject({ [METADATA_KEY]: { version: 1, name: 'Renamed', outputs }, other: foreign });

    // A changed setting is written together with all other differences.
    const control = parseEgressMetadata(recorded.metadata).control;
    await act(formOpened({ channel, service, uuid, from: null }));
    await act(
      publicationChanged({ control: { ...control, process: { ...control.process, delay: 99 } } }),
      publicationSaveRequested(),
    );
    expect(sent.map(([to]) => to)).toEqual([id]);
    expect(held.get(id)?.config.reconnect_delay_seconds).toBe(99);
  },
);

it.each([...publications])(
  'the publication form keeps the process of $release $metadata.name when renamed after an update has dropped its metadata',
  async (recorded) => {
    const { id, reference: channel } = recorded.config;
    const { service, uuid } = egressOf(id) ?? { service: '', uuid: '' };
    const { act, metadata, held, sent } = await openStoreOn({
      [ingestId(channel)]: { config: { reference: channel }, metadata: { [METADATA_KEY]: recorded.channel } },
      [id]: { config: recorded.config, metadata: { other: foreign } },
    });
    const before = held.get(id)?.config;
    await act(formOpened({ channel, service, uuid, from: null }));
    await act(publicationChanged({ name: 'Renamed' }), publicationSaveRequested());
    expect(sent).toEqual([]);
    expect(held.get(id)?.config).toEqual(before);
    expect(metadata(id)).toMatchObject({ [METADATA_KEY]: { version: 1, name: 'Renamed' }, other: foreign });
  },
);
