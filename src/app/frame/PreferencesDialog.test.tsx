// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { languages } from '../../i18n/languages.ts';
import { aCore } from '../../testing/coreAnswers.ts';
import { openStore } from '../../testing/openStore.ts';
import { renderAt, setUpScreens } from '../../testing/renderScreens.tsx';
import { BROWSER_SWITCHES } from './browserPreferences.ts';
import { PreferencesDialog } from './PreferencesDialog.tsx';

setUpScreens();

async function opened(storage: Record<string, string> = {}) {
  const store = openStore({ core: aCore(), storage });
  await act(async () => renderAt(store, { '/': <PreferencesDialog onClose={() => {}} /> }, '/'));
  return store;
}

const shown = BROWSER_SWITCHES.filter(({ needs }) => needs === undefined);

it.each(shown)('the preference $key is shown as stored, and stored when it is switched', async (preference) => {
  const { key, label, on, off, usual } = preference;
  const store = await opened(usual ? {} : { [key]: on });
  const box = screen.getByRole<HTMLInputElement>('switch', { name: label });
  expect(box.checked).toBe(true);
  await act(async () => fireEvent.click(box));
  expect(store.storage.get(key)).toBe(off);
  expect(box.checked).toBe(false);
  await act(async () => fireEvent.click(box));
  expect(store.storage.get(key)).toBe(on);
});

it('the theme is shown at once, and every language can be chosen', async () => {
  const store = await opened();
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Light' })));
  expect([store.storage.get('scheme'), document.documentElement.dataset.scheme]).toEqual(['light', 'light']);
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(languages.map(({ name }) => name));
});

it('everything is forgotten only after it is confirmed', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  localStorage.clear();
  localStorage.setItem('@@restreamer-ui@@scheme', 'light');
  await opened();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Forget everything in this browser' })));
  expect([localStorage.length, reload.mock.calls.length]).toEqual([1, 0]);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Forget everything' })));
  expect([localStorage.length, reload.mock.calls.length]).toEqual([0, 1]);
});
