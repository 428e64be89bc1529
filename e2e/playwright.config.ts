import { defineConfig } from '@playwright/test';
import { CHROMIUM, FLAGS } from './stage/chromium.ts';

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results/journeys',
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  // Each journey has a core and live sources of its own, and mostly waits. Two at a time also pass on two busy cores.
  workers: 2,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  // A core that runs already cannot be fresh, killed or restarted, and journeys would meet each other's channels there.
  ...(process.env.E2E_CORE_URL ? { grepInvert: /@own-core|@embedded/, workers: 1 } : {}),
  // What only the embedded core promises (docs/security.md says what others lack).
  ...(process.env.E2E_CORE_BINARY ? { grepInvert: /@embedded/ } : {}),
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: CHROMIUM, args: FLAGS },
  },
});
