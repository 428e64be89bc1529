// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import SettingsScreen from '../../../screens/SettingsScreen.tsx';
import { aConfig, aCore, anAbout, CORE_ID, someSkills } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../../../testing/renderScreens.tsx';
import { sessionStarted } from '../../gate/session/actions.ts';
import { CoreWarnings } from './CoreWarnings.tsx';

setUpScreens();

describe('the warning of an untested ffmpeg', () => {
  async function shownOf(version: string, hidden: string | null = null) {
    const skills = () => ({ ...someSkills(), ffmpeg: { version } });
    const storage = hidden === null ? {} : { storage: { untriedFfmpeg: hidden } };
    const store = openStore({ core: aCore({ skills }), ...storage });
    store.dispatch(sessionStarted());
    await settleScreens(0);
    renderAt(store, { '/': <CoreWarnings /> }, '/');
    await settleScreens(0);
    return { store, warning: () => screen.queryByText(/has not been tried/)?.textContent ?? null };
  }

  it.each([
    ['a newer major', '10.0', null, 'ffmpeg 10.0 has not been tried with Sluice yet.'],
    ['a minor between tested ones', '8.1-4', null, 'ffmpeg 8.1-4 has not been tried with Sluice yet.'],
    ['a version other than the dismissed one', '10.1', '10.0', 'ffmpeg 10.1 has not been tried with Sluice yet.'],
    ['the dismissed version', '10.0', '10.0', null],
    ['a tested version', '7.1.5-0+deb13u1', null, null],
  ])('is calm about %s', async (_, version, hidden, expected) => {
    const { warning } = await shownOf(version, hidden);
    expect(warning()).toBe(expected);
  });

  it('can be dismissed for this version', async () => {
    const { store, warning } = await shownOf('10.0');
    fireEvent.click(screen.getByRole('button', { name: 'Do not show again' }));
    await settleScreens(0);
    expect(warning()).toBeNull();
    expect(store.storage.get('untriedFfmpeg')).toBe('10.0');
  });
});

describe('the warning of a core without a login', () => {
  async function noticed(auths: string[], hidden: string | null = null) {
    const core = aCore({ config: () => aConfig({}, ['api.auth.enable']), about: () => anAbout({ auths }) });
    const store = openStore({ core, ...(hidden === null ? {} : { storage: { openCore: hidden } }) });
    store.dispatch(sessionStarted());
    await settleScreens(0);
    renderAt(store, { '/': <CoreWarnings /> }, '/');
    await settleScreens(0);
    return { store, isShown: () => screen.queryByText(/^Login is disabled/) !== null };
  }

  it.each<[string, string[], string | null, boolean]>([
    ['has no login', [], null, true],
    ['has no login, dismissed for another core', [], 'another', true],
    ['has no login, dismissed', [], CORE_ID, false],
    ['has a login', ['localjwt'], null, false],
    ['has the login of a provider', ['auth0 domain=a audience=b clientid=c'], null, false],
  ])('appears or stays hidden for a core that %s: %#', async (_, auths, hidden, expected) => {
    const { isShown } = await noticed(auths, hidden);
    expect(isShown()).toBe(expected);
  });

  it('stays until it is dismissed for this core', async () => {
    const { store, isShown } = await noticed([]);
    await settleScreens(60_000);
    expect(isShown()).toBe(true);
    expect(store.getState().notice.shown).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Do not show again' }));
    await settleScreens(0);
    expect(isShown()).toBe(false);
    expect(store.storage.get('openCore')).toBe(CORE_ID);
  });
});

describe('the warning of an open RTMP server', () => {
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
    const before = store.core.calls.length;
    renderAt(store, { '/': <CoreWarnings /> }, '/');
    await settleScreens(0);
    const isShown = () => screen.queryByText(/can publish in place of a channel/) !== null;
    return { store, isShown, requests: store.core.calls.length - before };
  }

  it.each<[string, object, string[], string | null, boolean]>([
    ['requires no token', OPEN, [], null, true],
    ['requires no token, dismissed for another core', OPEN, [], 'another', true],
    ['requires no token, dismissed', OPEN, [], CORE_ID, false],
    ['has a token', { ...OPEN, token: 't' }, [], null, false],
    ['is off', { ...OPEN, enable: false }, [], null, false],
    ['reserves the names of channels', OPEN, ['own-names'], null, false],
  ])('appears or stays hidden for a server that %s: %#', async (_, rtmp, extensions, hidden, expected) => {
    const { isShown, requests } = await noticed(rtmp, extensions, hidden);
    expect([isShown(), requests]).toEqual([expected, 0]);
  });

  it('can be dismissed for this core, and links to the token', async () => {
    const { store, isShown } = await noticed(OPEN);
    const link = screen.getByRole('link', { name: 'Set a random token …' });
    expect(link.getAttribute('href')).toBe('#/settings/rtmp?draw=token');
    fireEvent.click(screen.getByRole('button', { name: 'Do not show again' }));
    await settleScreens(0);
    expect(isShown()).toBe(false);
    expect(store.storage.get('openRtmp')).toBe(CORE_ID);
  });

  it('links to settings with a random token, which only the operator stores', async () => {
    const store = await entered(OPEN, [], null);
    const router = renderAt(store, { '/settings/:tab?': <SettingsScreen /> }, '/settings/rtmp?draw=token');
    await settleScreens(1100);
    const token = screen.getByLabelText<HTMLInputElement>(/^Token/);
    expect(token.value).toMatch(/^[\w-]{20}$/);
    expect(screen.getByRole('region', { name: 'What changes' }).textContent).toContain('RTMP · Token');
    expect(router.state.location.search).toBe('');
    expect(store.core.calls.filter((call) => call.startsWith('configSet'))).toEqual([]);
  });
});

