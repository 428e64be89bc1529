// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { projectMeta } from '../../../harness/tools/build/projectAddresses.ts';
import { sessionStarted } from '../../features/gate/session/actions.ts';
import { aConfig, aCore, anAbout } from '../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../testing/fakeCore.ts';
import { openStore } from '../../testing/openStore.ts';
import { renderAt, setUpScreens } from '../../testing/renderScreens.tsx';
import { MainMenu } from '../frame/MainMenu.tsx';
import { GateMenu } from '../gate/GateMenu.tsx';
import { AboutDialog } from './AboutDialog.tsx';
import { ReportProblemDialog } from './ReportProblemDialog.tsx';
import { readProjectLink } from './readProjectLink.ts';

setUpScreens();
afterEach(() => document.querySelector('meta[name="sluice-project"]')?.remove());

const ignore = () => {};
const close = { open: true, onClose: ignore };
const screens = {
  '/about': <AboutDialog {...close} />,
  '/problem': <ReportProblemDialog {...close} />,
  '/gate': <GateMenu state="login" />,
  '/menu': (
    <MainMenu
      alarm
      onAlarm={ignore}
      onAbout={ignore}
      onDrawer={ignore}
      onPreferences={ignore}
      onProblem={ignore}
      onShortcuts={ignore}
    />
  ),
};

async function namesOn(screenName: keyof typeof screens, addresses: object, core: FakeAnswers = {}): Promise<string[]> {
  document.head.insertAdjacentHTML('beforeend', projectMeta(addresses));
  const store = openStore({ core: aCore(core) });
  store.dispatch(sessionStarted());
  await expect.poll(() => store.getState().session.status).toBe('ready');
  await act(async () => renderAt(store, screens, screenName));
  if (screenName === '/menu') fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  // Elements in closed dialogs and menus have no role in jsdom.
  return [...document.querySelectorAll('a, button, [role=menuitem]')].map(
    (link) => link.getAttribute('href') ?? link.textContent,
  );
}

const COMPLETE = {
  homepage: 'https://example.org/',
  repository: 'https://example.org/code',
  bugs: 'https://example.org/issues',
  funding: 'https://example.org/support',
};
const FORM = expect.stringMatching(/^https:\/\/example\.org\/issues\/new\?/);

it.each<[string, keyof typeof screens, unknown[]]>([
  ['About', '/about', [COMPLETE.homepage, COMPLETE.repository, COMPLETE.funding]],
  ['the report of a problem', '/problem', [FORM]],
  ['the menu before the login', '/gate', ['Report a problem']],
  ['the menu', '/menu', ['Report a problem']],
])('%s links to the addresses in package.json only', async (_, screenName, entries) => {
  expect(await namesOn(screenName, COMPLETE)).toEqual(expect.arrayContaining(entries));
});

it.each<[string, keyof typeof screens, unknown[]]>([
  ['About', '/about', [expect.stringMatching(/^https:/)]],
  ['the menu before the login', '/gate', ['Report a problem']],
  ['the menu', '/menu', ['Report a problem']],
])('%s has no link without an address', async (_, screenName, entries) => {
  const found = await namesOn(screenName, {});
  expect(found).not.toEqual([]);
  for (const entry of entries) expect(found).not.toContainEqual(entry);
});

it('a page without addresses names no update server', () => expect(readProjectLink('releases')).toBeNull());

const connected = (service: object) => ({ config: () => aConfig({ service }) });

it.each<[string, FakeAnswers, boolean]>([
  ['a connected core', connected({ enable: true, url: 'https://service.example' }), true],
  ['an unconnected core', connected({ enable: false, url: 'https://service.example' }), false],
  ['a core without a service', {}, false],
  ['an address with another protocol', connected({ enable: true, url: 'javascript:alert(1)' }), false],
  [
    'a core that sends no reports',
    {
      ...connected({ enable: true, url: 'https://service.example' }),
      about: () => anAbout({ extensions: ['reports-nothing'] }),
    },
    false,
  ],
])('the menu links to the hosted service only for a connected core: %s, %#', async (_, core, leads) => {
  const found = await namesOn('/menu', {}, core);
  expect(found.includes('https://service.example')).toBe(leads);
  expect(found.some((entry) => entry.startsWith('javascript:'))).toBe(false);
});
