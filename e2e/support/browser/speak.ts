import type { Page } from '@playwright/test';
import german from '../../../assets/locales/de.json' with { type: 'json' };

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The texts of the interface, as it shows them in this language. */
export const textsIn =
  (language: Language) =>
  (text: keyof typeof german): string =>
    language === 'de' ? german[text] : text;

/** Shows the interface in this language, as if it had been chosen in the menu. */
export async function speak(page: Page, language: Language) {
  await page.evaluate((code) => localStorage.setItem('@@restreamer-ui@@language', code), language);
  await page.reload();
}
