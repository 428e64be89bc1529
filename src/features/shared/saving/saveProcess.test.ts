import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError, NETWORK_FAILURE } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';
import { aConfig, aCore, CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { fakeProcesses } from '../../../testing/fakeProcesses.ts';
import { openStore } from '../../../testing/openStore.ts';
import { aac, aProbe, h264 } from '../../../testing/probes.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { importedFound } from '../../live/channel/discoverChannels.ts';
import { channelCreated, channelGone } from '../../live/channel/slice.ts';
import { playerChanged, playerOpened, playerSaveRequested } from '../../setup/player/slice.ts';
import { formOpened, publicationChanged, publicationSaveRequested } from '../../setup/publicationForm/slice.ts';
import { websiteChanged, websiteOpened, websiteSaveRequested } from '../../setup/website/slice.ts';
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
} from '../../setup/wizard/slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const UUID = '11111111-2222-4333-8444-000000000001';
const ingest = ingestId(CHANNEL);
const egress = egressId('youtube', UUID);
const streams = [
  { type: 'video', codec: 'h264', stream: 0 },
  { type: 'audio', codec: 'aac', stream: 1 },
];
const other = { note: 'theirs' };
const ofChannel = { version: 1, streams, meta: { name: 'Studio A', description: 'Daily' }, license: 'CC0 1.0' };
const ofPublication = { version: 1, name: 'Main', settings: { stream_key: 'k' } };

/** Versions and values that this release cannot read and must not overwrite. */
const strange: [string, unknown][] = [
  ['version 2', { version: 2, name: 'Main', meta: { name: 'Later' } }],
  ['version "2.0.0"', { version: '2.0.0', playersite: { title: 'Later' } }],
  ['version "2"', { version: '2' }],
  ['version "x"', { version: 'x' }],
  ['version null', { version: null, name: 'Main' }],
  ['version ""', { version: '' }],
  ['version 0', { version: 0 }],
  ['text', 'something'],
  ['no text', ''],
  ['a list', [1]],
  ['an empty list', []],
  ['false', false],
  ['zero', 0],
];

/** Versions 1.x with any suffix. */
const suffixed = ['1.15.0-dev', '1.14.0-rc.1', '1.99.3+build'];

const settle = async (ms = 20) => {
  await vi.advanceTimersByTimeAsync(ms);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(20);
};

interface Begun {
  channel?: unknown;
  publication?: unknown;
  global?: Record<string, unknown>;
  overrides?: FakeAnswers;
  reading?: () => void;
}

