import { vi } from 'vitest';
import {
  agentKey,
  egressId,
  holdFile,
  ingestId,
  METADATA_KEY,
  RENDITION_KEY,
  renditionId,
  renditionOf,
  snapshotId,
} from '../api/processIds.ts';
import { channelDeletionRequested } from '../features/live/channel/saga.ts';
import { publicationDeletionConfirmed } from '../features/live/publication/slice.ts';
import { pushKeyChangeConfirmed, pushOpened } from '../features/live/pushAddress/slice.ts';
import { channelEditor } from '../features/setup/channelSettings/slice.ts';
import { cloneRequested } from '../features/setup/clone/slice.ts';
import { playerEditor, playerImagePicked } from '../features/setup/player/slice.ts';
import { publicationEditor } from '../features/setup/publicationForm/slice.ts';
import { recordingDeleted, recordingsWanted } from '../features/setup/recordings/slice.ts';
import {
  encodeOnceRequested,
  renditionDeletionConfirmed,
  renditionsOpened,
  rungRequested,
} from '../features/setup/rendition/slice.ts';
import { moveConfirmed } from '../features/setup/settings/addressChange/slice.ts';
import { settingsOpened, settingsSaveRequested, settingTyped } from '../features/setup/settings/slice.ts';
import { slateEditor } from '../features/setup/slate/slice.ts';
import { sourceEditor } from '../features/setup/source/editor/slice.ts';
import { templateDeleted, templatePicked, websiteEditor, websiteImagePicked } from '../features/setup/website/slice.ts';
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
import { previewRequested, restoreConfirmed, versionsOpened } from '../features/versions/revision/slice.ts';
import { markOf, revisionsKey, storeRevisions } from '../media/revision/revisions.ts';
import { inertTemplate } from '../viewer/website/storedTemplate.ts';
import { CHANNEL, someSkills } from './coreAnswers.ts';
import type { TestStore } from './openStore.ts';
import { aac, aProbe, h264 } from './probes.ts';
import { type LastingCore, statefulCore } from './statefulCore.ts';

export type By = 'ours' | 'theirs';

interface KindOfSave {
  name: string;
  /** Files below `src/features` that load and write it. */
  sagas: readonly string[];
  fresh?: true;
  stops?: true;
  /** Both operators want the same result. */
  same?: true;
  /** Each save creates something new, so two operators create two. */
  adds?: true;
  /** Deleted by this save, so that earlier saves of it were not overwritten and later ones fail. */
  removes?: readonly string[];
  /** What it belongs to, and is deleted with. */
  needs?: string;
  given?: (core: LastingCore) => void;
  /** Names of all channels after it, if it adds one. */
  channels?: readonly string[];
  /** Consists of complete steps, so that an interruption leaves some of them. */
  steps?: true;
  /** A file that an interruption may leave behind, without a reference to it. */
  mayLeave?: string;
  /** Stored revisions, if not exactly one that can be undone. `why`: the reason. */
  revisions?: { count?: number; undoable?: false; why: string };
  /** Whether the page shows the result, for a save without a notice. */
  shows?: (store: TestStore) => boolean;
  prepare: (store: TestStore, by: By) => Promise<void>;
  press: (store: TestStore, by: By) => void;
  /** The state on the core; `old` is checked first. */
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

/** A core with a push channel, a publication and a website; `fresh`: empty. */
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
      config: structuredClone(CONFIG), // saves change it
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
/** A duplicate has another reference. */
const ownOf = (core: LastingCore) => [...core.held.values()].filter(({ config }) => config.reference === CHANNEL);
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

/** Different sizes for each operator. */
const png = (by: By) =>
  new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...SIZES[by]])], `${by}.png`);
const SIZES: Record<By, number[]> = { ours: [1], theirs: [1, 2] };
const bytesOf = (by: By) => 8 + SIZES[by].length;
const OLD_IMAGE = { text: '', bytes: 100 };
const templateOf = (by: By) => `<html><body>{{title}} ${by}</body></html>`;
const LOGO = `/channels/${CHANNEL}/logo.png`;
const BANNER = '/playersite/banner.png';
const TEMPLATE = '/playersite/templates/own.html';
const RECORDED = '/recording_0123456789abcdef0123456789abcdef_100_show.mp4';

