import { afterAll, vi } from 'vitest';
import { PATIENCE_MS } from './machineSlowness.ts';

// Before each file of tests. vitest has no setting for this one.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: PATIENCE_MS, ...(typeof options === 'number' ? { timeout: options } : options) });

// Files that share a context start with the world as it is.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
