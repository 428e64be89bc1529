import { defineConfig } from 'vitest/config';

/** `make soak`: what takes minutes. One file after the other, so that each has the machine for itself. */
export default defineConfig({
  test: {
    include: ['harness/test/core/faults/*.soak.ts'],
    globalSetup: 'harness/test/testing/serverBundle.ts',
    fileParallelism: false,
    testTimeout: 900_000,
  },
});
