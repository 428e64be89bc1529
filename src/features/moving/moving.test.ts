import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../api/error.ts';
import { egressId, ingestId, METADATA_KEY } from '../../api/processIds.ts';
import { CHANNEL } from '../../testing/coreAnswers.ts';
import { aCoreToSaveOn, copyOf, egress, ingest, ofProcess, settle } from '../../testing/kindsOfSave.ts';
import { openStore, type TestStore } from '../../testing/openStore.ts';
import type { LastingCore } from '../../testing/statefulCore.ts';
import { sessionStarted } from '../gate/session/actions.ts';
import { exportOpened, exportRequested, type WithExport } from './bundleExport/slice.ts';
import { lastingConflicts } from './bundleImport/conflictTexts.ts';
import {
  importCancelled,
  importChosen,
  importClosed,
  importConfirmed,
  importFilePicked,
  passphraseEntered,
  passphraseSkipped,
  takeBackRequested,
  type WithImport,
} from './bundleImport/slice.ts';
import { moving } from './index.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const PASSPHRASE = 'correct horse battery staple';
const LOGO = `/channels/${CHANNEL}/logo.png`;

async function openedOn(core: LastingCore, seed = 0) {
  const store = openStore({ core: core.answers, seed });
  store.open([moving]);
  store.dispatch(sessionStarted());
  await settle();
  return store;
}

const exportIn = (store: TestStore): WithExport['bundleExport'] => Object(store.getState()).bundleExport;
const importIn = (store: TestStore): WithImport['bundleImport'] => Object(store.getState()).bundleImport;

/** The one that does not wait for the fake clock. */
const realImmediate = setImmediate;

/** A key is derived in another thread, in real time. The test times out if it never is. */
async function until(isReached: () => boolean) {
  while (!isReached()) {
    await settle(100);
    await new Promise<void>((resolve) => {
      realImmediate(() => resolve());
    });
  }
}

async function exported(core: LastingCore, passphrase: string | null = null) {
  const store = await openedOn(copyOf(core));
  store.dispatch(exportOpened());
  await settle();
  store.dispatch(exportRequested({ selection: { kind: 'installation' }, passphrase }));
  await until(() => Object(exportIn(store)).file !== null);
  const { file } = Object(exportIn(store));
  store.stop();
  return new File([file.content], file.name);
}

const planned = (store: TestStore) =>
  until(() => importIn(store).status === 'planned' && !Object(importIn(store)).busy);

const KEY = 'hunter2-of-the-platform';

const aSource = () => {
  const core = aCoreToSaveOn();
  Object.assign(Object(core.held.get(egress)?.metadata[METADATA_KEY]).settings, { stream_key: KEY });
  core.disk.set(LOGO, { text: '', bytes: 10 });
  return core;
};
const storedIn = ({ held, global, disk }: LastingCore) =>
  structuredClone({ held: [...held].toSorted(), global, disk: [...disk].toSorted() });

