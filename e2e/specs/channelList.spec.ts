import { channelOfIngest } from '../../src/api/processIds.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { addChannels, someNames } from '../support/channels.ts';
import { expect, test } from '../test.ts';

test.describe('@own-core', () => {
  test('any of a hundred channels can be opened in three actions', async ({ operator, page, calls, api }) => {
    await addChannels(api, someNames(100));
    await operator.enter();
    await expect(operator.channelButton).toContainText('Stage 001');

    await page.keyboard.press('c');
    const list = page.getByRole('dialog', { name: 'Channels' });
    await expect(list.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('077');
    await page.keyboard.press('Enter');
    await expect(operator.channelButton).toContainText('Stage 077');
    await expect(list).toBeHidden();

    // With arrow keys. Rows that are scrolled away are not polled; on a busy machine rows that have just left may be,
    // once.
    await page.keyboard.press('c');
    await expect(list.getByRole('button', { name: 'Stage 001 Failing' })).toBeVisible();
    // Tiles out of view cost only their names.
    await expect(list.getByRole('listitem')).toContainText(someNames(100));
    expect(await list.getByRole('button', { name: /^Actions for/ }).count()).toBeLessThan(50);
    await isAccessible(page, 'a hundred channels', ['dark'], [1280]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('button', { name: /^Stage 006/ })).toBeFocused();
    const states = /^GET \/v3\/process\?id=/;
    // Rows are polled as soon as they scroll into view. The interval is measured from then on.
    calls.reset();
    await expect.poll(() => calls.count(states)).toBeGreaterThan(0);
    calls.reset();
    await calls.window(7);
    expect(calls.count(states)).toBeLessThanOrEqual(3);
    expect(calls.count(/^GET \/v3\/process\?id=\S*(ingest\S*){50}/)).toBe(0);
    await page.keyboard.press('End');
    await expect(list.getByRole('button', { name: 'Stage 100 Stopped' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(operator.channelButton).toContainText('Stage 100');

    // With the list closed only the header may send one request, if the channel page is not loaded yet.
    await expect(list).toBeHidden();
    calls.reset();
    await calls.window(8);
    expect(calls.count(states)).toBeLessThanOrEqual(1);

    await page.reload();
    await expect(operator.channelButton).toContainText('Stage 100');
  });

  test('the channel bar moves by one page, also by keyboard', async ({ operator, core, page }) => {
    await addChannels(await core.api(), someNames(6));
    await operator.enter();
    await operator.button('Menu').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Channel bar' }).press('Enter');
    const drawer = page.getByRole('region', { name: 'Channels' });
    const thumbs = drawer.getByRole('list').getByRole('button');
    const next = drawer.getByRole('button', { name: 'Next channel' });
    const previous = drawer.getByRole('button', { name: 'Previous channel' });
    for (const [width, count] of [
      [1600, 4],
      [1280, 4],
      [1000, 3],
      [700, 2],
      [360, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect(thumbs).toHaveCount(count);
      expect((await thumbs.first().locator('.thumb-picture').boundingBox())?.width).toBe(200);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(thumbs.first()).toBeDisabled();
    await expect(previous).toBeDisabled();
    await next.focus();
    await page.keyboard.press('Enter');
    await expect(thumbs.first()).toContainText('Stage 002');
    await page.keyboard.press('Enter');
    await expect(next).toBeDisabled();
    // The focus moves on when the focused button is disabled at the end.
    await expect(previous).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(operator.button('Menu')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Channel bar' }).press('Enter');
    await page.keyboard.press('Enter');
    await expect(operator.channelButton).toContainText('Stage 002');
    await expect(drawer).toBeHidden();
  });
});

test('leaving the half-filled set-up of a new channel asks for confirmation', async ({ operator, page }) => {
  const { wizard } = operator;
  await operator.enter();
  await expect(operator.channelButton).toBeVisible();
  await page.keyboard.press('c');
  await operator.button('Add channel').click();
  await expect(operator.button('Add')).toBeDisabled();
  await page.getByLabel(/^Channel name/).fill('Second');
  await page.keyboard.press('Enter');
  await wizard.at('Choose a video source');
  await expect(operator.channelButton).toContainText('Second');
  await wizard.choose('IP camera or stream URL');
  await wizard.address.fill('rtsp://192.0.2.10/s');
  const addressOfSecond = new URL(page.url()).hash;

  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('c');
  await page.keyboard.type('livestream');
  await page.keyboard.press('Enter');
  await expect(leave).toBeVisible();
  await leave.getByRole('button', { name: 'Cancel' }).click();
  await expect(wizard.address).toHaveValue('rtsp://192.0.2.10/s');
  await expect(operator.channelButton).toContainText('Second');

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('c');
  await page.keyboard.type('livestream');
  await page.keyboard.press('Enter');
  await leave.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(operator.channelButton).toContainText('Livestream');
  await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();

  await page.evaluate((hash) => location.assign(hash), addressOfSecond);
  await expect(operator.channelButton).toContainText('Second');
  await wizard.at('Choose a video source');
});

test('the header shows the state on every screen with few requests @timed', async ({
  operator,
  page,
  calls,
  liveChannel: _,
  api,
}) => {
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
  await operator.sees('Live', 2_000);
  calls.reset();
  await calls.window(10);
  expect(calls.rate(), JSON.stringify(calls.table, null, 1)).toBeLessThanOrEqual(1.5);
  const ids = (await api.processes({ filter: 'state' })).map(({ id }) => id);
  const ingest = ids.find((id) => channelOfIngest(id) !== null) ?? '';
  await api.processCommand({ id: ingest, body: { command: 'stop' } });
  await operator.sees('Stopped', 10_000);
  await operator.channelPage();
  await page.getByRole('link', { name: 'Add publication' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add publication' })).toBeVisible();
  await operator.sees('Stopped', 2_000);
});
