// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../../i18n/index.ts';
import { loadOverlays } from '../../../ui/overlays/useLazyOverlays.ts';
import { RestartDialog } from './RestartDialog.tsx';
import {
  restart,
  restartAbsent,
  restartBegun,
  restartDismissed,
  restartFailed,
  restartOffered,
  restartTried,
} from './slice.ts';

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  await startI18n({ page: document, browser: [], storage: localStorage });
  await loadOverlays();
});
afterEach(cleanup);

function shown() {
  const store = configureStore({ reducer: { restart } });
  render(
    <Provider store={store}>
      <RestartDialog />
    </Provider>,
  );
  return (action: Parameters<typeof store.dispatch>[0]) => act(() => store.dispatch(action));
}

const link = () => screen.queryByRole('link')?.getAttribute('href') ?? null;
const shownText = () => screen.getByRole('alertdialog').textContent;

it('the restart dialog offers a restart and can be postponed', () => {
  const then = shown();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  then(restartOffered());
  expect(screen.getByRole('alertdialog', { name: 'Restart required' })).toBeTruthy();
  then(restartDismissed());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('the restart dialog links to the new address if the port changes, even after it gave up', () => {
  const then = shown();
  then(restartBegun('http://core.test:9090/ui/'));
  expect(link()).toBe('http://core.test:9090/ui/');
  expect(screen.queryByRole('button')).toBeNull();
  then(restartTried(61));
  then(restartAbsent());
  expect(link()).toBe('http://core.test:9090/ui/');
  expect(shownText()).toContain('Reconnecting to the core failed for the last 61 seconds.');
  expect(shownText()).toContain('This is not necessarily an error.');
  expect(shownText()).toContain('port 80/TCP');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});

it('the restart dialog shows why the core rejects a restart, and offers a retry', () => {
  const then = shown();
  then(restartFailed('Not Found'));
  expect(screen.getByRole('alertdialog', { name: 'Restarting the application failed.' })).toBeTruthy();
  expect(shownText()).toContain('Not Found');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
