// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../../../harness/test/testing/machineSlowness.ts';

// Simulates an update of the server that renamed the chunk. Resets modules that another test may have loaded.
vi.resetModules();
vi.doMock('../loading/loadScreens.ts', async (original) => ({
  ...(await original<typeof import('../loading/loadScreens.ts')>()),
  loadGateScreens: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}));
const { App } = await import('../App.tsx');
const { confirmationNeeded, foundIncompatible, loginNeeded, registrationNeeded, reviewNeeded } = await import(
  '../../features/gate/session/slice.ts'
);
const { startI18n } = await import('../../i18n/index.ts');
const { compatibilityOf } = await import('../../media/coreInfo/compatibility.ts');
const { openStore } = await import('../../testing/openStore.ts');

await startI18n({ page: document, browser: [], storage: localStorage });
afterEach(cleanup);
afterAll(() => {
  vi.doUnmock('../loading/loadScreens.ts');
  vi.resetModules();
});

const PATIENCE = { timeout: PATIENCE_MS };
const newCore = {
  version: 3,
  overrides: [],
  memoryUser: '',
  fixed: { username: null, password: false },
  processes: [],
};

it.each([
  ['the confirmation of a foreign core', 'Something went wrong', confirmationNeeded()],
  [
    'the compatibility',
    'Something went wrong',
    foundIncompatible(compatibilityOf({ core: '12.0.0', transcoder: null })),
  ],
  ['the registration', 'Something went wrong', registrationNeeded(newCore)],
  ['the review of processes', 'Something went wrong', reviewNeeded([])],
  ['the identity providers', 'Login', loginNeeded({ auths: ['auth0 https://idp.example client'] })],
])('shows an error for %s if the chunk is missing, and offers to reload', async (_, title, action) => {
  const store = openStore();
  render(<App store={store} foreign={undefined} />);
  act(() => {
    store.dispatch(action);
  });
  const alert = await screen.findByRole('alert', undefined, PATIENCE);
  expect(alert.textContent).toContain('Part of the interface could not be loaded.');
  expect(screen.getAllByRole('button', { name: 'Reload' })).toHaveLength(1);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(document.body.textContent).not.toContain('crashed');
});