const withPlayer = (core: LastingCore, player: object) => {
  const process = core.held.get(ingest);
  const stored = Object(process?.metadata[METADATA_KEY]);
  if (process) process.metadata[METADATA_KEY] = { ...stored, player: { ...stored.player, ...player } };
};

const withSite = (core: LastingCore, site: object) => {
  const stored = Object(core.global[METADATA_KEY]);
  core.global[METADATA_KEY] = { ...stored, playersite: { ...stored.playersite, ...site } };
};

const addProcess = (core: LastingCore, id: string, config: object, metadata: object) => {
  // Two kinds may need the same one.
  if (!core.held.has(id)) core.answers.processAdd?.({ body: { ...EMPTY, id, reference: CHANNEL, ...config } });
  const process = core.held.get(id);
  if (process) Object.assign(process.metadata, metadata);
};
const EMPTY = { type: 'ffmpeg' as const, input: [], output: [], options: [] };

const TWINS = [2, 3].map((n) => egressId('rtmp', `${UUID.slice(0, -1)}${n}`));
const encoded = {
  video: {
    ...copied('v', 0),
    encoder: { coder: 'libx264', settings: {}, mapping: ['-codec:v', 'libx264', '-b:v', '2500k'] },
  },
  audio: copied('a', 1),
};
const readsPlaylist = { address: `{memfs}/${CHANNEL}.m3u8`, options: ['-re'] };
const venue = (id: string) => ({ address: `rtmp://venue/live/${id.slice(-1)}`, options: ['-f', 'flv'] });

const addTwins = (core: LastingCore) => {
  for (const id of TWINS)
    addProcess(
      core,
      id,
      { input: [{ id: 'input_0', ...readsPlaylist }], output: [{ id: 'output_0', ...venue(id) }] },
      {
        [METADATA_KEY]: {
          ...{ version: 1, name: `Venue ${id.slice(-1)}`, streams, profiles: [encoded], outputs: [venue(id)] },
          settings: { protocol: 'rtmp://', address: venue(id).address.slice(7), options: {} },
          control: { process: { autostart: true } },
        },
      },
    );
};
const renditionRead = (core: LastingCore, id: string) => ofProcess(core, id).control?.source?.rendition;

const UNREAD_RENDITION = renditionId(CHANNEL, UUID);

/** Reads a stream of this core by address, so it must follow an address change. */
const FOLLOWER = egressId('rtmp', `${UUID.slice(0, -1)}4`);
const addFollower = (core: LastingCore) =>
  addProcess(
    core,
    FOLLOWER,
    {
      input: [{ id: 'input_0', address: `rtmp://localhost/live/${CHANNEL}.stream`, options: ['-re'] }],
      output: [{ id: 'output_0', ...venue(FOLLOWER) }],
    },
    { [METADATA_KEY]: { version: 1, name: 'Follower' } },
  );

const confirmMoves = (store: TestStore) => {
  let answered: unknown = null;
  store.subscribe(() => {
    const { addressChange } = store.getState();
    // Asked again if another save changes what it affects.
    if (addressChange.status !== 'asked' || addressChange === answered) return;
    answered = addressChange;
    setTimeout(() => store.dispatch(moveConfirmed('later')));
  });
};

const picking =
  (pick: (store: TestStore, by: By) => unknown, open: (store: TestStore) => unknown) =>
  async (store: TestStore, by: By) => {
    open(store);
    await settle();
    pick(store, by);
    await settle();
  };

const openPlayer = (store: TestStore) => store.dispatch(playerEditor.actions.opened(CHANNEL));
const openWebsite = (store: TestStore) => store.dispatch(websiteEditor.actions.opened());
const pickLogo = (store: TestStore, by: By) => store.dispatch(playerImagePicked({ image: 'logo', file: png(by) }));
const pickBanner = (store: TestStore, by: By) => store.dispatch(websiteImagePicked({ image: 'banner', file: png(by) }));
const pickTemplate = (store: TestStore, by: By) =>
  store.dispatch(templatePicked({ name: 'own', file: new File([templateOf(by)], 'own.html') }));