describe('the warning of a clock that was changed', () => {
  const AT = '2026-11-28T15:45:00.000Z';

  async function noticed(clock_jump: unknown, hidden: string | null = null) {
    const core = aCore({ about: () => anAbout({ clock_jump }) });
    const store = openStore({ core, ...(hidden === null ? {} : { storage: { clockJump: hidden } }) });
    store.dispatch(sessionStarted());
    await settleScreens(0);
    renderAt(store, { '/': <CoreWarnings /> }, '/');
    await settleScreens(0);
    return screen.queryByText('The clock of the server was changed.')?.closest('.alert')?.textContent ?? null;
  }

  it.each([
    ['ahead', { at: AT, by_seconds: 30 * 86_400 }, /It jumped ahead by 30 d at .*2026/],
    ['back', { at: AT, by_seconds: -3 * 86_400 }, /It was set back by 3 d at .*2026/],
  ])('states that the clock went %s, by how much and when', async (_, jump, text) =>
    expect(await noticed(jump)).toMatch(text),
  );

  it.each([
    ['none', undefined],
    ['no jump', 'never'],
    ['an invalid time', { at: 'yesterday', by_seconds: 1 }],
    ['no duration', { at: AT }],
  ])('is absent for %s', async (_, jump) => expect(await noticed(jump)).toBeNull());

  it('can be dismissed for this jump, and returns for the next', async () => {
    expect(await noticed({ at: AT, by_seconds: 90 }, AT)).toBeNull();
    expect(await noticed({ at: '2026-11-29T15:45:00.000Z', by_seconds: 90 }, AT)).not.toBeNull();
  });
});

describe('the warning of a damaged file', () => {
  const RESTORED = {
    file: 'db.json',
    content: 'channels',
    set_aside: 'db.json.damaged-1',
    copy_from: '2026-11-28T15:45:00.000Z',
  };

  async function noticed(restored_files: unknown, hidden: string | null = null) {
    const core = aCore({ about: () => anAbout({ restored_files }) });
    const store = openStore({ core, ...(hidden === null ? {} : { storage: { restoredFiles: hidden } }) });
    store.dispatch(sessionStarted());
    await settleScreens(0);
    renderAt(store, { '/': <CoreWarnings /> }, '/');
    await settleScreens(0);
    return () => screen.queryByText(/^Stored data was damaged/)?.closest('.alert')?.textContent ?? null;
  }

  it('states its contents, the time of the copy and the place of the damaged file', async () => {
    const text = (
      await noticed([RESTORED, { ...RESTORED, file: 'config.json', content: 'settings', set_aside: '' }])
    )();
    expect(text).toMatch(/Channels and publications: the copy of .*2026/);
    expect(text).toContain('The damaged file is kept as db.json.damaged-1.');
    expect(text).toMatch(/Settings and login: the copy of .*2026/);
  });

  it.each([
    ['none', undefined],
    ['an empty list', []],
    ['no list', 'db.json'],
    ['an invalid time', [{ ...RESTORED, copy_from: 'yesterday' }]],
  ])('is absent for %s', async (_, restored) => expect((await noticed(restored))()).toBeNull());

  it('can be dismissed for this file, and returns for the next', async () => {
    const warning = await noticed([RESTORED]);
    fireEvent.click(screen.getByRole('button', { name: 'Do not show again' }));
    await settleScreens(0);
    expect(warning()).toBeNull();
    const again = await noticed(
      [{ ...RESTORED, copy_from: '2026-11-29T15:45:00.000Z' }],
      'db.json 2026-11-28T15:45:00.000Z',
    );
    expect(again()).not.toBeNull();
  });
});
