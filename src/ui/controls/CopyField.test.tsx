// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { Announcer } from '../feedback/Announcer.tsx';
import { CopyField } from './CopyField.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const stream = (
  <>
    <Announcer />
    <CopyField label="Stream key" value="a?token=t0p" masked="a?token=••••" />
  </>
);

it('a secret is covered until shown, and can be covered again', () => {
  render(stream);
  expect(document.body.textContent).not.toContain('t0p');
  fireEvent.click(screen.getByRole('button', { name: 'Show Stream key' }));
  expect(document.body.textContent).toContain('t0p');
  fireEvent.click(screen.getByRole('button', { name: 'Hide Stream key' }));
  expect(document.body.textContent).not.toContain('t0p');
});

it('the value stays on one line, readable as a whole, and only its first part is truncated', () => {
  render(<CopyField label="HLS" value="https://live.example.org/memfs/5a5b0f.m3u8" />);
  const code = screen.getByTitle('https://live.example.org/memfs/5a5b0f.m3u8');
  expect(code.textContent).toBe('https://live.example.org/memfs/5a5b0f.m3u8');
  expect(code.querySelector('span')?.textContent).toBe('https://live.example.org/mem');
});

it('copying copies the value instead of the mask and announces it to screen readers', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  render(stream);
  fireEvent.click(screen.getByRole('button', { name: 'Copy Stream key' }));
  expect(writeText).toHaveBeenCalledExactlyOnceWith('a?token=t0p');
  await screen.findByText('Data copied to clipboard');
});

it('copying works without the clipboard API, as on pages over plain http', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  let copied = '';
  document.execCommand = () => {
    copied = document.querySelector('textarea')?.value ?? '';
    return true;
  };
  render(stream);
  fireEvent.click(screen.getByRole('button', { name: 'Copy Stream key' }));
  await screen.findByText(/Data copied to clipboard/);
  expect(copied).toBe('a?token=t0p');
});

it('a failed copy is reported', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  document.execCommand = () => false;
  render(stream);
  fireEvent.click(screen.getByRole('button', { name: 'Copy Stream key' }));
  await screen.findByText('Error while copying data to clipboard');
});