describe('an import', () => {
  it('makes the same channel on a fresh core, with its keys, and takes all of it back', async () => {
    const file = await exported(aSource(), PASSPHRASE);
    const core = aCoreToSaveOn(true);
    const before = storedIn(core);
    const store = await openedOn(core);
    store.dispatch(importFilePicked(file));
    await until(() => importIn(store).status === 'locked');
    store.dispatch(passphraseEntered(PASSPHRASE));
    await planned(store);
    expect(storedIn(core)).toEqual(before);
    expect(JSON.stringify(store.getState())).not.toContain(KEY);
    store.dispatch(importConfirmed());
    await until(() => importIn(store).status === 'done');
    expect(JSON.stringify(store.getState())).not.toContain(KEY);
    expect(importIn(store)).toMatchObject({ outcome: { failure: null, cancelled: false } });
    expect(ofProcess(core, ingest).meta.name).toBe('Studio');
    expect(ofProcess(core, egress).settings.stream_key).toBe(KEY);
    expect(core.disk.get(LOGO)?.bytes).toBe(10);
    store.dispatch(takeBackRequested());
    await until(() => importIn(store).status === 'none');
    expect([...core.held.keys()]).toEqual([]);
    expect(core.disk.has(LOGO)).toBe(false);
    // Otherwise it would be reported as deleted elsewhere.
    expect(Object(store.getState()).channel.list).toEqual([expect.objectContaining({ available: false })]);
  });

  it('goes on to be taken back after a request failed half way', async () => {
    const file = await exported(aSource());
    const core = aCoreToSaveOn(true);
    const { diskDelete } = core.answers;
    let isAway = true;
    const refuseOnce: typeof diskDelete = (params, signal) => {
      if (params.path !== LOGO || !isAway) return diskDelete?.(params, signal);
      isAway = false;
      throw new CoreError(500, 'Internal Server Error');
    };
    Object.assign(core.answers, { diskDelete: refuseOnce });
    const store = await openedOn(core);
    store.dispatch(importFilePicked(file));
    await planned(store);
    store.dispatch(importConfirmed());
    await until(() => importIn(store).status === 'done');
    store.dispatch(takeBackRequested());
    await until(() => Object(importIn(store)).refusal !== null);
    expect(importIn(store)).toMatchObject({
      refusal: { kind: 'failed', reason: 'Internal Server Error', isPartial: true },
    });
    expect(core.disk.has(LOGO)).toBe(true);
    store.dispatch(takeBackRequested());
    await until(() => importIn(store).status === 'none');
    expect([...core.held.keys()]).toEqual([]);
    expect(core.disk.has(LOGO)).toBe(false);
  });

  it('of an unchanged file writes nothing', async () => {
    const core = aSource();
    const file = await exported(core);
    const store = await openedOn(core);
    store.dispatch(importFilePicked(file));
    await planned(store);
    expect(importIn(store)).toMatchObject({ preview: { steps: 0, restarts: 0, conflicts: [] } });
  });

  it('asks again after a wrong passphrase, and imports without keys if it is skipped', async () => {
    const file = await exported(aSource(), PASSPHRASE);
    const store = await openedOn(aCoreToSaveOn(true));
    store.dispatch(importFilePicked(file));
    await until(() => importIn(store).status === 'locked');
    store.dispatch(passphraseEntered('wrong horse battery staple'));
    await until(() => Object(importIn(store)).isWrong === true);
    store.dispatch(passphraseSkipped());
    await planned(store);
    expect(JSON.stringify(importIn(store))).toContain('secret-missing');
    store.dispatch(importConfirmed());
    await until(() => importIn(store).status === 'done');
    expect(lastingConflicts(Object(importIn(store)).conflicts).map(({ kind }) => kind)).toContain('secret-missing');
  });

  it.each<[string, (text: string) => string, string]>([
    ['cut', (text) => text.slice(0, text.length / 2), 'incomplete'],
    ['empty', () => '', 'incomplete'],
    ['a page', () => '<!doctype html><p>', 'neither an export'],
    ['of a newer version', (text) => text.replace(/"version": ?1\b/, '"version": 99'), 'newer version'],
    ['changed by hand', (text) => text.replace('Studio', 'Studi0'), 'changed after its export'],
  ])('of a file that is %s is refused in words, and changes nothing', async (_, damage, words) => {
    const core = aSource();
    const text = damage(await (await exported(core)).text());
    const store = await openedOn(core);
    const before = storedIn(core);
    store.dispatch(importFilePicked(new File([text], 'export.json')));
    await until(() => importIn(store).status === 'none');
    expect(Object(importIn(store)).refusal?.text).toContain(words);
    expect(storedIn(core)).toEqual(before);
  });

  it('shows the list again if something changes between preview and confirmation', async () => {
    const file = await exported(aSource());
    const core = aCoreToSaveOn(true);
    const store = await openedOn(core);
    store.dispatch(importFilePicked(file));
    await planned(store);
    for (const [id, process] of aSource().held) core.held.set(id, process);
    store.dispatch(importConfirmed());
    await until(() => Object(importIn(store)).isRenewed === true);
    expect(importIn(store)).toMatchObject({ status: 'planned' });
  });

  it('gives a channel new ids beside the one that exists', async () => {
    const core = aSource();
    const file = await exported(core);
    const store = await openedOn(core);
    store.dispatch(importFilePicked(file));
    await planned(store);
    store.dispatch(importChosen({ channels: { [CHANNEL]: 'new' } }));
    await planned(store);
    store.dispatch(importConfirmed());
    await until(() => importIn(store).status === 'done');
    const channels = [...core.held.keys()].filter((id) => /:ingest:[^_]*$/.test(id));
    expect(channels).toHaveLength(2);
    expect(ofProcess(core, ingest).meta.name).toBe('Studio');
  });

  it('stops after the current step when it is cancelled', async () => {
    const file = await exported(aSource());
    const core = aCoreToSaveOn(true);
    let store: TestStore | null = null;
    const { processAdd: add } = core.answers;
    const processAdd: typeof add = (params) => {
      store?.dispatch(importCancelled());
      return add?.(params);
    };
    Object.assign(core.answers, { processAdd });
    store = await openedOn(core);
    store.dispatch(importFilePicked(file));
    await planned(store);
    store.dispatch(importConfirmed());
    await until(() => importIn(store).status === 'done');
    expect(importIn(store)).toMatchObject({ outcome: { cancelled: true, failure: null } });
    expect(core.held.size).toBe(1);
  });

  it('says at which step it failed, without secrets, and keeps the rest', async () => {
    const file = await exported(aSource(), PASSPHRASE);
    const core = aCoreToSaveOn(true);
    const processAdd = () => {
      throw new CoreError(500, 'rtmp://user:hunter2@host/app: Connection refused');
    };
    Object.assign(core.answers, { processAdd });
    const store = await openedOn(core);
    store.dispatch(importFilePicked(file));
    await until(() => importIn(store).status === 'locked');
    store.dispatch(passphraseEntered(PASSPHRASE));
    await planned(store);
    store.dispatch(importConfirmed());
    await until(() => importIn(store).status === 'done');
    expect(Object(importIn(store)).outcome.failure).not.toBeNull();
    expect(JSON.stringify(store.getState())).not.toContain('hunter2');
    store.dispatch(importClosed());
    expect(importIn(store)).toEqual({ status: 'none', refusal: null });
  });
});

