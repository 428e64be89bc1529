import { expect, test } from '../fixtures.ts';

const SERVER = 'https://service.datarhei.com/**';

test('nobody outside is asked for updates before it is allowed @own-core', async ({
  operator,
  core,
  page,
  pageErrors,
  settings,
}) => {
  const asked: unknown[] = [];
  /** The newest release that the server knows; null: nobody answers. */
  let latest: string | null = 'sluice-v99.0.0';
  await page.route(SERVER, async (route) => {
    asked.push(route.request().postDataJSON());
    if (latest === null) return route.abort();
    await route.fulfill({
      headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
      json: { latest_version: latest, service_version: 'v1.0.0' },
    });
  });
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

  const nothingNew = async () => {
    const before = asked.length;
    await page.reload();
    await expect.poll(() => asked.length).toBeGreaterThan(before);
    await expect(settings.switch('Check for updates')).toBeChecked();
    await expect(page.getByText(/Version \S+ is available\./)).toBeHidden();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Settings', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  };

  await test.step('no newer release: nothing is said', async () => {
    latest = 'sluice-v0.0.1';
    await nothingNew();
  });

  await test.step('the server is away: nothing is said', async () => {
    pageErrors.allow({ line: /^request failed: PUT https:\/\/service\.datarhei\.com/, why: 'The server is away.' });
    latest = null;
    await nothingNew();
    latest = 'sluice-v99.0.0';
  });

  await test.step('the service has a tab, and a configuration of its own is sent as it is', async () => {
    await page.reload();
    await settings.goTo('Service');
    await settings.switch('Connect to the service').click();
    await expect(settings.field('ID of this core')).toHaveValue((await (await core.api()).about()).id);
    await settings.field('Custom configuration').fill('{"log": ');
    await settings.save.click();
    await expect(settings.alert).toContainText('Settings not saved.');
    await expect(settings.field('Custom configuration')).toHaveAccessibleDescription(/[Ll]ine 1/);
    await page.getByLabel(/^Monitoring token/).fill('t');
    await settings.field('Custom configuration').fill('{"log": {"max_lines": "many"}}');
    pageErrors.allow({ line: /^status 400: PUT \S+\/api\/v3\/config$/, why: 'The core refuses the type.' });
    await settings.save.click();
    await expect(settings.field('Custom configuration')).toHaveAccessibleDescription(/max_lines/);
    await settings.field('Custom configuration').fill('{"log": {"max_lines": 77}}');
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