async function openForms({
  channel = ofChannel,
  publication = ofPublication,
  global = {},
  overrides = {},
  reading = () => {},
}: Begun = {}) {
  const core = fakeProcesses({
    [ingest]: { metadata: { [METADATA_KEY]: channel, other } },
    [egress]: { metadata: { [METADATA_KEY]: publication, other } },
  });
  const answers: FakeAnswers = {
    ...core.answers,
    config: () => aConfig({ rtmp: { enable: true, app: '/live' } }),
    processProbe: () => aProbe(h264, aac),
    processes: (query) => {
      reading();
      return core.answers.processes?.(query);
    },
    process: (query) => {
      reading();
      return core.answers.process?.(query);
    },
    processMetadata: (query) => {
      reading();
      return core.answers.processMetadata?.(query);
    },
    metadataAll: () => {
      reading();
      return global;
    },
    metadataSet: ({ key, body }) => {
      global[key] = body;
      return body;
    },
    ...overrides,
  };
  const store = openStore({ core: aCore(answers) });
  store.dispatch(sessionStarted());
  await settle();
  const metadata = (id: string) => core.held.get(id)?.metadata;
  const notices = () =>
    store
      .getState()
      .notice.shown.map(({ text, values }) =>
        [text, ...values.map((value) => (typeof value === 'string' ? value : value.text))].join(' | '),
      );
  const publish = {
    open: async (uuid: string | null = UUID) => {
      store.dispatch(formOpened({ channel: CHANNEL, service: 'youtube', uuid, from: null }));
      await settle();
    },
    save: async () => {
      store.dispatch(publicationSaveRequested());
      await settle();
    },
  };
  const player = {
    open: async () => {
      store.dispatch(playerOpened(CHANNEL));
      await settle();
    },
    save: async () => {
      store.dispatch(playerChanged({ mute: true }));
      store.dispatch(playerSaveRequested());
      await settle();
    },
  };
  const website = {
    open: async () => {
      store.dispatch(websiteOpened());
      await settle();
    },
    save: async () => {
      store.dispatch(websiteChanged({ title: 'Mine' }));
      store.dispatch(websiteSaveRequested());
      await settle();
    },
  };
  const wizard = {
    open: async () => {
      store.dispatch(wizardOpened({ channel: CHANNEL, name: 'Studio A' }));
      await settle();
    },
    save: async () => {
      store.dispatch(tileChosen('network'));
      store.dispatch(videoSettingsChanged({ mode: 'pull', address: 'rtsp://192.0.2.10/s' }));
      store.dispatch(videoProbeRequested());
      await settle();
      store.dispatch(videoAccepted());
      store.dispatch(audioAccepted());
      await settle();
      store.dispatch(metaAccepted());
      store.dispatch(wizardSaveRequested());
      await settle();
    },
  };
  return { ...core, answersOfCore: core.answers, store, global, metadata, notices, publish, player, website, wizard };
}

describe('unreadable metadata is never overwritten', () => {
  it.each(strange)('by a publication: %s', async (_, publication) => {
    const { publish, store, metadata, interrupted } = await openForms({ publication });
    await publish.open();
    store.dispatch(publicationChanged({ name: 'Mine', settings: { stream_key: 'mine' } }));
    await publish.save();
    expect(metadata(egress)).toEqual({ [METADATA_KEY]: publication, other });
    expect(interrupted).toEqual([]);
    expect(store.getState().publicationForm).toMatchObject({ status: 'newer' });
  });

  it.each(strange)('by a publication of a channel with %s', async (_, channel) => {
    const { publish, store } = await openForms({ channel });
    await publish.open(null);
    expect(store.getState().publicationForm).toMatchObject({ status: 'newer' });
  });

  it.each(strange)('by the player: %s', async (_, channel) => {
    const { player, store, metadata } = await openForms({ channel });
    await player.open();
    await player.save();
    expect(metadata(ingest)).toEqual({ [METADATA_KEY]: channel, other });
    expect(store.getState().player).toMatchObject({ status: 'newer' });
  });

  it.each(strange)('by the wizard: %s', async (_, channel) => {
    const { wizard, metadata, interrupted, store } = await openForms({ channel });
    await wizard.open();
    await wizard.save();
    expect(metadata(ingest)).toEqual({ [METADATA_KEY]: channel, other });
    expect(interrupted).toEqual([]);
    expect(store.getState().wizard).toMatchObject({ status: 'newer' });
  });

  it.each(strange)('by the website: %s', async (_, stored) => {
    const { website, store, global } = await openForms({ global: { [METADATA_KEY]: stored, other } });
    await website.open();
    await website.save();
    expect(global).toEqual({ [METADATA_KEY]: stored, other });
    expect(store.getState().website).toMatchObject({ status: 'newer' });
  });

  it.each(strange)('by the creation of imported pages after a save elsewhere: %s', async (_, stored) => {
    const channel = isGroup(stored) ? { ...stored, imported: true } : stored;
    const { store, metadata, notices } = await openForms({ channel });
    expect(notices()).toEqual([]);
    store.dispatch(importedFound([CHANNEL]));
    await settle();
    expect(metadata(ingest)).toEqual({ [METADATA_KEY]: channel, other });
    expect(notices()[0]).toContain('newer version');
  });

  it.each([
    ['a publication', 'publish', egress],
    ['the player', 'player', ingest],
    ['the wizard', 'wizard', ingest],
  ] as const)('by %s opened before', async (_, form, id) => {
    const opened = await openForms();
    await opened[form].open();
    const later = { version: 2 };
    Object.assign(opened.metadata(id) ?? {}, { [METADATA_KEY]: later });
    await opened[form].save();
    expect(opened.metadata(id)).toEqual({ [METADATA_KEY]: later, other });
    expect(opened.interrupted).toEqual([]);
    const { wizard } = opened.store.getState();
    const message = (wizard.status === 'open' && wizard.refused) || opened.notices().at(-1);
    expect(message).toContain('newer version');
  });

  it('by a website form opened before', async () => {
    const { website, global, notices } = await openForms({
      global: { [METADATA_KEY]: { version: 1, playersite: {} } },
    });
    await website.open();
    global[METADATA_KEY] = { version: 2 };
    await website.save();
    expect(global[METADATA_KEY]).toEqual({ version: 2 });
    expect(notices().at(-1)).toContain('newer version');
  });
});

