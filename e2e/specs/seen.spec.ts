import { expect, test } from '../fixtures.ts';
import { isAccessible } from '../stage/accessibility.ts';

test('the source of a pushed channel is shown as it is, and when it is muted', async ({ operator, page, sources }) => {
  await operator.enter();
  await operator.wizard.begin();
  const address = await operator.wizard.listen();
  sources.push(address, 'muting');
  await operator.wizard.acceptAll();
  await operator.sees('Live');

  const source = page.getByRole('region', { name: 'Source', exact: true });
  const row = (name: string) => source.locator('.description', { hasText: name });
  for (const [name, shown] of [
    ['Video', '640×360 · H.264 Constrained Baseline 2.2'],
    ['Frame rate', '10 fps'],
    ['Keyframe interval', '5 s'],
    ['Audio', 'AAC · 44.1 kHz · stereo'],
    ['Sent by', 'RTMP'],
  ] as const)
    await expect(row(name).first(), name).toContainText(shown, { timeout: 30_000 });
  await expect(source.getByRole('alert')).toContainText('Keyframe every 5 s');
  await isAccessible(page, 'the source of a channel');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(source).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const left = source.getByRole('meter', { name: 'Audio level, left' });
  await expect
    .poll(async () => Number(await left.getAttribute('aria-valuenow')), { timeout: 60_000 })
    .toBeGreaterThan(-40);
  await expect(source.getByText('No audio')).toBeVisible({ timeout: 60_000 });
  await expect(left).toHaveAttribute('aria-valuenow', '-60');
});
