import type { Page } from '@playwright/test';
import { type RtmpReceiver, rtmpReceiver } from '../../harness/test/receivers/rtmpReceiver.ts';
import { speak } from '../support/browser/speak.ts';
import { egressesOf } from '../support/channels.ts';
import { expect, test } from '../test.ts';

const NAME = 'Match';
const KEY = 'journey-s3cret';
/** Shorter than a broken connection lasts, even on a slow machine. */
const STEADY_MS = 5000;

const inRow = (output: string, state: string) => new RegExp(`${output} · ${state}`);

for (const [failing, remaining] of [
  ['Backup', 'Primary'],
  ['Primary', 'Backup'],
] as const)
  test(`the ${failing.toLowerCase()} output is rejected, connects, fails and returns: the other output sends without interruption`, async ({
    core,
    page,
    liveChannel: _,
    publications,
    pageErrors,
  }) => {
    pageErrors.allow({
      line: /^status 404: GET \S+\.ts$/,
      why: 'On a slow machine the preview asks for a segment that is gone.',
    });
    const steady = await rtmpReceiver();
    const other = await rtmpReceiver();
    const port = Number(other.host.split(':').pop());
    await other[Symbol.asyncDispose]();
    let returned: RtmpReceiver | null = null;
    const [primary, backup] = failing === 'Backup' ? [steady.host, other.host] : [other.host, steady.host];
    const row = publications.row(NAME);
    const tryNow = row.getByRole('button', { name: `Try now: ${NAME} (${failing})` });
    const untilArrival = async () => {
      returned = await rtmpReceiver(port);
      await expect(row).toContainText(inRow(failing, 'Live'));
    };
    const goes = async () => {
      await returned?.[Symbol.asyncDispose]();
      await expect(tryNow).toBeVisible();
    };
    try {
      await publications.add('Dacast');
      await publications.field('Server').fill(`rtmp://${primary}/takes`);
      await publications.field('Username').fill('u');
      await publications.field('Password').fill('p');
      await publications.field('Stream key').fill(KEY);
      await page.getByRole('switch', { name: 'Backup server' }).press('Space');
      await publications.field('Backup server URL').fill(`rtmp://${backup}/takes`);
      await publications.saveAs(NAME);
      await publications.switch(NAME).check();

      await expect(row).toContainText(inRow(remaining, 'Live'));
      await expect(tryNow).toBeVisible();
      const warning = failing === 'Backup' ? 'the backup is not sending' : 'the primary is not sending';
      await expect(page.getByText(warning).first()).toBeVisible();
      await expect(publications.card).toContainText('1 of 1 live');
      if (failing === 'Backup') await isReadInGerman(page);
      await untilArrival();
      await expect(page.getByText(warning)).toHaveCount(0);
      await goes();
      await expect(page.getByText(warning).first()).toBeVisible();
      await untilArrival();
      expect(steady.sessions()).toBe(1);
      expect(steady.longestGapMs()).toBeLessThan(STEADY_MS);
      expect(await egressesOf(core)).toHaveLength(2);

      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await expect(row).toContainText(inRow('Primary', 'Live'));
      await publications.act(NAME, 'Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete publication' }).press('Enter');
      await expect(publications.card).toContainText('No publications yet');
      expect(await egressesOf(core)).toEqual([]);
    } finally {
      await steady[Symbol.asyncDispose]();
      await goesQuietly(returned);
    }
  });

async function isReadInGerman(page: Page) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await speak(page, 'de');
  const row = page.getByRole('region', { name: 'Veröffentlichungen' }).getByRole('listitem').filter({ hasText: NAME });
  await expect(row).toContainText(/Primär · Live/);
  await expect(row.getByRole('button', { name: `${NAME} (Backup)` }).first()).toBeVisible();
  await expect(page.getByText('Das Backup sendet nicht').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  if (before) await page.setViewportSize(before);
  await speak(page, 'en');
}

async function goesQuietly(receiver: RtmpReceiver | null) {
  await receiver?.[Symbol.asyncDispose]();
}
