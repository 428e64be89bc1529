import { act, cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { startI18n } from '../i18n/index.ts';
import { loadOverlays } from '../ui/overlays/useLazyOverlays.ts';
import type { TestStore } from './openStore.ts';

interface Stage {
  /** `fake`: time only advances when a test does so. */
  clock?: 'fake' | 'real';
}

/** Prepares jsdom for tests of screens and cleans up after each. */
export function setUpScreens({ clock = 'fake' }: Stage = {}) {
  beforeAll(async () => {
    await startI18n({ page: document, browser: [], storage: localStorage });
    await loadOverlays();
  });
  beforeEach(() => {
    if (clock === 'fake') vi.useFakeTimers({ now: 1_000_000 });
    // jsdom lacks this function.
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });
}

/** Waits for responses and lazily loaded chunks, then advances the time. */
export async function settleScreens(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(20));
  await act(() => vi.dynamicImportSettled());
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

export function renderAt(store: TestStore, screens: Readonly<Record<string, ReactNode>>, ...addresses: string[]) {
  const routes = Object.entries(screens).map(([path, element]) => ({ path, element }));
  const router = createMemoryRouter(routes, { initialEntries: addresses });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return router;
}