describe.each(suffixed)('metadata of release %s', (version) => {
  it('is read and saved by a publication', async () => {
    const { publish, store, metadata } = await openForms({ publication: { ...ofPublication, version } });
    await publish.open();
    store.dispatch(publicationChanged({ name: 'Mine' }));
    await publish.save();
    expect(metadata(egress)).toMatchObject({
      [METADATA_KEY]: { ...ofPublication, version: 1, name: 'Mine' },
      other,
    });
  });

  it('is read and saved by the player', async () => {
    const { player, metadata } = await openForms({ channel: { ...ofChannel, version } });
    await player.open();
    await player.save();
    const stored = { meta: ofChannel.meta, license: ofChannel.license, version: 1, player: { mute: true } };
    expect(metadata(ingest)).toMatchObject({ [METADATA_KEY]: stored, other });
  });

  it('is read and saved by the wizard', async () => {
    const { wizard, metadata } = await openForms({ channel: { ...ofChannel, version } });
    await wizard.open();
    await wizard.save();
    const stored = { meta: ofChannel.meta, license: ofChannel.license, version: 1, sources: [{ type: 'network' }, {}] };
    expect(metadata(ingest)).toMatchObject({ [METADATA_KEY]: stored, other });
  });

  it('is read and saved by the website', async () => {
    const playersite = { title: 'Before', theirs: 1 };
    const { website, global } = await openForms({ global: { [METADATA_KEY]: { version, playersite }, other } });
    await website.open();
    await website.save();
    expect(global).toMatchObject({
      [METADATA_KEY]: { version, playersite: { title: 'Mine', theirs: 1 } },
      other,
    });
  });

  it('is read and saved by the creation of imported pages', async () => {
    const { metadata } = await openForms({ channel: { ...ofChannel, version, imported: true } });
    expect(metadata(ingest)).toMatchObject({ [METADATA_KEY]: { meta: ofChannel.meta, version: 1 }, other });
    expect(metadata(ingest)?.[METADATA_KEY]).not.toHaveProperty('imported');
  });
});

