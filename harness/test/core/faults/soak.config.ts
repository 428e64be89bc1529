import { defineConfig } from 'vitest/config';

/** Tests of `make soak` take minutes; serial, so that each has the whole machine. */
export default defineConfig({
  test: {
    include: ['harness/test/core/faults/*.soak.ts'],
    globalSetup: 'harness/test/testing/serverBundle.ts',
    fileParallelism: false,
    testTimeout: 900_000,
  },
});
