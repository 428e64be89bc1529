// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { leave } from './guardLeaving.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { loadOverlays } from './useLazyOverlays.ts';

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  await startI18n({ page: document, browser: [], storage: localStorage });
  await loadOverlays();
});
afterEach(cleanup);

function Form({ isChanged }: { isChanged: boolean }) {
  const [changed, setChanged] = useState(isChanged);
  return (
    <>
      <button type="button" onClick={() => setChanged(false)}>
        Save
      </button>
      <LeaveGuard changed={changed} keeps={(path) => path.startsWith('/form/')} />
    </>
  );
}

function renderGuard(changed: boolean) {
  const router = createMemoryRouter(
    [
      { path: '/form/:tab', element: <Form isChanged={changed} /> },
      { path: '*', element: null },
    ],
    { initialEntries: ['/before', '/form/a'] },
  );
  render(<RouterProvider router={router} />);
  return {
    path: () => router.state.location.pathname,
    go: (to: string) => act(() => router.navigate(to)),
    save: () => act(async () => fireEvent.click(screen.getByText('Save'))),
  };
}

it.each([
  ['another screen', '/else', '/form/a', true],
  ['a kept path', '/form/b', '/form/b', false],
  ['another query', '/form/a?show=x', '/form/a', false],
])('leaving a changed form to %s asks or not', async (_, to, path, asks) => {
  const form = renderGuard(true);
  await form.go(to);
  expect(screen.queryByRole('alertdialog') !== null).toBe(asks);
  expect(form.path()).toBe(path);
});

it('leaving an unchanged form does not ask', async () => {
  const form = renderGuard(false);
  await form.go('/else');
  expect(form.path()).toBe('/else');
});

it.each([
  ['Cancel', '/form/a'],
  ['Leave without saving', '/else'],
])('the button %s of the leave question leads to %s', async (name, path) => {
  const form = renderGuard(true);
  await form.go('/else');
  await act(async () => fireEvent.click(screen.getByRole('button', { name })));
  expect(form.path()).toBe(path);
});

it('the leave question ends once the form is saved, and the way goes on', async () => {
  const form = renderGuard(true);
  await form.go('/else');
  await form.save();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(form.path()).toBe('/else');
});

it('an action without an address runs once the form is saved while the question is asked', async () => {
  const go = vi.fn();
  const form = renderGuard(true);
  await act(async () => leave(go));
  await form.save();
  expect(go).toHaveBeenCalledTimes(1);
});

it.each([true, false])('closing the page asks only for a changed form: %s', (changed) => {
  renderGuard(changed);
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(changed);
});

it('actions without an address run at once for an unchanged or closed form', async () => {
  const go = vi.fn();
  const form = renderGuard(false);
  await act(async () => leave(go));
  expect(go).toHaveBeenCalledTimes(1);
  cleanup();
  renderGuard(true);
  cleanup();
  leave(go);
  expect(go).toHaveBeenCalledTimes(2);
  expect(form.path()).toBe('/form/a');
});

it.each([
  ['Cancel', 0],
  ['Leave without saving', 1],
])('actions without an address ask first for a changed form: %s', async (name, times) => {
  const go = vi.fn();
  renderGuard(true);
  await act(async () => leave(go));
  expect(go).not.toHaveBeenCalled();
  await act(async () => fireEvent.click(screen.getByRole('button', { name })));
  expect(go).toHaveBeenCalledTimes(times);
});
