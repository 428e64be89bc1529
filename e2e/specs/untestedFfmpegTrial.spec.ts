import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { simulatedFfmpegVersion } from '../../harness/streams/simulatedFfmpegVersion.ts';
import { Operator } from '../pages/operator.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { watchPageErrors } from '../support/browser/pageErrors.ts';
import { test as base, expect } from '../test.ts';

const test = base.extend({
  environment: async ({ user: _ }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sluice-trial-'));
    await use({
      CORE_FFMPEG_BINARY: await simulatedFfmpegVersion(folder, {
        version: '10.0',
        gone: ['-fps_mode'],
        refused: 'mjpeg',
      }),
    });
    await rm(folder, { recursive: true });
  },
});

test('an untested ffmpeg version is tested, and options that it rejects are not offered @own-core @this-machine', async ({
  operator,
  core,
  page,
  browser,
}) => {
  await operator.enter();
  await page.getByRole('link', { name: 'Try this ffmpeg' }).click();
  await expect(page.getByRole('region', { name: 'Encoders' })).toContainText('JPEG');
  await page.getByRole('button', { name: 'Try this ffmpeg' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Tried: \d+ of \d+$/ })).toBeVisible();
  const refused = page.getByRole('list', { name: 'Refused by ffmpeg' });
  await expect(refused).toContainText("Unknown encoder 'mjpeg'");
  await expect(page.getByText(/^Tried on .*: \d+ of \d+\./)).toBeVisible();
  await expect(page.getByText('It is given -vsync.')).toBeVisible();
  await isAccessible(page, 'what ffmpeg refuses');

  const api = await core.api();
  expect(await api.processes({})).toEqual([]);

  await test.step('whoever comes next sees it, and is not offered it', async () => {
    const context = await browser.newContext({ locale: 'en-GB' });
    const tab = await context.newPage();
    const errors = watchPageErrors(tab);
    await new Operator(tab, core).enter();
    await tab.goto(`${core.ui}#/encoders`);
    await expect(tab.getByRole('list', { name: 'Refused by ffmpeg' })).toContainText("Unknown encoder 'mjpeg'");
    await expect(tab.getByRole('region', { name: 'Encoders' })).toContainText('libx264');
    await expect(tab.getByRole('region', { name: 'Encoders' })).not.toContainText('JPEG');
    expect(errors.lines).toEqual([]);
    await context.close();
  });
});
