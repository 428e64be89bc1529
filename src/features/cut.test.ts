import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isSampled } from '../../harness/test/testing/quickOrWholeSuite.ts';
import { CoreError, NETWORK_FAILURE } from '../api/error.ts';
import { METADATA_KEY, RENDITION_KEY, renditionOf, snapshotId } from '../api/processIds.ts';
import { CHANNEL } from '../testing/coreAnswers.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { aCoreToSaveOn, copyOf, egress, ingest, kindsOfSave, others, settle } from '../testing/kindsOfSave.ts';
import { openStore } from '../testing/openStore.ts';
import type { LastingCore } from '../testing/statefulCore.ts';
import { sessionStarted } from './gate/session/actions.ts';
import { pagesOutdated } from './live/publishPages/saga.ts';
import { playerEditor } from './setup/player/slice.ts';

/* The browser or the core fails at each single request of a save. The next page must find the old or the new state. */

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

type Cut =
  | 'lost'
  /** The core executes the request, but the response is lost. */
  | 'unheard'
  /** Only this request fails, and the page continues. */
  | 'once'
  | 'once unheard';
const CUTS: readonly Cut[] = ['lost', 'unheard', 'once', 'once unheard'];

/** A connection to the same core that fails at the nth request after `arm`. */
function cutLine({ answers }: LastingCore, at: number, cut: Cut) {
  const line = { armed: false, asked: 0, away: false };
  const fail = () => {
    throw new CoreError(NETWORK_FAILURE, 'Failed to fetch');
  };
  const wrap =
    (name: string, answer: (params: never) => unknown) =>
    async (params: never): Promise<unknown> => {
      if (line.away) fail();
      const counts = cut === 'lost' || cut === 'once' || WRITES.test(name);
      if (line.armed && counts) line.asked += 1;
      else return await answer(params);
      if (!line.armed || line.asked !== at) return await answer(params);
      line.away = cut === 'lost' || cut === 'unheard';
      if (cut === 'unheard' || cut === 'once unheard') await answer(params);
      return fail();
    };
  const cutOff = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, wrap(name, answer)]));
  return { line, core: cutOff };
}

/** Reads have no effect on the core, so it does not matter whether they arrive. */
const WRITES = /(Add|Set|Update|Delete|Command|Write)$/;

type Save = (typeof kindsOfSave)[number];

async function openStoreOn(answers: FakeAnswers, seed = 0) {
  const store = openStore({ core: answers, seed });
  store.dispatch(sessionStarted());
  await settle();
  return store;
}

async function cutAt(save: Save, sides: Sides, at: number, cut: Cut) {
  const core = copyOf(sides.before);
  const { line, core: cutOff } = cutLine(core, at, cut);
  const store = await openStoreOn(cutOff);
  await save.prepare(store, 'ours');
  line.armed = true;
  save.press(store, 'ours');
  await settle(3000);
  const reached = line.asked >= at;
  // A page that continues repairs the state by itself.
  line.armed = false;
  if (!line.away) await settle(10_000);
  store.stop();
  const next = await openStoreOn(core.answers, 1);
  // A new page waits 30 s, and then for the note of the interrupted save.
  await settle(80_000);
  const shown = next.getState().channel.list.map(({ name }) => name);
  await settle();
  next.stop();
  return reached ? { core, shown } : null;
}

async function published(core: LastingCore) {
  const store = await openStoreOn(core.answers);
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

async function sidesOf(save: Save) {
  const before = aCoreToSaveOn(save.fresh === true);
  save.given?.(before);
  await published(before);
  const after = copyOf(before);
  const store = await openStoreOn(after.answers);
  await save.prepare(store, 'ours');
  save.press(store, 'ours');
  await settle(3000);
  store.stop();
  expect(save.done(after, 'ours')).toBe(true);
  return { before, after };
}

type Sides = Awaited<ReturnType<typeof sidesOf>>;

const isRest = (key: string) => key.startsWith('sluice-rest:');

/** Snapshot and viewer pages must match the stored settings byte for byte, and no follow-up may be left. */
function expectWhole(core: LastingCore, { before, after }: Sides, save: Save, at: string) {
  const side = save.old(core) ? before : after;
  expect(Object.keys(core.global).filter(isRest), at).toEqual([]);
  if (save.steps) return;
  const isNamed = ([path]: readonly [string, unknown]) => side === after || path !== save.mayLeave;
  expect([...core.disk].filter(isNamed).toSorted(), at).toEqual([...side.disk].filter(isNamed).toSorted());
  const configs = ({ held }: LastingCore) => [...held].map(([id, { config }]) => [id, config]).toSorted();
  expect(configs(core), at).toEqual(configs(side));
  expect(core.config, at).toEqual(side.config);
}

function intact(core: LastingCore, save: Save) {
  expect(core.global.others).toEqual(others);
  for (const [id, { metadata, config, state }] of core.held) {
    if (id === snapshotId(CHANNEL) || id.endsWith('_snapshot') || id.endsWith('_probe')) continue;
    expect(metadata[renditionOf(id) ? RENDITION_KEY : METADATA_KEY], id).toBeTypeOf('object');
    // New processes contain no foreign metadata.
    if ([ingest, egress].includes(id)) expect(metadata.others, id).toEqual(others);
    expect(config.reference).not.toBe('');
    // The operator has confirmed the deletion, so the stream may be gone.
    if (!save.stops) expect(state).toMatchObject({ order: 'start' });
  }
}

/** More than any save sends. */
const MOST_REQUESTS = 160;

describe.each(kindsOfSave)('an interrupted save of $name', (save) => {
  it.each(CUTS)('leaves the old or the new state, if each request in turn is %s', async (cut) => {
    const sides = await sidesOf(save);
    let at = 1;
    for (; at < MOST_REQUESTS; at += 1) {
      if (!isSampled(at, 5)) continue;
      const found = await cutAt(save, sides, at, cut);
      if (!found) break;
      const { core, shown } = found;
      intact(core, save);
      expectWhole(core, sides, save, `at request ${at}`);
      expect(save.steps || save.old(core) || save.done(core, 'ours'), `at request ${at}`).toBe(true);
      const stored = core.held.get(ingest)?.metadata[METADATA_KEY];
      const name = save.fresh ? 'Studio' : Object(Object(stored).meta).name;
      const only = (save.fresh && save.old(core)) || core.held.size === 0 ? 'Livestream' : name;
      expect(shown).toEqual((!save.old(core) && save.channels) || [only]);
    }
    expect(at).toBeGreaterThan(1);
    expect(at).toBeLessThan(MOST_REQUESTS);
  });
});
