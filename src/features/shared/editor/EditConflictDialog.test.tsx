// @vitest-environment jsdom
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../../i18n/index.ts';
import { loadOverlays } from '../../../ui/overlays/useLazyOverlays.ts';
import type { Others } from './createEditor.ts';
import { EditConflictDialog } from './EditConflictDialog.tsx';

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  await startI18n({ page: document, browser: [], storage: localStorage });
  await loadOverlays();
});
afterEach(cleanup);

const stored = { name: 'Main', settings: { key: 'old-key', url: 'rtmp://u:old@a.example/x' }, on: false };
const draft = { ...stored, name: 'Mine' };
const theirs = { name: 'Theirs', settings: { key: 'their-key', url: 'rtmp://u:secret@b.example/x' }, on: true };

function opened(others: Others<unknown, object>) {
  const done: string[] = [];
  const store = configureStore({
    reducer: (state: string[] = [], action: UnknownAction) => {
      done.push(action.type);
      return state;
    },
  });
  done.length = 0;
  const action = (type: string) => () => ({ type });
  render(
    <Provider store={store}>
      <EditConflictDialog
        editor={{ draft, stored, others }}
        answers={{ actions: { keptMine: action('mine'), tookTheirs: action('theirs'), leftOpen: action('left') } }}
        nameOf={([key, inner]) =>
          inner === 'key' ? { name: 'Stream key', secret: true } : key === 'on' ? { name: 'Backup' } : null
        }
        onSave={() => done.push('save')}
      />
    </Provider>,
  );
  return { done, dialog: screen.queryByRole('alertdialog') };
}

const conflict = { status: 'changed', found: null, draft: theirs } as const;

it('the conflict dialog lists names, changes by others and own entries, without secrets', () => {
  const { dialog } = opened(conflict);
  const text = dialog?.textContent ?? '';
  for (const part of [
    'Theirs: Theirs',
    'Yours: Mine',
    'Stream key',
    'Theirs: changed',
    'b.example',
    'Backup',
    'Theirs: On',
    'Yours: not changed',
  ])
    expect(text).toContain(part);
  for (const secret of ['their-key', 'old-key', 'secret']) expect(text).not.toContain(secret);
});

it.each([
  ['Keep mine', ['mine', 'save']],
  ['Take theirs', ['theirs']],
  ['Back to the form', ['left']],
])('the conflict dialog offers a choice: %s', (name, expected) => {
  const { dialog, done } = opened(conflict);
  fireEvent.click(within(dialog ?? document.body).getByRole('button', { name }));
  expect(done).toEqual(expected);
});

it('the conflict dialog of a deleted item only offers to leave the form', () => {
  const { dialog } = opened({ status: 'gone' });
  expect(
    within(dialog ?? document.body)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Back to the form']);
});

it.each([{ status: 'none' }, { status: 'known' }] as const)('the conflict dialog stays closed: $status', (others) => {
  expect(opened(others).dialog).toBeNull();
});
