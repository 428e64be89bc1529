import { ensureDemoChannel } from '../../harness/demo/channel.ts';
import { expect, test } from '../fixtures.ts';
import { isForEverybody, tabTo } from '../stage/people.ts';

test.describe('@own-core', () => {
  test.use({ user: null });

  test('the registration is for everybody', async ({ operator, page }) => {
    await operator.open();
    await expect(page.getByRole('button', { name: 'Create user' })).toBeVisible();
    await isForEverybody(page, 'registration');
  });
});

test('the login, the set-up and their failures are for everybody', async ({ operator, page }) => {
  const { wizard } = operator;
  await operator.open();
  await expect(operator.loginButton).toBeVisible();
  await isForEverybody(page, 'login');
  await operator.enter();
  await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
  await isForEverybody(page, 'welcome');
  await wizard.begin();
  await isForEverybody(page, 'sources');
  await wizard.listen();
  await isForEverybody(page, 'push');
  await wizard.back.click();
  await wizard.pullFrom('http://127.0.0.1:9/nothing.m3u8');
  await expect(wizard.trouble).toContainText('Failed to verify the source', { timeout: 40_000 });
  await isForEverybody(page, 'failed probe');
  await wizard.back.click();
  await wizard.choose('Test picture');
  await page.getByLabel(/^Picture/).selectOption('testsrc2');
  await isForEverybody(page, 'test picture');
  await wizard.next.click();
  await wizard.at('The picture');
  await page.getByText('Advanced').click();
  await isForEverybody(page, 'encoder');
  await wizard.next.click();
  await wizard.at('Where does the sound come from?');
  await wizard.radio('Test tone').check();
  await isForEverybody(page, 'sound');
  await wizard.next.click();
  await wizard.at('Describe the stream');
  await isForEverybody(page, 'description');
  await wizard.next.click();
  await wizard.at('What may others do with it?');
  await isForEverybody(page, 'licence');
});

test('the channel page and its dialogs are for everybody', async ({ operator, core, page }) => {
  await ensureDemoChannel(await core.api());
  await operator.enter();
  await operator.sees('Connected');
  await expect(operator.player).toPlay();
  await isForEverybody(page, 'channel');
  for (const dialog of ['Process details', 'Report']) {
    await page
      .getByRole('button', { name: dialog })
      .or(page.getByRole('link', { name: dialog }))
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await isForEverybody(page, dialog);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await operator.channelButton.click();
  await expect(page.getByRole('dialog', { name: 'Channels' })).toBeVisible();
  await isForEverybody(page, 'channels');
  await page.keyboard.press('Escape');
  await operator.button('Menu').click();
  await isForEverybody(page, 'menu');
});

test('a whole set-up by keyboard alone', async ({ operator, page }) => {
  const press = async (name: RegExp, role: 'button' | 'link' = 'button') => {
    await tabTo(page, name, role);
    await page.keyboard.press('Enter');
  };
  await operator.enter();
  await press(/^Next: Video setup/, 'link');
  await press(/^Test picture/);
  await tabTo(page, /^Picture/, 'combobox');
  await page.keyboard.type('Test');
  await press(/^Next$/);
  await operator.wizard.at('The picture');
  await press(/^Next$/);
  await operator.wizard.at('Where does the sound come from?');
  await press(/^Next$/);
  await operator.wizard.at('Describe the stream');
  await press(/^Next$/);
  await press(/^Save and start$/);
  await operator.sees('Connected');
  await expect(operator.player).toPlay();
});
