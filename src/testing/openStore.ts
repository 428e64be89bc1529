import type { Browser, Host, Identity, StreamWatcher } from '../features/gate/host/host.ts';
import type { GateState } from '../features/gate/index.ts';
import { tenantLogin } from '../features/gate/session/tenantLogin.ts';
import { createStore } from '../features/gate/store.ts';
import { openSession } from '../features/live/admission/openSession.ts';
import * as registration from '../features/live/admission/registerFirstUser.ts';
import { followAlarm } from '../features/live/alarm/followAlarm.ts';
import { listenToAll } from '../features/live/audioLevels/measureChannelLevels.ts';
import { followHolds } from '../features/live/hold/followHolds.ts';
import { live } from '../features/live/index.ts';
import { followSchedule } from '../features/live/nextChange/followSchedule.ts';
import { pagesVersion } from '../features/live/publishPages/pagesVersion.ts';
import { observeStream } from '../features/live/streamInspector/observeStream.ts';
import { watchSource } from '../features/live/streamInspector/watchSource.ts';
import { forgetHistories, record } from '../features/live/timeline/recordTimeline.ts';
import { lookAtViewers } from '../features/setup/agent/lookAtViewers.ts';
import { readJournal } from '../features/setup/agent/readJournal.ts';
import { readNextChanges } from '../features/setup/agent/readNextChanges.ts';
import { readAgentIncidents } from '../features/setup/agentIncidents/readAgentIncidents.ts';
import { runFfmpegTrial } from '../features/setup/encoderTrial/tryFfmpeg.ts';
import { releaseHolds } from '../features/setup/holdRelease/releaseHolds.ts';
import { type RootState, setup } from '../features/setup/index.ts';
import { finishFollowUps } from '../features/setup/resume/finishFollowUps.ts';
import { takeAudioOfSource } from '../features/setup/sourceAudio/takeAudioOfSource.ts';
import { shared } from '../features/shared/index.ts';
import { type VersionsState, versions } from '../features/versions/index.ts';
import { undoSave } from '../features/versions/revision/saga.ts';
import { createRecorder } from '../features/versions/saveRecord/createRecorder.ts';
import { causeTitle } from '../media/diagnosis/causeTexts.ts';
import { coreLinesOfProcess } from '../media/diagnosis/coreLog.ts';
import * as diagnosis from '../media/diagnosis/diagnoseFailure.ts';
import { buildEdgeKitFiles, type ReadTemplate } from '../media/edge/edgeKitFiles.ts';
import { wrongImageOf } from '../media/edge/kitImages.ts';
import { platformLimits } from '../media/encoding/platformLimits.ts';
import { maskText } from '../media/masking/mask.ts';
import { pageNow } from '../media/run/pageClock.ts';
import { backfillEpisodes } from '../media/timeline/backfillEpisodes.ts';
import { filesBeside, pageFiles, pagesOf } from '../viewer/website/generatedFiles.ts';
import { renderTemplate } from '../viewer/website/template.ts';
import { type FakeAnswers, type FakeCore, fakeCore } from './fakeCore.ts';

export interface TestStore extends ReturnType<typeof createStore> {
  getState(): RootState & VersionsState;
  core: FakeCore;
  storage: Map<string, string>;
  visited: string[];
  /** Addresses refreshed in the browser cache. */
  revalidated: string[];
  hide(hidden: boolean): void;
  /** Marks a form as having unsaved input. */
  enter(unsaved: boolean): void;
  /** Simulates a write by another tab; null removes the key. */
  otherTab(key: string, text: string | null): void;
}

interface StoreOptions {
  core?: FakeAnswers;
  storage?: Record<string, string>;
  foreign?: boolean;
  identity?: Identity;
  /** Response of the release server; null: this build has none. */
  releases?: (() => Promise<unknown>) | null;
  opened?: readonly string[];
  edges?: Readonly<Record<string, unknown>>;
  kitTemplate?: ReadTemplate;
  measure?: StreamWatcher['measure'];
  confirmed?: boolean;
  /** Seed of random values; pages of one core need different seeds. */
  seed?: number;
}

const NOBODY: Identity = {
  leave: async () => {},
  leaveSilently: async () => {},
  askNext: () => {},
  ask: async () => '',
  isBack: () => false,
  arrive: async () => '',
  end: async () => {},
};

