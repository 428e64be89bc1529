import { vi } from 'vitest';
import { egressId, ingestId, METADATA_KEY, RENDITION_KEY, renditionOf, snapshotId } from '../api/processIds.ts';
import { channelDeletionRequested } from '../features/live/channel/saga.ts';
import { publicationDeletionConfirmed } from '../features/live/publication/slice.ts';
import { pushKeyChangeConfirmed, pushOpened } from '../features/live/pushAddress/slice.ts';
import { channelEditor } from '../features/setup/channelSettings/slice.ts';
import { playerEditor } from '../features/setup/player/slice.ts';
import { publicationEditor } from '../features/setup/publicationForm/slice.ts';
import { renditionsOpened, rungRequested } from '../features/setup/rendition/slice.ts';
import { settingsOpened, settingsSaveRequested, settingTyped } from '../features/setup/settings/slice.ts';
import { sourceEditor } from '../features/setup/source/editor/slice.ts';
import { websiteEditor } from '../features/setup/website/slice.ts';
import {
  audioAccepted,
  metaAccepted,
  tileChosen,
  videoAccepted,
  videoProbeRequested,
  videoSettingsChanged,
  wizardOpened,
  saveRequested as wizardSaveRequested,
} from '../features/setup/wizard/slice.ts';
import { CHANNEL, someSkills } from './coreAnswers.ts';
import type { TestStore } from './openStore.ts';
import { aac, aProbe, h264 } from './probes.ts';
import { type LastingCore, statefulCore } from './statefulCore.ts';

/** The operator who saves: each enters something else. */
export type By = 'ours' | 'theirs';

interface KindOfSave {
  name: string;
  /** The files below `src/features` that read and write it. */
  sagas: readonly string[];
  /** There is no channel before. */
  fresh?: true;
  /** Nothing of it is to run afterwards. */
  stops?: true;
  /** What two operators want of it is the same. */
  same?: true;
  /** It is new each time, so two operators have two. */
  adds?: true;
  /** What is gone then: nobody can save it any more, and who has saved it before was not overtaken. */
  removes?: readonly string[];
  prepare: (store: TestStore, by: By) => Promise<void>;
  press: (store: TestStore, by: By) => void;
  /** What there is afterwards: the first that fits counts. */
  old: (core: LastingCore) => boolean;
  done: (core: LastingCore, by: By) => boolean;
}

export const UUID = '11111111-2222-4333-8444-000000000001';
export const ingest = ingestId(CHANNEL);
export const egress = egressId('youtube', UUID);
export const others = { note: 'of another program' };

const streams = [h264, aac].map((stream, i) => ({ ...stream, stream: i }));
const address = `{rtmp,name=${CHANNEL}.stream}`;
const copied = (type: 'v' | 'a', stream: number) => ({
  ...{ source: 0, stream },
  encoder: { coder: 'copy', settings: {}, mapping: [`-codec:${type}`, 'copy'] },
});

/** A channel that an encoder pushes to, with a publication, and a website; `fresh`: none of it. */
export const aCoreToSaveOn = (fresh = false) =>
  statefulCore(
    fresh
      ? {}
      : {
          [ingest]: {
            config: { input: [{ id: 'input_0', address, options: [] }] },
            metadata: {
              [METADATA_KEY]: {
                ...{ version: 1, streams, meta: { name: 'Studio' } },
                sources: [
                  {
                    type: 'network',
                    settings: { mode: 'push', push: { type: 'rtmp', name: CHANNEL } },
                    inputs: [{ address, options: [] }],
                    streams,
                  },
                ],
                profiles: [{ video: copied('v', 0), audio: copied('a', 1) }],
              },
              others,
            },
          },
          [snapshotId(CHANNEL)]: {},
          [egress]: {
            metadata: { [METADATA_KEY]: { version: 1, name: 'Main', settings: { stream_key: 'k' } }, others },
          },
        },
    {
      global: { [METADATA_KEY]: { version: 1, playersite: { title: 'Ours', playersite: true } }, others },
      config: CONFIG,
      answers: ANSWERS,
    },
  );

