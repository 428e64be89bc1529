import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { FLAGS, journeyBrowserOf } from '../harness/test/testing/chromium.ts';
import { PATIENCE_MS, TEST_MS } from '../harness/test/testing/machineSlowness.ts';
import { suite } from '../harness/test/testing/quickOrWholeSuite.ts';
import { FIREFOX } from './support/browser/firefox.ts';

const { E2E_CORE, E2E_CORE_BINARY, E2E_CORE_URL, E2E_IMAGE_IS_REAL } = process.env;
/** Whether a real core is started here, as a program or in an image. */
const isReal = Boolean(E2E_CORE_BINARY || (E2E_CORE && E2E_IMAGE_IS_REAL));

/** Tags of journeys that the core under test cannot run. */
const notHere = [
  // A running core cannot be killed or restarted, and journeys would see each other's channels.
  ...(E2E_CORE_URL ? ['@own-core'] : []),
  // Guarantees of the embedded core only (docs/security.md).
  ...(E2E_CORE_URL || isReal ? ['@embedded'] : []),
  // An agent is started beside a core on this machine that has none.
  ...(E2E_CORE_URL || (E2E_CORE && isReal) ? ['@agent'] : []),
  // `make test-all` installs it on Debian.
  ...(existsSync(FIREFOX) ? [] : ['@firefox']),
  // The core runs a program of this machine.
  ...(E2E_CORE_URL || E2E_CORE ? ['@this-machine'] : []),
];

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results/journeys',
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  // Journeys mostly wait. Three at a time pass on two cores; four take as long.
  workers: 3,
  forbidOnly: true,
  timeout: TEST_MS,
  expect: { timeout: PATIENCE_MS },
  grepInvert: notHere.map((mark) => new RegExp(mark)),
  ...(E2E_CORE_URL ? { workers: 1 } : {}),
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    // Animations are rendered in software, which would delay ffmpeg.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env.E2E_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: journeyBrowserOf(suite), args: FLAGS },
  },
});
