import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { channelOfIngest, ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { snapshotPath } from '../../src/media/hls/hlsFiles.ts';
import { hostileTexts } from '../../src/viewer/fixtures/hostileTexts.ts';
import { viewerOf } from '../pages/playerEditor.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { watchPageErrors } from '../support/browser/pageErrors.ts';
import { MODEST, takeSnapshots } from '../support/channels.ts';
import { handlersForbidden } from '../support/hostileContent.ts';
import { startReverseProxy } from '../support/reverseProxy.ts';
import { expect, test } from '../test.ts';

const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" onload="alert(1)">
<script>alert(2)</script><rect width="400" height="200" fill="#37c871"/></svg>`;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
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

test('the settings of the player are edited, previewed and saved', async ({
  operator,
  page,
  core,
  pageErrors,
  editor,
}) => {
  pageErrors.allow(handlersForbidden);
  const { api, channel, stored, runtime } = await liveChannel(core, { other: 7, logo: { size: 3 } });
  await operator.enter();
  await operator.sees('Live');
  await takeSnapshots(api);
  await editor.open();
  await expect(viewerOf(editor.preview).play).toBeVisible();
  await isAccessible(page, 'player-embed');

  await test.step('uploads are refused in words', async () => {
    await editor.tab('Logo');
    await editor.upload('logo.png', '<!doctype html><script>alert(1)</script>');
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'The selected file is not a valid png image. Allowed file types are gif, png, jpg, svg',
    );
    await editor.upload('logo.png', Buffer.alloc(1_048_577));
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'The selected file is too big (1048577 bytes). Only 1048576 bytes are allowed.',
    );
    await page.getByLabel('Link').fill('javascript:alert(1)');
    await editor.save.click();
    await expect(page.getByText('Not a valid web address. It must start with https://.')).toBeVisible();
    await isAccessible(page, 'player-logo');
  });

  const config = async () => (await fetch(`${core.url}/channels/${channel}/config.js`)).text();
  const ran = await runtime();
  await test.step('colors, a poster and statistics are seen in the preview, and viewers get them when they are saved', async () => {
    await editor.tab('Color');
    await page.getByLabel('Buttons', { exact: true }).fill('#102040');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Buttons: the contrast is 1.1:1.');
    await page.getByLabel('Buttons', { exact: true }).fill('#f4d03f');
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await page.getByLabel('Seek bar', { exact: true }).fill('37C871');
    await expect(editor.colors).toHaveCSS('--buttons', '#f4d03f');
    await expect(editor.colors).toHaveCSS('--seekbar', '#37c871');
    await editor.tab('Poster');
    await page.getByRole('radio', { name: 'Image of your own' }).check();
    await editor.upload('poster.gif', PNG);
    await expect(page.getByLabel('Poster', { exact: true })).toHaveValue(`/channels/${channel}/poster.png`);
    await expect(editor.preview.locator('.vjs-poster img')).toHaveAttribute('src', /^blob:/);
    await editor.tab('Statistics');
    await page.getByRole('switch', { name: 'Show statistics' }).check();
    expect(await config()).not.toMatch(/f4d03f|poster[.]png|"statistics":true/);
  });

  await test.step('a logo and autoplay are set, seen in the preview, and saved', async () => {
    await editor.tab('Logo');
    await editor.upload('logo.svg', SVG);
    await expect(page.getByLabel('Image')).toHaveValue(`/channels/${channel}/logo.svg`);
    await page.getByLabel('Position').selectOption('Bottom right');
    await page.getByLabel('Link').fill('https://studio.example');
    await editor.tab('Playback');
    await page.getByRole('switch', { name: 'Autoplay' }).check();
    await page.getByRole('switch', { name: 'Share button' }).uncheck();
    await expect(viewerOf(editor.preview).logo).toHaveClass(/watch-logo-bottom-right shown/);
    await expect(viewerOf(editor.preview).video).toPlay();
    await editor.save.click();
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect(notices).toContainText('Player settings saved');
    await expect(page.getByRole('region', { name: 'Publications' })).toBeVisible();
    expect(await stored()).toMatchObject({
      theirs: 1,
      player: {
        other: 7,
        share: false,
        autoplay: true,
        logo: { size: 3, position: 'bottom-right', link: 'https://studio.example' },
      },
    });
    const [, json = ''] = /^var playerConfig = (.*);$/m.exec(await config()) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      ...{ other: 7, statistics: true, poster: `channels/${channel}/poster.png` },
      color: { seekbar: '#37c871', buttons: '#f4d03f' },
    });
    expect(await api.diskFiles({ glob: `/channels/${channel}/poster.*` })).toMatchObject([
      { name: `/channels/${channel}/poster.png`, size_bytes: PNG.length },
    ]);
    expect(await runtime(), 'the stream was not restarted').toBeGreaterThanOrEqual(ran);
    const logo = await (await fetch(`${core.url}/channels/${channel}/logo.svg`)).text();
    expect(logo).toContain('#37c871');
    expect(logo).not.toMatch(/script|onload|<\?/);
  });
});

test('the player counts views only with an analytics id, and sends no other data of the viewer', async ({
  operator,
  page,
  core,
  browser,
  editor,
}) => {
  const { channel, stored } = await liveChannel(core, {});
  await operator.enter();
  await operator.sees('Live');
  await editor.open();
  await editor.tab('Statistics');
  const id = page.getByLabel('Analytics ID');
  await id.fill('UA-1234567-1');
  await editor.save.press('Enter');
  await expect(id).toHaveAttribute('aria-invalid', 'true');
  await id.fill('G-AB12CD34EF');
  await page.getByLabel('Tracker name').fill('Studio & "Co"');
  await editor.save.press('Enter');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Player settings saved');
  expect(await stored()).toMatchObject({ player: { ga: { account: 'G-AB12CD34EF', name: 'Studio & "Co"' } } });

  const visitor = await browser.newPage();
  const counted: URL[] = [];
  await visitor.route('https://www.google-analytics.com/**', (route) => {
    counted.push(new URL(route.request().url()));
    return route.fulfill({ status: 204 });
  });
  const written = async () => (await fetch(`${core.url}/${channel}.html`)).text();
  await expect.poll(written).toContain('data-account="G-AB12CD34EF"');
  const events = () => counted.map(({ searchParams }) => searchParams.get('en'));
  await visitor.goto(`${core.url}/${channel}.html?token=secret&autoplay=1`);
  await expect.poll(events).toEqual(['page_view', 'video_start']);
  expect(counted.join(' ')).not.toMatch(/secret/);
  expect(counted[0]?.searchParams.get('ep.tracker_name')).toBe('Studio & "Co"');
  expect(await visitor.context().cookies()).toEqual([]);
  await visitor.close();
});

test('hostile player settings do not run scripts', async ({ operator, page, core, browser, pageErrors, editor }) => {
  const asImage = {
    line: /^status 404: GET \S+\/%3Cscript%3E\S+$/,
    why: 'What is stored as an image is asked for as one.',
  };
  pageErrors.allow(handlersForbidden, asImage);
  const [text = ''] = hostileTexts;
  const texts = { player: text, startsAt: text, statistics: text, poster: text };
  const { api, channel, stored } = await liveChannel(core, {
    ...texts,
    color: { seekbar: text, buttons: text },
    logo: { image: text, link: text, position: text },
  });
  await operator.enter();
  await operator.sees('Live');
  await takeSnapshots(api);
  const ran = () => page.evaluate(() => 'hostile' in window);

  await test.step('what is stored is shown and not obeyed', async () => {
    await editor.open();
    for (const tab of ['Color', 'Logo', 'Poster', 'Statistics', 'Playback'] as const) {
      await editor.tab(tab);
      expect(await ran()).toBe(false);
    }
    await expect(page.getByLabel('Start of the show')).toHaveValue('');
    await page.getByText('Advanced', { exact: true }).click();
    await expect(page.getByRole('radio', { name: /^Video[.]js/ })).toBeChecked();
    await page.getByRole('radio', { name: /^Clappr/ }).check();
    await expect(editor.preview.locator('[data-player]')).toBeVisible();
    await page.getByRole('radio', { name: /^Video[.]js/ }).check();
    await expect(viewerOf(editor.preview).play).toBeVisible();
    expect(await ran()).toBe(false);
  });

  await test.step('what is entered is refused at its field', async () => {
    const fields = [
      ['Color', 'Seek bar', 'Not a valid color'],
      ['Color', 'Buttons', 'Not a valid color'],
      ['Logo', 'Image', 'Not a valid image address'],
      ['Logo', 'Link', 'Not a valid web address'],
      ['Poster', 'Poster', 'Not a valid image address'],
    ] as const;
    for (const [tab, label] of fields) {
      await editor.tab(tab);
      await page.getByLabel(label, { exact: true }).fill('javascript:window.hostile=1');
    }
    await editor.save.click();
    for (const [tab, label, words] of fields) {
      await editor.tab(tab);
      await expect(page.getByText(words).first()).toBeVisible();
      await page.getByLabel(label, { exact: true }).fill('');
    }
    await page.getByRole('radio', { name: 'Snapshot of the stream' }).check();
    expect(await stored()).toMatchObject({ player: { startsAt: text } });
    await editor.tab('Playback');
    await page.getByLabel('Start of the show').fill('2035-12-24T20:00');
    await editor.saved();
    expect(await stored()).toMatchObject({
      player: {
        player: text,
        color: { seekbar: text },
        poster: '',
        startsAt: expect.stringMatching(/^2035-12-2.T.*Z$/),
      },
    });
    expect(await ran()).toBe(false);
    const context = await browser.newContext();
    const visitor = await context.newPage();
    const errors = watchPageErrors(visitor);
    errors.allow(asImage);
    await visitor.goto(`${core.url}/${channel}.html`);
    await expect(viewerOf(visitor).play).toBeVisible();
    expect(await visitor.evaluate(() => 'hostile' in window)).toBe(false);
    expect(errors.lines).toEqual([]);
    await context.close();
  });
});

test('the tabs of the player editor are accessible, and outdated pages are renewed', async ({
  operator,
  page,
  core,
  editor,
}) => {
  const { api, channel } = await liveChannel(core, {});
  await operator.enter();
  await operator.sees('Live');
  await takeSnapshots(api);
  await test.step('pages of an older version are found and renewed with one press', async () => {
    await api.diskWrite({ path: `/${channel}.html`, body: '<title>old</title>' });
    await editor.open();
    for (const tab of ['Color', 'Poster', 'Statistics', 'Playback'] as const) {
      await editor.tab(tab);
      await isAccessible(page, `player-${tab}`);
    }
    await expect(page.getByText('Viewers still get pages of an older version: 1')).toBeVisible();
    await page.getByRole('button', { name: 'Renew all pages' }).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('All pages are up to date.');
    await expect(page.getByText('Viewers still get pages')).toHaveCount(0);
    expect(await (await fetch(`${core.url}/${channel}.html`)).text()).toContain('id="player"');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Edit: Player' })).toBeVisible();
    await expect(viewerOf(editor.preview).play).toBeVisible();
    await expect(page.getByText('Viewers still get pages')).toHaveCount(0);
  });
});

test('viewers see the saved player on all pages', async ({ operator, page, core, browser, editor }) => {
  const link = 'https://studio.example';
  const { api, channel } = await liveChannel(core, {
    autoplay: true,
    logo: { image: '/logo.svg', link, position: 'bottom-right' },
  });
  await api.diskWrite({ path: '/logo.svg', body: SVG });
  await operator.enter();
  await operator.sees('Live');
  await takeSnapshots(api);
  await editor.open();
  await editor.tab('Color');
  await page.getByLabel('Seek bar', { exact: true }).fill('#37c871');
  await editor.saved();

  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
  const visitor = await context.newPage();
  const pageErrors = watchPageErrors(visitor);
  const address = `${core.url}/${channel}.html`;
  await using otherSite = await startReverseProxy(core.url);

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
    // Playback takes the CPU that axe needs.
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
    await visitor.goto(`${otherSite.below}/${channel}.html`);
    await expect(viewerOf(visitor).video).toPlay();
    const { html } = Object(JSON.parse(await (await fetch(`${core.url}/channels/${channel}/oembed.json`)).text()));
    await visitor.goto(otherSite.pageWith(String(html)));
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
    await expect(viewer.card).toContainText('This stream is offline.');
    await isAccessible(visitor, 'page-offline');
    await operator.button('Start stream').click();
    await expect(viewer.video).toPlay();
    await expect(viewer.card).toBeHidden();
  });
  expect(pageErrors.lines).toEqual([]);
  await context.close();
});
