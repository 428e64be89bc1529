// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../../i18n/index.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { loadOverlays } from '../../../ui/overlays/useLazyOverlays.ts';
import { EncoderSpeedups } from './EncoderSpeedups.tsx';
import { type SpeedupOffer, speedupsFound } from './slice.ts';

const offer = (kind: SpeedupOffer['kind'], to: string, gain: number): SpeedupOffer => ({
  ...{ kind, to, gain },
  ...{ seconds: 9, reconnecting: 2 },
});

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  await startI18n({ page: document, browser: [], storage: localStorage });
  await loadOverlays();
});
afterEach(cleanup);

const button = (name: string) => screen.getByRole('button', { name });

// Queries of dialogs are slow.
it('the channel page offers all speedups in one dialog and shows what they interrupt', () => {
  const store = openStore({ core: aCore() });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <EncoderSpeedups channel={CHANNEL} />
      </MemoryRouter>
    </Provider>,
  );
  expect(screen.getByRole('link', { name: 'Change the encoding' })).toBeTruthy();
  act(() => {
    store.dispatch(speedupsFound([offer('preset', 'ultrafast', 5), offer('size', '1280x720', 2.25)]));
  });
  fireEvent.click(button('Make the encoder faster …'));
  const ticked = () => screen.getAllByRole('switch').map((toggle) => toggle.getAttribute('aria-checked'));
  expect(ticked()).toEqual(['true', 'false']);
  expect(screen.getByRole('status').textContent).toBe(
    'The stream is interrupted for about 9 s. 2 publications reconnect.',
  );
  fireEvent.click(screen.getByRole('switch', { name: 'Preset ultrafast' }));
  expect(screen.getByRole('status').textContent).toBe('Nothing is changed.');
  expect(button('Change the encoding').hasAttribute('disabled')).toBe(true);
  fireEvent.click(screen.getByRole('switch', { name: 'Size 1280×720' }));
  fireEvent.click(button('Change the encoding'));
  expect(store.getState().encoderSpeedup.busy).toBe(true);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  store.stop();
});
