// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../../../harness/test/testing/machineSlowness.ts';
import {
  confirmationNeeded,
  foundIncompatible,
  loginNeeded,
  registrationNeeded,
  reviewNeeded,
} from '../../features/gate/session/slice.ts';
import { startI18n } from '../../i18n/index.ts';
import { compatibilityOf } from '../../media/coreInfo/compatibility.ts';
import { openStore } from '../../testing/openStore.ts';
import { App } from '../App.tsx';

// As after an update of the server: the file of these screens has another name now.
vi.mock('../loading/loadScreens.ts', async (original) => ({
  ...(await original<typeof import('../loading/loadScreens.ts')>()),
  loadGateScreens: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}));

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(cleanup);

const PATIENCE = { timeout: PATIENCE_MS };
const newCore = {
  version: 3,
  overrides: [],
  memoryUser: '',
  fixed: { username: null, password: false },
  processes: [],
};

it.each([
  ['the confirmation of another server', 'Something went wrong', confirmationNeeded()],
  [
    'the compatibility',
    'Something went wrong',
    foundIncompatible(compatibilityOf({ core: '12.0.0', transcoder: null })),
  ],
  ['the registration', 'Something went wrong', registrationNeeded(newCore)],
  ['the review of processes', 'Something went wrong', reviewNeeded([])],
  ['the identity providers', 'Login', loginNeeded({ auths: ['auth0 https://idp.example client'] })],
])('says that %s did not come, and offers to reload', async (_, title, action) => {
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
