import type { Page } from '@playwright/test';
import { differenceOf, pixelsOf } from '../../harness/streams/pixels.ts';
import { push } from '../../harness/streams/rtmpPush.ts';
import { rtmpReceiver } from '../../harness/test/receivers/rtmpReceiver.ts';
import type { Core } from '../../src/api/client.ts';
import { channelOfHold, isEgress } from '../../src/api/processIds.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { expect, test } from '../test.ts';

const unavailable: AllowedError = {
  line: /^(request failed: GET \S+\/memfs\/|status 404: GET \S+\/(memfs|v3\/fs\/mem)\/|status 400: PUT \S+_snapshot\/command)/,
  why: 'What is played is gone while the encoder is away, and an agent that begins has written nothing yet.',
};

/**
 * Mean color distances of 0 to 255: below the first after encoding and scaling, above the second for another picture.
 */
const SAME_PICTURE = 6;
const OTHER_PICTURE = 30;

/** `light`: the share of pixels whose red value is above 127. */
async function slateOf(page: Page, channel: string) {
  const path = `/channels/${channel}/slate.png`;
  const file = await (await page.request.get(new URL(path, page.url()).href)).body();
  const measured = await page.evaluate(async (address) => {
    const answer = await fetch(address, { cache: 'no-store' });
    const bitmap = await createImageBitmap(await answer.blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
    let [light, sum] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const value = data[at] ?? 0;
      if (value > 127) light += 1;
      sum = (sum * 31 + value) % 1_000_000_007;
    }
    return { light: (4 * light) / data.length, sum, size: `${bitmap.width}x${bitmap.height}` };
  }, path);
  return { ...measured, file };
}

const inputOf = async (api: Core) =>
  (await api.processes({ filter: 'config' })).flatMap(({ id, config }) =>
    isEgress(id) && typeof config === 'object' ? [config?.input[0]?.address ?? ''] : [],
  );

test('a publication continues with the standby image in any script while its source is unavailable @agent', async ({
  operator,
  page,
  api,
  publications,
  sources,
  pageErrors,
  agent: _,
}) => {
  test.slow();
  pageErrors.allow(unavailable);
  const receiver = sources.keep(await rtmpReceiver());
  await operator.enter();
  await operator.wizard.begin();
  const address = await operator.wizard.listen();
  const encoder = sources.keep(push(['-f', 'flv', address]));
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  await publications.addRtmp(`${receiver.host}/takes`);
  await publications.saveAs('Venue');
  await publications.switchOn('Venue');
  const channel = /#\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

  const card = page.getByRole('main');
  const open = async () => {
    await card.getByRole('link', { name: 'Edit', exact: true }).click();
    await card.getByRole('link', { name: 'Standby image', exact: true }).click();
    await expect(card.getByRole('heading', { name: 'Protected publications' })).toBeVisible();
  };
  const saved = async () => {
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Standby image saved');
    await expect(page).toHaveURL(new RegExp(`#/${channel}$`));
  };

  await open();
  await expect(card.getByLabel('Text')).toHaveValue("We'll be right back");
  await card.getByLabel('Text').fill('Gleich geht es weiter – bis später!');
  await card.getByRole('checkbox', { name: 'Venue' }).check();
  await isAccessible(page, 'the standby image');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 900 });
  await publications.save.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save and reconnect' }).click();
  await saved();
  expect((await inputOf(api)).map(channelOfHold)).toEqual([channel]);
  const german = await slateOf(page, channel);
  expect(german.size).toBe('1920x1080');
  expect(german.light).toBeGreaterThan(0.005);
  expect(german.light).toBeLessThan(0.2);

  // By keyboard. No publication is affected, so there is no confirmation.
  await open();
  await card.getByLabel('Text').fill('سنعود بعد قليل، شكرًا لصبركم');
  await card.getByRole('radio', { name: 'Light' }).press('Space');
  await publications.save.press('Enter');
  await saved();
  const arabic = await slateOf(page, channel);
  expect(arabic.sum).not.toBe(german.sum);
  expect(arabic.light).toBeGreaterThan(0.8);

  await publications.isLive('Venue');
  await publications.act('Venue', 'Edit');
  await expect(card.getByRole('switch', { name: 'Protect with the standby image' })).toBeChecked();
  await isAccessible(page, 'a protected publication');
  await publications.saveAs('Hall');
  expect((await inputOf(api)).map(channelOfHold)).toEqual([channel]);

  await publications.isLive('Hall');
  // The slate is rendered with the properties of the stream, so it exists once its segments do.
  await expect
    .poll(async () => (await api.memFiles({ glob: `/hold-${channel}_*.ts` })).length, { timeout: 60_000 })
    .toBeGreaterThan(1);
  const sessions = receiver.sessions();
  const frames = () => receiver.pictures().at(-1)?.length ?? 0;
  const fromImage = async (image: Buffer) =>
    differenceOf(await pixelsOf(receiver.latest(), 160, 90), await pixelsOf(image, 160, 90));
  expect(await fromImage(arabic.file)).toBeGreaterThan(OTHER_PICTURE);
  await encoder.stop();
  const before = frames();
  // 15 s at ten frames per second, more than the receiver buffers.
  await expect.poll(frames, { timeout: 60_000 }).toBeGreaterThan(before + 150);
  expect(await fromImage(arabic.file)).toBeLessThan(SAME_PICTURE);

  // A new text appears while the source is unavailable.
  await open();
  await card.getByLabel('Text').fill('Gleich geht es weiter – bis später!');
  await card.getByRole('radio', { name: 'Dark' }).press('Space');
  await publications.save.click();
  await saved();
  const { file } = await slateOf(page, channel);
  expect(await fromImage(file)).toBeGreaterThan(OTHER_PICTURE);
  await expect.poll(() => fromImage(file), { timeout: 60_000 }).toBeLessThan(SAME_PICTURE);
  expect(receiver.sessions()).toBe(sessions);
});
