// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CoreError } from '../api/error.ts';
import { METADATA_KEY } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { markOf, type Revision, revisionsKey, storeRevisions } from '../media/revision/revisions.ts';
import { CHANNEL } from '../testing/coreAnswers.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { aCoreToSaveOn, egress, ingest, ofProcess } from '../testing/kindsOfSave.ts';
import { openStore } from '../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../testing/renderScreens.tsx';
import type { LastingCore } from '../testing/statefulCore.ts';
import VersionsScreen from './VersionsScreen.tsx';

setUpScreens();

const OTHER = '00000000-0000-4000-8000-000000000001';

/** A revision after which the publication got its present settings. */
function renaming(core: LastingCore, at: number, by: string, name: string): Revision {
  const { config, metadata } = core.held.get(egress) ?? {};
  const before = { config, metadata: { ...metadata, [METADATA_KEY]: { ...ofProcess(core, egress), name } } };
  return {
    ...{ at, by, lostFiles: [] },
    entries: { [`process:${egress}`]: { before, after: markOf({ config, metadata }) } },
  };
}

async function openScreen(core: LastingCore, path = `/versions/${CHANNEL}`) {
  const store = openStore({ core: core.answers });
  store.dispatch(sessionStarted());
  await settleScreens(200);
  const router = renderAt(store, { '/versions/:channel?': <VersionsScreen /> }, path);
  await settleScreens(200);
  return { store, router };
}

const press = async (name: string | RegExp, within_: HTMLElement = document.body) => {
  const button = within(within_).getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
  await settleScreens(3000);
};

it('the versions of a channel tell who changed what, and are restored after a preview', async () => {
  const core = aCoreToSaveOn();
  const list = [renaming(core, 2_000_000, 'ann', 'Newer'), renaming(core, 1_000_000, 'bob', 'Older')];
  core.global[revisionsKey(CHANNEL)] = storeRevisions({ list, deleted: null });
  const { store } = await openScreen(core);
  const rows = () => within(screen.getByRole('list', { name: 'Changes' })).getAllByRole('listitem');
  expect(rows().map((row) => /· ([a-z]+)/.exec(row.textContent ?? '')?.[1])).toEqual(['ann', 'bob']);
  expect(rows()[0]?.textContent).toContain('Publication "Main" · Publication nameNewer → Main');
  const [, older] = rows();
  if (!older) throw new Error('There is one version only');
  await press(/^Restore as before/, older);
  const dialog = screen.getByRole('alertdialog');
  expect(dialog.textContent).toContain('Main → Older');
  expect(dialog.textContent).toContain('1 later change is taken back as well. They were made by: ann');
  expect(ofProcess(core, egress).name).toBe('Main');
  await press('Restore', dialog);
  expect(ofProcess(core, egress).name).toBe('Older');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(rows()).toHaveLength(3);
  store.stop();
});

it('a version tells created publications and changed keys in words', async () => {
  const core = aCoreToSaveOn();
  const { config, metadata } = core.held.get(egress) ?? {};
  const now = { config, metadata };
  const older = structuredClone(now);
  Object.assign(Object(older.metadata?.[METADATA_KEY]).settings, { stream_key: 'an-older-key' });
  const list = [2000, 1000].map((at) => ({
    ...{ at, by: '', lostFiles: [] },
    entries: {
      [`process:${egress}`]: { before: at === 1000 ? undefined : older, after: markOf(at === 1000 ? older : now) },
    },
  }));
  core.global[revisionsKey(CHANNEL)] = storeRevisions({ list, deleted: null });
  const { store } = await openScreen(core);
  const rows = within(screen.getByRole('list', { name: 'Changes' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('*** · another secret, not shown'),
    expect.stringContaining('Publication "Main"Created'),
  ]);
  store.stop();
});

it('the preview names what it interrupts, and what another program has changed', async () => {
  const core = aCoreToSaveOn();
  const { config, metadata } = core.held.get(ingest) ?? {};
  if (!config || !metadata) throw new Error('There is no ingest');
  const before = { config: { ...config, options: ['-err_detect', 'ignore_err'] }, metadata };
  const list = [
    { at: 1000, by: '', entries: { [`process:${ingest}`]: { before, after: 'other' } }, lostFiles: ['/a.png'] },
  ];
  core.global[revisionsKey(CHANNEL)] = storeRevisions({ list, deleted: null });
  const { store } = await openScreen(core);
  await press(/^Restore as before/);
  const dialog = screen.getByRole('alertdialog');
  expect(dialog.textContent).toContain('This interrupts: Channel "Studio", Publication "Main"');
  expect(dialog.textContent).toContain('Another program has changed this since: Channel "Studio"');
  expect(dialog.textContent).toContain('These files are not restored: /a.png');
  await press('Cancel', dialog);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(core.held.get(ingest)?.config.options).toEqual([]);
  store.stop();
});

it('the choice of a channel includes deleted ones and the website', async () => {
  const core = aCoreToSaveOn();
  const entries = { 'setting:restreamer-ui': { before: { version: 1 }, after: '' } };
  core.global[revisionsKey('')] = storeRevisions({ list: [{ at: 1, by: '', entries, lostFiles: [] }], deleted: null });
  core.global[revisionsKey(OTHER)] = storeRevisions({
    list: [{ at: 2, by: '', entries: { [`process:${egress}`]: { before: {}, after: '' } }, lostFiles: [] }],
    deleted: { name: '<b>Hall</b>', at: 2 },
  });
  const { store, router } = await openScreen(core, '/versions');
  const choice = screen.getByLabelText('Versions of');
  const options = within(choice)
    .getAllByRole('option')
    .map((option) => option.textContent);
  expect(options).toEqual(['Studio', 'Publication website', '<b>Hall</b>']);
  expect(screen.getAllByRole('button', { name: /^Restore as before/ })).toHaveLength(1);
  fireEvent.change(choice, { target: { value: OTHER } });
  await settleScreens(200);
  expect(router.state.location.pathname).toBe(`/versions/${OTHER}`);
  // Without its ingest, there is nothing to restore.
  expect(screen.queryByRole('button', { name: /^Restore as before/ })).toBeNull();
  store.stop();
});

it.each<[title: string, stored: unknown, text: string]>([
  ['nothing', undefined, 'Nothing has been saved here yet. Each save adds a version.'],
  ['a newer version', { version: 2 }, 'The earlier versions were stored by a newer version of the interface.'],
])('a channel with %s says so', async (_, stored, text) => {
  const core = aCoreToSaveOn();
  if (stored !== undefined) core.global[revisionsKey(CHANNEL)] = stored;
  const { store } = await openScreen(core);
  expect(screen.getByText(text)).toBeTruthy();
  store.stop();
});

it('versions that cannot be read say why', async () => {
  const core = aCoreToSaveOn();
  const { processes } = core.answers;
  const refusing: FakeAnswers = {
    ...core.answers,
    processes: (args) => {
      if (args?.filter === 'config,metadata,state') throw new CoreError(500, 'The disk is full');
      return processes?.(args);
    },
  };
  const { store } = await openScreen({ ...core, answers: refusing });
  expect(screen.getByRole('alert').textContent).toContain('The earlier versions could not be read: The disk is full');
  store.stop();
});
