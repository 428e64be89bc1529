import { giveProjectAddresses } from '../../harness/test/testing/giveProjectAddresses.ts';
import { expect, test } from '../test.ts';

const FEED = 'https://releases.example/app_version';

test('without a known release server no update is requested or offered', async ({ operator, page, settings }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!/^(http:\/\/(localhost|127\.0\.0\.1)|data:|blob:)/.test(request.url())) outside.push(request.url());
  });
  await page.addInitScript(() => localStorage.setItem('@@restreamer-ui@@updates', 'true'));
  await operator.enter();
  await settings.open('General');
  await expect(settings.switch('Expert mode')).toBeVisible();
  await expect(settings.switch('Check for updates')).toBeHidden();
  await expect(page.getByText('Check for updates?')).toBeHidden();
  expect(outside).toEqual([]);
});

test('no update request is sent before the operator allows it @own-core', async ({
  operator,
  page,
  pageErrors,
  settings,
}) => {
  const requests: unknown[] = [];
  /** The newest release at the server; null makes the request fail. */
  let latest: string | null = 'sluice-v99.0.0';
  await giveProjectAddresses(page, { releaseFeed: FEED });
  await page.route(FEED, async (route) => {
    requests.push(route.request().postDataJSON());
    if (latest === null) return route.abort();
    await route.fulfill({
      headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
      json: { latest_version: latest },
    });
  });
  const question = page.getByRole('status').filter({ hasText: 'Check for updates?' });
  await operator.enter();
  await settings.open('General');
  await expect(question).toContainText('releases.example');
  expect(requests).toEqual([]);

  await test.step('allowed: the newer release is named in settings and menu, with how to get it', async () => {
    await question.getByRole('button', { name: 'Check every hour' }).click();
    await expect(page.getByText('Version 99.0.0 is available.')).toBeVisible();
    await expect(question).toBeHidden();
    await expect(settings.switch('Check for updates')).toBeChecked();
    expect(requests).toEqual([{ app_version: expect.stringMatching(/^sluice v\d+\.\d+\.\d+$/) }]);
    const help = await page.request.get(
      new URL((await page.getByRole('link', { name: 'How to update' }).getAttribute('href')) ?? '', page.url()).href,
    );
    expect(await help.text()).toContain('id="settings-update-link"');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'New Settings' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const nothingNew = async () => {
    const before = requests.length;
    await page.reload();
    await expect.poll(() => requests.length).toBeGreaterThan(before);
    await expect(settings.switch('Check for updates')).toBeChecked();
    await expect(page.getByText(/Version \S+ is available\./)).toBeHidden();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Settings', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  };

  for (const other of ['sluice-v0.0.1', 'restreamer-v99.0.0', 'v99.0.0'])
    await test.step(`no newer release of ours, but ${other}: nothing is said`, async () => {
      latest = other;
      await nothingNew();
    });

  await test.step('the server is away: nothing is said', async () => {
    pageErrors.allow({ line: /^request failed: PUT https:\/\/releases\.example/, why: 'The server is away.' });
    latest = null;
    await nothingNew();
    latest = 'sluice-v99.0.0';
  });

  await test.step('off means off', async () => {
    await settings.goTo('General');
    await settings.switch('Check for updates').click();
    await expect(page.getByText('Version 99.0.0 is available.')).toBeHidden();
    const before = requests.length;
    await page.reload();
    await expect(settings.switch('Check for updates')).not.toBeChecked();
    await expect(question).toBeHidden();
    expect(requests.length).toBe(before);
  });
});

test('an expert names the core and sends a custom configuration without internet access', async ({
  operator,
  core,
  page,
  pageErrors,
  settings,
}) => {
  await operator.enter();
  await settings.open('General');
  await expect(settings.tab('Service')).toBeHidden();
  await settings.switch('Expert mode').click();
  await settings.goTo('Service');
  await expect(settings.field('ID of this core')).toHaveValue((await (await core.api()).about()).id);
  await settings.field('Custom configuration').fill('{"log": ');
  await settings.save.click();
  await expect(settings.alert).toContainText('Settings not saved.');
  await expect(settings.field('Custom configuration')).toHaveAccessibleDescription(/[Ll]ine 1/);

  await test.step('the words of the core stand at the field', async () => {
    await settings.field('Custom configuration').fill('{"log": {"max_lines": "many"}}');
    pageErrors.allow({ line: /^status 400: PUT \S+\/api\/v3\/config$/, why: 'The core refuses the type.' });
    await settings.save.click();
    await expect(settings.field('Custom configuration')).toHaveAccessibleDescription(/max_lines/);
  });

  await test.step('other changes are saved with it', async () => {
    await settings.field('Name of this core').fill('Town hall');
    await settings.field('Custom configuration').fill('{"log": {"max_lines": 77}}');
    await page.keyboard.press('Tab');
    await settings.save.focus();
    await page.keyboard.press('Enter');
    await expect(settings.restartDialog).toBeVisible();
    await settings.restartDialog.getByRole('button', { name: 'Later' }).click();
    const { config } = await (await core.api()).config();
    expect(config).toMatchObject({ name: 'Town hall', log: { max_lines: 77 } });
    await expect(settings.field('Custom configuration')).toHaveValue('');
  });
});
