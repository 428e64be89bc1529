import { ensureDemoChannel } from '../../harness/demo/channel.ts';
import { channelOfIngest, ingestId, METADATA_KEY } from '../../src/api/ids.ts';
import { snapshotPath } from '../../src/media/hls.ts';
import { expect, test } from '../fixtures.ts';
import { PlayerEditor, viewerOf } from '../pages/player.ts';
import { isAccessible } from '../stage/accessibility.ts';
import { MODEST, takeSnapshots } from '../stage/channels.ts';
import type { CoreUnderTest } from '../stage/core.ts';
import { front } from '../stage/front.ts';
import { handlersForbidden } from '../stage/hostile.ts';
import { watchPageErrors } from '../stage/pageErrors.ts';

const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" onload="alert(1)">
<script>alert(2)</script><rect width="400" height="200" fill="#37c871"/></svg>`;
/** It is encoded here and decoded in the browser, by one processor and without a graphics card. */
/** A channel that is live, and what is stored with it. */
async function liveChannel(core: CoreUnderTest, player: object) {
  const api = await core.api();
  await ensureDemoChannel(api, MODEST);
  const [channel = ''] = (await api.processes({})).flatMap(({ id }) => channelOfIngest(id) ?? []);
  const at = { id: ingestId(channel), key: METADATA_KEY };
  const stored = async () => Object(await api.processMetadata(at));
  const before = await stored();
  const meta = { ...before.meta, name: '<b>Studio</b>' };
  await api.processMetadataSet({ ...at, body: { ...before, theirs: 1, player, meta, license: 'CC BY 4.0' } });
  const runtime = async () => (await api.processState({ id: at.id })).runtime_seconds ?? 0;
  return { api, channel, stored, runtime };
}

test('the player is edited', async ({ operator, page, core, pageErrors }) => {
  pageErrors.allow(handlersForbidden);
  const { api, channel, stored, runtime } = await liveChannel(core, { share: 7, logo: { size: 3 } });
  await operator.enter();
  await operator.sees('Live');
  await takeSnapshots(api);
  const editor = new PlayerEditor(page);
  await editor.open();
  await expect(viewerOf(editor.preview).play).toBeVisible();
  await isAccessible(page, 'player-embed');

  await test.step('uploads are refused in words', async () => {
    await editor.tab('Logo');
    await editor.upload('logo.png', '<!doctype html><script>alert(1)</script>');
    await expect(page.getByRole('alert')).toContainText(
      'The selected file is not a valid png image. Allowed file types are gif, png, jpg, svg',
    );
    await editor.upload('logo.png', Buffer.alloc(1_048_577));
    await expect(page.getByRole('alert')).toContainText(
      'The selected file is too big (1048577 bytes). Only 1048576 bytes are allowed.',
    );
    await page.getByLabel('Link').fill('javascript:alert(1)');
    await editor.save.click();
    await expect(page.getByText('Not a valid web address. It must start with https://.')).toBeVisible();
    await isAccessible(page, 'player-logo');
  });

  const ran = await runtime();
  await test.step('a logo and autoplay are set, seen in the preview, and saved', async () => {
    await editor.upload('logo.svg', SVG);
    await expect(page.getByLabel('Image')).toHaveValue(`/channels/${channel}/logo.svg`);
    await page.getByLabel('Position').selectOption('Bottom right');
    await page.getByLabel('Link').fill('https://studio.example');
    await editor.tab('Playback');
    await isAccessible(page, 'player-playback');
    await page.getByRole('switch', { name: 'Autoplay' }).check();
    await expect(viewerOf(editor.preview).logo).toHaveClass(/watch-logo-bottom-right shown/);
    await expect(viewerOf(editor.preview).video).toPlay();
    await editor.save.click();
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect(notices).toContainText('Player settings saved');
    await expect(page.getByRole('region', { name: 'Publications' })).toBeVisible();
    expect(await stored()).toMatchObject({
      theirs: 1,
      player: { share: 7, autoplay: true, logo: { size: 3, position: 'bottom-right', link: 'https://studio.example' } },
    });
    expect(await runtime(), 'the stream was not restarted').toBeGreaterThanOrEqual(ran);
    const logo = await (await fetch(`${core.url}/channels/${channel}/logo.svg`)).text();
    expect(logo).toContain('#37c871');
    expect(logo).not.toMatch(/script|onload|<\?/);
  });
});

test('viewers see the player everywhere', async ({ operator, page, core, browser }) => {
  const link = 'https://studio.example';
  const { api, channel } = await liveChannel(core, {
    autoplay: true,
    logo: { image: '/logo.svg', link, position: 'bottom-right' },
  });
  await api.diskWrite({ path: '/logo.svg', body: SVG });
  await operator.enter();
  await operator.sees('Live');
  await takeSnapshots(api);
  const editor = new PlayerEditor(page);
  await editor.open();
  await editor.save.click();
  await expect(page.getByRole('region', { name: 'Publications' })).toBeVisible();

  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
  const visitor = await context.newPage();
  const pageErrors = watchPageErrors(visitor);
  const address = `${core.url}/${channel}.html`;
  await using elsewhere = await front(core.url);

  await test.step('a visitor sees it play', async () => {
    await visitor.goto(address);
    const viewer = viewerOf(visitor);
    await expect(viewer.video).toPlay();
    await expect(visitor).toHaveTitle('<b>Studio</b>');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('<b>Studio</b>');
    await expect(viewer.logo).toHaveClass(/watch-logo-bottom-right shown/);
    const way = viewer.logo.getByRole('link', { name: 'studio.example' });
    await expect(way).toHaveAttribute('rel', 'noopener noreferrer');
    const [logo, video] = [await viewer.logo.boundingBox(), await viewer.video.boundingBox()];
    expect(logo?.width).toBeLessThanOrEqual((video?.width ?? 0) / 4);
    await viewer.about.press('Enter');
    await expect(visitor.getByRole('link', { name: 'CC BY 4.0' })).toBeVisible();
    // A picture that moves keeps the one processor from everything else.
    await viewer.video.evaluate((video: HTMLVideoElement) => video.pause());
    await isAccessible(visitor, 'page-player');
    await viewer.video.evaluate((video: HTMLVideoElement) => video.play());
    await viewer.about.press('Escape');
    await expect(visitor.getByRole('link', { name: 'CC BY 4.0' })).toBeHidden();
    await visitor.setViewportSize({ width: 360, height: 740 });
    await expect(viewer.video).toPlay();
    await visitor.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('without autoplay it waits for him, with a picture', async () => {
    await visitor.goto(`${address}?autoplay=0&mute=1&stats=1&color=ff0000`);
    const viewer = viewerOf(visitor);
    await expect(viewer.play).toBeVisible();
    await expect(visitor.locator('.vjs-poster img')).toHaveAttribute(
      'src',
      new RegExp(`/${snapshotPath(channel)}\\?t=\\d+`),
    );
    await viewer.play.click();
    await expect(viewer.video).toPlay();
    expect(await viewer.video.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
  });

  await test.step('it plays below a path, and in the page of somebody else', async () => {
    await visitor.goto(`${elsewhere.below}/${channel}.html`);
    await expect(viewerOf(visitor).video).toPlay();
    const { html } = Object(JSON.parse(await (await fetch(`${core.url}/channels/${channel}/oembed.json`)).text()));
    await visitor.goto(elsewhere.pageWith(String(html)));
    await expect(viewerOf(visitor.frameLocator('iframe')).video).toPlay();
    await expect(visitor.frameLocator('iframe').getByRole('heading')).toBeHidden();
  });

  await test.step('it says that it is offline, and starts by itself', async () => {
    pageErrors.allow({
      line: /^status 404: GET \S+\/memfs\/\S+$/,
      why: 'The stream is stopped, and its playlist gone.',
    });
    await visitor.goto(address);
    const viewer = viewerOf(visitor);
    await expect(viewer.video).toPlay();
    await operator.button('Stop stream').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop stream' }).click();
    await expect(viewer.card).toBeVisible();
    await isAccessible(visitor, 'page-offline');
    await operator.button('Start stream').click();
    await expect(viewer.video).toPlay();
    await expect(viewer.card).toBeHidden();
  });
  expect(pageErrors.lines).toEqual([]);
  await context.close();
});