describe('a process is not restarted needlessly', () => {
  async function published() {
    const opened = await openForms();
    await opened.publish.open();
    await opened.publish.save();
    opened.interrupted.length = 0;
    await opened.publish.open();
    return opened;
  }

  it('by a new name of a publication', async () => {
    const { store, publish, interrupted, metadata, notices } = await published();
    store.dispatch(publicationChanged({ name: 'Renamed' }));
    await publish.save();
    expect(interrupted).toEqual([]);
    expect(metadata(egress)).toMatchObject({ [METADATA_KEY]: { name: 'Renamed' }, other });
    expect(notices()).toContain('The settings for "{{0}}" have been saved | Renamed');
  });

  const copying = (progress: object) => ({
    ...{ order: 'start', exec: 'running', runtime_seconds: 60, progress },
    command: ['-i', 'x', '-codec:v', 'copy', '-codec:a', 'copy', '-f', 'hls', 'y.m3u8'],
  });
  it.each([
    ['6.1.1', 'reports no copied frames', copying({ frame: 0 }), 0],
    ['6.1.1', 'is patched and reports them', copying({ frame: 50 }), 30],
    ['7.1.1', 'reports no copied frames to such a core', copying({ frame: 0 }), 0],
    ['7.1.1', 'reports figures that the core reads', copying({ frame: 50 }), 30],
    ['5.1.9', 'reports no copied frames for another reason', copying({ frame: 0 }), 30],
  ])('to change its stale timeout if ffmpeg %s %s', async (version, _, state, seconds) => {
    const opened = await openForms({ overrides: { skills: () => ({ ...someSkills(), ffmpeg: { version } }) } });
    const { store, publish, held: processes, interrupted, metadata } = opened;
    const channel = processes.get(ingest);
    if (channel) processes.set(ingest, { ...channel, state });
    await publish.open();
    await publish.save();
    expect(processes.get(egress)?.config).toMatchObject({ stale_timeout_seconds: seconds });
    expect(metadata(egress)).toMatchObject({ [METADATA_KEY]: { name: 'Main' }, other });

    // A process stored with a timeout keeps it until something else changes.
    interrupted.length = 0;
    const sent = processes.get(egress);
    if (sent) processes.set(egress, { ...sent, config: { ...sent.config, stale_timeout_seconds: 30 } });
    await publish.open();
    store.dispatch(publicationChanged({ name: 'Renamed' }));
    await publish.save();
    expect(interrupted).toEqual([]);
    expect(processes.get(egress)?.config).toMatchObject({ stale_timeout_seconds: 30 });
    await publish.open();
    store.dispatch(publicationChanged({ settings: { stream_key: 'other' } }));
    await publish.save();
    expect(interrupted).toEqual([egress]);
    expect(processes.get(egress)?.config).toMatchObject({ stale_timeout_seconds: seconds });
  });

  it('except once for another key, which keeps metadata of other programs', async () => {
    const { store, publish, interrupted, held: processes, metadata } = await published();
    store.dispatch(publicationChanged({ settings: { stream_key: 'other' } }));
    await publish.save();
    expect(interrupted).toEqual([egress]);
    expect(processes.get(egress)?.config.output[0]?.address).toContain('/other');
    expect(metadata(egress)).toMatchObject({ [METADATA_KEY]: { settings: { stream_key: 'other' } }, other });
  });

  it('by the wizard with an unchanged source and encoding', async () => {
    const { store, wizard, interrupted, metadata } = await openForms();
    await wizard.open();
    await wizard.save();
    expect(interrupted).toEqual([ingest]);
    interrupted.length = 0;
    await wizard.open();
    store.dispatch(
      wizardChanged({ meta: { name: 'News', description: 'Daily', author: { name: '', description: '' } } }),
    );
    await wizard.save();
    expect(interrupted).toEqual([]);
    expect(metadata(ingest)).toMatchObject({ [METADATA_KEY]: { meta: { name: 'News' } }, other });
  });
});

