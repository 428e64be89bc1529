import { walks } from '../screens/index.ts';
import { isAccessible, isReachable, LOW_WINDOW, tabTo } from '../support/browser/isAccessible.ts';
import { expect, test } from '../test.ts';

for (const walk of walks) {
  if (walk.judge !== undefined) continue;
  test.describe(walk.own ? '@own-core' : 'any core', () => {
    if (walk.fresh) test.use({ user: null });

    test(`${walk.name}: every screen is accessible`, async ({ operator, page, core, pageErrors }) => {
      // axe reads each screen four times, and is slow on a busy machine.
      test.slow();
      pageErrors.allow(...(walk.allows ?? []));
      await walk.run({ operator, page, core }, async (screen) => {
        await isAccessible(page, screen);
        if (walk.byKeyboard) await isReachable(page, screen);
      });
    });
  });
}

test('the whole set-up works by keyboard alone', async ({ operator, page }) => {
  await page.setViewportSize(LOW_WINDOW);
  const press = async (name: RegExp, role: 'button' | 'link' = 'button') => {
    await tabTo(page, name, role);
    await page.keyboard.press('Enter');
  };
  await operator.enter();
  await press(/^Try with a test pattern/, 'link');
  await operator.wizard.at('Choose a test pattern');
  await press(/^Next$/);
  await operator.wizard.at('Video settings');
  await press(/^Next$/);
  await operator.wizard.at('Choose an audio source');
  await press(/^Next$/);
  await operator.wizard.at('Describe the stream');
  await press(/^Next$/);
  await press(/^Save and start$/);
  await operator.sees('Live');
  await expect(operator.player).toPlay();
});
