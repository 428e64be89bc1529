// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { createHashRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { numberHistory } from './numberHistoryEntries.ts';

it('the router blocks plain links and a later Back navigation', async () => {
  const handleChange = numberHistory(window);
  const router = createHashRouter([{ path: '*', element: null }]);
  handleChange(router);
  const at = () => router.state.location.pathname;
  location.hash = '#/form';
  await vi.waitFor(() => expect(at()).toBe('/form'));

  const isBlocked = () => [...router.state.blockers.values()].some(({ state }) => state === 'blocked');
  router.getBlocker('form', () => true);
  for (const leave of [() => history.back(), () => (location.hash = '#/else')]) {
    await act(async () => leave());
    await vi.waitFor(() => expect(isBlocked()).toBe(true));
    await vi.waitFor(() => expect(location.hash).toBe('#/form'));
    expect(at()).toBe('/form');
    router.state.blockers.get('form')?.reset?.();
  }
  router.dispose();
});
