import { defineConfig } from 'vitest/config';
import { PATIENCE_MS, TEST_MS } from '../test/testing/machineSlowness.ts';

/** The images in containers, by `make containers`; an engine must answer. One after the other: they are measured. */
export default defineConfig({
  test: {
    include: ['harness/containers/*.container.ts'],
    fileParallelism: false,
    testTimeout: TEST_MS,
    hookTimeout: PATIENCE_MS,
  },
});
