import type { Browser } from 'puppeteer-core';

/** Debian's. Playwright drives only a Firefox of its own making, which cannot be fetched everywhere. */
export const FIREFOX = process.env.FIREFOX || '/usr/bin/firefox-esr';

/** Driven by WebDriver BiDi, which the makers of browsers agreed on. */
export async function openFirefox(): Promise<Browser> {
  // The configuration of the journeys reads this file too, and needs only the path.
  const { launch } = await import('puppeteer-core');
  return launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      // As the other browser of the journeys is told.
      'media.autoplay.default': 0,
      'ui.prefersReducedMotion': 1,
    },
  });
}
