// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { Announcer, announce } from '../feedback/Announcer.tsx';
import { NoticeStack, unobstructedCorner } from './NoticeStack.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const saved = { id: 7, tone: 'success', text: 'Settings saved' } as const;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

const failed = { id: 8, tone: 'error', text: 'Failed to stop process' } as const;

it.each([
  [saved, 6000],
  [failed, 12_000],
])('the notice %o disappears after %s ms', (notice, shown) => {
  const close = vi.fn();
  render(<NoticeStack notices={[notice]} onClose={close} />);
  pass(shown - 1);
  expect(close).not.toHaveBeenCalled();
  pass(1);
  expect(close).toHaveBeenCalledExactlyOnceWith(notice.id);
});

it('a notice with an action stays longer, and its action closes it', () => {
  const close = vi.fn();
  const onPress = vi.fn();
  render(<NoticeStack notices={[{ ...saved, action: { label: 'Undo', onPress } }]} onClose={close} />);
  pass(11_999);
  expect(close).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onPress).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledExactlyOnceWith(7);
});

it('a notice is not closed by clicks elsewhere', () => {
  const close = vi.fn();
  render(
    <>
      <NoticeStack notices={[saved, failed]} onClose={close} />
      <button type="button">Start</button>
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  fireEvent.click(screen.getByText('Failed to stop process'));
  expect(close).not.toHaveBeenCalled();
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  expect(close).toHaveBeenCalledExactlyOnceWith(7);
});

it('a notice stays while the pointer is over it', () => {
  const close = vi.fn();
  render(<NoticeStack notices={[saved]} onClose={close} />);
  const card = screen.getByText('Settings saved');
  fireEvent.pointerMove(card, { movementX: 1, movementY: 0 });
  pass(60_000);
  expect(close).not.toHaveBeenCalled();
  fireEvent.pointerLeave(card.parentElement ?? card);
  pass(6000);
  expect(close).toHaveBeenCalledOnce();
});

it('a notice is held by a moving pointer only, not by one at rest', () => {
  const close = vi.fn();
  render(<NoticeStack notices={[saved]} onClose={close} />);
  const card = screen.getByText('Settings saved');
  fireEvent.pointerMove(card, { movementX: 0, movementY: 0 });
  pass(6000);
  expect(close).toHaveBeenCalledOnce();
});

it('a notice stays while it has the focus', () => {
  const close = vi.fn();
  render(<NoticeStack notices={[saved]} onClose={close} />);
  fireEvent.focus(screen.getByRole('button', { name: 'Close' }));
  pass(60_000);
  expect(close).not.toHaveBeenCalled();
  fireEvent.blur(screen.getByRole('button', { name: 'Close' }));
  pass(6000);
  expect(close).toHaveBeenCalledOnce();
});

it('notices are announced once each, even while a dialog hides the page', () => {
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
  expect(screen.getByTestId('dialog').textContent).toBe('Settings saved Failed to stop process');
  expect(screen.getByTestId('page').textContent).toBe('');
  act(() => announce('Something else'));
  rerender(page([failed]));
  expect(screen.getByTestId('dialog').textContent).toBe('Something else');
});

it('closing a notice by pointer does not hold the next one', () => {
  const close = vi.fn();
  render(<NoticeStack notices={[saved, failed]} onClose={close} />);
  const [first = document.body] = screen.getAllByRole('button', { name: 'Close' });
  fireEvent.click(first, { detail: 1 });
  expect(document.activeElement).toBe(document.body);
  pass(12_000);
  expect(close).toHaveBeenCalledWith(failed.id);
});

it('closing by keyboard moves the focus to the next notice, finally back to the page', () => {
  const page = (notices: readonly (typeof saved | typeof failed)[]) => (
    <>
      <button type="button">Start</button>
      <NoticeStack notices={notices} onClose={() => {}} />
    </>
  );
  const { rerender } = render(page([saved, failed]));
  const start = screen.getByRole('button', { name: 'Start' });
  const closing = () => screen.getAllByRole('button', { name: 'Close' });
  act(() => start.focus());
  act(() => closing()[0]?.focus());
  fireEvent.click(closing()[0] ?? start);
  rerender(page([failed]));
  expect(document.activeElement).toBe(closing()[0]);
  fireEvent.click(closing()[0] ?? start);
  expect(document.activeElement).toBe(start);
});

const within = { left: 12, right: 1268, top: 64, bottom: 400 };
const size = { width: 300, height: 50 };
const button = (top: number, left: number, width = 100, height = 40) => ({
  ...{ left, right: left + width, top, bottom: top + height },
});

it.each([
  ['in the corner', [], { right: 1268, top: 64 }],
  ['in the corner if neighboring elements are far enough away', [button(64, 800)], { right: 1268, top: 64 }],
  ['below a button in the corner', [button(70, 1150)], { right: 1268, top: 118 }],
  ['left of a column of switches', [0, 1, 2, 3, 4].map((row) => button(64 + row * 60, 1168)), { right: 1160, top: 64 }],
  ['below two that leave no room between', [button(64, 1150), button(130, 1150)], { right: 1268, top: 178 }],
  ['nowhere', [button(60, 0, 1280, 400)], null],
])('notices are placed %s', (_, pressable, corner) =>
  expect(unobstructedCorner(size, pressable, within)).toEqual(corner),
);

it('notices find free room on a phone, or none', () => {
  const phone = { left: 12, right: 348, top: 56, bottom: 370 };
  const wide = { width: 336, height: 60 };
  expect(unobstructedCorner(wide, [button(60, 12, 336)], phone)).toEqual({ right: 348, top: 108 });
  const rows = [0, 1, 2, 3, 4, 5].map((row) => button(60 + row * 52, 12, 336));
  expect(unobstructedCorner(wide, rows, phone)).toBeNull();
});
