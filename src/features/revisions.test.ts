import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limit } from '../../server/util/limits.ts';
import { CoreError } from '../api/error.ts';
import { pushKeyKey } from '../api/hlsPushKey.ts';
import { agentKey, METADATA_KEY } from '../api/processIds.ts';
import { parseRevisions, REVISIONS_KEY, revisionsKey, storeRevisions } from '../media/revision/revisions.ts';
import { hashOf } from '../media/stored/hashOf.ts';
import { CHANNEL } from '../testing/coreAnswers.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { aCoreToSaveOn, copyOf, egress, ingest, kindsOfSave, ofProcess, settle } from '../testing/kindsOfSave.ts';
import { openStore, type TestStore } from '../testing/openStore.ts';
import type { LastingCore } from '../testing/statefulCore.ts';
import { undoRequested } from './gate/notice/slice.ts';
import { sessionStarted } from './gate/session/actions.ts';
import { importedFound } from './live/channel/discoverChannels.ts';
import { pagesOutdated } from './live/publishPages/saga.ts';
import { previewRequested, restoreConfirmed, versionsOpened } from './versions/revision/slice.ts';

/* Each kind of save stores one revision, and restoring it brings back what was stored before. */

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

type Kind = (typeof kindsOfSave)[number];

async function openOn(core: LastingCore, seed = 0) {
  const store = openStore({ core: core.answers, seed });
  store.dispatch(sessionStarted());
  await settle();
  return store;
}

async function publish(core: LastingCore) {
  const store = await openOn(core, 50);
  store.dispatch(importedFound(store.getState().channel.list.map(({ id }) => id)));
  store.dispatch(pagesOutdated(null));
  await settle();
  store.stop();
}

async function aCoreFor(kind: Kind) {
  const core = aCoreToSaveOn(kind.fresh === true);
  kind.given?.(core);
  await publish(core);
  return core;
}

const revisionsOn = (core: LastingCore) =>
  Object.entries(core.global)
    .flatMap(([key, raw]) => {
      const parsed = key.startsWith(REVISIONS_KEY) ? parseRevisions(raw) : 'newer';
      const channel = key.slice(REVISIONS_KEY.length);
      return parsed === 'newer' ? [] : parsed.list.map((revision) => ({ channel, ...revision }));
    })
    .toSorted((a, b) => b.at - a.at);

/** Everything that a save stores, except for revisions and the bytes of images. */
function storedOn({ held, global, disk }: LastingCore) {
  const processes = [...held].map(([id, { config, metadata }]) => [id, config, metadata]);
  const settings = Object.entries(global).filter(([key]) => !key.startsWith(REVISIONS_KEY));
  const texts = [...disk].flatMap(([path, { text }]) =>
    /\.(html|json|xml)$/.test(path) ? [[path, hashOf(text)]] : [],
  );
  return JSON.parse(
    JSON.stringify({ processes: processes.toSorted(), settings: settings.toSorted(), texts: texts.toSorted() }),
  );
}

async function saved(kind: Kind, core: LastingCore) {
  const store = await openOn(core);
  await kind.prepare(store, 'ours');
  await settle();
  kind.press(store, 'ours');
  for (let seconds = 0; seconds < 60 && !kind.done(core, 'ours'); seconds += 1) await settle(1000);
  await settle(5000);
  expect(kind.done(core, 'ours')).toBe(true);
  return store;
}

const undo = async (store: TestStore, core: LastingCore) => {
  const [newest] = revisionsOn(core);
  if (!newest) throw new Error('There is no revision');
  store.dispatch(undoRequested({ channel: newest.channel, at: newest.at }));
  await settle(3000);
};

/** Undoes the newest save, with a preview if that interrupts a stream. */
async function undoFully(store: TestStore, core: LastingCore) {
  const visited = store.visited.length;
  await undo(store, core);
  if (store.visited.slice(visited).some((path) => path.startsWith('/versions/'))) await restore(store, core, 0);
}

/** Restores the state before the nth newest revision. */
async function restore(store: TestStore, core: LastingCore, index: number) {
  const revision = revisionsOn(core)[index];
  if (!revision) throw new Error('There is no such revision');
  store.dispatch(versionsOpened(revision.channel));
  await settle();
  store.dispatch(previewRequested(revision.at));
  await settle();
  const { revision: page } = store.getState();
  expect(page).toMatchObject({ status: 'open', preview: { at: revision.at, overtaken: [] } });
  if (page.status === 'open') expect(page.preview?.rows.length).toBeGreaterThan(0);
  store.dispatch(restoreConfirmed());
  await settle(3000);
}

