import type { Page } from '@playwright/test';
import { projectMeta } from '../../../harness/tools/build/projectAddresses.ts';

/** From its next load on, the page is as the build makes it of a package.json with these addresses. */
export async function giveProjectAddresses(page: Page, packageJson: object) {
  await page.addInitScript((meta) => {
    // The page is parsed then, and its scripts, which are modules, have not begun.
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') document.head.insertAdjacentHTML('beforeend', meta);
    });
  }, projectMeta(packageJson));
}
