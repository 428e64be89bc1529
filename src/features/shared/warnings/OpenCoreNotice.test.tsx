// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aConfig, aCore, anAbout, CORE_ID } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../../../testing/renderScreens.tsx';
import { sessionStarted } from '../../gate/session/actions.ts';
import { OpenCoreNotice } from './OpenCoreNotice.tsx';

setUpScreens();

async function noticed(auths: string[], hidden: string | null = null) {
  const core = aCore({ config: () => aConfig({}, ['api.auth.enable']), about: () => anAbout({ auths }) });
  const store = openStore({ core, ...(hidden === null ? {} : { storage: { openCore: hidden } }) });
  store.dispatch(sessionStarted());
  await settleScreens(0);
  renderAt(store, { '/': <OpenCoreNotice /> }, '/');
  await settleScreens(0);
  return { store, told: () => screen.queryByText(/^Login is disabled/) !== null };
}

it.each<[string, string[], string | null, boolean]>([
  ['has no login', [], null, true],
  ['has no login, and another core was put away', [], 'another', true],
  ['has no login, and was put away', [], CORE_ID, false],
  ['has a login', ['localjwt'], null, false],
  ['has the login of a provider', ['auth0 domain=a audience=b clientid=c'], null, false],
])('tells of a core that %s: %#', async (_, auths, hidden, expected) => {
  const { told } = await noticed(auths, hidden);
  expect(told()).toBe(expected);
});

it('stays until it is put away for this core', async () => {
  const { store, told } = await noticed([]);
  await settleScreens(60_000);
  expect(told()).toBe(true);
  expect(store.getState().notice.shown).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Do not show again' }));
  await settleScreens(0);
  expect(told()).toBe(false);
  expect(store.storage.get('openCore')).toBe(CORE_ID);
});
