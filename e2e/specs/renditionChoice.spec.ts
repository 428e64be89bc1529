import type { FrameLocator, Page } from '@playwright/test';
import { viewerOf } from '../pages/playerEditor.ts';
import { watchPageErrors } from '../support/browser/pageErrors.ts';
import { addRenditions, CAPTION, captionsOn, hasPage } from '../support/renditionChannel.ts';
import { startReverseProxy } from '../support/reverseProxy.ts';
import { expect, test } from '../test.ts';

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
const LARGE = 180;
const SMALL = 90;

async function choosesIn(frame: Page | FrameLocator) {
  const { video } = viewerOf(frame);
  await expect(video).toPlay();
  const choose = async (menu: 'Quality' | 'Captions', choice: string | RegExp) => {
    await frame.getByRole('button', { name: menu, exact: true }).press('Enter');
    const choices = frame.getByRole('group', { name: menu });
    await choices.getByRole('radio', { name: choice }).check();
    await choices.press('Escape');
    await expect(choices).toBeHidden();
  };
  const height = () => video.evaluate((element: HTMLVideoElement) => element.videoHeight);
  await choose('Quality', /^90p/);
  await expect.poll(height).toBe(SMALL);
  await expect(video).toPlay();
  await choose('Quality', /^180p/);
  await expect.poll(height).toBe(LARGE);
  await choose('Quality', 'Automatic');
  const read = () => video.evaluate(captionsOn);
  const words = [expect.stringContaining(CAPTION)];
  // The stream marks these captions as default.
  await expect.poll(read).toEqual(words);
  await choose('Captions', 'Off');
  await expect.poll(read).toEqual([]);
  await choose('Captions', /^subtitle/);
  await expect.poll(read).toEqual(words);
  await expect(video).toPlay();
}

for (const player of ['videojs-public', 'clappr'] as const)
  test(`a viewer chooses quality and captions in ${player} on all screens, below a path, and on a page of another site @own-core`, async ({
    operator,
    core,
    browser,
    api,
  }) => {
    test.slow();
    const channel = await addRenditions(api, { player: { player, autoplay: true, mute: true, statistics: true } });
    await operator.enter();
    await hasPage(api, channel);
    await operator.page.close();

    const context = await browser.newContext({ locale: 'en-GB', viewport: WIDE });
    const visitor = await context.newPage();
    const pageErrors = watchPageErrors(visitor);
    pageErrors.allow({ line: /^status 404: GET \S+\/memfs\/\S+\.jpg\S*$/, why: 'No process takes snapshots here.' });
    await using otherSite = await startReverseProxy(core.url);
    for (const size of [WIDE, PHONE])
      await test.step(`on a screen of ${size.width} px`, async () => {
        await visitor.setViewportSize(size);
        await visitor.goto(`${core.url}/${channel}.html`);
        await choosesIn(visitor);
      });
    await test.step('below a path', async () => {
      await visitor.goto(`${otherSite.below}/${channel}.html`);
      await choosesIn(visitor);
    });
    await test.step('in a frame of another origin', async () => {
      await visitor.setViewportSize(WIDE);
      const { html } = Object(JSON.parse(await (await fetch(`${core.url}/channels/${channel}/oembed.json`)).text()));
      await visitor.goto(otherSite.pageWith(String(html)));
      await choosesIn(visitor.frameLocator('iframe'));
    });
    expect(pageErrors.lines).toEqual([]);
    await context.close();
  });
