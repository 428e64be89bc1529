// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { PATIENCE_MS } from '../../../harness/test/testing/machineSlowness.ts';
import { sessionStarted } from '../../features/gate/session/actions.ts';
import { startI18n } from '../../i18n/index.ts';
import { aCore, anAbout, aStrangersAbout, refreshToken, token } from '../../testing/coreAnswers.ts';
import { openStore } from '../../testing/openStore.ts';
import { App } from '../App.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/ui/');
});

function open(address: string | null, options: Parameters<typeof openStore>[0] = {}) {
  if (address !== null) history.replaceState(null, '', `/ui/?address=${encodeURIComponent(address)}`);
  const foreign = address !== null;
  const store = openStore({ core: aCore({ about: aStrangersAbout }), foreign, ...options });
  render(<App store={store} foreign={foreign ? new URL(address).host : undefined} />);
  store.dispatch(sessionStarted());
  return store;
}

const form = () => document.querySelector('form, input');
const PATIENCE = { timeout: PATIENCE_MS };

it.each([
  ['http://Evil.Example:8301', 'evil.example:8301', 'http://evil.example:8301', true],
  ['https://evil.example', 'evil.example', 'https://evil.example', false],
  ['https://localhost@evil.example/core/', 'evil.example', 'https://evil.example/core', false],
  ['http://2130706433:99', '127.0.0.1:99', 'http://127.0.0.1:99', true],
  ['https://cоre.example', 'xn--cre-sed.example', 'https://xn--cre-sed.example', false],
])(
  'the gate asks for confirmation of %s with its real host, and shows nothing else',
  async (address, host, origin, open_) => {
    const store = open(address);
    await screen.findByRole('heading', { name: `You are about to use another server: ${host}` }, PATIENCE);
    expect(screen.getByText(origin, { exact: true }).tagName).toBe('CODE');
    expect(screen.queryByText(/is not encrypted/) !== null).toBe(open_);
    expect(form()).toBeNull();
    await waitFor(() => expect(document.title).toContain(host), PATIENCE);
    expect(screen.getByRole('complementary').textContent).toBe(`Another server: ${host}`);
    expect(store.core.calls).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: `Use ${host}` }));
    await screen.findByRole('form', { name: 'Login' }, PATIENCE);
    expect(screen.getByRole('complementary').textContent).toBe(`Another server: ${host}`);
    await waitFor(() => expect(document.title).toBe(`Login · ${host} · Sluice`), PATIENCE);
  },
);

it.each([
  ['of this page', null, ['username', 'current-password']],
  ['of a foreign core', 'http://evil.example', ['off', 'new-password']],
])('the login %s offers only passwords stored for this page', async (_, address, expected) => {
  open(address, { core: aCore({ about: aStrangersAbout }), foreign: address !== null, confirmed: true });
  await screen.findByRole('form', { name: 'Login' }, PATIENCE);
  expect([...document.querySelectorAll('input')].map(({ autocomplete }) => autocomplete)).toEqual(expected);
  expect(screen.queryByRole('complementary') !== null).toBe(address !== null);
});

it.each([
  ['the registration', aCore({ about: () => anAbout({ auths: [] }) })],
  ['an interface without a login', aCore()],
])('the gate does not open %s of a foreign core before its confirmation', async (_, core) => {
  const store = open('http://evil.example', { core, foreign: true });
  await screen.findByRole('button', { name: 'Use evil.example' }, PATIENCE);
  expect(store.core.calls).toEqual([]);
  expect(form()).toBeNull();
});

it('the gate reports a foreign core without a login that does not respond', async () => {
  const about = () => {
    throw new Error('Failed to fetch');
  };
  open('http://core.example:8080', { core: aCore({ about }), foreign: true, confirmed: true });
  await screen.findByText(/open http:\/\/core\.example:8080\/ui\/ instead/, undefined, PATIENCE);
});

it('the gate reports a logout in another tab', async () => {
  const about = () => (store.core.tokens.access === '' ? aStrangersAbout() : anAbout());
  const saved = refreshToken('kept');
  const store = open(null, { core: aCore({ about, config: () => new Promise(() => {}) }), storage: { token: saved } });
  await waitFor(() => expect(store.core.tokens.access).toBe(token(600)));
  store.otherTab('token', null);
  await screen.findByText('You were logged out in another tab.', undefined, PATIENCE);
});

const processes = () => ['miner', ...Array.from({ length: 6 }, (_, i) => `tap-${i}`)].map((id) => ({ id }));

it('the registration warns about existing processes', async () => {
  const about = () => anAbout({ auths: [] });
  open(null, { core: aCore({ about, processes }) });
  await screen.findByText('Processes that are already on this server: 7', undefined, PATIENCE);
  expect(screen.getByRole('alert').textContent).toContain('miner, tap-0, tap-1, tap-2, tap-3, …');
});

it.each([
  ['short7!', 'Enter at least 8 characters.'],
  ['password1', 'This password is easy to guess. Choose a different one.'],
])('the registration rejects %s as the first password', async (password, message) => {
  open(null, { core: aCore({ about: () => anAbout({ auths: [] }) }) });
  const create = await screen.findByRole('button', { name: 'Create user' }, PATIENCE);
  for (const label of [/^Password/, /^Confirm password/]) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: password } });
  }
  expect(screen.getAllByText(message).length).toBeGreaterThan(0);
  expect(create.hasAttribute('disabled')).toBe(true);
  for (const label of [/^Password/, /^Confirm password/]) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'correct horse 7' } });
  }
  expect(create.hasAttribute('disabled')).toBe(false);
});

it('the registration shows no warning without processes', async () => {
  open(null, { core: aCore({ about: () => anAbout({ auths: [] }) }) });
  await screen.findByRole('button', { name: 'Create user' }, PATIENCE);
  expect(screen.queryByRole('alert')).toBeNull();
});
