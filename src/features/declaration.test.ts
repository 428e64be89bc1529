import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../api/error.ts';
import { DECLARED_KEY, METADATA_KEY, SCHEDULE_KEY } from '../api/processIds.ts';
import type { Bundle } from '../media/bundle/bundle.ts';
import { bundleOf } from '../media/bundle/bundleOf.ts';
import { aCoreToSaveOn, copyOf, egress, ingest, ofProcess, settle } from '../testing/kindsOfSave.ts';
import { openStore, type TestStore } from '../testing/openStore.ts';
import type { LastingCore } from '../testing/statefulCore.ts';
import { performSaga } from './gate/performSaga.ts';
import { sessionStarted } from './gate/session/actions.ts';
import { declarationOpened, type WithDeclaration } from './moving/declaration/slice.ts';
import { moving } from './moving/index.ts';
import { applyDeclaration, noteDeclarationFault } from './setup/bundle/applyDeclaration.ts';
import { secretsOfPublication } from './setup/bundle/readCoreFacts.ts';
import { readInstallation } from './setup/bundle/readInstallation.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

async function openedOn(core: LastingCore): Promise<TestStore> {
  const store = openStore({ core: core.answers });
  store.open([moving]);
  store.dispatch(sessionStarted());
  await settle();
  return store;
}

async function perform<T>(store: TestStore, saga: () => Generator<unknown, T>): Promise<T> {
  let ended = false;
  const result = performSaga(store, saga).finally(() => {
    ended = true;
  });
  result.catch(() => {});
  while (!ended) await settle(100);
  return await result;
}

async function declare(core: LastingCore, secrets: 'included' | 'omitted' = 'included'): Promise<Bundle> {
  const store = await openedOn(copyOf(core));
  const installation = await perform(store, () => readInstallation());
  store.stop();
  return bundleOf(installation, { kind: 'installation' }, { secrets, secretsOf: secretsOfPublication });
}

const start = (store: TestStore, bundle: Bundle) =>
  perform(store, () =>
    applyDeclaration(
      bundle,
      () => {},
      () => {},
    ),
  );

async function shownOn(store: TestStore): Promise<WithDeclaration['declaration']> {
  store.dispatch(declarationOpened());
  await settle();
  return Object(store.getState()).declaration;
}

const rename = (core: LastingCore, id: string, name: string) => {
  const { metadata } = core.held.get(id) ?? expect.fail(`${id} is missing`);
  metadata[METADATA_KEY] = { ...Object(metadata[METADATA_KEY]), name, meta: { name } };
};

describe('a core that is set up from files', () => {
  it('shows nothing without such files', async () => {
    expect(await shownOn(await openedOn(aCoreToSaveOn()))).toEqual({ status: 'none' });
  });

  it('shows that nothing differs, and then what an operator has changed and removed', async () => {
    const core = aCoreToSaveOn(true);
    const store = await openedOn(core);
    const bundle = await declare(aCoreToSaveOn());
    expect((await start(store, bundle)).failure).toBe(null);
    expect(ofProcess(core, ingest).meta.name).toBe('Studio');
    expect(await shownOn(store)).toMatchObject({ status: 'declared', changed: [], conflicts: [], fault: null });
    rename(core, ingest, 'Mine');
    core.held.delete(egress);
    expect(await shownOn(store)).toMatchObject({
      changed: [{ text: 'Channel "{{0}}"', values: ['Mine'] }, { values: ['Main'] }],
    });
    await start(store, bundle);
    expect(ofProcess(core, ingest).meta.name).toBe('Mine');
    expect(core.held.has(egress)).toBe(false);
  });

  it('shows what was changed in the files and here, and applies none of it', async () => {
    const core = aCoreToSaveOn(true);
    const store = await openedOn(core);
    await start(store, await declare(aCoreToSaveOn()));
    rename(core, ingest, 'Mine');
    const other = aCoreToSaveOn();
    rename(other, ingest, 'Theirs');
    await start(store, await declare(other));
    expect(ofProcess(core, ingest).meta.name).toBe('Mine');
    expect(await shownOn(store)).toMatchObject({
      conflicts: [{ text: 'Channel "{{0}}"', values: ['Mine'] }],
      changed: [],
    });
  });

  it('shows what was not applied because its secret is not in the files', async () => {
    const core = aCoreToSaveOn(true);
    const store = await openedOn(core);
    const other = aCoreToSaveOn();
    other.global[SCHEDULE_KEY] = { version: 1, rules: [], password: 'hunter2-of-the-rules' };
    await start(store, await declare(other, 'omitted'));
    expect(core.global[SCHEDULE_KEY]).toBeUndefined();
    expect(await shownOn(store)).toMatchObject({ incomplete: [{ values: [SCHEDULE_KEY] }], changed: [] });
    await start(store, await declare(other));
    expect(core.global[SCHEDULE_KEY]).toBeDefined();
    expect(await shownOn(store)).toMatchObject({ incomplete: [] });
  });

  it('shows why the files were refused, and keeps what it knows of the earlier ones', async () => {
    const core = aCoreToSaveOn(true);
    const store = await openedOn(core);
    await start(store, await declare(aCoreToSaveOn()));
    await perform(store, () =>
      noteDeclarationFault({
        place: 'hall.json',
        text: 'This file is incomplete. Copy or download it again.',
        values: [],
      }),
    );
    expect(await shownOn(store)).toMatchObject({ fault: { place: 'hall.json' }, changed: [] });
  });

  it('says why an application stopped, and goes on at the next start', async () => {
    const core = aCoreToSaveOn(true);
    const { processAdd } = core.answers;
    let left = 1;
    Object.assign(core.answers, {
      processAdd: (...args: Parameters<NonNullable<typeof processAdd>>) => {
        left -= 1;
        if (left < 0) throw new CoreError(507, 'No space left on device');
        return processAdd?.(...args);
      },
    });
    const store = await openedOn(core);
    const bundle = await declare(aCoreToSaveOn());
    expect((await start(store, bundle)).failure?.reason).toContain('No space left');
    expect(await shownOn(store)).toMatchObject({ failure: expect.stringContaining('No space left') });
    left = 100;
    expect((await start(store, bundle)).failure).toBe(null);
    expect([...core.held.keys()].toSorted()).toEqual([...aCoreToSaveOn().held.keys()].toSorted());
    expect(await shownOn(store)).toMatchObject({ failure: null, changed: [] });
  });

  it('applies nothing over a record of a newer version', async () => {
    const core = aCoreToSaveOn(true);
    core.global[DECLARED_KEY] = { version: 2 };
    const store = await openedOn(core);
    await expect(start(store, await declare(aCoreToSaveOn()))).rejects.toThrow('by a newer version');
    expect(core.held.size).toBe(0);
  });
});
