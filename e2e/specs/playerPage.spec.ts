import { DEMO_CHANNEL, ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { viewerOf } from '../pages/playerEditor.ts';
import { isAccessible, tabTo } from '../support/browser/isAccessible.ts';
import { watchPageErrors } from '../support/browser/pageErrors.ts';
import { startReverseProxy } from '../support/reverseProxy.ts';
import { expect, test } from '../test.ts';

/** Small, because one CPU both encodes and decodes it. */
const SMALL = { source: 'testsrc2', size: '160x90', fps: '10' };

for (const player of ['videojs-public', 'clappr'] as const) {
  test(`a viewer of ${player} waits, watches by keyboard, and embeds it @own-core`, async ({
    operator,
    core,
    browser,
    api,
  }) => {
    await ensureDemoChannel(api, SMALL);
    const at = { id: ingestId(DEMO_CHANNEL), key: METADATA_KEY };
    const stored = Object(await api.processMetadata(at));
    const startsAt = new Date(Date.now() + 26 * 3600 * 1000).toISOString();
    const settings = {
      player,
      autoplay: true,
      mute: true,
      startsAt,
      color: { seekbar: '#ff8800', buttons: '#00ddff' },
    };
    // Imported channels get a generated player page without further actions.
    await api.processMetadataSet({
      ...at,
      body: { ...stored, imported: true, license: 'CC BY 4.0', player: settings },
    });
    await api.processCommand({ id: at.id, body: { command: 'stop' } });
    await operator.enter();
    await expect.poll(async () => (await api.diskFiles({ glob: `/${DEMO_CHANNEL}.html` })).length).toBe(1);
    await expect.poll(async () => (await api.diskFiles({ glob: '/channels/*/config.js' })).length).toBe(1);

    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    const visitor = await context.newPage();
    const pageErrors = watchPageErrors(visitor);
    pageErrors.allow({
      line: /^status 404: GET \S+\/memfs\/\S+$/,
      why: 'The stream is stopped: it has neither a playlist nor a snapshot.',
    });
    const address = `${core.url}/${DEMO_CHANNEL}.html`;
    const viewer = viewerOf(visitor);

    await test.step('he is told when it begins', async () => {
      await visitor.goto(address);
      await expect(viewer.card).toBeVisible();
      await expect(visitor.getByRole('timer')).toContainText(/Starts in\s*1 day 01:59:\d\d/);
      await isAccessible(visitor, `${player}-countdown`, ['dark']);
    });

    await test.step('it begins by itself', async () => {
      await api.processCommand({ id: at.id, body: { command: 'start' } });
      await expect.poll(async () => (await fetch(`${core.url}/memfs/${DEMO_CHANNEL}.m3u8`)).status).toBe(200);
      await expect(viewer.card).toBeHidden();
      await expect(viewer.video).toPlay();
    });

    await test.step('keys alone do all of it', async () => {
      const read = () =>
        viewer.video.evaluate((video: HTMLVideoElement) => ({ paused: video.paused, muted: video.muted }));
      await visitor.keyboard.press('m');
      await expect.poll(read).toEqual({ paused: false, muted: false });
      await visitor.keyboard.press(' ');
      await expect.poll(read).toEqual({ paused: true, muted: false });
      await visitor.keyboard.press('Control+Shift+S');
      await expect(visitor.getByText('160×90')).toBeVisible();
      await tabTo(visitor, /^Share$/, 'button');
      await visitor.keyboard.press('Enter');
      await expect(visitor.getByLabel('Link', { exact: true })).toHaveValue(address);
      await isAccessible(visitor, `${player}-share`, ['dark']);
      await visitor.keyboard.press('Escape');
      await expect(visitor.getByLabel('Link', { exact: true })).toBeHidden();
      await tabTo(visitor, /^About this stream$/, 'button');
      await visitor.keyboard.press('Enter');
      await expect(visitor.getByRole('link', { name: 'CC BY 4.0' })).toHaveAttribute('rel', /license/);
      await visitor.keyboard.press('Escape');
      await tabTo(visitor, /^Play$/, 'button');
      await visitor.keyboard.press('Enter');
      await expect(viewer.video).toPlay();
    });

    await test.step('it plays on a phone, and in the page of somebody else', async () => {
      await visitor.setViewportSize({ width: 360, height: 740 });
      await expect(viewer.video).toPlay();
      await using otherSite = await startReverseProxy(core.url);
      const { html } = Object(
        JSON.parse(await (await fetch(`${core.url}/channels/${DEMO_CHANNEL}/oembed.json`)).text()),
      );
      await visitor.goto(otherSite.pageWith(String(html)));
      await expect(viewerOf(visitor.frameLocator('iframe')).video).toPlay();
      await visitor.goto('about:blank');
    });
    expect(pageErrors.lines).toEqual([]);
    await context.close();
  });
}
