import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import type { Core } from '../../src/api/client.ts';
import { channelOfIngest } from '../../src/api/processIds.ts';
import { expect, test } from '../test.ts';

/** Small, because one CPU both encodes and decodes it. */
const SMALL = { source: 'testsrc2', size: '640x360', fps: '25' };

async function ingestOf(api: Core) {
  const processes = await api.processes({ filter: 'state,config' });
  const found = processes.find(({ id }) => channelOfIngest(id));
  const { config, state } = found ?? {};
  if (!config || config === 'unread' || !state) throw new Error('There is no channel');
  return { inputs: config.input.map(({ address }) => address), seconds: state.runtime_seconds ?? 0, exec: state.exec };
}

test('opening the video setup of a live channel shows its settings and does not interrupt it', async ({
  operator,
  page,
  api,
}) => {
  await ensureDemoChannel(api, SMALL);
  await operator.enter();
  await operator.sees('Live');
  const before = await ingestOf(api);
  const { wizard } = operator;

  await operator.videoSetup();
  await wizard.at('Choose a video source');
  await expect(page.getByRole('button', { name: /^Test pattern/, pressed: true })).toBeVisible();
  await wizard.choose('Test pattern');
  await expect(page.getByLabel(/^Test pattern/)).toHaveValue('testsrc2');
  await expect(page.getByLabel(/^Resolution/)).toHaveValue('640x360');
  await wizard.next.click();
  await wizard.at('Video settings');
  await expect(page.getByLabel('Video encoder', { exact: true })).toHaveValue('libx264');
  await wizard.next.click();
  await expect(wizard.radio('Test tone')).toBeChecked();
  await wizard.next.click();
  await wizard.at('Describe the stream');
  await wizard.next.click();
  await expect(page.getByText('The stream continues without interruption.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard and leave' }).click();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  const after = await ingestOf(api);
  expect(after.inputs).toEqual(before.inputs);
  expect(after.seconds).toBeGreaterThan(before.seconds);
});

test('a new video source on a live channel keeps its audio, and publications continue', async ({
  operator,
  sources,
  page,
  api,
  publications,
}) => {
  const camera = await sources.hls();
  await ensureDemoChannel(api, SMALL);
  await operator.enter();
  await operator.sees('Live');
  const { config } = await api.config();
  await publications.addLive('Venue', config.rtmp?.address.split(':').pop());
  const [, tone] = (await ingestOf(api)).inputs;

  await operator.videoSetup();
  await page.getByRole('link', { name: 'Source editor' }).click();
  await page.getByLabel('Source type').selectOption('network');
  await expect(page.getByRole('button', { name: 'Next: Audio' })).toBeDisabled();
  await page.getByLabel(/^Address/).fill(camera.url);
  await page.getByRole('button', { name: 'Probe', exact: true }).click();
  await expect(page.getByText('The source was probed successfully.')).toBeVisible();
  await page.getByRole('button', { name: 'Probe details' }).click();
  await expect(page.getByRole('dialog', { name: 'Probe details' })).toContainText('ffmpeg');
  await page.keyboard.press('Escape');
  expect((await ingestOf(api)).inputs).toContain(tone);
  await page.getByRole('button', { name: 'Next: Audio' }).click();
  await expect(page.getByRole('radio', { name: /^A source of its own/ })).toBeChecked();
  await expect(page.getByText(/interrupted for about \d+ s\. 1 publication is cut off/)).toBeVisible();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Save and interrupt' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(/Channel ".*" saved/);

  await expect.poll(async () => (await ingestOf(api)).inputs).toEqual([camera.url, tone]);
  await operator.channelPage();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  await publications.isLive('Venue');
});
