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

it('covers a secret until it is asked for, and covers it again', () => {
  render(stream);
  expect(document.body.textContent).not.toContain('t0p');
  fireEvent.click(screen.getByRole('button', { name: 'Show Stream key' }));
  expect(document.body.textContent).toContain('t0p');
  fireEvent.click(screen.getByRole('button', { name: 'Hide Stream key' }));
  expect(document.body.textContent).not.toContain('t0p');
});

it('keeps the whole value on one line, for ears, and in two parts of which only the first gives way', () => {
  render(<CopyField label="HLS" value="https://live.example.org/memfs/5a5b0f.m3u8" />);
  const code = screen.getByTitle('https://live.example.org/memfs/5a5b0f.m3u8');
  expect(code.textContent).toBe('https://live.example.org/memfs/5a5b0f.m3u8');
  expect(code.querySelector('span')?.textContent).toBe('https://live.example.org/mem');
});

it('copies the value, not the mask, and tells ears', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  render(stream);
  fireEvent.click(screen.getByRole('button', { name: 'Copy Stream key' }));
  expect(writeText).toHaveBeenCalledExactlyOnceWith('a?token=t0p');
  await screen.findByText('Data copied to clipboard');
});

it('copies on a page without a clipboard, as every page over plain http is', async () => {
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

it('says when copying failed', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  document.execCommand = () => false;
  render(stream);
  fireEvent.click(screen.getByRole('button', { name: 'Copy Stream key' }));
  await screen.findByText('Error while copying data to clipboard');
});
