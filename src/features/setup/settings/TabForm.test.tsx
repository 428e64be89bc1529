// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import SettingsScreen from '../../../screens/SettingsScreen.tsx';
import { aConfig, aCore } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../../../testing/renderScreens.tsx';
import { sessionStarted } from '../../gate/session/actions.ts';

setUpScreens();

async function renderTab() {
  const store = openStore({ core: aCore({ config: () => aConfig({ sessions: { max_sessions: 7 } }) }) });
  store.dispatch(sessionStarted());
  await settleScreens(0);
  const router = renderAt(store, { '/settings/:tab?': <SettingsScreen /> }, '/settings/network');
  await settleScreens(0);
  return { router, store };
}

it.each([
  ['1.000', '1000', false],
  ['6 000', '6000', false],
  ['', '0', false],
  ['29,97', '29,97', true],
  ['abc', 'abc', true],
])(
  'the settings form shows how the number "%j" was understood after the field loses the focus: %j',
  async (typed, shown, wrong) => {
    await renderTab();
    const field = screen.getByLabelText<HTMLInputElement>('Maximum viewers');
    fireEvent.change(field, { target: { value: typed } });
    expect(field.value).toBe(typed);
    fireEvent.blur(field);
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual([shown, wrong ? 'true' : null]);
  },
);

it('the settings form moves the focus to an invalid number when saving from any tab', async () => {
  const { router, store } = await renderTab();
  fireEvent.change(screen.getByLabelText('Maximum viewers'), { target: { value: 'abc' } });
  await act(() => router.navigate('/settings/rtmp'));
  await settleScreens(0);
  expect(screen.getByRole('link', { name: /^Network.*error/i })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await settleScreens(0);
  expect(router.state.location.pathname).toBe('/settings/network');
  const field = screen.getByLabelText<HTMLInputElement>('Maximum viewers');
  expect([field.value, document.activeElement]).toEqual(['abc', field]);
  expect(store.core.calls.filter((call) => call.startsWith('configSet'))).toEqual([]);
  await act(() => router.navigate('/settings/rtmp'));
  await settleScreens(0);
  expect(screen.getAllByRole('form').map((form) => form.getAttribute('aria-label'))).toEqual(['RTMP']);
});
