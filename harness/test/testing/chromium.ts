import { existsSync } from 'node:fs';
import type { Suite } from './quickOrWholeSuite.ts';

/** Chromium of Debian, because Playwright's own build cannot be downloaded everywhere. */
export const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

/** The same engine without windows, which takes a quarter less CPU per journey. Packaged by Debian. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The full browser runs every night. The quick suite uses the headless shell if it is installed. */
export const journeyBrowserOf = (suite: Suite): string =>
  suite === 'quick' && !process.env.CHROMIUM && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM;

export const FLAGS = [
  '--no-sandbox', // CI runs as root
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];
