// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DECLARED_KEY } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { moving } from '../features/moving/index.ts';
import { CHANNEL } from '../testing/coreAnswers.ts';
import { aCoreToSaveOn, egress } from '../testing/kindsOfSave.ts';
import { openStore } from '../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../testing/renderScreens.tsx';
import type { LastingCore } from '../testing/statefulCore.ts';
import MovingScreen from './MovingScreen.tsx';

setUpScreens();

const button = (name: string) => screen.getByRole('button', { name });
const click = (element: HTMLElement) => act(async () => fireEvent.click(element));
const type = (label: RegExp, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } }));

async function opened(core: LastingCore) {
  const files: File[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${files.push(new File([blob], 'export.json'))}`,
      revokeObjectURL: () => {},
    }),
  );
  const store = openStore({ core: core.answers });
  store.open([moving]);
  store.dispatch(sessionStarted());
  await act(async () => renderAt(store, { '/moving': <MovingScreen /> }, '/moving'));
  await settleScreens(100);
  return { store, files };
}

const exported = async (core: LastingCore) => {
  const { files } = await opened(core);
  await click(button('Export'));
  for (let round = 0; round < 50 && files.length === 0; round += 1) await settleScreens(100);
  const [file] = files;
  if (!file) throw new Error('Nothing was downloaded');
  return file;
};

async function picked(file: File) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no file button');
  await act(async () => fireEvent.change(input, { target: { files: [file] } }));
  for (let round = 0; round < 50 && screen.queryByText(/^Reading /) !== null; round += 1) await settleScreens(100);
}

it.each([
  ['too short', 'short', 'short', 'The passphrase is too short.'],
  ['repeated with a difference', 'correct horse battery', 'correct horse batter', 'The passphrases differ.'],
])('a passphrase that is %s is marked, and nothing is exported', async (_, passphrase, repeated, words) => {
  const { files } = await opened(aCoreToSaveOn());
  await click(screen.getByRole('switch', { name: 'Include stream keys and passwords' }));
  await type(/^Passphrase/, passphrase);
  await type(/^Repeat/, repeated);
  await click(button('Export'));
  await settleScreens(100);
  expect(screen.getByText(words)).toBeTruthy();
  expect(files).toEqual([]);
});

it('an export of chosen channels asks for one', async () => {
  const { files } = await opened(aCoreToSaveOn());
  await click(screen.getByRole('radio', { name: 'Chosen channels' }));
  await click(button('Export'));
  await settleScreens(100);
  expect(screen.getByText('Choose a channel.')).toBeTruthy();
  expect(files).toEqual([]);
});

it('an import shows what would be created and changed, and writes nothing before it is confirmed', async () => {
  const file = await exported(aCoreToSaveOn());
  document.body.replaceChildren();
  const core = aCoreToSaveOn();
  core.held.delete(egress);
  Object.assign(Object(core.held.get(`restreamer-ui:ingest:${CHANNEL}`)?.metadata['restreamer-ui']).meta, {
    name: 'Other',
  });
  await opened(core);
  await picked(file);
  const changes = within(screen.getByRole('list', { name: 'Changes of Studio' }));
  expect(changes.getAllByRole('listitem').map((row) => row.textContent?.replaceAll('\u00a0', ' '))).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Is created'),
      expect.stringContaining('Channel name: Other → Studio'),
    ]),
  );
  expect(core.held.has(egress)).toBe(false);
  await click(button('Cancel'));
  expect(button('Choose file')).toBeTruthy();
});

it('an import names what is still to do, and where new processes read', async () => {
  const source = aCoreToSaveOn();
  Object.assign(Object(source.held.get(egress)?.metadata['restreamer-ui']).settings, { stream_key: 'a-key-of-mine' });
  const file = await exported(source);
  document.body.replaceChildren();
  await opened(aCoreToSaveOn(true));
  await picked(file);
  expect(screen.getAllByText(/^Reads from: [^→]+$/)).not.toHaveLength(0);
  await click(button('Import'));
  for (let round = 0; round < 50 && screen.queryByText('Still to do') === null; round += 1) await settleScreens(100);
  expect(screen.getByText(/lacks its key or password/)).toBeTruthy();
});

it('files that were refused are not called applied', async () => {
  const core = aCoreToSaveOn();
  core.global[DECLARED_KEY] = {
    ...{ version: 1, at: 0, entries: {}, conflicts: [], incomplete: [], failure: null },
    fault: { place: 'hall.json', text: 'This file is incomplete. Copy or download it again.', values: [] },
  };
  await opened(core);
  expect(screen.getByText(/^hall\.json: This file is incomplete/)).toBeTruthy();
  expect(screen.queryByText('Everything is as in the files.')).toBeNull();
  expect(screen.getByText(/Correct them, then restart it/)).toBeTruthy();
});

it('a refused file is named with its reason, and another one can be chosen', async () => {
  await opened(aCoreToSaveOn());
  await picked(new File(['<html>'], 'page.html'));
  expect(screen.getByRole('alert').textContent).toContain('page.html was not imported');
  expect(screen.getByRole('alert').textContent).toContain('neither an export');
  expect(button('Choose file')).toBeTruthy();
});
