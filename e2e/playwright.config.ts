import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { FLAGS, journeyBrowserOf } from '../harness/test/testing/chromium.ts';
import { PATIENCE_MS, TEST_MS } from '../harness/test/testing/machineSlowness.ts';
import { suite } from '../harness/test/testing/quickOrWholeSuite.ts';
import { FIREFOX } from './support/browser/firefox.ts';

const { E2E_CORE, E2E_CORE_BINARY, E2E_CORE_URL, E2E_IMAGE_IS_REAL } = process.env;
/** A core other than the embedded one, started here: a program or an image that contains it. */
const isReal = Boolean(E2E_CORE_BINARY || (E2E_CORE && E2E_IMAGE_IS_REAL));

/** Tags of journeys that cannot run on the core under test. */
const notHere = [
  // A shared core cannot be fresh, killed or restarted, and journeys would see each other's channels.
  ...(E2E_CORE_URL ? ['@own-core'] : []),
  // Promises of the embedded core alone (docs/security.md lists what other cores lack).
  ...(E2E_CORE_URL || isReal ? ['@embedded'] : []),
  // An agent can only be started beside a local core.
  ...(E2E_CORE_URL || (E2E_CORE && isReal) ? ['@agent'] : []),
  // Not every distribution packages it. On Debian `make test-all` installs it.
  ...(existsSync(FIREFOX) ? [] : ['@firefox']),
  // These journeys run the core with a program of this machine.
  ...(E2E_CORE_URL || E2E_CORE ? ['@this-machine'] : []),
];

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results/journeys',
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  // Journeys mostly wait. Three at a time pass on two cores, and four are no faster.
  workers: 3,
  forbidOnly: true,
  timeout: TEST_MS,
  expect: { timeout: PATIENCE_MS },
  grepInvert: notHere.map((mark) => new RegExp(mark)),
  ...(E2E_CORE_URL ? { workers: 1 } : {}),
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    // Animations are rendered by the CPU here at 60 Hz, which slows down ffmpeg.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env.E2E_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: journeyBrowserOf(suite), args: FLAGS },
  },
});
