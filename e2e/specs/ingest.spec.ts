import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import { videoFile } from '../../harness/streams/mediaFile.ts';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { expect, test } from '../test.ts';

async function outputCodecs(core: CoreUnderTest): Promise<string[]> {
  const processes = await (await core.api()).processes({ filter: 'state' });
  const ingest = processes.find(({ id }) => /:ingest:[0-9a-f-]+$/.test(id));
  return ingest?.state?.progress?.outputs.map(({ codec }) => codec) ?? [];
}

test.describe('@own-core', () => {
  test.use({ user: null });

  test('a new operator registers, enters a source in the wizard, and watches it live', async ({
    operator,
    sources,
    pageErrors,
    page,
  }) => {
    const source = await sources.hls();
    pageErrors.allow({
      line: /^(request failed: \w+ \S+ net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)|status 404: POST \S+\/api\/login)$/,
      why: 'The core restarts with its new user: it is away for a moment, and its login comes with the restart.',
    });
    await operator.open();
    await operator.register();
    await operator.wizard.begin();
    await operator.wizard.pullFrom(source.url);
    await operator.wizard.acceptAll();
    await operator.sees('Live');
    await expect(operator.player).toPlay();
    await expect(operator.figure('Frame rate')).toHaveText(/^\d+ of \d+ fps$/);
    await expect(operator.figure('Uptime')).toHaveText(/^\d+ (s|min)$/);
    await expect(page).toHaveTitle(/^Live(, \d+ problems?)? · Livestream/);
  });
});

test('the wizard waits for a pushed stream and continues when it arrives', async ({ operator, sources }) => {
  await operator.enter();
  await operator.wizard.begin();
  sources.push(await operator.wizard.listen());
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
});

test('an IP camera over RTSP goes live', async ({ operator, sources }) => {
  const camera = await sources.rtsp();
  await operator.enter();
  await operator.wizard.begin();
  await operator.wizard.pullFrom(camera.url);
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
});

test('a test picture with a tone goes live', async ({ operator, core, page }) => {
  await operator.enter();
  await operator.wizard.begin();
  await operator.wizard.choose('Test pattern');
  await page.getByLabel(/^Test pattern/).selectOption('testsrc2');
  await page.getByLabel(/^Resolution/).selectOption('640x360');
  await operator.wizard.next.click();
  await operator.wizard.at('Video settings');
  await operator.wizard.next.click();
  await operator.wizard.chooseAudio('Test tone');
  await operator.wizard.next.click();
  await operator.wizard.describeAndSave();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  expect(await outputCodecs(core)).toEqual(['h264', 'aac']);
});

test('an uploaded video file plays in a loop', async ({ operator, core, page }) => {
  const { wizard } = operator;
  await operator.enter();
  await wizard.begin();
  await wizard.choose('Video file or image');
  await wizard.next.click();
  await expect(page.getByText('Upload a file first.')).toBeVisible();
  await isAccessible(page, 'a file that is missing');
  await wizard.upload({ name: 'list.mp4', mimeType: 'video/mp4', buffer: Buffer.from('#EXTM3U\n/etc/passwd\n') });
  // The filter skips the alert of a core without an RTMP token.
  await expect(wizard.alert.filter({ hasText: 'The file "list.mp4" cannot be used here.' })).toBeVisible();
  await wizard.upload({ name: 'Holiday.mp4', mimeType: 'video/mp4', buffer: await videoFile() });
  await expect(page.getByText('File: Holiday.mp4')).toBeVisible();
  await isAccessible(page, 'a file that was uploaded');
  await wizard.next.click();
  await wizard.at('Video settings');
  await expect(page.getByText('Fits as it is.')).toBeVisible();
  await wizard.acceptAll();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  expect(await outputCodecs(core)).toEqual(['h264', 'aac']);
});

for (const { picture, codec } of [
  { picture: 'hevc', codec: 'HEVC' },
  { picture: 'mpeg2', codec: 'MPEG-2' },
] as const) {
  test(`a source with ${codec} is re-encoded for browsers`, async ({ operator, core, sources, page }) => {
    const source = await sources.hls({ picture });
    await operator.enter();
    await operator.wizard.begin();
    await operator.wizard.pullFrom(source.url);
    await operator.wizard.at('Video settings');
    await expect(page.getByText(`The source sends ${codec} video.`)).toBeVisible();
    await expect(page.getByLabel('Video encoder', { exact: true })).toHaveValue('libx264');
    await operator.wizard.acceptAll();
    await operator.sees('Live');
    await expect(operator.player).toPlay();
    expect(await outputCodecs(core)).toEqual(['h264', 'aac']);
  });
}

test('a source without audio gets silence', async ({ operator, core, sources }) => {
  const source = await sources.hls({ picture: 'silent' });
  await operator.enter();
  await operator.wizard.begin();
  await operator.wizard.pullFrom(source.url);
  await operator.wizard.at('Video settings');
  await operator.wizard.next.click();
  await expect(operator.wizard.radio('Silence')).toBeChecked();
  await expect(operator.wizard.radio('Use the audio of the video')).toBeHidden();
  await operator.wizard.next.click();
  await operator.wizard.describeAndSave();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  expect(await outputCodecs(core)).toEqual(['h264', 'aac']);
});

test('a wrong address is explained, and the corrected one works', async ({ operator, core, sources }) => {
  const camera = await sources.hls({ user: { name: 'cam', password: 'secret' } });
  const { wizard } = operator;
  await operator.enter();
  await wizard.begin();

  await wizard.pullFrom(camera.url.replace('live', 'other').replace('//', '//cam:secret@'));
  await expect(wizard.alert).toContainText('Failed to verify the source. Please check the address.');
  await expect(wizard.alert).toContainText('There is no stream at the source address.');

  await wizard.address.fill(camera.url);
  await wizard.next.click();
  await expect(wizard.alert).toContainText('The source requires a login.');

  await camera.die();
  await wizard.next.click();
  await expect(wizard.alert).toContainText('refused the connection');
  await camera.revive();

  await operator.page.getByLabel(/^Username/).fill('cam');
  await operator.page.getByLabel(/^Password/).fill('secret');
  await wizard.next.click();
  await wizard.at('Video settings');

  // Only the processes of the probe may remain; they end by themselves.
  const processes = await (await core.api()).processes({});
  expect(processes.filter(({ id }) => !/_probe(_picture)?$/.test(id))).toEqual([]);
});

test('leaving the wizard half way changes nothing', async ({ operator, core, sources, page }) => {
  const source = await sources.hls();
  await operator.enter();
  await operator.wizard.begin();
  await operator.wizard.pullFrom(source.url);
  await operator.wizard.at('Video settings');
  await page.goto(core.ui);
  await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
  // A probe picture is removed within a minute.
  const api = await core.api();
  await expect.poll(() => api.processes({}), { timeout: 2 * PATIENCE_MS }).toEqual([]);
});