const noticesIn = (store: TestStore) => store.getState().notice.shown.map(({ text }) => text);

describe.each(kindsOfSave)('a save of $name', (kind) => {
  const { count = 1, undoable = true } = kind.revisions ?? {};

  it(`stores ${count} revisions, without changing anything else`, async () => {
    const core = await aCoreFor(kind);
    const earlier = revisionsOn(core).length;
    const store = await saved(kind, core);
    expect(revisionsOn(core)).toHaveLength(earlier + count);
    expect(noticesIn(store).filter((text) => text.includes('cannot be undone'))).toEqual([]);
    store.stop();
  });

  if (count === 0 || !undoable) return;

  it('can be undone, and that can be undone as well', async () => {
    const core = await aCoreFor(kind);
    const before = storedOn(core);
    const earlier = revisionsOn(core).length;
    const store = await saved(kind, core);
    const after = storedOn(core);
    if (count === 1) await undoFully(store, core);
    else await restore(store, core, count - 1);
    expect(storedOn(core)).toEqual(before);
    expect(revisionsOn(core)).toHaveLength(earlier + count + 1);
    // A restored channel is deleted as any other one.
    if (!kind.removes?.includes(ingest)) {
      await undoFully(store, core);
      expect(storedOn(core)).toEqual(after);
    }
    store.stop();
  });

  it('can be restored later by another page, with a preview', async () => {
    const core = await aCoreFor(kind);
    const before = storedOn(core);
    (await saved(kind, core)).stop();
    const store = await openOn(core, 1);
    await restore(store, core, count - 1);
    expect(storedOn(core)).toEqual(before);
    expect(noticesIn(store)).toContain('The earlier version has been restored');
    store.stop();
  });
});

const kindNamed = (name: string): Kind => {
  const kind = kindsOfSave.find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`There is no kind of save of ${name}`);
  return kind;
};

const renamed = kindNamed('the name of a channel');
const keyed = kindNamed('a publication');
const gone = kindNamed('a channel that is deleted');

describe('a revision', () => {
  it('names the login that saved', async () => {
    const core = await aCoreFor(renamed);
    const store = await openOn(core);
    const access = `e30.${btoa(JSON.stringify({ sub: 'ann' }))}.sig`;
    store.core.setTokens({ access, refresh: '' });
    await renamed.prepare(store, 'ours');
    await settle();
    renamed.press(store, 'ours');
    await settle(3000);
    expect(revisionsOn(core)).toMatchObject([{ by: 'ann', at: expect.any(Number) }]);
    store.stop();
  });

  it('shows no secret', async () => {
    const core = await aCoreFor(keyed);
    const store = await saved(keyed, core);
    await restore(store, core, 0);
    await undo(store, core);
    store.dispatch(previewRequested(revisionsOn(core)[0]?.at ?? 0));
    await settle();
    expect(JSON.stringify(core.global)).toContain('key-ours');
    expect(JSON.stringify(store.getState().revision)).toContain('Stream key');
    expect(JSON.stringify(store.getState().revision)).not.toContain('key-ours');
    store.stop();
  });

  it('that the core does not store does not fail the save, which says so', async () => {
    const core = await aCoreFor(renamed);
    const { metadataSet } = core.answers;
    const refusing: FakeAnswers = {
      ...core.answers,
      metadataSet: (args) => {
        if (args.key.startsWith(REVISIONS_KEY)) throw new CoreError(500, 'The disk is full');
        return metadataSet?.(args);
      },
    };
    const store = await saved(renamed, { ...core, answers: refusing });
    expect(revisionsOn(core)).toEqual([]);
    expect(noticesIn(store).filter((text) => text.includes('cannot be undone'))).toHaveLength(1);
    store.stop();
  });

  it('of a newer version of the interface stays, and the save says that it cannot be undone', async () => {
    const core = await aCoreFor(renamed);
    const newer = { version: 2, revisions: 'of another kind' };
    core.global[revisionsKey(CHANNEL)] = newer;
    const store = await saved(renamed, core);
    expect(core.global[revisionsKey(CHANNEL)]).toEqual(newer);
    expect(noticesIn(store).filter((text) => text.includes('cannot be undone'))).toHaveLength(1);
    store.dispatch(versionsOpened(CHANNEL));
    await settle();
    expect(store.getState().revision).toMatchObject({ status: 'open', list: null });
    store.stop();
  });

  it.each<[string, unknown]>([
    ['a text', 'x'],
    ['a list', [1]],
    ['another format', { version: 1, revisions: [{ at: 'now' }] }],
  ])('replaces what another program left at its key: %s', async (_, garbage) => {
    const core = await aCoreFor(renamed);
    core.global[revisionsKey(CHANNEL)] = garbage;
    const store = await saved(renamed, core);
    expect(revisionsOn(core)).toHaveLength(1);
    store.stop();
  });

  it('with a value that no process of the channel can have restores the rest', async () => {
    const core = await aCoreFor(renamed);
    const entries = {
      [`process:${egress}`]: { before: { config: { id: 'other' }, metadata: {} }, after: '' },
      [`setting:${agentKey(CHANNEL)}`]: { before: { a: 1 }, after: '' },
    };
    const list = [{ at: 1, by: '', entries, lostFiles: [] }];
    core.global[revisionsKey(CHANNEL)] = storeRevisions({ list, deleted: null });
    const store = await openOn(core);
    const held = copyOf(core).held.get(egress);
    await restoreAt(store, CHANNEL, 1);
    expect(core.global[agentKey(CHANNEL)]).toEqual({ a: 1 });
    expect(core.held.get(egress)).toEqual(held);
    store.stop();
  });

  it('keeps metadata that a newer version has stored since', async () => {
    const core = await aCoreFor(renamed);
    const store = await saved(renamed, core);
    const stored = { ...ofProcess(core, ingest), version: 2 };
    const process = core.held.get(ingest);
    if (process) process.metadata[METADATA_KEY] = stored;
    await restoreAt(store, CHANNEL, revisionsOn(core)[0]?.at ?? 0);
    expect(ofProcess(core, ingest)).toEqual(stored);
    expect(noticesIn(store)).toContain('The earlier version could not be restored ({{0}})');
    store.stop();
  });
});

