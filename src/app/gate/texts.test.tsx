// @vitest-environment jsdom
// @vitest-environment-options {"url": "https://page.test/ui/"}

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../../../harness/test/testing/machineSlowness.ts';
import { AWAY, CoreError, LATE } from '../../api/error.ts';
import { sessionStarted } from '../../features/gate/session/actions.ts';
import { startI18n } from '../../i18n/index.ts';
import { aCore, anAbout, aStrangersAbout, refreshToken, someSkills } from '../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../testing/fakeCore.ts';
import { openStore } from '../../testing/openStore.ts';
import { App } from '../App.tsx';

const PATIENCE = { timeout: PATIENCE_MS };
const AUTH0 = 'auth0 domain=id.example audience=a clientid=c';

const failing = (code: number, text: string) => () => {
  throw new CoreError(code, text);
};

beforeEach(() => vi.stubGlobal('isSecureContext', false));
afterEach(() => {
  cleanup();
  localStorage.clear();
  history.replaceState(null, '', '/ui/');
});

function open(core: FakeAnswers, storage: Record<string, string> = {}) {
  const store = openStore({ core: aCore({ about: aStrangersAbout, ...core }), storage });
  render(<App store={store} foreign={undefined} />);
  store.dispatch(sessionStarted());
}

async function logIn(login: () => never, names: { username: RegExp; password: RegExp; button: string }) {
  open({ login });
  fireEvent.change(await screen.findByLabelText(names.username, undefined, PATIENCE), { target: { value: 'admin' } });
  fireEvent.change(screen.getByLabelText(names.password, { selector: 'input' }), { target: { value: 'secret' } });
  fireEvent.click(screen.getByRole('button', { name: names.button }));
  return (await screen.findByRole('alert', undefined, PATIENCE)).textContent;
}

describe('the gate in English', () => {
  beforeAll(() => startI18n({ page: document, browser: ['en'], storage: localStorage }));

  it.each<[string, FakeAnswers, RegExp]>([
    [
      'an unreachable core',
      { about: failing(-1, AWAY) },
      /There was an error connecting to the core at .*Make sure the core/,
    ],
    ['a slow core', { about: failing(-1, LATE) }, /The core did not respond in time\./],
    [
      'a core with another major version',
      { about: () => anAbout({ version: { number: '17.1.0' } }) },
      /This version of the UI doesn't support the connected Core \(17\.1\.0\)\. The UI requires 15, 16\./,
    ],
    [
      'an outdated ffmpeg',
      { about: () => anAbout(), skills: () => ({ ...someSkills(), ffmpeg: { version: '3.4.8' } }) },
      /ffmpeg 3\.4\.8 is too old/,
    ],
    [
      'a core without a known login method',
      { about: () => ({ ...aStrangersAbout(), auths: ['saml'] }) },
      /There's no login method available\./,
    ],
    [
      'a page opened over HTTP',
      { about: () => ({ ...aStrangersAbout(), auths: [AUTH0] }) },
      /Auth0 is currently not available because this interface is loaded from an insecure origin\./,
    ],
  ])('reports %s', async (_, core, expected) => {
    open(core);
    expect((await screen.findByRole('alert', undefined, PATIENCE)).textContent).toMatch(expected);
  });

  it('explains that an HTTPS page cannot reach an HTTP core', async () => {
    history.replaceState(null, '', `/ui/?address=${encodeURIComponent('http://core.example')}`);
    open({ about: failing(-1, AWAY) });
    await screen.findByText(/Connecting to the core failed, probably mixed content\./, undefined, PATIENCE);
  });

  it('explains why the stored login is not valid any more', async () => {
    open({ refresh: failing(401, 'Unauthorized') }, { token: refreshToken('old') });
    await screen.findByText(
      /^Failed to refresh token: The last login has expired or was ended\.$/,
      undefined,
      PATIENCE,
    );
    expect(screen.getByRole('form', { name: 'Login' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each<[string, () => never, string]>([
    ['a wrong password', failing(401, 'Unauthorized'), 'Login failed: Check the username and password.'],
    [
      'an unreachable core',
      failing(-1, AWAY),
      'Login failed: Make sure the core is running and its address is correct.',
    ],
    ['a slow core', failing(-1, LATE), 'Login failed: The core did not respond in time. Try again in a moment.'],
    [
      'too many attempts',
      failing(429, 'Too Many Requests'),
      'Login failed: Too many login attempts. Try again in a minute.',
    ],
  ])('names the cause of a failed login: %s', async (_, login, expected) => {
    const message = await logIn(login, { username: /^Username/, password: /^Password/, button: 'Login' });
    expect(message).toBe(expected);
  });
});

describe('the gate in German', () => {
  beforeAll(() => startI18n({ page: document, browser: ['de'], storage: localStorage }));
  beforeEach(() => localStorage.setItem('@@restreamer-ui@@language', 'de'));

  it.each<[string, () => never, RegExp]>([
    ['a wrong password', failing(401, 'Unauthorized'), /Benutzername und Passwort prüfen\./],
    ['an unreachable core', failing(-1, AWAY), /Core läuft/],
    ['a slow core', failing(-1, LATE), /Der Core hat nicht rechtzeitig geantwortet\./],
    ['too many attempts', failing(429, 'Too Many Requests'), /Zu viele Anmeldeversuche\./],
  ])('names the cause of a failed login: %s', async (_, login, expected) => {
    const message = await logIn(login, { username: /^Benutzername/, password: /^Passwort/, button: 'Anmelden' });
    expect(message).toMatch(expected);
  });
});
