// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import SettingsScreen from '../../../screens/SettingsScreen.tsx';
import { aConfig, aCore, anAbout, CORE_ID } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../../../testing/renderScreens.tsx';
import { sessionStarted } from '../../gate/session/actions.ts';
import { OpenRtmpNotice } from './OpenRtmpNotice.tsx';

setUpScreens();

const OPEN = { enable: true, address: ':1935', app: '/', token: '' };

async function entered(rtmp: object, extensions: string[], hidden: string | null) {
  const core = aCore({ config: () => aConfig({ rtmp }), about: () => anAbout({ extensions }) });
  const store = openStore({ core, ...(hidden === null ? {} : { storage: { openRtmp: hidden } }) });
  store.dispatch(sessionStarted());
  await settleScreens(0);
  return store;
}

async function noticed(rtmp: object, extensions: string[] = [], hidden: string | null = null) {
  const store = await entered(rtmp, extensions, hidden);
  const asked = store.core.calls.length;
  renderAt(store, { '/': <OpenRtmpNotice /> }, '/');
  await settleScreens(0);
  const told = () => screen.queryByText(/can publish in place of a channel/) !== null;
  return { store, told, asked: store.core.calls.length - asked };
}

it.each<[string, object, string[], string | null, boolean]>([
  ['asks for no token', OPEN, [], null, true],
  ['asks for no token, and another core was put away', OPEN, [], 'another', true],
  ['asks for no token, and was put away', OPEN, [], CORE_ID, false],
  ['has a token', { ...OPEN, token: 't' }, [], null, false],
  ['is off', { ...OPEN, enable: false }, [], null, false],
  ['reserves the names of channels', OPEN, ['own-names'], null, false],
])('warns of a server that %s: %#', async (_, rtmp, extensions, hidden, expected) => {
  const { told, asked } = await noticed(rtmp, extensions, hidden);
  expect([told(), asked]).toEqual([expected, 0]);
});

it('is put away for this core, and leads to a token', async () => {
  const { store, told } = await noticed(OPEN);
  const link = screen.getByRole('link', { name: 'Set a random token …' });
  expect(link.getAttribute('href')).toBe('#/settings/rtmp?draw=token');
  fireEvent.click(screen.getByRole('button', { name: 'Do not show again' }));
  await settleScreens(0);
  expect(told()).toBe(false);
  expect(store.storage.get('openRtmp')).toBe(CORE_ID);
});

it('has a random token drawn in the settings, which is stored by nobody but the operator', async () => {
  const store = await entered(OPEN, [], null);
  const router = renderAt(store, { '/settings/:tab?': <SettingsScreen /> }, '/settings/rtmp?draw=token');
  await settleScreens(1100);
  const token = screen.getByLabelText<HTMLInputElement>(/^Token/);
  expect(token.value).toMatch(/^[\w-]{20}$/);
  expect(screen.getByRole('region', { name: 'What changes' }).textContent).toContain('RTMP · Token');
  expect(router.state.location.search).toBe('');
  expect(store.core.calls.filter((call) => call.startsWith('configSet'))).toEqual([]);
});
