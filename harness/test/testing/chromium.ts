import { existsSync } from 'node:fs';
import type { Suite } from './quickOrWholeSuite.ts';

/** How Chromium is started: Debian's, as the registry's own cannot be fetched everywhere. */
export const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

/** The same engine without the windows of a browser: a journey costs a quarter less of the processor. Debian has it. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The whole browser judges every night; the quick suite takes the lighter program where it is installed. */
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
