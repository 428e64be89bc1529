import { channelOfIngest } from '../../src/api/processIds.ts';
import { expect, test } from '../test.ts';

test('the probe shows a picture of a pulled and of a pushed source', async ({ operator, sources, page, api }) => {
  const camera = await sources.rtsp();
  const { wizard } = operator;
  const picture = page.getByRole('img', { name: 'What the source shows' });
  const drawn = () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth);
  await operator.enter();
  await wizard.begin();
  await wizard.pullFrom(camera.url);
  await wizard.at('Video settings');
  await expect(wizard.next).toBeEnabled();
  await expect(picture).toBeVisible();
  expect(await drawn()).toBeGreaterThan(100);

  await wizard.back.click();
  await wizard.back.click();
  sources.push(await wizard.listen());
  await wizard.at('Video settings');
  await expect(picture).toBeVisible();
  expect(await drawn()).toBeGreaterThan(100);
  await expect(page.getByRole('meter', { name: 'Audio level' })).toBeVisible();

  await wizard.next.click();
  await wizard.at('Choose an audio source');
  await expect.poll(async () => (await api.processes()).filter(({ id }) => id.includes('_probe'))).toEqual([]);
  await expect.poll(async () => (await api.memFiles({ glob: '/*.jpg' })).length).toBe(0);
});

test('a camera reachable only over UDP is found, and the working options are stored', async ({
  operator,
  sources,
  page,
  api,
}) => {
  const camera = await sources.rtsp({ transport: 'udp' });
  const { wizard } = operator;
  await operator.enter();
  await wizard.begin();
  await wizard.pullFrom(camera.url);
  await expect(page.getByText('Works with RTSP over UDP.')).toBeVisible();
  await page.getByRole('button', { name: 'Use this' }).press('Enter');
  await wizard.acceptAll();
  await operator.sees('Live');
  const [ingest] = (await api.processes({ filter: 'config' })).filter(({ id }) => channelOfIngest(id));
  expect(JSON.stringify(ingest?.config)).toContain('"-rtsp_transport","udp"');
});

test('a camera that is off is set up by hand, and goes live when it is on', async ({ operator, sources, page }) => {
  const camera = await sources.rtsp();
  await camera.die();
  const { wizard } = operator;
  await operator.enter();
  await wizard.begin();
  await wizard.pullFrom(camera.url);
  await expect(wizard.alert).toContainText('Failed to verify the source');
  await page.getByText('Continue without checking').click();
  await page.getByLabel('Resolution').selectOption('1280x720');
  await page.getByRole('button', { name: 'Use these settings' }).press('Enter');
  await wizard.at('Video settings');
  await expect(page.getByText('Set by hand, not seen yet')).toBeVisible();
  await camera.revive();
  await wizard.acceptAll();
  await operator.sees('Live');
  // Shows the real size instead of the assumed one.
  await expect(page.getByText(/160×90/)).toBeVisible();
});
