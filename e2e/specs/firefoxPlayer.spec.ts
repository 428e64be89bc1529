import type { Page } from 'puppeteer-core';
import { openFirefox } from '../support/browser/firefox.ts';
import { addRenditions, CAPTION, captionsOn, hasPage } from '../support/renditionChannel.ts';
import { expect, test } from '../test.ts';

/** One second of the test picture. */
const FRAMES = 12;

const momentOf = (page: Page) =>
  page.$eval('video', (video) => ({
    time: video.currentTime,
    frames: video.getVideoPlaybackQuality().totalVideoFrames,
    paused: video.paused,
    muted: video.muted,
    volume: Math.round(video.volume * 10) / 10,
    full: document.fullscreenElement !== null,
  }));

async function plays(page: Page) {
  const before = await momentOf(page);
  await expect.poll(async () => (await momentOf(page)).frames - before.frames).toBeGreaterThanOrEqual(FRAMES);
  await expect.poll(async () => (await momentOf(page)).time).toBeGreaterThan(before.time);
}

for (const player of ['videojs-public', 'clappr'] as const)
  test(`Firefox plays ${player}, shows captions, and handles its keys @own-core @firefox`, async ({
    operator,
    core,
    api,
  }) => {
    const channel = await addRenditions(api, { player: { player, autoplay: true, mute: true } });
    await operator.enter();
    await hasPage(api, channel);
    await operator.page.close();

    const browser = await openFirefox();
    try {
      const page = await browser.newPage();
      const uncaught: string[] = [];
      page.on('pageerror', (error) => uncaught.push(String(error)));
      await page.goto(`${core.url}/${channel}.html`);
      await page.waitForSelector('video');
      await plays(page);

      const words = [expect.stringContaining(CAPTION)];
      const captions = () => page.$eval('video', captionsOn);
      await expect.poll(captions).toEqual(words);
      await page.keyboard.press('c');
      await expect.poll(captions).toEqual([]);

      const becomes = (part: Partial<Awaited<ReturnType<typeof momentOf>>>) =>
        expect.poll(() => momentOf(page)).toMatchObject(part);
      await page.keyboard.press('m');
      await becomes({ muted: false });
      await page.keyboard.press('ArrowDown');
      await becomes({ volume: 0.9 });
      await page.keyboard.press('m');
      await becomes({ muted: true });
      await page.keyboard.press('f');
      await becomes({ full: true });
      await page.keyboard.press('f');
      await becomes({ full: false });
      await page.keyboard.press(' ');
      await becomes({ paused: true });
      const { time } = await momentOf(page);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(async () => (await momentOf(page)).time).toBeLessThan(time);
      await page.keyboard.press(' ');
      await becomes({ paused: false });
      await plays(page);
      expect(uncaught).toEqual([]);
    } finally {
      await browser.close();
    }
  });
