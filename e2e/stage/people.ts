import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = [1280, 360];
const SCHEMES = ['dark', 'light'];

/** No violation of accessibility rules and no sideways scrolling, in both schemes, wide and narrow. */
export async function isForEverybody(page: Page, screen: string) {
  for (const scheme of SCHEMES) {
    for (const width of WIDTHS) {
      const where = `${screen}, ${scheme}, ${width} px`;
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((chosen) => {
        document.documentElement.dataset.scheme = chosen;
      }, scheme);
      // Colours in motion are no colours yet.
      await page.waitForFunction(() =>
        document
          .getAnimations()
          // A spinner never ends.
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
          .every(({ playState }) => playState !== 'running'),
      );
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        where,
      ).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        where,
      ).toBeLessThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Tab until this has the focus; nothing may be out of reach. */
export async function tabTo(page: Page, name: RegExp, role: 'button' | 'link' | 'combobox' | 'textbox' | 'switch') {
  const wanted = page.getByRole(role, { name }).first();
  await expect(wanted).toBeVisible({ timeout: 40_000 });
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`60 times Tab did not reach ${role} ${name}`);
}
