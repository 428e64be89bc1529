import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { takeSnapshots } from '../support/channels.ts';
import { expect, test } from '../test.ts';

/** Width and height of the picture; '' if there is none. */
async function sizeAt(address: string): Promise<string> {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=width,height', '-of', 'csv=p=0'];
  const { stdout } = await promisify(execFile)('ffprobe', [...args, address]).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

test('a crop frame is dragged over the snapshot, and only its contents are sent @own-core', async ({
  operator,
  page,
  api,
  publications,
}) => {
  test.slow();
  await ensureDemoChannel(api, { source: 'testsrc2', size: '640x360', fps: '25' });
  const { config } = await api.config();
  const own = `127.0.0.1:${config.rtmp?.address.split(':').pop()}`;
  await operator.enter();
  await operator.sees('Live');
  await takeSnapshots(api);
  await publications.addRtmp(`${own}/venue`, 'phone');
  await publications.field('Publication name').fill('Phone');
  await publications.tab('Encoding');
  await publications.field('Video encoding').selectOption('libx264');
  await page
    .getByRole('region', { name: 'Video' })
    .getByText(/^Filters/)
    .click();
  await page.getByLabel('Crop the video').click();

  const frame = page.getByRole('slider', { name: 'Section of the video' });
  const says = (text: string) => expect(frame).toHaveAttribute('aria-valuetext', text);
  await says('202 by 360 pixels, 218 from the left, 0 from the top');
  await expect(page.locator('.crop-picture')).toBeVisible();
  await expect(page.getByText('Section: 202×360 of 640×360 · Sent: 202×360')).toBeVisible();
  await frame.press('ArrowRight');
  await says('202 by 360 pixels, 234 from the left, 0 from the top');
  await isAccessible(page, 'crop');

  await page.setViewportSize({ width: 360, height: 740 });
  await frame.scrollIntoViewIfNeeded();
  const box = await frame.boundingBox();
  if (!box) throw new Error('The frame is nowhere');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 900, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await says('202 by 360 pixels, 438 from the left, 0 from the top');

  await page.setViewportSize({ width: 1280, height: 900 });
  await publications.save.click();
  await publications.switchOn('Phone');
  await expect.poll(() => sizeAt(`rtmp://${own}/venue/phone`)).toBe('202,360');

  await publications.act('Phone', 'Edit');
  await publications.tab('Encoding');
  await page
    .getByRole('region', { name: 'Video' })
    .getByText(/^Filters/)
    .click();
  await says('202 by 360 pixels, 438 from the left, 0 from the top');
  await expect(page.getByRole('radio', { name: '9:16, upright' })).toBeChecked();
});
