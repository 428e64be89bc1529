import { walks } from '../screens/index.ts';
import { shiftIn, shiftsOf, watchAnew, watchShifts } from '../support/layoutShifts.ts';
import { expect, test } from '../test.ts';

/** Shown as 0.00. */
const NOTHING = 0.005;

for (const walk of walks) {
  if (walk.judge !== undefined) continue;
  test.describe(walk.own ? '@own-core' : 'any core', () => {
    if (walk.fresh) test.use({ user: null });

    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const)
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
