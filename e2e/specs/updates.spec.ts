import { expect, test } from '../fixtures.ts';
import { SettingsPages } from '../pages/settings.ts';

const SERVER = 'https://service.datarhei.com/**';

test('nobody outside is asked for updates before it is allowed @own-core', async ({ operator, core, page }) => {
  const asked: unknown[] = [];
  await page.route(SERVER, async (route) => {
    asked.push(route.request().postDataJSON());
    await route.fulfill({
      headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
      json: { latest_version: 'sluice-v99.0.0', service_version: 'v1.0.0' },
    });
  });
  const settings = new SettingsPages(page);
  const question = page.getByRole('status').filter({ hasText: 'Check for updates?' });
  await operator.enter();
  await settings.open('General');
  await expect(question).toBeVisible();
  expect(asked).toEqual([]);

  await test.step('allowed: the newer release is named in settings and menu, with how to get it', async () => {
    await question.getByRole('button', { name: 'Check every hour' }).click();
    await expect(page.getByText('Version 99.0.0 is available.')).toBeVisible();
    await expect(question).toBeHidden();
    await expect(settings.switch('Check for updates')).toBeChecked();
    expect(asked).toEqual([{ app_version: expect.stringMatching(/^sluice v\d+\.\d+\.\d+$/) }]);
    const help = await page.request.get(
      new URL((await page.getByRole('link', { name: 'How to update' }).getAttribute('href')) ?? '', page.url()).href,
    );
    expect(await help.text()).toContain('id="settings-update-link"');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'New Settings' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Service' })).toHaveAttribute('href', /^https:/);
    await page.keyboard.press('Escape');
  });

  await test.step('the service has a tab, and a configuration of its own is sent as it is', async () => {
    await page.reload();
    await settings.goTo('Service');
    await settings.switch('Connect to the service').click();
    await expect(settings.field('ID of this core')).toHaveValue((await (await core.api()).about()).id);
    await settings.field('Custom configuration').fill('{"log": ');
    await settings.save.click();
    await expect(settings.alert).toContainText('Settings not saved.');
    await settings.field('Custom configuration').fill('{"log": {"max_lines": 77}}');
    await page.getByLabel(/^Monitoring token/).fill('t');
    await settings.save.click();
    await expect(settings.restartDialog).toBeVisible();
    await settings.restartDialog.getByRole('button', { name: 'Later' }).click();
    const { config } = await (await core.api()).config();
    expect(config.log?.max_lines).toBe(77);
    expect(Reflect.get(config, 'service')).toMatchObject({ enable: false });
  });

  await test.step('off means off', async () => {
    await settings.goTo('General');
    await settings.switch('Check for updates').click();
    await expect(page.getByText('Version 99.0.0 is available.')).toBeHidden();
    const before = asked.length;
    await page.reload();
    await expect(settings.switch('Check for updates')).not.toBeChecked();
    await expect(question).toBeHidden();
    expect(asked.length).toBe(before);
  });
});