/** A fake core without a page. It reads the time from Date.now, so that fake timers apply. */
export function aHost({
  core: answers = {},
  storage: initialStorage = {},
  foreign = false,
  confirmed = false,
  seed = 0,
  measure = async () => null,
  identity = NOBODY,
  releases = async () => ({}),
  opened = [],
  edges = {},
  kitTemplate = async (name) => {
    throw new Error(`${name} does not come`);
  },
}: StoreOptions = {}) {
  const core = fakeCore(answers);
  const storage = new Map(Object.entries(initialStorage));
  const visited: string[] = [];
  const watchers = new Set<() => void>();
  const listeners = new Set<(key: string, text: string | null, before: string | null) => void>();
  let isConfirmed = confirmed;
  let hidden = false;
  let unsaved = false;
  let state = seed;
  const revalidated: string[] = [];
  const host: Host = {
    core,
    foreign,
    confirmation: {
      given: () => isConfirmed,
      give: () => {
        isConfirmed = true;
      },
    },
    page: new URL('http://core.test/ui/'),
    storage: {
      read: (key) => storage.get(key) ?? null,
      write: (key, text) => storage.set(key, text),
      remove: (key) => storage.delete(key),
      listen(key, onChange) {
        const listener = (other: string, text: string | null, before: string | null) =>
          other === key && onChange(text, before);
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    now: pageNow,
    translated: (text) => text,
    random: (bytes) =>
      Uint8Array.from({ length: bytes }, () => {
        state += 7;
        return state % 256;
      }),
  };
  const browser: Browser = {
    visibility: {
      hidden: () => hidden,
      listen(onChange) {
        watchers.add(onChange);
        return () => watchers.delete(onChange);
      },
    },
    waitHidden: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      }),
    unsaved: () => unsaved,
    loadLive: async () => ({ wings: [shared, live], openSession, mask: maskText, now: pageNow }),
    loadFfmpegTrial: async () => ({ runFfmpegTrial }),
    loadRecorder: async () => ({ createRecorder }),
    loadVersions: async () => ({ undoSave }),
    loadSetup: async () => ({
      wings: [setup],
      finishFollowUps,
      takeAudioOfSource,
      readJournal,
      releaseHolds,
      readAgentIncidents,
      readNextChanges,
      lookAtViewers,
      loadSlateDrawer: async () => ({
        slatePng: async (card) => new Blob([JSON.stringify(card)]),
        shrinkPicture: async (file) => {
          const text = await file.text();
          if (text.includes('damaged')) throw new Error('The source image could not be decoded.');
          return `data:image/png,${text.length}`;
        },
      }),
    }),
    loadRegistration: async () => registration,
    loadTenantLogin: async () => ({ tenantLogin, identity }),
    loadReading: async () => ({ ...diagnosis, coreLinesOfProcess, backfillEpisodes, causeTitle }),
    loadWatching: async () => ({
      ...{ forgetHistories, record, watchSource, listenToAll, observeStream: observeStream, platformLimits, measure },
      ...{ followHolds, followAlarm, followSchedule },
    }),
    loadPageMaker: async () => ({ filesBeside, pageFiles, pagesOf, pagesVersion }),
    loadEdgeKit: async () => ({
      wrongImageOf,
      edgeKitFiles: (kind, plan) => buildEdgeKitFiles(kind, plan, kitTemplate),
    }),
    render: async (template, data) => data.map((values) => renderTemplate(template, values)),
    hash: () => '',
    navigate: (path) => visited.push(path),
    calm: async () => {},
    prepareVideo: async () => {},
    assets: {
      list: async () => ({
        version: 'v1',
        files: ['player/videojs/dist/video.min.js', 'playersite/default_bg.jpg', 'playersite/player.js'].map(
          (path) => ({ path, bytes: 5 }),
        ),
      }),
      read: async (path) => new Blob([path]),
    },
    revalidate: async (addresses) => {
      revalidated.push(...addresses);
    },
    releases: {
      address: releases && 'https://releases.example/app_version',
      own: '1.1.0',
      ask: async () => releases?.(),
    },
    edgeStatus: async (address) => {
      if (!Object.hasOwn(edges, address)) throw new Error(`${address} does not answer`);
      return edges[address];
    },
    opens: async (address) => opened.includes(address),
    upload: async ({ diskWrite }, { path, body, progressed }) => {
      progressed(0.5);
      await diskWrite({ path, body });
      return new Response(null, { status: 204 });
    },
    cleanSvg: async (text) => (text.includes('<svg') ? text.replace(/<script.*<\/script>/s, '') : null),
  };
  const hide = (now: boolean) => {
    hidden = now;
    for (const onChange of [...watchers]) onChange();
  };
  const enter = (now: boolean) => {
    unsaved = now;
  };
  const otherTab = (key: string, text: string | null) => {
    const before = storage.get(key) ?? null;
    if (text === null) storage.delete(key);
    else storage.set(key, text);
    for (const listener of listeners) listener(key, text, before);
  };
  return { host, browser, core, storage, visited, revalidated, hide, enter, otherTab };
}

export function openStore(setting: StoreOptions = {}): TestStore {
  const { host, browser, ...rest } = aHost(setting);
  const store = createStore({ host, browser, mask: maskText });
  store.open([shared, live, setup, versions]);
  return {
    ...store,
    ...rest,
    getState() {
      const state = store.getState();
      if (!isOpen(state)) throw new Error('The features were opened, and their state is not there');
      return state;
    },
  };
}

const isOpen = (state: GateState): state is RootState & VersionsState => 'channel' in state;
