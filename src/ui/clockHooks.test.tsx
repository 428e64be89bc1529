// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useEachSecond } from './useEachSecond.ts';

let hidden = false;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

let calls = 0;
const Clock = () => {
  const seconds = useEachSecond((now) => {
    calls += 1;
    return now / 1000;
  });
  return <output>{seconds}</output>;
};
const shown = () => screen.getByRole('status').textContent;
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

it('the clock ticks each second, pauses while the page is hidden, and is correct when shown again', async () => {
  render(<Clock />);
  await pass(2);
  expect(shown()).toBe('1002');

  hidden = true;
  calls = 0;
  await pass(60);
  expect([shown(), calls]).toEqual(['1002', 0]);

  hidden = false;
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(shown()).toBe('1062');
});
