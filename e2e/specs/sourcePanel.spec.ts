import type { Locator } from '@playwright/test';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { expect, test } from '../test.ts';

test('the source panel shows the properties of a pushed stream, and reports muted audio', async ({
  operator,
  page,
  pageErrors,
  sources,
}) => {
  pageErrors.allow({
    line: /^status 404: GET \S+\.ts$/,
    why: 'On a slow machine the preview asks for a segment that is gone.',
  });
  await operator.enter();
  await operator.wizard.begin();
  const address = await operator.wizard.listen();
  sources.push(address, 'muting');
  await operator.wizard.acceptAll();
  await operator.sees('Live');

  const source = page.getByRole('region', { name: 'Source', exact: true });
  const row = (name: string) => source.locator('.description', { hasText: name });
  for (const [name, shown] of [
    ['Video', '640×360 · H.264 Constrained Baseline, level 2.2'],
    ['Frame rate', '10 fps'],
    ['Keyframe interval', '5 s'],
    ['Audio', 'AAC · 44.1 kHz · stereo'],
    ['Sent by', 'RTMP'],
  ] as const)
    await expect(row(name).first(), name).toContainText(shown);
  await expect(source.getByRole('alert')).toContainText('Keyframe every 5 s');
  await isAccessible(page, 'the source of a channel');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(source).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const left = source.getByRole('meter', { name: 'Audio level, left' });
  await expect.poll(async () => Number(await left.getAttribute('aria-valuenow'))).toBeGreaterThan(-40);
  await expect(source.getByText('No audio')).toBeVisible();
  await expect(left).toHaveAttribute('aria-valuenow', '-60');
});

/** When the picture turns black on the screen, in ms since 1970. */
const blackAt = (video: Locator) =>
  video.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 16, height: 9 });
        const brush = canvas.getContext('2d', { willReadFrequently: true });
        const check = () => {
          if (brush && element instanceof HTMLVideoElement) brush.drawImage(element, 0, 0, 16, 9);
          const { data = [] } = brush?.getImageData(0, 0, 16, 9) ?? {};
          const lit = [...data].filter((value, i) => i % 4 < 3 && value > 40).length;
          if (data.length > 0 && lit === 0) resolve(Date.now());
          else requestAnimationFrame(check);
        };
        check();
      }),
  );

test('the delay measured by the preview matches the real one @timed', async ({ operator, page, sources }) => {
  await operator.enter();
  await operator.wizard.begin();
  const source = sources.push(await operator.wizard.listen(), 'black');
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  const panel = page.getByRole('region', { name: 'Source', exact: true });
  const row = panel.locator('.description', { hasText: 'Delay' });
  await expect(row).toContainText(/\d+ s$/);

  const blackShown = blackAt(operator.player);
  const startedAt = Date.now();
  source.spoil('black');
  const truth = ((await blackShown) - startedAt) / 1000;
  const shown = (await row.textContent())?.match(/\d+/g)?.map(Number) ?? [];
  const [least = Number.NaN, most = least] = shown;
  // The real delay also includes the short way from the source to the server.
  expect(truth, `${shown.join(' to ')} s`).toBeGreaterThanOrEqual(least - 1);
  expect(truth, `${shown.join(' to ')} s`).toBeLessThanOrEqual(most + 2);
  test
    .info()
    .annotations.push({ type: 'delay', description: `${shown.join(' to ')} s said, ${truth.toFixed(1)} s true` });
});
