import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '../expect.ts';

const WIDTHS = [1280, 360];
const SCHEMES = ['dark', 'light'];
/** What another scheme can break; all else is the same in both. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

/**
 * No violation of accessibility rules and no sideways scrolling, in both schemes, wide and narrow, with large text.
 * Pages for viewers have one scheme.
 */
export async function isAccessible(page: Page, screen: string, schemes = SCHEMES, widths = WIDTHS) {
  for (const scheme of schemes) {
    for (const width of widths) {
      const where = `${screen}, ${scheme}, ${width} px`;
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((chosen) => {
        document.documentElement.dataset.scheme = chosen;
      }, scheme);
      // Colors in motion are no colors yet.
      await page.waitForFunction(() =>
        document
          .getAnimations()
          // A spinner never ends.
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
          .every(({ playState }) => playState !== 'running'),
      );
      // A frame without an origin is only read by way of a blank page, which takes half of the time of each reading.
      const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
      const builder = scheme === schemes[0] ? axe : axe.withRules(OF_COLORS);
      let found = await builder.analyze();
      // On a slow machine a frame may not be read in time, and what it holds is missing then.
      await expect
        .poll(async () => {
          if (isFrameMissing(found)) found = await builder.analyze();
          return isFrameMissing(found);
        }, `${where}: a frame that is not read`)
        .toBe(false);
      // All that is found on the way is reported at once.
      expect
        .soft(
          found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
          where,
        )
        .toEqual([]);
      expect.soft(await sideways(page), where).toBeLessThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect.soft(await sideways(page), `${screen}, text at 200 %`).toBeLessThanOrEqual(0);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

const isFrameMissing = ({ incomplete }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
  incomplete.some(({ id }) => id === 'frame-tested');

/** px that the page is wider than its window. */
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Forms are longer than it. */
export const LOW_WINDOW = { width: 1280, height: 500 };

/** Tab until this has the focus; nothing may be out of reach. */
export async function tabTo(page: Page, name: RegExp, role: 'button' | 'link' | 'combobox' | 'textbox' | 'switch') {
  const wanted = page.getByRole(role, { name }).first();
  await expect(wanted).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    await focusIsSeen(page, 'the focus is below the bar of a form');
  }
  throw new Error(`60 times Tab did not reach ${role} ${name}`);
}

/** Everything on the screen that can be worked is reached by Tab, seen while it has the focus, and marked then. */
export async function isReachable(page: Page, screen: string) {
  // Tab closes it: its entries are for the arrow keys.
  if (await page.getByRole('menu').first().isVisible()) return;
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('[data-reached]')) one.removeAttribute('data-reached');
  });
  let left = await page.evaluate(unreached);
  // Once around, and what else has the focus on the way.
  for (let presses = 2 * left.length + 20; left.length > 0 && presses > 0; presses -= 1) {
    await page.keyboard.press('Tab');
    await focusIsSeen(page, `${screen}: the focus is below the bar of a form`);
    expect.soft(await page.evaluate(unmarkedFocus), `${screen}: nothing shows the focus`).toBe('');
    left = await page.evaluate(unreached);
  }
  expect(left, `${screen}: what Tab does not reach`).toEqual([]);
}

/** A browser scrolls to what has the focus with its next frame, which may come late. */
const focusIsSeen = (page: Page, otherwise: string) =>
  expect.poll(() => page.evaluate(focusIsCovered), { message: otherwise }).toBe(false);

/** In the page: notes what has the focus; answers what never had it. Of a group of radios one has it for all. */
function unreached(): string[] {
  document.activeElement?.setAttribute('data-reached', '');
  const all = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  );
  return (
    [...all]
      // Material UI's marks of where a dialog begins and ends: they pass the focus on.
      .filter((one) => !one.dataset.testid?.startsWith('sentinel'))
      .filter(
        (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.closest('[inert], [aria-hidden=true]') === null,
      )
      .filter((one) => one.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }))
      .filter((one) => {
        const group = one instanceof HTMLInputElement && one.type === 'radio' ? one.name : null;
        return group === null
          ? !one.hasAttribute('data-reached')
          : document.querySelector(`input[name="${CSS.escape(group)}"][data-reached]`) === null;
      })
      .map((one) => one.outerHTML.slice(0, 200))
  );
}

/** In the page: what has the focus although no line around it, or around what it is in, says so; '' where one does. */
function unmarkedFocus(): string {
  const focused = document.activeElement;
  // A frame has a focus of its own.
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

/** In the page: what has the focus stands behind something that stays in view. */
function focusIsCovered(): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return false;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const bar = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.actions-sticky');
  return bar != null && !bar.contains(focused);
}