const CONFIG = {
  rtmp: { enable: true, address: ':1935', app: '/live', token: '' },
  sessions: { enable: true, max_sessions: 1, max_bitrate_mbit: 0 },
};
const ANSWERS = {
  processProbe: () => aProbe(h264, aac),
  skills: () => ({ ...someSkills(), filter: [{ id: 'scale' }] }),
};

/** The same, apart. */
export function copyOf({ held, global, config, disk }: LastingCore): LastingCore {
  const copy = statefulCore(structuredClone(Object.fromEntries(held)), {
    global,
    config: { ...config },
    answers: ANSWERS,
  });
  for (const [path, file] of disk) copy.disk.set(path, file);
  return copy;
}

export const settle = async (ms = 100) => {
  await vi.advanceTimersByTimeAsync(ms);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(100);
};

export const ofProcess = (core: LastingCore, id: string) => Object(core.held.get(id)?.metadata[METADATA_KEY]);
const siteOf = (core: LastingCore) => Object(Object(core.global[METADATA_KEY]).playersite);
const ingests = (core: LastingCore) => [...core.held.keys()].filter((id) => /:ingest:[^_]*$/.test(id));
const sourceOf = (core: LastingCore, id = ingest): string => ofProcess(core, id).sources?.[0]?.inputs?.[0]?.address;

const camera = (by: By) => `rtsp://192.0.2.10/${by}`;
const pulled = (core: LastingCore, by: By, id = ingest) => String(sourceOf(core, id)).includes(`192.0.2.10/${by}`);

const setUp = async (store: TestStore, by: By) => {
  store.dispatch(wizardOpened({ channel: store.getState().channel.current ?? '', name: 'Studio' }));
  await settle();
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged({ mode: 'pull', address: camera(by) }));
  store.dispatch(videoProbeRequested());
  await settle();
  store.dispatch(videoAccepted());
  store.dispatch(audioAccepted());
  await settle();
  store.dispatch(metaAccepted());
};

const profilesOf = (core: LastingCore) => JSON.stringify(ofProcess(core, ingest).profiles ?? []);

type AnyEditor = typeof playerEditor | typeof channelEditor;

const entering =
  (open: (store: TestStore) => unknown, enter: (store: TestStore, by: By) => unknown) =>
  async (store: TestStore, by: By) => {
    open(store);
    await settle();
    enter(store, by);
  };

const channelForm = (store: TestStore) => {
  const { channelSettings: form } = store.getState();
  if (form.status !== 'open') throw new Error(`The form is ${form.status}`);
  return form.draft;
};

const publicationForm = (store: TestStore) => {
  const { publicationForm: form } = store.getState();
  if (form.status !== 'open') throw new Error(`The form is ${form.status}`);
  return form.draft;
};

const pressOn =
  ({ actions }: { actions: Pick<AnyEditor['actions'], 'saveRequested'> }) =>
  (store: TestStore) =>
    store.dispatch(actions.saveRequested());

const openPublication = (uuid: string | null) => (store: TestStore) =>
  store.dispatch(publicationEditor.actions.opened({ channel: CHANNEL, service: 'youtube', uuid, from: null }));
const keyOf = (by: By) => `key-${by}`;
const LINES: Record<By, number> = { ours: 480, theirs: 720 };
const SESSIONS: Record<By, number> = { ours: 2, theirs: 3 };
const POSTER: Record<By, string> = { ours: 'https://p.example/1.jpg', theirs: 'https://p.example/2.jpg' };
const INTERVAL: Record<By, number> = { ours: 7, theirs: 8 };
const egresses = (core: LastingCore) => [...core.held.keys()].filter((id) => id.includes(':egress:'));

