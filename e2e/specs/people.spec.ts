import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { ensureDemoChannel } from '../../harness/demo/channel.ts';
import { expect, test } from '../fixtures.ts';

const WIDTHS = [1280, 360];
const SCHEMES = ['dark', 'light'];

/** No violation of accessibility rules and no sideways scrolling, in both schemes, wide and narrow. */
async function isForEverybody(page: Page, screen: string) {
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

test.describe('@own-core', () => {
  test.use({ user: null });

  test('the registration is for everybody', async ({ operator, page }) => {
    await operator.open();
    await expect(page.getByRole('button', { name: 'Create user' })).toBeVisible();
    await isForEverybody(page, 'registration');
  });
});

test('the login, the set-up and their failures are for everybody', async ({ operator, page }) => {
  const { wizard } = operator;
  await operator.open();
  await expect(operator.loginButton).toBeVisible();
  await isForEverybody(page, 'login');
  await operator.enter();
  await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
  await isForEverybody(page, 'welcome');
  await wizard.begin();
  await isForEverybody(page, 'sources');
  await wizard.listen();
  await isForEverybody(page, 'push');
  await wizard.back.click();
  await wizard.pullFrom('http://127.0.0.1:9/nothing.m3u8');
  await expect(wizard.trouble).toContainText('Failed to verify the source', { timeout: 40_000 });
  await isForEverybody(page, 'failed probe');
  await wizard.back.click();
  await wizard.choose('Test picture');
  await page.getByLabel(/^Picture/).selectOption('testsrc2');
  await isForEverybody(page, 'test picture');
  await wizard.next.click();
  await wizard.at('The picture');
  await page.getByText('Advanced').click();
  await isForEverybody(page, 'encoder');
  await wizard.next.click();
  await wizard.at('Where does the sound come from?');
  await wizard.radio('Test tone').check();
  await isForEverybody(page, 'sound');
  await wizard.next.click();
  await wizard.at('Describe the stream');
  await isForEverybody(page, 'description');
  await wizard.next.click();
  await wizard.at('What may others do with it?');
  await isForEverybody(page, 'licence');
});

test('the channel page and its dialogs are for everybody', async ({ operator, core, page }) => {
  await ensureDemoChannel(await core.api());
  await operator.enter();
  await operator.sees('Connected');
  await expect(operator.player).toPlay();
  await isForEverybody(page, 'channel');
  for (const dialog of ['Process details', 'Report']) {
    await page
      .getByRole('button', { name: dialog })
      .or(page.getByRole('link', { name: dialog }))
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await isForEverybody(page, dialog);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await operator.channelButton.click();
  await expect(page.getByRole('dialog', { name: 'Channels' })).toBeVisible();
  await isForEverybody(page, 'channels');
  await page.keyboard.press('Escape');
  await operator.button('Menu').click();
  await isForEverybody(page, 'menu');
});

test('a whole set-up by keyboard alone', async ({ operator, page }) => {
  /** Tab until this has the focus; nothing may be out of reach. */
  const tabTo = async (name: RegExp, role: 'button' | 'link' | 'combobox') => {
    const wanted = page.getByRole(role, { name }).first();
    await expect(wanted).toBeVisible({ timeout: 40_000 });
    for (let pressed = 0; pressed < 60; pressed += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`60 times Tab did not reach ${role} ${name}`);
  };
  const press = async (name: RegExp, role: 'button' | 'link' = 'button') => {
    await tabTo(name, role);
    await page.keyboard.press('Enter');
  };
  await operator.enter();
  await press(/^Next: Video setup/, 'link');
  await press(/^Test picture/);
  await tabTo(/^Picture/, 'combobox');
  await page.keyboard.type('Test');
  await press(/^Next$/);
  await operator.wizard.at('The picture');
  await press(/^Next$/);
  await operator.wizard.at('Where does the sound come from?');
  await press(/^Next$/);
  await operator.wizard.at('Describe the stream');
  await press(/^Next$/);
  await press(/^Save and start$/);
  await operator.sees('Connected');
  await expect(operator.player).toPlay();
});
