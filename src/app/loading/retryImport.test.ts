import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryImport } from './retryImport.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('waits for a core that comes back', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
  load.mockResolvedValue('screen');
  const loaded = retryImport(load);
  await vi.runAllTimersAsync();
  await expect(loaded).resolves.toBe('screen');
  expect(load).toHaveBeenCalledTimes(3);
});

it('says what to do in the end', async () => {
  const loaded = retryImport(() => Promise.reject(new Error('gone')));
  const failed = expect(loaded).rejects.toThrow('Reload the page.');
  await vi.advanceTimersByTimeAsync(31_500);
  await failed;
});
