import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { expect, test } from '../test.ts';

/** One that works everywhere, one without hardware on any test machine, and one for audio. */
const FEW = ['libx264', 'h264_vaapi', 'aac'];

test('encoders are tested beside a live channel, and the encoder list uses the results', async ({
  operator,
  page,
  api,
  settings,
}) => {
  await ensureDemoChannel(api, { source: 'testsrc2', size: '320x180', fps: '10' });
  await page.route(/\/api\/v3\/skills(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const skills = await answer.json();
    for (const codec of [...skills.codecs.video, ...skills.codecs.audio])
      codec.encoders = (codec.encoders ?? []).filter((id: string) => FEW.includes(id));
    await route.fulfill({ json: skills });
  });
  await operator.enter();
  await operator.sees('Live');
  const channel = new URL(page.url()).hash;
  await settings.open('General');
  await page.getByRole('link', { name: 'Test the encoders of this machine' }).click();
  const row = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(page.getByText('Not tested yet', { exact: true })).toBeVisible();

  // A previous test that was aborted must not block this one.
  await operator.button('Test the encoders').click();
  const dialog = page.getByRole('alertdialog', { name: 'Test the encoders now?' });
  await expect(dialog).toContainText(/process(es are| is) running/);
  await dialog.getByRole('button', { name: 'Test the encoders' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Testing H\.264/ })).toBeVisible();
  await page.reload();
  await expect(operator.button('Test the encoders')).toBeVisible();
  const tests = async () => (await api.processes({ filter: 'state' })).filter(({ id }) => id.includes('encoder-test'));
  const isOver = async () => (await tests()).every(({ state }) => state?.exec === 'finished');
  await expect.poll(isOver).toBe(true);

  await operator.button('Test the encoders').click();
  await dialog.getByRole('button', { name: 'Test the encoders' }).click();
  await expect(row('AAC')).toContainText('Works');
  await expect(row('H.264 (libx264)')).toContainText(/Works · [\d.]+× at 720p · [\d.]+× at 1080p/);
  await expect(row('H.264 (libx264)')).toContainText(
    /Fit beside the current load, at 25 frames\/s: \d+ at 720p, \d+ at 1080p/,
  );
  await page.locator('summary').filter({ hasText: 'Not on this machine' }).click();
  await expect(row('H.264 (Intel VAAPI)')).toContainText('Does not work');
  await expect(row('H.264 (Intel VAAPI)')).toContainText('--device /dev/dri');
  await expect(row('H.264 (libx264)').getByRole('link', { name: 'Documentation of libx264' })).toHaveAttribute(
    'href',
    /^https:\/\/ffmpeg\.org\//,
  );
  await isAccessible(page, 'the encoders');
  await expect.poll(tests).toEqual([]);

  await page.goto(page.url().replace(/#.*/, channel));
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  await operator.videoSetup();
  await page.getByRole('link', { name: 'Source editor' }).click();
  const picker = page.getByRole('combobox', { name: 'Video encoder' });
  await expect(picker.getByRole('option', { name: /libx264.* \(works, [\d.]+× at 720p\)/ })).toBeAttached();
  await expect(picker.getByRole('option', { name: /VAAPI/ })).toHaveCount(0);
});
