// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WaitingNote } from './Waiting.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const shown = () => ({
  shape: document.querySelector('.spinner') !== null,
  line: document.querySelector('.progress-line') !== null,
  said: screen.getByRole('status').textContent !== '',
  words: document.querySelector('.visually-hidden') === null && screen.getByRole('status').textContent !== '',
});

it.each([
  [299, { shape: false, line: false, said: false, words: false }],
  [300, { shape: true, line: false, said: false, words: false }],
  [1000, { shape: true, line: true, said: true, words: false }],
  [5000, { shape: true, line: true, said: true, words: true }],
])('the waiting note shows its parts after %s ms', (ms, expected) => {
  render(<WaitingNote text="The core probes the source." />);
  act(() => vi.advanceTimersByTime(ms));
  expect(shown()).toEqual(expected);
});
