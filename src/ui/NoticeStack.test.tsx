// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/index.ts';
import { Announcer, announce } from './Announcer.tsx';
import { NoticeStack } from './NoticeStack.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const saved = { id: 7, tone: 'success', text: 'Main channel saved' } as const;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('goes after 6 s', () => {
  const close = vi.fn();
  render(<NoticeStack notices={[saved]} onClose={close} />);
  pass(5999);
  expect(close).not.toHaveBeenCalled();
  pass(1);
  expect(close).toHaveBeenCalledExactlyOnceWith(7);
});

it('stays while someone has the focus in it', () => {
  const close = vi.fn();
  render(<NoticeStack notices={[saved]} onClose={close} />);
  fireEvent.focus(screen.getByRole('button', { name: 'Close' }));
  pass(60_000);
  expect(close).not.toHaveBeenCalled();
  fireEvent.blur(screen.getByRole('button', { name: 'Close' }));
  pass(6000);
  expect(close).toHaveBeenCalledOnce();
});

it('is heard once each, also while a dialog hides the rest of the page', () => {
  const failed = { id: 8, tone: 'error', text: 'Failed to stop process' } as const;
  const page = (notices: readonly (typeof saved | typeof failed)[]) => (
    <>
      <NoticeStack notices={notices} onClose={() => {}} />
      <div data-testid="page">
        <Announcer />
      </div>
      <div data-testid="dialog">
        <Announcer />
      </div>
    </>
  );
  const { rerender } = render(page([]));
  rerender(page([saved, failed]));
  expect(screen.getByTestId('dialog').textContent).toBe('Main channel saved Failed to stop process');
  expect(screen.getByTestId('page').textContent).toBe('');
  act(() => announce('Something else'));
  rerender(page([failed]));
  expect(screen.getByTestId('dialog').textContent).toBe('Something else');
});
