import { push } from '../../harness/streams/rtmpPush.ts';
import { rtmpReceiver } from '../../harness/test/receivers/rtmpReceiver.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { storeChannel } from '../support/storedChannel.ts';
import { expect, test } from '../test.ts';

const noStream: AllowedError = {
  line: /^(request failed: GET \S+\/memfs\/|status 404: GET \S+\/(memfs|v3\/fs\/mem)\/|status 400: PUT \S+_snapshot\/command|status 503: \w+ \S+\/agent\/api\/)/,
  why: 'What is played is gone, or not there yet; the channel has no snapshots, and the agent begins with the first channel.',
};

test('a backup camera takes over in the same session after the encoder has stopped, and by hand @agent @timed', async ({
  operator,
  page,
  core,
  api,
  publications,
  sources,
  pageErrors,
  agent: _,
}) => {
  test.slow();
  pageErrors.allow(noStream);
  const { config } = await api.config();
  const encodeTo = (key: string) => sources.keep(push(['-f', 'flv', `rtmp://${config.rtmp?.address}/${key}`]));
  const receiver = sources.keep(await rtmpReceiver());
  const encoder = encodeTo('studio');
  await storeChannel(api, core, { name: 'Studio', source: { push: 'studio' }, process: { delay: 2 } });
  await operator.enter();
  await operator.sees('Live');
  await publications.addRtmp(`${receiver.host}/takes`);
  await page.getByRole('switch', { name: 'Protect with the standby image' }).check();
  await publications.saveAs('Venue');
  await publications.switchOn('Venue');

  const main = page.getByRole('main');
  const openBackups = async () => {
    await main.getByRole('link', { name: 'Edit', exact: true }).click();
    await main.getByRole('link', { name: 'Standby image', exact: true }).click();
    await expect(main.getByRole('heading', { name: 'Backup sources' })).toBeVisible();
  };
  await openBackups();
  await main.getByRole('button', { name: 'Add a backup source' }).press('Enter');
  const backup = main.getByRole('group', { name: /^Backup 1/ });
  await backup.getByLabel('Name').fill('Second camera');
  await backup.getByRole('radio', { name: 'Receive RTMP' }).press('Space');
  await backup.getByLabel('Stream key').fill('studio');
  await expect(backup).toContainText('This is the source of the channel itself. Choose another one.');
  await backup.getByLabel('Stream key').fill('reserve');
  await expect(backup).not.toContainText('This is the source');
  await isAccessible(page, 'a backup source');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await isAccessible(page, 'a backup source on a phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await publications.save.click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Standby image saved');

  encodeTo('reserve');
  await openBackups();
  await expect(backup.getByRole('status')).toHaveText('Ready', { timeout: 60_000 });
  await expect(backup.getByLabel('Name')).toHaveValue('Second camera');
  await operator.channelPage();

  const verdict = page.getByRole('region', { name: 'State of the channel' });
  const panel = page.getByRole('region', { name: 'Standby image' });
  await expect(panel).toContainText('Protected by');
  await publications.isLive('Venue');
  const frames = () => receiver.pictures().at(-1)?.length ?? 0;
  const before = frames();
  expect(before).toBeGreaterThan(0);
  await encoder.stop();
  await expect(panel).toContainText('The backup source is live');
  await expect(verdict).toContainText('backup');
  await isAccessible(page, 'a channel whose backup source is live');
  const during = frames();
  // More frames than the receiver buffers.
  await expect.poll(frames, { timeout: 60_000 }).toBeGreaterThan(during + 150);
  await publications.isLive('Venue');

  encodeTo('studio');
  await expect(panel).toContainText('Protected by', { timeout: 60_000 });
  await operator.sees('Live');
  await panel.getByRole('button', { name: 'Cut to backup' }).press('Enter');
  await expect(panel).toContainText('The backup source is live');
  await panel.getByRole('button', { name: 'Back to the source' }).press('Enter');
  await expect(panel).toContainText('Protected by', { timeout: 60_000 });
  expect(receiver.sessions()).toBe(1);
});
