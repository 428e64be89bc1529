import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isSampled } from '../../harness/test/testing/quickOrWholeSuite.ts';
import { CoreError, NETWORK_FAILURE } from '../api/error.ts';
import { egressId, ingestId, METADATA_KEY, snapshotId } from '../api/processIds.ts';
import { CHANNEL } from '../testing/coreAnswers.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { openStore, type TestStore } from '../testing/openStore.ts';
import { aac, aProbe, h264 } from '../testing/probes.ts';
import { type LastingCore, statefulCore } from '../testing/statefulCore.ts';
import { sessionStarted } from './gate/session/actions.ts';
import { channelDeletionRequested } from './live/channel/saga.ts';
import { publicationDeletionConfirmed } from './live/publication/slice.ts';
import { pagesOutdated } from './live/publishPages/saga.ts';
import { playerEditor } from './setup/player/slice.ts';
import { publicationEditor } from './setup/publicationForm/slice.ts';
import { settingsOpened, settingsSaveRequested, settingTyped } from './setup/settings/slice.ts';
import { websiteEditor } from './setup/website/slice.ts';
import {
  audioAccepted,
  metaAccepted,
  tileChosen,
  videoAccepted,
  videoProbeRequested,
  videoSettingsChanged,
  wizardOpened,
  saveRequested as wizardSaveRequested,
} from './setup/wizard/slice.ts';

/*
 * The browser, or the core, is gone at each single request of each save. Whoever comes next finds the old or the new,
 * and nothing in between.
 */

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const UUID = '11111111-2222-4333-8444-000000000001';
const ingest = ingestId(CHANNEL);
const egress = egressId('youtube', UUID);
const others = { note: 'of another program' };
const streams = [
  { type: 'video', codec: 'h264', stream: 0 },
  { type: 'audio', codec: 'aac', stream: 1 },
];

type Cut =
  /** The browser is gone before the request is sent. */
  | 'lost'
  /** The core has done it, and nobody hears. */
  | 'unheard'
  /** Only this one fails: the page lives on. */
  | 'once'
  | 'once unheard';
const CUTS: readonly Cut[] = ['lost', 'unheard', 'once', 'once unheard'];

/** A core that outlives the pages that talk to it. */
const aCoreWith = (fresh: boolean) =>
  statefulCore(
    fresh
      ? {}
      : {
          [ingest]: { metadata: { [METADATA_KEY]: { version: 1, streams, meta: { name: 'Studio' } }, others } },
          [snapshotId(CHANNEL)]: {},
          [egress]: {
            metadata: { [METADATA_KEY]: { version: 1, name: 'Main', settings: { stream_key: 'k' } }, others },
          },
        },
    {
      global: { [METADATA_KEY]: { version: 1, playersite: { title: 'Ours', playersite: true } }, others },
      config: { sessions: { enable: true, max_sessions: 1, max_bitrate_mbit: 0 } },
      answers: { processProbe: () => aProbe(h264, aac) },
    },
  );

/** The same core over a line that is cut at the nth request from `arm` on. */
function cutLine({ answers }: LastingCore, at: number, cut: Cut) {
  const line = { armed: false, asked: 0, away: false };
  const fail = () => {
    throw new CoreError(NETWORK_FAILURE, 'Failed to fetch');
  };
  const over =
    (name: string, answer: (given: never) => unknown) =>
    async (given: never): Promise<unknown> => {
      if (line.away) fail();
      const counts = cut === 'lost' || cut === 'once' || WRITES.test(name);
      if (line.armed && counts) line.asked += 1;
      else return await answer(given);
      if (!line.armed || line.asked !== at) return await answer(given);
      line.away = cut === 'lost' || cut === 'unheard';
      if (cut === 'unheard' || cut === 'once unheard') await answer(given);
      return fail();
    };
  const cutOff = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, over(name, answer)]));
  return { line, core: cutOff };
}

/** Reads leave nothing behind: whether the core has heard of them makes no difference. */
const WRITES = /(Add|Set|Update|Delete|Command|Write)$/;

const settle = async (ms = 100) => {
  await vi.advanceTimersByTimeAsync(ms);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(100);
};

interface Save {
  name: string;
  /** There is no channel before. */
  fresh?: boolean;
  /** Nothing of it is to run afterwards. */
  stops?: boolean;
  prepare: (store: TestStore) => Promise<void>;
  press: (store: TestStore) => void;
  /** What there is afterwards: the first that fits counts. */
  old: (core: LastingCore) => boolean;
  done: (core: LastingCore) => boolean;
}

