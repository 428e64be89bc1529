import { expect, test } from '../test.ts';

test.describe('@own-core', () => {
  test.use({ user: null });

  test('a restart keeps the user, the channel and its picture', async ({ operator, core, pageErrors, page }) => {
    pageErrors.allow({
      line: /^(request failed: \S+ \S+ net::ERR_\w+|status 40[14]: \w+ \S+\/api\/\S*)$/,
      why: 'The core restarts, with its new user and then once more: it is away for a moment.',
    });
    await operator.open();
    const user = await operator.register();
    await operator.wizard.begin();
    await operator.wizard.choose('Test pattern');
    await page.getByLabel(/^Test pattern/).selectOption('testsrc2');
    await page.getByLabel(/^Resolution/).selectOption('640x360');
    await operator.wizard.next.click();
    await operator.wizard.acceptAll();
    await operator.sees('Live');

    await page.goto('about:blank');
    await core.restart();
    await operator.open();
    // The token is still valid, because its signing secret was kept.
    await operator.sees('Live');
    await expect(operator.player).toPlay();
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await operator.logIn(user);
    await operator.sees('Live');
  });
});