/** Like another program: without a revision. */
function changeElsewhere(core: LastingCore, name: string) {
  const process = core.held.get(ingest);
  const stored = ofProcess(core, ingest);
  if (process) process.metadata[METADATA_KEY] = { ...stored, meta: { ...stored.meta, name } };
}

describe('changes by others', () => {
  it('turn an undo into a preview, which names what would be overwritten', async () => {
    const core = await aCoreFor(renamed);
    const store = await saved(renamed, core);
    changeElsewhere(core, 'Elsewhere');
    const { at = 0 } = revisionsOn(core)[0] ?? {};
    await undo(store, core);
    expect(ofProcess(core, ingest).meta.name).toBe('Elsewhere');
    expect(store.visited.at(-1)).toBe(`/versions/${CHANNEL}`);
    store.dispatch(versionsOpened(CHANNEL));
    await settle();
    store.dispatch(previewRequested(at));
    await settle();
    expect(store.getState().revision).toMatchObject({ preview: { overtaken: [{ values: ['Elsewhere'] }] } });
    store.dispatch(restoreConfirmed());
    await settle(3000);
    expect(ofProcess(core, ingest).meta.name).toBe('Studio');
    store.stop();
  });

  it('after the preview refuse the restoring, and show a new preview', async () => {
    const core = await aCoreFor(renamed);
    const store = await saved(renamed, core);
    store.dispatch(versionsOpened(CHANNEL));
    await settle();
    store.dispatch(previewRequested(revisionsOn(core)[0]?.at ?? 0));
    await settle();
    changeElsewhere(core, 'Meanwhile');
    store.dispatch(restoreConfirmed());
    await settle(3000);
    expect(ofProcess(core, ingest).meta.name).toBe('Meanwhile');
    expect(store.getState().revision).toMatchObject({ preview: { overtaken: [{ values: ['Meanwhile'] }] } });
    store.dispatch(restoreConfirmed());
    await settle(3000);
    expect(ofProcess(core, ingest).meta.name).toBe('Studio');
    store.stop();
  });

  it('with this interface are taken back as well, and named', async () => {
    const core = await aCoreFor(renamed);
    (await saved(renamed, core)).stop();
    const store = await saved(keyed, core);
    store.dispatch(versionsOpened(CHANNEL));
    await settle();
    store.dispatch(previewRequested(revisionsOn(core)[1]?.at ?? 0));
    await settle();
    expect(store.getState().revision).toMatchObject({ preview: { later: [{}], overtaken: [] } });
    store.stop();
  });
});

