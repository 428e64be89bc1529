import type { Page } from '@playwright/test';
import { scaleToMachine } from '../../harness/test/testing/machineSlowness.ts';
import { DEMO_CHANNEL, ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { channelOfIngest, ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { playlistPath } from '../../src/media/hls/hlsFiles.ts';
import { viewerOf } from '../pages/playerEditor.ts';
import { type AllowedError, watchPageErrors } from '../support/browser/pageErrors.ts';
import { MODEST } from '../support/channels.ts';
import { hasPage } from '../support/renditionChannel.ts';
import { expect, test } from '../test.ts';

/** The promise: a waiting page shows the picture 3 s after the first segment, on an idle machine. */
const PICTURE_MS = scaleToMachine(3000);
/** The promise: 6 s after the first byte of a returning encoder, on an idle machine. */
const RETURN_MS = scaleToMachine(6000);

/** When the first frame after the waiting card is shown, in ms since 1970. */
const pictureAt = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const check = () => {
          const video = document.querySelector('video');
          const waits = document.querySelector('.watch-card.shown') !== null;
          if (!waits && video && video.getVideoPlaybackQuality().totalVideoFrames > 0) resolve(Date.now());
          else requestAnimationFrame(check);
        };
        check();
      }),
  );

/** When the playlist has its first segment, in ms since 1970. */
async function segmentAt(address: string): Promise<number> {
  let at = 0;
  await expect
    .poll(
      async () => {
        const answer = await fetch(address);
        if (answer.status === 200 && (await answer.text()).includes('#EXTINF')) at = Date.now();
        return at;
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(0);
  return at;
}

for (const player of ['videojs-public', 'clappr'] as const)
  test(`a viewer waiting in ${player} sees a countdown, and the picture within 3 s after the first segment @own-core @timed`, async ({
    operator,
    core,
    browser,
    api,
  }) => {
    await ensureDemoChannel(api, MODEST);
    const at = { id: ingestId(DEMO_CHANNEL), key: METADATA_KEY };
    const stored = Object(await api.processMetadata(at));
    const startsAt = new Date(Date.now() + 2 * 3_600_000).toISOString();
    const settings = { player, autoplay: true, mute: true, startsAt };
    await api.processMetadataSet({ ...at, body: { ...stored, imported: true, player: settings } });
    await operator.enter();
    await operator.sees('Live');
    await hasPage(api, DEMO_CHANNEL);
    // Rendering the interface would slow down the measurement.
    await operator.page.close();

    const context = await browser.newContext({ locale: 'en-GB' });
    const visitor = await context.newPage();
    const pageErrors = watchPageErrors(visitor);
    pageErrors.allow({
      line: /^status 404: GET \S+\/memfs\/\S+$/,
      why: 'The stream is stopped: it has neither a playlist nor a snapshot.',
    });
    const viewer = viewerOf(visitor);
    await visitor.goto(`${core.url}/${DEMO_CHANNEL}.html`);
    await expect(viewer.video).toPlay();
    const address = `${core.url}/${playlistPath(DEMO_CHANNEL, 'memfs')}`;
    for (const reloads of [false, true])
      await test.step(reloads ? 'a page that was opened while it was away' : 'a page that had played', async () => {
        await api.processCommand({ id: at.id, body: { command: 'stop' } });
        if (reloads) await visitor.reload();
        await expect(viewer.card).toBeVisible();
        const timer = visitor.getByRole('timer');
        const before = await timer.textContent();
        expect(before).toMatch(/Starts in\s*01:5\d:\d\d/);
        await expect(timer).not.toHaveText(before ?? '');
        const picture = pictureAt(visitor);
        const segment = segmentAt(address);
        await api.processCommand({ id: at.id, body: { command: 'start' } });
        expect((await picture) - (await segment)).toBeLessThanOrEqual(PICTURE_MS);
        await expect(viewer.card).toBeHidden();
        await expect(viewer.video).toPlay();
      });
    expect(pageErrors.lines).toEqual([]);
    await context.close();
  });

test('a viewer sees the picture within 6 s after the encoder is back, without waiting for the next retry @own-core @timed', async ({
  operator,
  core,
  browser,
  pageErrors,
  sources,
  api,
}, info) => {
  const missing: AllowedError = {
    line: /^status 40[04]: (GET \S+\/(memfs|v3\/fs\/mem)\/|PUT \S+_snapshot\/command)/,
    why: 'The stream is away: it has neither a playlist nor a snapshot.',
  };
  pageErrors.allow(missing);
  await operator.enter();
  await operator.wizard.begin();
  const address = await operator.wizard.listen();
  const encoder = sources.push(address, 'smooth');
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  // Rendering the preview would slow down the measurement.
  await operator.button('Hide preview').click();
  const processes = await api.processes({ filter: 'state' });
  const channel = processes.map(({ id }) => channelOfIngest(id)).find((id) => id !== null) ?? '';
  const ingest = async () => (await api.process({ id: ingestId(channel), filter: 'state' })).state;
  await hasPage(api, channel);

  const context = await browser.newContext({ locale: 'en-GB' });
  const visitor = await context.newPage();
  const errors = watchPageErrors(visitor);
  errors.allow(missing);
  const viewer = viewerOf(visitor);
  await visitor.goto(`${core.url}/${channel}.html`);
  if (await viewer.play.isVisible()) await viewer.play.click();
  await expect(viewer.video).toPlay();

  await encoder.stop();
  await expect(viewer.card).toContainText('This stream is offline.');
  // The next retry is later than the promised 6 s.
  await expect.poll(async () => (await ingest())?.reconnect_seconds ?? -1, { intervals: [100] }).toBeGreaterThan(10);
  const picture = pictureAt(visitor);
  sources.push(address, 'smooth');
  await expect.poll(async () => (await api.rtmp()).length, { intervals: [50] }).toBeGreaterThan(0);
  const returned = Date.now();
  const elapsed = (await picture) - returned;
  await info.attach('milliseconds', { body: String(elapsed), contentType: 'text/plain' });
  expect(elapsed).toBeLessThanOrEqual(RETURN_MS);
  await expect(viewer.video).toPlay();
  await operator.sees('Live');
  expect(errors.lines).toEqual([]);
  await context.close();
});
