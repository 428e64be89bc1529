// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { Announcer } from '../feedback/Announcer.tsx';
import { TextField } from '../form/TextField.tsx';
import { ErrorBoundary } from '../frame/ErrorBoundary.tsx';
import { GatePage } from './GatePage.tsx';
import { Page } from './Page.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(cleanup);

it.each([
  ['Live', 'Studio A', 'Live · Studio A · Sluice'],
  ['Settings', undefined, 'Settings · Sluice'],
])('the page %s of %s has the document title %s', (title, context, expected) => {
  render(
    <Page title={title} context={context}>
      x
    </Page>,
  );
  expect(document.title).toBe(expected);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
});

it('the page announces a new title to screen readers', async () => {
  const at = (title: string) => (
    <>
      <Announcer />
      <Page title={title}>x</Page>
    </>
  );
  const { rerender } = render(at('Connecting'));
  rerender(at('Live'));
  expect(document.querySelector('[aria-live]')?.textContent).toBe('Live');
});

const Broken = () => {
  throw new Error('options of undefined');
};

it('an error in a page shows an error page', () => {
  // React logs errors caught by a boundary.
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <ErrorBoundary product="Sluice 1.1.0">
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Something went wrong');
  expect(screen.getByText(/Sluice 1\.1\.0\s+Error: options of undefined/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(print).toHaveBeenCalled();
  print.mockRestore();
});

it('the first page leaves the focus to the skip link', async () => {
  vi.resetModules();
  const { Page: FreshPage } = await import('./Page.tsx');
  render(<FreshPage title="Connected">x</FreshPage>);
  expect(document.activeElement).toBe(document.body);
});

it('a new page takes the focus if it was lost, unless a field wants it', () => {
  render(<Page title="Welcome">x</Page>).unmount();
  const { unmount } = render(<Page title="Connected">x</Page>);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  unmount();
  render(
    <Page title="Video setup">
      <TextField label="Address" value="" onChange={() => {}} autoFocus />
    </Page>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Address'));
});

it('a page gets its title back after the login closes', () => {
  render(<Page title="Connected">x</Page>);
  const { unmount } = render(<GatePage title="Login">x</GatePage>);
  expect(document.title).toBe('Login · Sluice');
  unmount();
  expect(document.title).toBe('Connected · Sluice');
});
