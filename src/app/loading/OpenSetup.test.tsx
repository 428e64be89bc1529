// @vitest-environment jsdom

import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createStore } from '../../features/gate/store.ts';
import { startI18n } from '../../i18n/index.ts';
import { aHost } from '../../testing/openStore.ts';
import { OpenSetup } from './OpenSetup.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(cleanup);

it('a form whose chunk is missing shows an error, and retries when it is opened again', async () => {
  const { host, browser } = aHost();
  const loadSetup = vi.fn(browser.loadSetup).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const store = createStore({ host, browser: { ...browser, loadSetup } });
  const open = () =>
    act(async () =>
      render(
        <Provider store={store}>
          <Suspense fallback="Loading">
            <OpenSetup>the form</OpenSetup>
          </Suspense>
        </Provider>,
      ),
    );
  await open();
  await screen.findByRole('button', { name: 'Reload' });
  expect(screen.getByRole('alert').textContent).toContain('Part of the interface could not be loaded.');
  expect(screen.queryByText('the form')).toBeNull();
  expect(loadSetup).toHaveBeenCalledTimes(1);
  cleanup();
  await open();
  await screen.findByText('the form');
  expect(loadSetup).toHaveBeenCalledTimes(2);
  store.stop();
});
