import { afterAll, vi } from 'vitest';
import { PATIENCE_MS } from './machineSlowness.ts';

// Runs before each test file, because vitest has no setting for the timeout of `vi.waitFor`.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: PATIENCE_MS, ...(typeof options === 'number' ? { timeout: options } : options) });

// Files that share a context must start without fake timers and stubs.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
