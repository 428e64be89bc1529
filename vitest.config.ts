import { defineConfig } from 'vitest/config';
import { LongestFirst } from './harness/test/testing/longestFirst.ts';
import { PATIENCE_MS, TEST_MS } from './harness/test/testing/machineSlowness.ts';
import { nightlyFilesOf, titlesOf } from './harness/test/testing/nightlyTests.ts';
import { suite } from './harness/test/testing/quickOrWholeSuite.ts';

/** Uses both cores of a small machine. */
const unit = { maxWorkers: 2 };

/** Long tests have their own configs: harness/test/fuzz, harness/containers, harness/test/core/faults (soak). */
export default defineConfig({
  test: {
    // Generous, for a machine under load.
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    setupFiles: ['harness/test/testing/vitestSetup.ts'],
    testNamePattern: titlesOf(suite),
    sequence: { sequencer: LongestFirst },
    env: { SEED: process.env.SEED ?? '1' },
    projects: [
      {
        extends: true,
        // They leave no state behind, and isolation takes a third of the time.
        test: { ...unit, name: 'pure', include: ['src/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'page',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          // Isolation takes two thirds of the time; each test removes what it rendered.
          isolate: false,
          setupFiles: ['harness/test/testing/vitestSetup.ts', 'src/testing/setUpDom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['{agent,server,harness}/**/*.test.ts'],
          exclude: nightlyFilesOf(suite),
          globalSetup: 'harness/test/testing/serverBundle.ts',
          maxWorkers: 5,
          // After the other projects, which are fast.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
