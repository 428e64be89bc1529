import { operate } from '../../harness/tools/demo/demoChannel.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { expect, test } from '../test.ts';

test('every row of a long list is reached by Tab, and names its publication before it is in view', async ({
  page,
  liveChannel: _,
  api,
}) => {
  const COUNT = 40;
  await operate(api, async (sluice) => {
    for (let n = 1; n <= COUNT; n++) {
      await sluice.addPublication({
        service: 'rtmp',
        name: `Venue ${n}`,
        settings: { address: '127.0.0.1:9/live/key' },
      });
    }
  });
  const list = page.getByRole('list', { name: 'Publications' });
  await expect(list.locator(`[aria-posinset="${COUNT}"]`)).toBeAttached();
  expect(await list.getByRole('switch').count()).toBeLessThan(COUNT);
  for (let n = 1; n <= COUNT; n++) await expect(list).toContainText(`Venue ${n}`);
  await isAccessible(page, 'a long list');
  await list.getByRole('switch').first().focus();
  const reached = new Set<string | null>();
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[aria-posinset]')?.getAttribute('aria-posinset'));
  for (let presses = 0; presses < 3 * COUNT && reached.size < COUNT; presses++) {
    const position = (await focused()) ?? null;
    if (position === null) break;
    reached.add(position);
    await page.keyboard.press('Tab');
  }
  expect(reached.size).toBe(COUNT);
});