describe('an undo', () => {
  it('that would interrupt a stream shows the preview instead', async () => {
    const core = await aCoreFor(keyed);
    const store = await saved(keyed, core);
    const after = storedOn(core);
    await undo(store, core);
    expect(storedOn(core)).toEqual(after);
    expect(store.visited.at(-1)).toBe(`/versions/${CHANNEL}`);
    expect(noticesIn(store)).toContain('Undoing this change interrupts a stream. Check what would be restored.');
    store.stop();
  });

  it('is not offered after a save that failed, even if it stored a part', async () => {
    const core = await aCoreFor(keyed);
    const { processMetadataSet, processUpdate } = core.answers;
    let updates = 0;
    const refusing: FakeAnswers = {
      ...core.answers,
      processUpdate: (args) => {
        updates += 1;
        if (updates > 1) throw new CoreError(500, 'The disk is full');
        return processUpdate?.(args);
      },
      processMetadataSet: (args) => {
        if (args.id === egress && args.key === METADATA_KEY) throw new CoreError(500, 'The disk is full');
        return processMetadataSet?.(args);
      },
    };
    const store = await openOn({ ...core, answers: refusing });
    await keyed.prepare(store, 'ours');
    await settle();
    keyed.press(store, 'ours');
    await settle(3000);
    expect(revisionsOn(core)).toHaveLength(1);
    expect(store.getState().notice.undoable).toBeUndefined();
    store.stop();
  });
});

async function restoreAt(store: TestStore, channel: string, at: number) {
  store.dispatch(versionsOpened(channel));
  await settle();
  store.dispatch(previewRequested(at));
  await settle();
  store.dispatch(restoreConfirmed());
  await settle(3000);
}

describe('deleted channels', () => {
  it('are restored with their hold settings and push key', async () => {
    const core = await aCoreFor(gone);
    const hold = { version: 1, hold: { card: { text: 'Back soon' } } };
    core.global[agentKey(CHANNEL)] = hold;
    core.global[pushKeyKey(CHANNEL)] = 'k'.repeat(20);
    const store = await saved(gone, core);
    expect(core.global).not.toHaveProperty([agentKey(CHANNEL)]);
    expect(core.global).not.toHaveProperty([pushKeyKey(CHANNEL)]);
    store.dispatch(versionsOpened(''));
    await settle();
    expect(store.getState().revision).toMatchObject({ deleted: [{ channel: CHANNEL, name: 'Studio' }] });
    await restore(store, core, 0);
    expect(core.global[agentKey(CHANNEL)]).toEqual(hold);
    expect(core.global[pushKeyKey(CHANNEL)]).toBe('k'.repeat(20));
    await settle(1000);
    const restored = store.getState().channel.list.find(({ id }) => id === CHANNEL);
    expect(restored).toMatchObject({ name: 'Studio', available: true });
    expect(store.getState().channel.current).toBe(CHANNEL);
    expect(store.getState().revision).toMatchObject({ deleted: [] });
    store.stop();
  });

  it('are opened again by an undo, instead of the offer to set up a first one', async () => {
    const core = await aCoreFor(gone);
    const store = await saved(gone, core);
    const visited = store.visited.length;
    await undo(store, core);
    expect(store.visited.slice(visited)).toEqual([`/${CHANNEL}`]);
    expect(store.getState().channel).toMatchObject({ current: CHANNEL, list: [{ id: CHANNEL, available: true }] });
    store.stop();
  });

  it('beyond ten are forgotten, the oldest first', async () => {
    const core = await aCoreFor(gone);
    const ids = Array.from({ length: limit('deletedChannels') }, (_, i) => `00000000-0000-4000-8000-00000000000${i}`);
    for (const [i, id] of ids.entries())
      core.global[revisionsKey(id)] = storeRevisions({
        list: [{ at: 100 - i, by: '', entries: { 'setting:x': { before: 1, after: '' } }, lostFiles: [] }],
        deleted: { name: `No. ${i}`, at: 100 - i },
      });
    (await saved(gone, core)).stop();
    const kept = [...ids.slice(0, 9), CHANNEL].map((id) => revisionsKey(id));
    expect(Object.keys(core.global).filter((key) => key.startsWith(REVISIONS_KEY))).toEqual(kept);
  });
});

it('all revisions together stay within their limit, and those of other channels go first', async () => {
  const core = await aCoreFor(renamed);
  const ids = Array.from({ length: 9 }, (_, i) => `00000000-0000-4000-8000-00000000000${i}`);
  for (const [i, id] of ids.entries())
    core.global[revisionsKey(id)] = storeRevisions({
      list: [{ at: i, by: '', entries: { 'setting:x': { before: 'x'.repeat(60_000), after: '' } }, lostFiles: [] }],
      deleted: null,
    });
  (await saved(renamed, core)).stop();
  const kept = Object.entries(core.global).filter(([key]) => key.startsWith(REVISIONS_KEY));
  expect(kept.map(([key]) => key)).toEqual([...ids.slice(1), CHANNEL].map((id) => revisionsKey(id)));
  expect(JSON.stringify(kept).length).toBeLessThan(limit('allRevisions') + 1000);
});
