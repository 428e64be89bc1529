// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { ownText } from '../../media/masking/maskedText.ts';
import { LogView } from './LogView.tsx';

const writeText = vi.fn(() => Promise.resolve());
const scrollTo = vi.fn();

beforeAll(async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  Element.prototype.scrollTo = scrollTo;
  await startI18n({ page: document, browser: [], storage: localStorage });
});
afterEach(cleanup);

const lines = [
  { at: '14:02:11', text: ownText('Input #0, hls, from http://127.0.0.1/a.m3u8') },
  { at: '14:02:12', text: ownText('Connection refused'), tone: 'error' as const },
];
const shown = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

it('the log filters by typed text, ignoring case', () => {
  render(<LogView label="Log" lines={lines} />);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter Log' }), { target: { value: 'REFUSED' } });
  expect(shown()).toEqual(['14:02:12 Connection refused']);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter Log' }), { target: { value: 'nowhere' } });
  expect(shown()).toEqual(['No matching lines.']);
});

it('the log copies the visible lines and announces it', async () => {
  render(<LogView label="Log" lines={lines} />);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter Log' }), { target: { value: 'refused' } });
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(writeText).toHaveBeenCalledExactlyOnceWith('14:02:12 Connection refused');
});

it('the log follows its end until the operator scrolls up', () => {
  const { rerender } = render(<LogView label="Log" lines={lines} />);
  const extended = [...lines, { text: ownText('frame= 1') }];
  scrollTo.mockClear();
  rerender(<LogView label="Log" lines={extended} />);
  expect(scrollTo).toHaveBeenCalledOnce();
  const box = screen.getByRole('list');
  Object.defineProperties(box, {
    scrollHeight: { value: 900 },
    clientHeight: { value: 300 },
    scrollTop: { value: 100 },
  });
  fireEvent.scroll(box);
  scrollTo.mockClear();
  rerender(<LogView label="Log" lines={[...extended, { text: ownText('frame= 2') }]} />);
  expect(scrollTo).not.toHaveBeenCalled();
});
