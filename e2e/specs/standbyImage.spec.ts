import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import { push } from '../../harness/streams/rtmpPush.ts';
import type { Core } from '../../src/api/client.ts';
import { egressId, holdFile, METADATA_KEY } from '../../src/api/processIds.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { storeChannel } from '../support/storedChannel.ts';
import { expect, test } from '../test.ts';

const unavailable: AllowedError = {
  line: /^(request failed: GET \S+\/memfs\/|status 404: GET \S+\/(memfs|v3\/fs\/mem)\/|status 400: PUT \S+_snapshot\/command)/,
  why: 'What is played is gone, or not there yet; the channel has no snapshots.',
};

async function storeProtectedChannel(api: Core, core: CoreUnderTest) {
  const channel = await storeChannel(api, core, { name: 'Studio', source: { push: 'studio' }, process: { delay: 2 } });
  const id = egressId('rtmp', channel);
  await api.processAdd({
    body: {
      ...{ id, type: 'ffmpeg', reference: channel, options: ['-err_detect', 'ignore_err'] },
      input: [{ id: 'input_0', address: `{memfs}/${holdFile(channel)}`, options: ['-re'] }],
      output: [{ id: 'output_0', address: '-', options: ['-map', '0', '-codec', 'copy', '-f', 'null'] }],
      ...{ autostart: true, reconnect: true, reconnect_delay_seconds: 3, stale_timeout_seconds: 30 },
    },
  });
  await api.processMetadataSet({ id, key: METADATA_KEY, body: { version: 1, name: 'Venue A' } });
  return channel;
}

test('platforms see the standby image while the encoder is disconnected, or when it is switched on by hand @agent @timed', async ({
  operator,
  page,
  core,
  api,
  sources,
  pageErrors,
  agent: _,
}) => {
  test.slow();
  pageErrors.allow(unavailable);
  const { config } = await api.config();
  const address = `rtmp://${config.rtmp?.address}/studio`;
  const encode = () => sources.keep(push(['-f', 'flv', address]));
  const encoder = encode();
  await storeProtectedChannel(api, core);
  await operator.enter();
  await operator.sees('Live');

  const verdict = page.getByRole('region', { name: 'State of the channel' });
  const panel = page.getByRole('region', { name: 'Standby image' });
  const row = page.getByRole('list', { name: 'Publications' }).getByRole('listitem');
  await expect(panel).toContainText('Protected by a standby image');
  await expect(row).toContainText(/Live.*protected/);

  const killedAt = performance.now();
  await encoder.stop();
  await expect(verdict).toHaveAttribute('data-kind', 'held');
  expect(performance.now() - killedAt).toBeLessThan(6000);
  await expect(verdict).toContainText('Your platforms see the standby image, since');
  await expect(verdict).not.toContainText('wait');
  await expect(panel).toContainText('The standby image is live');
  await expect(panel).toContainText('Publications that go on: 1 of 1');
  await expect(row).toContainText(/Live.*protected/);
  await expect(operator.channelButton).toHaveAccessibleName(/^Standby image /);
  await isAccessible(page, 'a channel whose standby image is live');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 900 });

  encode();
  await expect(panel).toContainText('Protected by a standby image');
  await operator.sees('Live');

  await panel.getByRole('button', { name: 'Cut to standby image' }).press('Enter');
  await expect(verdict).toHaveAttribute('data-kind', 'cut');
  await expect(panel).toContainText('It was switched by hand.');
  await isAccessible(page, 'a channel that was cut to its standby image');
  await panel.getByRole('button', { name: 'Back to the source' }).press('Enter');
  await expect(verdict).toHaveAttribute('data-kind', 'live');
  await expect(panel).toContainText('Protected by a standby image');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText(/Standby image or backup live/);
});
