// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { Announcer, announce } from '../feedback/Announcer.tsx';
import { NoticeStack, unobstructedPosition } from './NoticeStack.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const saved = { id: 7, tone: 'success', text: 'Main channel saved' } as const;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

const failed = { id: 8, tone: 'error', text: 'Failed to stop process' } as const;

it.each([
  [saved, 4000],
  [failed, 8000],
])('goes by itself: %o after %s ms', (notice, shown) => {
  const close = vi.fn();
  render(<NoticeStack notices={[notice]} onClose={close} />);
  pass(shown - 1);
  expect(close).not.toHaveBeenCalled();
  pass(1);
  expect(close).toHaveBeenCalledExactlyOnceWith(notice.id);
});

it('goes with what is done next; what went wrong only when something is pressed', () => {
  const close = vi.fn();
  render(
    <>
      <NoticeStack notices={[saved, failed]} onClose={close} />
      <p>Words</p>
      <button type="button">Start</button>
    </>,
  );
  fireEvent.click(screen.getByText('Failed to stop process'));
  expect(close).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Words'));
  expect(close).toHaveBeenCalledExactlyOnceWith(7);
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect(close).toHaveBeenLastCalledWith(8);
});

it('is not held by a pointer that rests where it came up, only by one that moves over it', () => {
  const close = vi.fn();
  render(<NoticeStack notices={[saved]} onClose={close} />);
  const card = screen.getByText('Main channel saved');
  fireEvent.pointerMove(card, { movementX: 0, movementY: 0 });
  pass(4000);
  expect(close).toHaveBeenCalledOnce();
});

it('stays while someone has the focus in it', () => {
  const close = vi.fn();
  render(<NoticeStack notices={[saved]} onClose={close} />);
  fireEvent.focus(screen.getByRole('button', { name: 'Close' }));
  pass(60_000);
  expect(close).not.toHaveBeenCalled();
  fireEvent.blur(screen.getByRole('button', { name: 'Close' }));
  pass(4000);
  expect(close).toHaveBeenCalledOnce();
});

it('shows nothing of what the page shows where it happened, and tells ears', () => {
  const close = vi.fn();
  const done = { id: 9, tone: 'heard', text: 'The publication has been deleted' } as const;
  render(
    <>
      <Announcer />
      <NoticeStack notices={[done]} onClose={close} />
    </>,
  );
  expect(screen.getByText(done.text).className).toBe('visually-hidden');
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(close).toHaveBeenCalledExactlyOnceWith(9);
});

it('is heard once each, also while a dialog hides the rest of the page', () => {
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

/** As a browser measures: no property is the rectangle's own. */
const floating = new (class {
  get left() {
    return 12;
  }
  get right() {
    return 312;
  }
  get top() {
    return 0;
  }
  get bottom() {
    return 50;
  }
})();
const limit = { top: 60, bottom: 700 };
const button = (top: number, height = 40, left = 20) => ({ left, right: left + 100, top, bottom: top + height });

it.each([
  ['nothing is there', [], 700],
  ['what is beside it does not count', [button(660, 40, 400)], 700],
  ['above a button at the bottom', [button(655)], 647],
  ['between two that leave room', [button(655), button(500)], 647],
  ['above two that do not', [button(655), button(600)], 592],
  ['above all rows of a bar', [button(655), button(610), button(565)], 557],
  ['nowhere', [{ left: 0, right: 400, top: 0, bottom: 690 }], null],
])('a place %s', (_, pressable, bottom) => expect(unobstructedPosition(floating, pressable, limit)).toBe(bottom));
