import { defineConfig } from 'vitest/config';

/** The images in containers, by `make containers`; an engine must answer. One after the other: they are measured. */
export default defineConfig({
  test: {
    include: ['harness/test/containers/*.container.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