const ofProcess = (core: LastingCore, id: string) => Object(core.held.get(id)?.metadata[METADATA_KEY]);
const siteOf = (core: LastingCore) => Object(Object(core.global[METADATA_KEY]).playersite);

const setUp = async (store: TestStore) => {
  store.dispatch(wizardOpened({ channel: store.getState().channel.current ?? '', name: 'Studio' }));
  await settle();
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged({ mode: 'pull', address: 'rtsp://192.0.2.10/s' }));
  store.dispatch(videoProbeRequested());
  await settle();
  store.dispatch(videoAccepted());
  store.dispatch(audioAccepted());
  await settle();
  store.dispatch(metaAccepted());
};
const ingests = (core: LastingCore) => [...core.held.keys()].filter((id) => /:ingest:[^_]*$/.test(id));

const saves: Save[] = [
  {
    name: 'an ingest',
    prepare: setUp,
    press: (store) => store.dispatch(wizardSaveRequested()),
    old: (core) => ofProcess(core, ingest).sources.length === 0,
    done: (core) => ofProcess(core, ingest).sources?.[0]?.type === 'network',
  },
  {
    name: 'a new ingest',
    fresh: true,
    prepare: setUp,
    press: (store) => store.dispatch(wizardSaveRequested()),
    old: (core) => ingests(core).length === 0,
    done: (core) => ingests(core).every((id) => ofProcess(core, id).sources?.[0]?.type === 'network'),
  },
  {
    name: 'a publication',
    prepare: async (store) => {
      store.dispatch(
        publicationEditor.actions.opened({ channel: CHANNEL, service: 'youtube', uuid: UUID, from: null }),
      );
      await settle();
      store.dispatch(publicationEditor.actions.draftChanged({ settings: { stream_key: 'mine' } }));
    },
    press: (store) => store.dispatch(publicationEditor.actions.saveRequested()),
    old: (core) => ofProcess(core, egress).settings?.stream_key === 'k',
    done: (core) => ofProcess(core, egress).settings?.stream_key === 'mine',
  },
  {
    name: 'the player',
    prepare: async (store) => {
      store.dispatch(playerEditor.actions.opened(CHANNEL));
      await settle();
      store.dispatch(playerEditor.actions.draftChanged({ mute: true }));
    },
    press: (store) => store.dispatch(playerEditor.actions.saveRequested()),
    old: (core) => ofProcess(core, ingest).player.mute !== true,
    done: (core) => ofProcess(core, ingest).player?.mute === true,
  },
  {
    name: 'the website',
    prepare: async (store) => {
      store.dispatch(websiteEditor.actions.opened());
      await settle();
      store.dispatch(websiteEditor.actions.draftChanged({ title: 'Mine' }));
    },
    press: (store) => store.dispatch(websiteEditor.actions.saveRequested()),
    old: (core) => siteOf(core).title === 'Ours',
    done: (core) => siteOf(core).title === 'Mine',
  },
  {
    name: 'the settings',
    prepare: async (store) => {
      store.dispatch(settingsOpened());
      await settle();
      store.dispatch(settingTyped({ path: 'sessions.max_sessions', value: '2' }));
    },
    press: (store) => store.dispatch(settingsSaveRequested()),
    old: (core) => Object(core.config.sessions).max_sessions === 1,
    done: (core) => Object(core.config.sessions).max_sessions === 2,
  },
  {
    name: 'a publication that is deleted',
    prepare: async () => {},
    press: (store) => store.dispatch(publicationDeletionConfirmed({ channel: CHANNEL, id: egress })),
    old: (core) => ofProcess(core, egress).name === 'Main',
    done: (core) => !core.held.has(egress),
  },
  {
    name: 'a channel that is deleted',
    stops: true,
    prepare: async () => {},
    press: (store) => store.dispatch(channelDeletionRequested(CHANNEL)),
    // With all its publications, or nothing is left of it.
    old: (core) => ofProcess(core, ingest).meta?.name === 'Studio' && core.held.size === 3,
    done: (core) => core.held.size === 0,
  },
];

async function opened(answers: FakeAnswers) {
  const store = openStore({ core: answers });
  store.dispatch(sessionStarted());
  await settle();
  return store;
}

