// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function loadHook({ failures = 0 } = {}) {
  const fetched = vi.fn();
  vi.doMock('./muiOverlays.tsx', () => {
    fetched();
    if (fetched.mock.calls.length <= failures) throw new TypeError('Failed to fetch');
    return { Dialog: 'dialog', Menu: 'menu', MenuItem: 'li' };
  });
  const { useLazyOverlays } = await import('./useLazyOverlays.ts');
  const { result, rerender } = renderHook((isNeeded: boolean) => useLazyOverlays(isNeeded), { initialProps: false });
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { fetched, result, rerender, wait };
}

it('overlays are not loaded before the first one is needed', async () => {
  const { fetched, result, rerender, wait } = await loadHook();
  await wait(5000);
  expect(fetched).not.toHaveBeenCalled();
  rerender(true);
  expect(result.current).toBeNull();
  await vi.waitFor(() => expect(result.current).toMatchObject({ Dialog: 'dialog' }));
  rerender(false);
  expect(result.current).not.toBeNull();
});

it('overlays are loaded again after a failure', async () => {
  const { fetched, result, rerender, wait } = await loadHook({ failures: 1 });
  rerender(true);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
  await wait(500);
  expect(result.current).toBeNull();
  await wait(500);
  await vi.waitFor(() => expect(result.current).not.toBeNull());
  expect(fetched).toHaveBeenCalledTimes(2);
});
