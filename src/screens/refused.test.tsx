// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../api/error.ts';
import { egressId, ingestId, METADATA_KEY } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { startI18n } from '../i18n/index.ts';
import { aCore, CHANNEL } from '../testing/coreAnswers.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { fakeProcesses } from '../testing/fakeProcesses.ts';
import { openStore } from '../testing/openStore.ts';
import { loadOverlays } from '../ui/overlays/useLazyOverlays.ts';
import ChannelEditScreen from './ChannelEditScreen.tsx';
import ChannelScreen from './ChannelScreen.tsx';
import PlayerScreen from './PlayerScreen.tsx';
import PublicationScreen from './PublicationScreen.tsx';
import SettingsScreen from './SettingsScreen.tsx';
import SourceScreen from './SourceScreen.tsx';
import WebsiteScreen from './WebsiteScreen.tsx';
import WizardScreen from './WizardScreen.tsx';

// The player needs a browser.
vi.mock('../ui/player/showLiveVideo.ts', () => ({ show: () => () => {} }));

beforeAll(async () => {
  await startI18n({ page: document, browser: [], storage: localStorage });
  await loadOverlays();
});
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  Element.prototype.scrollTo = () => {};
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const UUID = '11111111-2222-4333-8444-000000000001';

const settle = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await act(() => vi.dynamicImportSettled());
  await act(() => vi.advanceTimersByTimeAsync(20));
};

/** Response of the core, or of a proxy, to all later requests. */
type Odd = () => unknown;
const refusing = (code: number) => () => {
  throw new CoreError(code, `Code ${code}`);
};

async function openScreen(path: string, at: string, element: ReactElement) {
  const { answers } = fakeProcesses({
    [ingestId(CHANNEL)]: { metadata: { [METADATA_KEY]: { version: 1, meta: { name: 'Studio' } } } },
    [egressId('youtube', UUID)]: { metadata: { [METADATA_KEY]: { version: 1, name: 'Main event' } } },
  });
  let odd: Odd | null = null;
  const either =
    (answer: unknown) =>
    (...args: unknown[]) =>
      odd ? odd() : typeof answer === 'function' ? answer(...args) : answer;
  const all = Object.entries(aCore(answers)).map(([name, answer]) => [name, either(answer)]);
  const store = openStore({ core: Object.fromEntries(all) satisfies FakeAnswers });
  store.dispatch(sessionStarted());
  await settle(1);
  const begin = async (reply: Odd) => {
    odd = reply;
    const router = createMemoryRouter([{ path, element }], { initialEntries: [at] });
    render(
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>,
    );
    await settle(2000);
  };
  return {
    begin,
    end: async () => {
      odd = null;
      fireEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0] ?? document.body);
      await settle(2000);
    },
  };
}

const channel = `/${CHANNEL}`;

describe.each<[string, string, string, ReactElement]>([
  ['the channel page', '/:channel', channel, <ChannelScreen key="channel" />],
  ['the settings of a channel', '/:channel/edit/:tab?', `${channel}/edit`, <ChannelEditScreen key="edit" />],
  ['the source editor', '/:channel/edit/source/:step?', `${channel}/edit/source`, <SourceScreen key="source" />],
  ['the wizard', '/:channel/edit/wizard/:step?', `${channel}/edit/wizard`, <WizardScreen key="wizard" />],
  ['the player', '/:channel/publication/player/:tab?', `${channel}/publication/player`, <PlayerScreen key="player" />],
  [
    'a publication',
    '/:channel/publication/:service/:index?/:tab?',
    `${channel}/publication/youtube/${UUID}`,
    <PublicationScreen key="publication" />,
  ],
  ['the website', '/playersite/:tab?', '/playersite', <WebsiteScreen key="website" />],
  ['the settings', '/settings/:tab?', '/settings/network', <SettingsScreen key="settings" />],
])('%s', (_, path, at, element) => {
  it.each<[string, Odd]>([
    ['500', refusing(500)],
    ['403', refusing(403)],
    ['a page of HTML', () => '<!doctype html><title>Welcome</title>'],
  ])('reports the response %s of the core, and recovers after a retry', async (_name, odd) => {
    const { begin, end } = await openScreen(path, at, element);
    await begin(odd);
    expect(document.body.textContent).not.toMatch(/Loading/);
    expect(document.querySelector('.alert')?.textContent).toMatch(/could not be|Unable to load the config\./);
    await end();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(document.body.textContent).not.toMatch(/Loading/);
  });
});
