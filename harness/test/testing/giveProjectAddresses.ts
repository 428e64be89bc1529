import type { Page } from '@playwright/test';
import { projectMeta } from '../../tools/build/projectAddresses.ts';

/** From the next load on, the page has the addresses of this package.json, as the build inserts them. */
export async function giveProjectAddresses(page: Page, packageJson: object) {
  await page.addInitScript((meta) => {
    // The page is parsed, and its module scripts have not started.
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') document.head.insertAdjacentHTML('beforeend', meta);
    });
  }, projectMeta(packageJson));
}
