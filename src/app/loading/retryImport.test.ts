import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryImport } from './retryImport.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('an import is retried until the core is back', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
  load.mockResolvedValue('screen');
  const loaded = retryImport(load);
  await vi.runAllTimersAsync();
  await expect(loaded).resolves.toBe('screen');
  expect(load).toHaveBeenCalledTimes(3);
});

it('an import that keeps failing shows a remedy', async () => {
  const loaded = retryImport(() => Promise.reject(new Error('gone')));
  const failed = expect(loaded).rejects.toThrow('Reload the page.');
  await vi.advanceTimersByTimeAsync(31_500);
  await failed;
});
