import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { addLiveChannel } from '../support/channels.ts';
import { expect, test } from '../test.ts';

test('the multiview names the channel that fails, and the alarm rings @timed', async ({
  operator,
  page,
  calls,
  api,
}) => {
  await ensureDemoChannel(api, { source: 'testsrc2', size: '320x180', fps: '10' });
  const stage = await addLiveChannel(api, 'Stage');
  await operator.enter();
  await operator.sees('Live');
  await page.keyboard.press('m');
  const tile = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(page.getByText('2 of 2 live')).toBeVisible();
  await expect(tile('Demo')).toContainText('Live');
  await tile('Demo').getByRole('button', { name: 'Show video' }).click();
  await expect(tile('Demo').locator('video')).toPlay();
  await tile('Demo').getByRole('button', { name: 'Hide video' }).click();
  await expect(page).toHaveTitle('Multiview · Sluice');

  await operator.button('Menu').click();
  const alarm = page.getByRole('switch', { name: 'Alarm in this browser' });
  // On a busy machine a menu that is still opening can miss the click.
  await expect(async () => {
    await page.getByRole('menuitem', { name: /^Alarm (Off|On)/ }).click({ timeout: 2000 });
    await expect(alarm).toBeVisible({ timeout: 2000 });
  }).toPass();
  await alarm.check();
  await page.keyboard.press('Escape');
  await expect(operator.button('Alarm: on')).toBeVisible();

  calls.reset();
  await calls.window(10);
  expect(calls.rate(), JSON.stringify(calls.table, null, 1)).toBeLessThanOrEqual(2);

  await stage.breaks();
  await expect(tile('Stage')).toContainText('Failing');
  await expect(
    tile('Stage')
      .getByText(/since \d+:\d+/)
      .first(),
  ).toBeVisible();
  await expect(page).toHaveTitle('(!) Stage · Multiview · Sluice');
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', 'icons/favicon-alarm.svg');
  await expect(page.getByText('1 of 2 live, 1 with problems')).toBeVisible();

  await isAccessible(page, 'the multiview');
  for (const width of [360, 1920]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(tile('Stage')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  await page.getByRole('link', { name: 'Demo', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(operator.channelButton).toContainText('Stage');
  await expect(page).toHaveURL(new RegExp(`#/${stage.id}$`));
});
