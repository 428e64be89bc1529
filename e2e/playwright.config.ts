import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { FLAGS, journeyBrowserOf } from '../harness/test/testing/chromium.ts';
import { PATIENCE_MS, TEST_MS } from '../harness/test/testing/machineSlowness.ts';
import { suite } from '../harness/test/testing/quickOrWholeSuite.ts';
import { FIREFOX } from './support/browser/firefox.ts';

const { E2E_CORE, E2E_CORE_BINARY, E2E_CORE_URL, E2E_IMAGE_IS_REAL } = process.env;
/** A core of others that is started here: its program, or an image that stands on it. */
const isReal = Boolean(E2E_CORE_BINARY || (E2E_CORE && E2E_IMAGE_IS_REAL));

/** Marks of journeys that the core under test cannot have, and why. */
const notHere = [
  // A core that runs already cannot be fresh, killed or restarted, and journeys would meet each other's channels there.
  ...(E2E_CORE_URL ? ['@own-core'] : []),
  // What only the embedded core promises (docs/security.md says what others lack).
  ...(E2E_CORE_URL || isReal ? ['@embedded'] : []),
  // Not every distribution has it; on Debian `make test-all` installs it.
  ...(existsSync(FIREFOX) ? [] : ['@firefox']),
  // Its core is given a program of this machine.
  ...(E2E_CORE_URL || E2E_CORE ? ['@this-machine'] : []),
];

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results/journeys',
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  // Each journey has a core and live sources of its own, and mostly waits. Three at a time pass on two cores; four take as long.
  workers: 3,
  forbidOnly: true,
  timeout: TEST_MS,
  expect: { timeout: PATIENCE_MS },
  grepInvert: notHere.map((mark) => new RegExp(mark)),
  ...(E2E_CORE_URL ? { workers: 1 } : {}),
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    // What moves is drawn by the processor here, sixty times a second, and beside it ffmpeg would be late.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env.E2E_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: journeyBrowserOf(suite), args: FLAGS },
  },
});
