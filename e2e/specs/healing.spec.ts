import { createServer } from 'node:net';
import { runFfmpeg } from '../../harness/streams/ffmpeg.ts';
import { hangingReceiver } from '../../harness/streams/hangingReceiver.ts';
import { heavyClip } from '../../harness/streams/heavyClip.ts';
import { listenOnLoopback } from '../../harness/streams/listenOnLoopback.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { storeChannel } from '../support/storedChannel.ts';
import { expect, test } from '../test.ts';

const unavailable: AllowedError = {
  line: /^(request failed: GET \S+\/memfs\/|status 404: GET \S+\/(memfs|v3\/fs\/mem)\/|status 400: PUT \S+_snapshot\/command|status 503: \w+ \S+\/agent\/api\/)/,
  why: 'What is played is not there yet, the channel has no snapshots, and the agent begins with the first channel.',
};

test('the agent restarts a publication with a stalled receiver by the rule of its form @agent @this-machine', async ({
  operator,
  page,
  core,
  api,
  publications,
  sources,
  pageErrors,
  agent: _,
}, journey) => {
  test.slow();
  pageErrors.allow(unavailable);
  const sink = sources.keep(await listenOnLoopback(createServer((socket) => socket.resume())));
  const receiver = sources.keep(await hangingReceiver(sink.host));
  const clip = await heavyClip(journey.outputPath('heavy.flv'));
  const { config } = await api.config();
  await storeChannel(api, core, { name: 'Studio', source: { push: 'studio' }, process: { delay: 2 } });
  const encoder = runFfmpeg([
    ...['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy'],
    ...['-f', 'flv', `rtmp://${config.rtmp?.address}/studio`],
  ]);
  sources.keep({ [Symbol.asyncDispose]: encoder.stop });
  await operator.enter();
  await operator.sees('Live');
  // RTMP would time out before the rule applies, other protocols only after the stale timeout of 30 s.
  await publications.add('MPEG-TS');
  await publications.field('Address').fill(`tcp://${receiver.host}`);
  await publications.unfold('If it hangs');
  const seconds = page.getByLabel('Restart when the platform takes nothing: after');
  await seconds.fill('20');
  await isAccessible(page, 'the rules of restarts');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await isAccessible(page, 'the rules of restarts on a phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await publications.tab('Process control');
  await publications.field('Stale timeout').fill('300');
  await publications.tab('General');
  await publications.saveAs('Venue');
  await publications.act('Venue', 'Edit');
  await publications.unfold('If it hangs');
  await expect(seconds).toHaveValue('20');
  await operator.channelPage();
  await publications.switchOn('Venue');

  expect(receiver.connections()).toBe(1);
  receiver.hang();
  await expect(page.getByText('Venue runs, but its platform takes nothing.').first()).toBeVisible();
  await expect(publications.row('Venue')).toContainText(/No data for \d+ s/);
  // The agent ignores publications for one minute after they were switched on.
  await expect.poll(receiver.connections, { timeout: 120_000 }).toBe(2);
  await expect.poll(receiver.taken).toBeGreaterThan(1_000_000);
  await publications.isLive('Venue');
  await expect(page.getByText('Venue runs, but its platform takes nothing.')).toHaveCount(0);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByRole('button', { name: 'Show all' }).press('Enter');
  const restarted = /Venue restarted by the agent: the platform took nothing for \d+ s/;
  await expect(timeline).toContainText(restarted);
  await isAccessible(page, 'a timeline with a restart');
});