describe('a read that fails when a form opens', () => {
  const reads: [string, () => never][] = [
    [
      'no network',
      () => {
        throw new CoreError(NETWORK_FAILURE, 'Failed to fetch');
      },
    ],
    [
      '500',
      () => {
        throw new CoreError(500, 'Internal Server Error');
      },
    ],
    [
      'an answer of another kind',
      () => {
        throw new CoreError(-2, 'Not as expected');
      },
    ],
  ];
  async function broken(fail: () => never) {
    const state = { failing: false };
    const opened = await openForms({
      global: { [METADATA_KEY]: { version: 1, playersite: { title: 'Ours', share: false } } },
      reading: () => state.failing && fail(),
    });
    state.failing = true;
    return { ...opened, state };
  }

  it.each(reads)('shows no form to save: %s', async (_, fail) => {
    const { store, publish, player, website, metadata, global, state } = await broken(fail);
    await publish.open();
    await player.open();
    await website.open();
    state.failing = false;
    await publish.save();
    await player.save();
    await website.save();
    const { publicationForm, player: playerForm, website: form } = store.getState();
    expect([publicationForm.status, playerForm.status, form.status]).toEqual(['failed', 'failed', 'failed']);
    expect(metadata(egress)).toEqual({ [METADATA_KEY]: ofPublication, other });
    expect(metadata(ingest)).toEqual({ [METADATA_KEY]: ofChannel, other });
    expect(global).toEqual({ [METADATA_KEY]: { version: 1, playersite: { title: 'Ours', share: false } } });
  });

  it.each(reads)('is repeated by the wizard, which saves nothing before: %s', async (_, fail) => {
    const { store, wizard, metadata, state } = await broken(fail);
    await wizard.open();
    state.failing = false;
    await wizard.save();
    expect(store.getState().wizard).toMatchObject({ status: 'failed' });
    expect(metadata(ingest)).toEqual({ [METADATA_KEY]: ofChannel, other });
    await wizard.open();
    await wizard.save();
    expect(store.getState().wizard).toMatchObject({ at: { step: 'done' } });
    expect(metadata(ingest)).toMatchObject({
      [METADATA_KEY]: { meta: { name: 'Studio A', description: 'Daily' }, license: 'CC0 1.0' },
    });
  });

  it('blocks the wizard even for a channel unknown to the core', async () => {
    const { store, wizard, metadata, held: processes } = await openForms();
    const [found] = [processes.get(ingest)];
    processes.delete(ingest);
    store.dispatch(channelGone(CHANNEL));
    store.dispatch(channelCreated({ id: CHANNEL, name: 'Studio A', available: false, egresses: {} }));
    if (found) processes.set(ingest, found);
    await wizard.open();
    await wizard.save();
    expect(metadata(ingest)).toMatchObject({ [METADATA_KEY]: { license: 'CC0 1.0' }, other });
  });
});

describe('a failed save', () => {
  const refusing = () => {
    throw new CoreError(500, 'Internal Server Error');
  };
  const before = { [METADATA_KEY]: ofPublication, other };

  async function saved(name: 'processUpdate' | 'processMetadataSet' | 'processMetadata', fail: () => unknown) {
    const state = { tries: 0 };
    const core = await openForms({
      overrides: {
        [name]: (request: never) => {
          state.tries += 1;
          const answer: ((request: never) => unknown) | undefined = answers[name];
          return state.tries === 1 ? fail() : answer?.(request);
        },
      },
    });
    const answers = core.answersOfCore;
    const config = core.held.get(egress)?.config;
    await core.publish.open();
    core.store.dispatch(publicationChanged({ settings: { stream_key: 'other' } }));
    await core.publish.save();
    expect(state.tries).toBeGreaterThan(0);
    expect(core.metadata(egress)).toEqual(before);
    expect(core.held.get(egress)?.config).toEqual(config);
    expect(core.store.getState().publicationForm).toMatchObject({
      status: 'open',
      busy: null,
      draft: { settings: { stream_key: 'other' } },
      stored: { settings: { stream_key: 'k' } },
    });
    return core;
  }

  it('interrupts nothing if the update is rejected', async () => {
    const { interrupted, notices } = await saved('processUpdate', refusing);
    expect(interrupted).toEqual([]);
    expect(notices()).toEqual(['Failed to store publication service ({{0}}) | Internal Server Error']);
  });

  it('undoes an update whose response was lost, without a second notice', async () => {
    const { notices, interrupted } = await saved('processMetadataSet', () => {
      throw new CoreError(NETWORK_FAILURE, 'Failed to fetch');
    });
    expect(interrupted).toEqual([egress, egress]);
    expect(notices()).toEqual([]);
  });

  it('reports settings that the core did not keep', async () => {
    const { notices } = await saved('processMetadata', () => ({ version: 1, name: 'Something else' }));
    expect(notices()[0]).toContain('The core did not store the settings');
  });
});
