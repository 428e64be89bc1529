import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '../expect.ts';

const WIDTHS = [1280, 360];
const SCHEMES = ['dark', 'light'];
/** Only these rules can differ between color schemes. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no accessibility violations and no horizontal scrolling, also with large text. Viewer pages have one scheme.
 */
export async function isAccessible(page: Page, screen: string, schemes = SCHEMES, widths = WIDTHS) {
  for (const scheme of schemes) {
    for (const width of widths) {
      const label = `${screen}, ${scheme}, ${width} px`;
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((chosen) => {
        document.documentElement.dataset.scheme = chosen;
      }, scheme);
      // Wait for transitions of colors to end.
      await page.waitForFunction(() =>
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
          .every(({ playState }) => playState !== 'running'),
      );
      // Frames without an origin need the default mode, which runs through a blank page and takes about twice as long.
      const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
      const builder = scheme === schemes[0] ? axe : axe.withRules(OF_COLORS);
      let found = await builder.analyze();
      // On a slow machine axe can time out on a frame and leave out its contents.
      await expect
        .poll(async () => {
          if (isFrameMissing(found)) found = await builder.analyze();
          return isFrameMissing(found);
        }, `${label}: a frame that is not read`)
        .toBe(false);
      // Soft, to report the violations of all schemes and widths at once.
      expect
        .soft(
          found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
          label,
        )
        .toEqual([]);
      expect.soft(await sideways(page), label).toBeLessThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect.soft(await sideways(page), `${screen}, text at 200 %`).toBeLessThanOrEqual(0);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

const isFrameMissing = ({ incomplete }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
  incomplete.some(({ id }) => id === 'frame-tested');

/** Pixels by which the page is wider than its window. */
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Lower than any form. */
export const LOW_WINDOW = { width: 1280, height: 500 };

export async function tabTo(page: Page, name: RegExp, role: 'button' | 'link' | 'combobox' | 'textbox' | 'switch') {
  const target = page.getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    await focusIsSeen(page, 'the focus is below the bar of a form');
  }
  throw new Error(`60 times Tab did not reach ${role} ${name}`);
}

/** Expects that Tab reaches every control, and that the focus is visible and marked. */
export async function isReachable(page: Page, screen: string) {
  // Tab closes a menu, whose entries are reached with the arrow keys.
  if (await page.getByRole('menu').first().isVisible()) return;
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-reached]')) element.removeAttribute('data-reached');
  });
  let left = await page.evaluate(unreached);
  for (let presses = 2 * left.length + 20; left.length > 0 && presses > 0; presses -= 1) {
    await page.keyboard.press('Tab');
    await focusIsSeen(page, `${screen}: the focus is below the bar of a form`);
    expect.soft(await page.evaluate(unmarkedFocus), `${screen}: nothing shows the focus`).toBe('');
    left = await page.evaluate(unreached);
  }
  expect(left, `${screen}: what Tab does not reach`).toEqual([]);
}

/** Polls, because the browser scrolls to the focus in a later frame. */
const focusIsSeen = (page: Page, message: string) =>
  expect.poll(() => page.evaluate(focusIsCovered), { message }).toBe(false);

/** Runs in the page: marks the focused element and returns the rest. One radio button stands for its group. */
function unreached(): string[] {
  document.activeElement?.setAttribute('data-reached', '');
  const all = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  );
  return (
    [...all]
      // Material UI's focus sentinels of dialogs.
      .filter((element) => !element.dataset.testid?.startsWith('sentinel'))
      .filter(
        (element) =>
          element.tabIndex >= 0 &&
          !element.matches(':disabled') &&
          element.closest('[inert], [aria-hidden=true]') === null,
      )
      .filter((element) => element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }))
      .filter((element) => {
        const group = element instanceof HTMLInputElement && element.type === 'radio' ? element.name : null;
        return group === null
          ? !element.hasAttribute('data-reached')
          : document.querySelector(`input[name="${CSS.escape(group)}"][data-reached]`) === null;
      })
      .map((element) => element.outerHTML.slice(0, 200))
  );
}

/** Runs in the page: returns the focused element if neither it nor its container has an outline, else ''. */
function unmarkedFocus(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused instanceof HTMLIFrameElement) return '';
  const isMarked = (element: Element | null) =>
    [undefined, '::before', '::after'].some((part) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, content } = getComputedStyle(element, part);
      if (part !== undefined && content === 'none') return false;
      return outlineStyle !== 'none' && outlineWidth !== '0px';
    });
  const { parentElement: parent } = focused;
  return [focused, parent, parent?.parentElement ?? null].some(isMarked) ? '' : focused.outerHTML.slice(0, 200);
}

/** Runs in the page. */
function focusIsCovered(): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return false;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const bar = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.actions-sticky');
  return bar != null && !bar.contains(focused);
}
