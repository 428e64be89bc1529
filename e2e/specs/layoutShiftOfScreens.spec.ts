import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { walks } from '../screens/index.ts';
import { MODEST } from '../support/channels.ts';
import { shiftIn, shiftsOf, watchAnew, watchShifts } from '../support/layoutShifts.ts';
import { expect, test } from '../test.ts';

const SIZES = [
  [1280, 800],
  [390, 844],
] as const;
/** Shown as 0.00. */
const NOTHING = 0.005;

for (const walk of walks) {
  if (walk.judge !== undefined) continue;
  test.describe(walk.own ? '@own-core' : 'any core', () => {
    if (walk.fresh) test.use({ user: null });

    for (const [width, height] of SIZES)
      test(`${walk.name}: nothing moves at ${width}`, async ({ operator, page, core, pageErrors }) => {
        test.slow();
        pageErrors.allow(...(walk.allows ?? []));
        await page.setViewportSize({ width, height });
        await watchShifts(page);
        await walk.run({ operator, page, core }, async (screen) => {
          expect.soft(await shiftIn(page), `${screen}\n${await shiftsOf(page)}`).toBeLessThan(NOTHING);
          await watchAnew(page);
        });
      });
  });
}

const OPENINGS = [
  { language: 'de', colorScheme: 'light' },
  { language: 'ru', colorScheme: 'dark' },
] as const;

for (const { language, colorScheme } of OPENINGS)
  for (const [width, height] of SIZES)
    test(`the channel after a login and after a reload in ${language}, ${colorScheme}: nothing moves at ${width}`, async ({
      operator,
      page,
      api,
    }) => {
      test.slow();
      await ensureDemoChannel(api, { ...MODEST, fps: '10' });
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await watchShifts(page);
      await operator.enter();
      await operator.sees('Live');
      await expect(operator.player).toPlay();
      expect.soft(await shiftIn(page), `login\n${await shiftsOf(page)}`).toBeLessThan(NOTHING);
      await page.evaluate((chosen) => localStorage.setItem('@@restreamer-ui@@language', chosen), language);
      await page.reload();
      await expect(page.locator(`html[lang="${language}"] [data-kind="live"]`)).toBeVisible();
      await expect(page.locator('video').first()).toPlay();
      expect.soft(await shiftIn(page), `reload\n${await shiftsOf(page)}`).toBeLessThan(NOTHING);
    });