describe('an export', () => {
  it('states the size of each channel, and holds no secret without a passphrase', async () => {
    const core = aSource();
    const store = await openedOn(core);
    store.dispatch(exportOpened());
    await settle();
    expect(exportIn(store)).toMatchObject({ status: 'ready', sizes: { channels: { [CHANNEL]: expect.any(Number) } } });
    expect(await (await exported(core)).text()).not.toContain('hunter2');
    expect(await (await exported(core, PASSPHRASE)).text()).not.toContain('hunter2');
  });

  it.each([
    ['without keys', null, 'sluice-1970-01-01.json'],
    ['with keys', PASSPHRASE, 'sluice-1970-01-01-with-keys.json'],
  ])('%s has about the stated size, and a name that tells', async (_, passphrase, name) => {
    const store = await openedOn(aCoreToSaveOn());
    store.dispatch(exportOpened());
    await settle();
    const { sizes } = Object(exportIn(store));
    const stated = Object.values<number>(sizes.channels).reduce((sum, size) => sum + size, Number(sizes.others));
    store.dispatch(exportRequested({ selection: { kind: 'installation' }, passphrase }));
    await until(() => Object(exportIn(store)).file !== null);
    const { file } = Object(exportIn(store));
    expect(file.name).toBe(name);
    expect(stated / file.content.size).toBeGreaterThan(0.6);
    expect(stated / file.content.size).toBeLessThan(1.4);
    expect(JSON.stringify(Object(store.getState()).notice.shown)).toContain(name);
  });

  it('reports a core that cannot be read', async () => {
    const core = aSource();
    const diskFiles = () => {
      throw new CoreError(500, 'Disk failure');
    };
    Object.assign(core.answers, { diskFiles });
    const store = await openedOn(core);
    store.dispatch(exportOpened());
    await settle();
    expect(exportIn(store)).toMatchObject({ status: 'unread', reason: expect.stringContaining('Disk failure') });
  });

  it('of one channel has nothing of the others', async () => {
    const core = aSource();
    const other = ingestId('99999999-0000-4000-8000-000000000000');
    core.answers.processAdd?.({
      body: { id: other, type: 'ffmpeg', reference: other.slice(-36), input: [], output: [], options: [] },
    });
    const store = await openedOn(core);
    store.dispatch(exportOpened());
    await settle();
    const selection = { kind: 'channels', channels: [CHANNEL] } as const;
    store.dispatch(exportRequested({ selection, passphrase: null }));
    await until(() => Object(exportIn(store)).file !== null);
    const text = await Object(exportIn(store)).file.content.text();
    expect([text.includes(CHANNEL), text.includes(other.slice(-36))]).toEqual([true, false]);
    expect(text).toContain(egressId('youtube', '').slice(0, -1));
  });
});