/** A save that is cut, and then a new page; null: it has no such request any more. */
async function cutAt(save: Save, sides: Sides, at: number, cut: Cut) {
  const core = copyOf(sides.before);
  const { line, core: cutOff } = cutLine(core, at, cut);
  const store = await opened(cutOff);
  await save.prepare(store);
  line.armed = true;
  save.press(store);
  await settle(3000);
  const reached = line.asked >= at;
  // The page that lives on mends it by itself.
  line.armed = false;
  if (!line.away) await settle(10_000);
  store.stop();
  age(core);
  const next = await opened(core.answers);
  const shown = next.getState().channel.list.map(({ name }) => name);
  await settle();
  next.stop();
  return reached ? { core, shown } : null;
}

/** What viewers see, as it is made of what is stored now. */
async function published(core: LastingCore) {
  const store = await opened(core.answers);
  for (const { id, available } of store.getState().channel.list) {
    if (!available) continue;
    store.dispatch(playerEditor.actions.opened(id));
    await settle();
    store.dispatch(playerEditor.actions.saveRequested());
    await settle();
  }
  store.dispatch(pagesOutdated(null));
  await settle();
  store.stop();
}

/** What there is before the save, and what viewers see when nothing cuts it. */
async function sidesOf(save: Save) {
  const before = aCoreWith(save.fresh === true);
  await published(before);
  const after = copyOf(before);
  const store = await opened(after.answers);
  await save.prepare(store);
  save.press(store);
  await settle(3000);
  store.stop();
  expect(save.done(after)).toBe(true);
  return { before, after };
}

type Sides = Awaited<ReturnType<typeof sidesOf>>;

function copyOf({ held, global, config, disk }: LastingCore): LastingCore {
  const copy = statefulCore(structuredClone(Object.fromEntries(held)), {
    global,
    config: { ...config },
    answers: { processProbe: () => aProbe(h264, aac) },
  });
  for (const [path, file] of disk) copy.disk.set(path, file);
  return copy;
}

/** Long after: nobody takes from another what he may be at work on. */
function age({ global }: LastingCore) {
  for (const [key, note] of Object.entries(global)) if (isRest(key)) global[key] = { ...Object(note), at: 0 };
}

const isRest = (key: string) => key.startsWith('sluice-rest:');

/** Snapshot and what viewers see go with what is stored, to the byte, and nobody has anything left to do. */
function whole(core: LastingCore, { before, after }: Sides, save: Save, at: string) {
  const side = save.old(core) ? before : after;
  expect(Object.keys(core.global).filter(isRest), at).toEqual([]);
  expect([...core.disk].toSorted(), at).toEqual([...side.disk].toSorted());
  const configs = ({ held }: LastingCore) => [...held].map(([id, { config }]) => [id, config]).toSorted();
  expect(configs(core), at).toEqual(configs(side));
  expect(core.config, at).toEqual(side.config);
}

/** Whatever was cut: no save and no deletion of ours takes any of this. */
function intact(core: LastingCore, save: Save) {
  expect(core.global.others).toEqual(others);
  for (const [id, { metadata, config, state }] of core.held) {
    if (id === snapshotId(CHANNEL) || id.endsWith('_snapshot') || id.endsWith('_probe')) continue;
    expect(metadata[METADATA_KEY], id).toBeTypeOf('object');
    if (!save.fresh) expect(metadata.others, id).toEqual(others);
    expect(config.reference).not.toBe('');
    // The operator has confirmed the deletion, so the stream may be gone.
    if (!save.stops) expect(state).toMatchObject({ order: 'start' });
  }
}

describe.each(saves)('$name', (save) => {
  it.each(CUTS)('is the old or the new, whatever is cut: %s', async (cut) => {
    const sides = await sidesOf(save);
    let at = 1;
    for (; at < 80; at += 1) {
      if (!isSampled(at, 5)) continue;
      const found = await cutAt(save, sides, at, cut);
      if (!found) break;
      const { core, shown } = found;
      intact(core, save);
      whole(core, sides, save, `at request ${at}`);
      expect(save.old(core) || save.done(core), `at request ${at}`).toBe(true);
      expect(shown).toEqual([
        save.fresh && save.old(core) ? 'Livestream' : core.held.size === 0 ? 'Livestream' : 'Studio',
      ]);
    }
    expect(at).toBeGreaterThan(1);
    expect(at).toBeLessThan(80);
  });
});
