import type { Page } from '@playwright/test';
import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { Publications } from '../pages/publications.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { overflowsOf } from '../support/browser/layoutOverflow.ts';
import { MODEST } from '../support/channels.ts';
import { expect, test } from '../test.ts';

const LANGUAGES = ['en', 'de', 'fr', 'it', 'pt', 'es', 'ru'];
const PHONE = { width: 360, height: 740 };

const CHANNEL = [
  ...['', '/edit/general', '/edit/encoding', '/edit/processing', '/edit/license', '/edit/standby'],
  ...[
    '/edit/source/video',
    '/edit/source/audio',
    '/edit/wizard',
    '/preflight',
    '/renditions',
    '/publication',
    '/publication/youtube',
  ],
  ...['/publication/srt/new/process', '/publication/recording/new/encoding', '/publication/player/embed'],
  ...['/publication/player/poster', '/publication/player/colors', '/publication/player/playback'],
];
const SETTINGS = ['general', 'network', 'auth', 'playback', 'storage', 'rtmp', 'srt', 'logging', 'service'];
const OTHERS = [
  ...['/multiview', '/encoders', '/recordings', '/history', '/edges', '/alarms', '/alarms/rules', '/versions'],
  ...['/moving', '/playersite/general', '/playersite/design'],
  ...SETTINGS.map((tab) => `/settings/${tab}`),
];

async function addEvening(page: Page) {
  const publications = new Publications(page);
  for (const name of ['Venue', 'Studio with a long name']) {
    await publications.addRtmp('127.0.0.1:9/nowhere');
    await publications.saveAs(name);
  }
  for (const name of ['Venue', 'Studio with a long name']) await publications.join(name, 'Evening');
}

async function speak(page: Page, language: string) {
  await page.evaluate((chosen) => {
    localStorage.setItem('@@restreamer-ui@@language', chosen);
    localStorage.setItem('@@restreamer-ui@@expert', 'true');
  }, language);
  await page.reload();
}

test('rows, headers and bars fit on a phone in seven languages', async ({ operator, core, page, pageErrors }) => {
  pageErrors.allow({
    line: /net::ERR_BLOCKED_BY_ORB$/,
    why: 'The preview of a website that was never published asks for files that come with publishing.',
  });
  test.setTimeout(10 * 60_000);
  await ensureDemoChannel(await core.api(), MODEST);
  await operator.enter();
  await operator.sees('Live');
  const [, id = ''] = new URL(page.url()).hash.split('/');
  await addEvening(page);
  await page.setViewportSize(PHONE);
  const found: string[] = [];
  for (const language of LANGUAGES) {
    await speak(page, language);
    for (const path of [...CHANNEL.map((part) => `/${id}${part}`), ...OTHERS]) {
      await page.evaluate((to) => {
        location.hash = `#${to}`;
      }, path);
      await expect(page.locator('main h1').first()).toBeAttached();
      await expect(page.locator('main .skeleton')).toHaveCount(0);
      for (const fault of await overflowsOf(page)) found.push(`${language} ${path.replace(id, 'channel')}: ${fault}`);
    }
  }
  expect(found).toEqual([]);
});

test('the expandable parts of the channel page are accessible in seven languages', async ({ operator, core, page }) => {
  test.setTimeout(10 * 60_000);
  await ensureDemoChannel(await core.api(), MODEST);
  await operator.enter();
  await operator.sees('Live');
  await addEvening(page);
  const publications = new Publications(page);
  await publications.switch('Venue').check();
  await expect(await publications.cause('Venue')).toBeVisible();
  for (const language of LANGUAGES)
    await test.step(language, async () => {
      await page.setViewportSize(PHONE);
      await speak(page, language);
      await expect(page.locator('.row-group')).toBeVisible();
      // Selects by position, because the texts differ by language.
      await page.locator('.graph-button').click();
      await page.locator('.graph summary').click();
      await expect(page.locator('.graph table')).toBeVisible();
      await page.locator('.row-cause').click();
      await expect(page.locator('.row-why [role=alert]')).toBeVisible();
      expect(await overflowsOf(page), language).toEqual([]);
      await isAccessible(page, `the channel page in ${language}`, ['dark'], [PHONE.width]);
      await page.setViewportSize(PHONE);
      await page.locator('.figure-info button').first().click();
      expect(await overflowsOf(page), `${language}, a note`).toEqual([]);
      await isAccessible(page, `a note of a figure in ${language}`, ['dark'], [PHONE.width]);
      await page.keyboard.press('Escape');
      await page.setViewportSize(PHONE);
      await page.locator('.card:has(.row-group) .card-head button').click();
      await expect(page.getByRole('menu')).toBeVisible();
      await isAccessible(page, `the menu of the publications in ${language}`, ['dark'], [PHONE.width]);
      await page.keyboard.press('Escape');
    });
});
