// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCore, someSkills } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../../../testing/renderScreens.tsx';
import { sessionStarted } from '../../gate/session/actions.ts';
import { UntriedNotice } from './UntriedNotice.tsx';

setUpScreens();

async function shownOf(version: string, hidden: string | null = null) {
  const skills = () => ({ ...someSkills(), ffmpeg: { version } });
  const storage = hidden === null ? {} : { storage: { untriedFfmpeg: hidden } };
  const store = openStore({ core: aCore({ skills }), ...storage });
  store.dispatch(sessionStarted());
  await settleScreens(0);
  renderAt(store, { '/': <UntriedNotice /> }, '/');
  await settleScreens(0);
  return { store, told: () => screen.queryByText(/has not been tried/)?.textContent ?? null };
}

it.each([
  ['a newer major', '10.0', null, 'ffmpeg 10.0 has not been tried with Sluice yet.'],
  ['a minor between', '8.1-4', null, 'ffmpeg 8.1-4 has not been tried with Sluice yet.'],
  ['another one than that of which it was put away', '10.1', '10.0', 'ffmpeg 10.1 has not been tried with Sluice yet.'],
  ['the one of which it was put away', '10.0', '10.0', null],
  ['one that was tried', '7.1.5-0+deb13u1', null, null],
])('tells calmly of %s', async (_, version, hidden, expected) => {
  const { told } = await shownOf(version, hidden);
  expect(told()).toBe(expected);
});

it('is put away for this version', async () => {
  const { store, told } = await shownOf('10.0');
  fireEvent.click(screen.getByRole('button', { name: 'Do not show again' }));
  await settleScreens(0);
  expect(told()).toBeNull();
  expect(store.storage.get('untriedFfmpeg')).toBe('10.0');
});