const hasImage = (core: LastingCore, path: string, by: By) => core.disk.get(path)?.bytes === bytesOf(by);
const hasTemplate = (core: LastingCore, by: By) => core.disk.get(TEMPLATE)?.text.includes(templateOf(by)) === true;
const addTemplate = (core: LastingCore) => {
  const text = inertTemplate('<html><body>{{title}} of before</body></html>');
  core.disk.set(TEMPLATE, { text, bytes: text.length });
};

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
    revisions: { undoable: false, why: 'the channel did not exist before, and can be deleted' },
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
      const encoded = { ...profile, video: { ...profile.video, encoder } };
      store.dispatch(sourceEditor.actions.draftChanged({ profile: encoded }));
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
    name: 'the standby image',
    sagas: ['setup/slate/saga.ts', 'setup/image/uploadImage.ts'],
    steps: true,
    given: (core) => {
      const process = core.held.get(egress);
      if (process) process.config.input = [{ id: 'input_0', address: `{memfs}/${CHANNEL}.m3u8`, options: ['-re'] }];
    },
    prepare: entering(
      (store) => store.dispatch(slateEditor.actions.opened(CHANNEL)),
      (store, by) => {
        const card = { text: by, theme: 'dark' as const, picture: '' };
        store.dispatch(slateEditor.actions.draftChanged({ card, protect: { [egress]: true } }));
      },
    ),
    press: pressOn(slateEditor),
    old: (core) => core.global[agentKey(CHANNEL)] === undefined,
    done: (core, by) =>
      Object(core.global[agentKey(CHANNEL)]).hold?.card.text === by &&
      (!core.held.has(egress) || core.held.get(egress)?.config.input[0]?.address === `{memfs}/${holdFile(CHANNEL)}`),
  },
  {
    name: 'the protection of a publication',
    sagas: ['setup/publicationForm/saga.ts', 'setup/slate/slateImage.ts'],
    same: true,
    // The publication is protected even if the image fails.
    steps: true,
    prepare: entering(openPublication(UUID), (store) => {
      const { control } = publicationForm(store);
      const source = { source: 'hls+memfs' as const, hold: true as const };
      store.dispatch(publicationEditor.actions.draftChanged({ control: { ...control, source } }));
    }),
    press: pressOn(publicationEditor),
    old: (core) => ofProcess(core, egress).control?.source?.hold === undefined,
    done: (core) =>
      ofProcess(core, egress).control?.source?.hold === true &&
      core.held.get(egress)?.config.input[0]?.address === `{memfs}/${holdFile(CHANNEL)}`,
  },
  {
    name: 'the player',
    sagas: ['setup/player/saga.ts', 'live/publishPages/saga.ts', 'live/publishPages/updatePlayerPages.ts'],
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
    name: 'the logo of a player',
    sagas: ['setup/player/saga.ts', 'setup/image/uploadImage.ts'],
    mayLeave: LOGO,
    prepare: picking(pickLogo, openPlayer),
    press: pressOn(playerEditor),
    old: (core) => (ofProcess(core, ingest).player?.logo?.image ?? '') === '',
    done: (core, by) => ofProcess(core, ingest).player?.logo?.image === LOGO && hasImage(core, LOGO, by),
  },
  {
    name: 'another logo in place of one',
    revisions: { count: 0, why: 'images are too large to be stored twice' },
    sagas: ['setup/player/saga.ts', 'setup/image/uploadImage.ts'],
    given: (core) => {
      withPlayer(core, { logo: { image: LOGO, position: 'top-left', link: '' } });
      core.disk.set(LOGO, OLD_IMAGE);
    },
    prepare: picking(pickLogo, openPlayer),
    press: pressOn(playerEditor),
    old: (core) => core.disk.get(LOGO)?.bytes === OLD_IMAGE.bytes,
    done: (core, by) => hasImage(core, LOGO, by),
  },
  {
    name: 'another banner of the website in place of one',
    revisions: { count: 0, why: 'images are too large to be stored twice' },
    sagas: ['setup/website/saga.ts', 'setup/image/uploadImage.ts'],
    given: (core) => {
      withSite(core, { banner: BANNER });
      core.disk.set(BANNER, OLD_IMAGE);
    },
    prepare: picking(pickBanner, openWebsite),
    press: pressOn(websiteEditor),
    old: (core) => core.disk.get(BANNER)?.bytes === OLD_IMAGE.bytes,
    done: (core, by) => hasImage(core, BANNER, by),
  },
  {
    name: 'a template of the website',
    sagas: ['setup/website/saga.ts'],
    needs: TEMPLATE,
    mayLeave: TEMPLATE,
    prepare: picking(pickTemplate, openWebsite),
    press: pressOn(websiteEditor),
    old: (core) => siteOf(core).template !== 'own',
    done: (core, by) => siteOf(core).template === 'own' && hasTemplate(core, by),
  },
  {
    name: 'another template in place of one',
    sagas: ['setup/website/saga.ts'],
    needs: TEMPLATE,
    given: (core) => {
      addTemplate(core);
      withSite(core, { template: 'own' });
    },
    prepare: picking(pickTemplate, openWebsite),
    press: pressOn(websiteEditor),
    old: (core) => core.disk.get(TEMPLATE)?.text.includes('of before') === true,
    done: hasTemplate,
  },
  {
    name: 'a template that is deleted',
    sagas: ['setup/website/saga.ts'],
    removes: [TEMPLATE],
    given: addTemplate,
    prepare: entering(openWebsite, () => {}),
    press: (store) => store.dispatch(templateDeleted('own')),
    old: (core) => core.disk.has(TEMPLATE),
    done: (core) => !core.disk.has(TEMPLATE),
  },
  {
    name: 'a website that is switched off',
    sagas: ['setup/website/saga.ts', 'live/publishPages/updateWebsite.ts'],
    same: true,
    prepare: entering(openWebsite, (store) =>
      store.dispatch(websiteEditor.actions.draftChanged({ playersite: false })),
    ),
    press: pressOn(websiteEditor),
    old: (core) => siteOf(core).playersite === true,
    done: (core) => siteOf(core).playersite === false,
  },
  {
    name: 'a recording that is deleted',
    revisions: { count: 0, why: 'recordings are too large to be stored twice' },
    sagas: ['setup/recordings/saga.ts'],
    removes: [],
    given: (core) => core.disk.set(RECORDED, OLD_IMAGE),
    prepare: entering(
      (store) => store.dispatch(recordingsWanted('/recording_*')),
      () => {},
    ),
    press: (store) => store.dispatch(recordingDeleted(RECORDED)),
    shows: (store) => store.getState().recordings.files?.length === 0,
    old: (core) => core.disk.has(RECORDED),
    done: (core) => !core.disk.has(RECORDED),
  },
  {
    name: 'the address of the server',
    revisions: { count: 0, why: 'settings of the core may need a restart, and its secrets are not readable' },
    sagas: ['setup/settings/saga.ts', 'setup/settings/addressChange/saga.ts'],
    // Placeholders of the core are valid before and after.
    steps: true,
    given: addFollower,
    prepare: entering(
      (store) => {
        store.dispatch(settingsOpened());
        confirmMoves(store);
      },
      (store, by) => store.dispatch(settingTyped({ path: 'rtmp.app', value: `/${by}` })),
    ),
    press: (store) => store.dispatch(settingsSaveRequested()),
    old: (core) => Object(core.config.rtmp).app === '/live',
    done: (core, by) =>
      Object(core.config.rtmp).app === `/${by}` &&
      core.held.get(FOLLOWER)?.config.input[0]?.address.startsWith('{rtmp,') !== false,
  },
  {
    name: 'one encoding for two publications',
    revisions: { count: 2, why: 'the encoding has to run before publications use it' },
    sagas: ['setup/rendition/shareEncoding.ts'],
    same: true,
    steps: true,
    given: addTwins,
    prepare: entering(
      (store) => store.dispatch(renditionsOpened(CHANNEL)),
      () => {},
    ),
    press: (store) => store.dispatch(encodeOnceRequested({ channel: CHANNEL, ids: TWINS })),
    old: (core) => TWINS.every((id) => renditionRead(core, id) === undefined),
    done: (core) => {
      const [first, second] = TWINS.map((id) => renditionRead(core, id));
      const renditions = [...core.held.keys()].filter((id) => renditionOf(id)?.uuid === first);
      return first !== undefined && first === second && renditions.length === 1;
    },
  },
  {
    name: 'a rendition that is deleted',
    sagas: ['setup/rendition/saga.ts'],
    removes: [],
    given: (core) =>
      addProcess(core, UNREAD_RENDITION, {}, { [RENDITION_KEY]: { version: 1, name: 'Unread', streams } }),
    prepare: entering(
      (store) => store.dispatch(renditionsOpened(CHANNEL)),
      () => {},
    ),
    press: (store) => store.dispatch(renditionDeletionConfirmed({ channel: CHANNEL, id: UNREAD_RENDITION })),
    shows: ({ getState }) => {
      const { rendition } = getState();
      return rendition.status === 'open' && rendition.encodings.shared.every(({ id }) => id !== UNREAD_RENDITION);
    },
    old: (core) => core.held.has(UNREAD_RENDITION),
    done: (core) => !core.held.has(UNREAD_RENDITION),
  },
  {
    name: 'the settings',
    revisions: { count: 0, why: 'settings of the core may need a restart, and its secrets are not readable' },
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
    name: 'an earlier version of a channel',
    sagas: ['versions/revision/saga.ts', 'versions/revision/restoreEntries.ts'],
    same: true,
    given: (core) => {
      const { config, metadata } = core.held.get(egress) ?? {};
      const before = { config, metadata: { ...metadata, [METADATA_KEY]: { version: 1, name: 'Earlier' } } };
      const entries = { [`process:${egress}`]: { before, after: markOf({ config, metadata }) } };
      core.global[revisionsKey(CHANNEL)] = storeRevisions({
        list: [{ at: 1000, by: 'ann', entries, lostFiles: [] }],
        deleted: null,
      });
    },
    // Later changes of the test itself are taken back as well, one process after another.
    steps: true,
    prepare: picking(
      (store) => store.dispatch(previewRequested(1000)),
      (store) => store.dispatch(versionsOpened(CHANNEL)),
    ),
    press: (store) => store.dispatch(restoreConfirmed()),
    old: (core) => ofProcess(core, egress).name === 'Main',
    done: (core) => ofProcess(core, egress).name === 'Earlier',
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
    sagas: ['live/channel/saga.ts', 'live/channel/channelBelongings.ts'],
    stops: true,
    removes: [ingest, egress],
    prepare: async () => {},
    press: (store) => store.dispatch(channelDeletionRequested(CHANNEL)),
    // The channel is deleted with all publications, or not at all.
    old: (core) => ofProcess(core, ingest).meta?.name === 'Studio' && ownOf(core).length === 3,
    done: (core) => ownOf(core).length === 0,
  },
  {
    name: 'a duplicate of a channel',
    sagas: ['setup/clone/saga.ts'],
    adds: true,
    revisions: { count: 0, why: 'a new channel is not undone, but deleted' },
    // The duplicate does not run.
    stops: true,
    channels: ['ours', 'Studio'],
    given: (core) => {
      withPlayer(core, { logo: { image: LOGO, position: 'top-left', link: '' } });
      core.disk.set(LOGO, OLD_IMAGE);
      // Otherwise the website begins with the channel that the operator has selected.
      withSite(core, { channelid: CHANNEL });
      core.global[agentKey(CHANNEL)] = { version: 1, healing: { [egress]: { mostPerHour: 2 } } };
      addProcess(core, UNREAD_RENDITION, {}, { [RENDITION_KEY]: { version: 1, name: 'Unread', streams } });
    },
    prepare: async () => {},
    press: (store, by) => store.dispatch(cloneRequested({ channel: CHANNEL, name: by })),
    old: (core) => ingests(core).length === 1,
    done: (core, by) => ingests(core).some((id) => ofProcess(core, id).meta?.name === by),
  },
];
