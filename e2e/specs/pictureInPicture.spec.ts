import { DEMO_CHANNEL, ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { viewerOf } from '../pages/playerEditor.ts';
import { MODEST, noSnapshot } from '../support/channels.ts';
import { hasPage } from '../support/renditionChannel.ts';
import { expect, test } from '../test.ts';

test('Clappr plays in picture-in-picture and in the page, and returns @own-core', async ({
  operator,
  core,
  page,
  pageErrors,
  api,
}) => {
  pageErrors.allow(noSnapshot);
  await ensureDemoChannel(api, MODEST);
  const at = { id: ingestId(DEMO_CHANNEL), key: METADATA_KEY };
  const stored = Object(await api.processMetadata(at));
  const player = { player: 'clappr', autoplay: true, mute: true };
  await api.processMetadataSet({ ...at, body: { ...stored, imported: true, player } });
  await operator.enter();
  await operator.sees('Live');
  await hasPage(api, DEMO_CHANNEL);
  await page.goto(`${core.url}/${DEMO_CHANNEL}.html`);
  const { video } = viewerOf(page);
  await expect(video).toPlay();
  const isAbove = () => page.evaluate(() => document.pictureInPictureElement?.localName ?? null);
  await page.getByRole('button', { name: 'Picture-in-picture', exact: true }).click();
  await expect.poll(isAbove).toBe('video');
  await expect(video).toPlay();
  await page.getByRole('button', { name: 'Exit picture-in-picture', exact: true }).click();
  await expect.poll(isAbove).toBe(null);
  await expect(page.getByRole('button', { name: 'Picture-in-picture', exact: true })).toBeVisible();
  await expect(video).toPlay();
});