/** All that an operator can save, for tests that every kind of it has to stand. */
export const kindsOfSave: KindOfSave[] = [
  {
    name: 'an ingest',
    sagas: ['setup/wizard/saga.ts', 'setup/saveChannel/saveIngest.ts', 'setup/egress/updatePublications.ts'],
    prepare: setUp,
    press: (store) => store.dispatch(wizardSaveRequested()),
    old: (core) => sourceOf(core) === address,
    done: pulled,
  },
  {
    name: 'a new ingest',
    sagas: ['setup/wizard/saga.ts'],
    fresh: true,
    adds: true,
    prepare: setUp,
    press: (store) => store.dispatch(wizardSaveRequested()),
    old: (core) => ingests(core).length === 0,
    done: (core, by) => ingests(core).some((id) => pulled(core, by, id)),
  },
  {
    name: 'a source',
    sagas: ['setup/source/editor/saga.ts'],
    prepare: async (store, by) => {
      store.dispatch(sourceEditor.actions.opened({ channel: CHANNEL }));
      await settle();
      const { source } = store.getState();
      if (source.status !== 'open') throw new Error(`The form is ${source.status}`);
      const { profile } = source.draft;
      const encoder = { coder: 'copy', settings: {}, mapping: ['-codec:v', 'copy', '-bsf:v', by] };
      const coded = { ...profile, video: { ...profile.video, encoder } };
      store.dispatch(sourceEditor.actions.draftChanged({ profile: coded }));
    },
    press: pressOn(sourceEditor),
    old: (core) => sourceOf(core) === address && !profilesOf(core).includes('bsf'),
    done: (core, by) => profilesOf(core).includes(`"${by}"`),
  },
  {
    name: 'the name of a channel',
    sagas: ['setup/channelSettings/saga.ts', 'shared/saving/saveProcess.ts'],
    prepare: entering(
      (store) => store.dispatch(channelEditor.actions.opened(CHANNEL)),
      (store, by) =>
        store.dispatch(channelEditor.actions.draftChanged({ meta: { ...channelForm(store).meta, name: by } })),
    ),
    press: pressOn(channelEditor),
    old: (core) => ofProcess(core, ingest).meta?.name === 'Studio',
    done: (core, by) => ofProcess(core, ingest).meta?.name === by,
  },
  {
    name: 'the snapshot of a channel',
    sagas: ['setup/channelSettings/saga.ts', 'setup/saveChannel/saveIngest.ts'],
    prepare: entering(
      (store) => store.dispatch(channelEditor.actions.opened(CHANNEL)),
      (store, by) => {
        const { control } = channelForm(store);
        const snapshot = { ...control.snapshot, interval: INTERVAL[by] };
        store.dispatch(channelEditor.actions.draftChanged({ control: { ...control, snapshot } }));
      },
    ),
    press: pressOn(channelEditor),
    old: (core) => ![7, 8].includes(ofProcess(core, ingest).control?.snapshot?.interval),
    done: (core, by) => ofProcess(core, ingest).control?.snapshot?.interval === INTERVAL[by],
  },
  {
    name: 'a publication',
    sagas: ['setup/publicationForm/saga.ts', 'setup/egress/saveOutputs.ts'],
    prepare: entering(openPublication(UUID), (store, by) =>
      store.dispatch(publicationEditor.actions.draftChanged({ settings: { stream_key: keyOf(by) } })),
    ),
    press: pressOn(publicationEditor),
    old: (core) => ofProcess(core, egress).settings?.stream_key === 'k',
    done: (core, by) => ofProcess(core, egress).settings?.stream_key === keyOf(by),
  },
  {
    name: 'the group of a publication',
    sagas: ['setup/publicationForm/saga.ts'],
    prepare: entering(openPublication(UUID), (store, by) => {
      const { control } = publicationForm(store);
      const turn = { order: 0, pause: 0, group: by };
      store.dispatch(publicationEditor.actions.draftChanged({ control: { ...control, turn } }));
    }),
    press: pressOn(publicationEditor),
    old: (core) => !['ours', 'theirs'].includes(ofProcess(core, egress).control?.turn?.group),
    done: (core, by) => ofProcess(core, egress).control?.turn?.group === by,
  },
  {
    name: 'a new publication',
    sagas: ['setup/publicationForm/saga.ts'],
    adds: true,
    prepare: entering(openPublication(null), (store, by) =>
      store.dispatch(publicationEditor.actions.draftChanged({ name: by, settings: { stream_key: keyOf(by) } })),
    ),
    press: pressOn(publicationEditor),
    old: (core) => egresses(core).length === 1,
    done: (core, by) => egresses(core).some((id) => ofProcess(core, id).name === by),
  },
  {
    name: 'the player',
    sagas: ['setup/player/saga.ts', 'live/publishPages/saga.ts'],
    prepare: entering(
      (store) => store.dispatch(playerEditor.actions.opened(CHANNEL)),
      (store, by) =>
        store.dispatch(playerEditor.actions.draftChanged({ mute: true, poster: POSTER[by], ownPoster: true })),
    ),
    press: pressOn(playerEditor),
    old: (core) => ofProcess(core, ingest).player?.mute !== true,
    done: (core, by) => ofProcess(core, ingest).player?.poster === POSTER[by],
  },
  {
    name: 'the website',
    sagas: ['setup/website/saga.ts', 'shared/saving/globalSettings.ts'],
    prepare: entering(
      (store) => store.dispatch(websiteEditor.actions.opened()),
      (store, by) => store.dispatch(websiteEditor.actions.draftChanged({ title: by })),
    ),
    press: pressOn(websiteEditor),
    old: (core) => siteOf(core).title === 'Ours',
    done: (core, by) => siteOf(core).title === by,
  },
  {
    name: 'the settings',
    sagas: ['setup/settings/saga.ts', 'setup/settings/addressChange/saga.ts'],
    prepare: entering(
      (store) => store.dispatch(settingsOpened()),
      (store, by) => store.dispatch(settingTyped({ path: 'sessions.max_sessions', value: String(SESSIONS[by]) })),
    ),
    press: (store) => store.dispatch(settingsSaveRequested()),
    old: (core) => Object(core.config.sessions).max_sessions === 1,
    done: (core, by) => Object(core.config.sessions).max_sessions === SESSIONS[by],
  },
  {
    name: 'a rendition',
    sagas: ['setup/rendition/saga.ts'],
    adds: true,
    prepare: entering(
      (store) => store.dispatch(renditionsOpened(CHANNEL)),
      () => {},
    ),
    press: (store, by) => store.dispatch(rungRequested({ channel: CHANNEL, lines: LINES[by] })),
    old: (core) => ![...core.held.keys()].some((id) => renditionOf(id)),
    done: (core, by) =>
      [...core.held].some(([, { metadata }]) => Object(metadata[RENDITION_KEY]).name === `${LINES[by]}p H.264`),
  },
  {
    name: 'the stream key',
    sagas: ['live/pushAddress/saga.ts'],
    same: true,
    prepare: entering(
      (store) => store.dispatch(pushOpened(CHANNEL)),
      () => {},
    ),
    press: (store) => store.dispatch(pushKeyChangeConfirmed(CHANNEL)),
    old: (core) => sourceOf(core) === address,
    done: (core) => /\{rtmp,name=\w{6}-\w{6}-\w{6}/.test(String(sourceOf(core))),
  },
  {
    name: 'a publication that is deleted',
    sagas: ['live/publication/runPublicationCommand.ts'],
    removes: [egress],
    prepare: async () => {},
    press: (store) => store.dispatch(publicationDeletionConfirmed({ channel: CHANNEL, id: egress })),
    old: (core) => ofProcess(core, egress).name === 'Main',
    done: (core) => !core.held.has(egress),
  },
  {
    name: 'a channel that is deleted',
    sagas: ['live/channel/saga.ts'],
    stops: true,
    removes: [ingest, egress],
    prepare: async () => {},
    press: (store) => store.dispatch(channelDeletionRequested(CHANNEL)),
    // With all its publications, or nothing is left of it.
    old: (core) => ofProcess(core, ingest).meta?.name === 'Studio' && core.held.size === 3,
    done: (core) => core.held.size === 0,
  },
];
