import type { Browser } from 'puppeteer-core';

/** Firefox of Debian. Playwright only drives its own build, which cannot be downloaded everywhere. */
export const FIREFOX = process.env.FIREFOX || '/usr/bin/firefox-esr';

export async function openFirefox(): Promise<Browser> {
  // playwright.config.ts imports this file for the path alone.
  const { launch } = await import('puppeteer-core');
  return launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      // The same settings as for Chromium in playwright.config.ts.
      'media.autoplay.default': 0,
      'ui.prefersReducedMotion': 1,
    },
  });
}
