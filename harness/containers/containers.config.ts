import { defineConfig } from 'vitest/config';
import { PATIENCE_MS, TEST_MS } from '../test/testing/machineSlowness.ts';

/** Tests of the images (`make containers`) on a running engine; serial, because some measure. */
export default defineConfig({
  test: {
    include: ['harness/containers/*.container.ts'],
    fileParallelism: false,
    testTimeout: TEST_MS,
    hookTimeout: PATIENCE_MS,
  },
});
