import { defineConfig } from 'vitest/config';
import { LongestFirst } from './harness/test/testing/longestFirst.ts';
import { PATIENCE_MS, TEST_MS } from './harness/test/testing/machineSlowness.ts';
import { nightlyFilesOf, titlesOf } from './harness/test/testing/nightlyTests.ts';
import { suite } from './harness/test/testing/quickOrWholeSuite.ts';

/** A whole machine with two cores, which these tests keep busy. */
const unit = { maxWorkers: 2 };

/**
 * All tests beside the source, in three projects: `vitest run path` runs those of a path. What takes longer, or needs
 * more than the machine, has a config of its own: harness/test/fuzz, harness/containers, harness/test/core/faults
 * (soak).
 */
export default defineConfig({
  test: {
    // For a machine with other work, on which nothing is wrong with what waits for it.
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
        // Nothing of them outlives its file, and a context for each costs a third of the time.
        test: { ...unit, name: 'pure', include: ['src/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'page',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          // A page and its libraries for each file cost two thirds of the time; each test clears what it drew.
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
          // They mostly wait.
          maxWorkers: 5,
          // After the others, which are many and quick.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
