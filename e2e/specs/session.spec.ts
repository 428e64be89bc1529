import type { Route } from '@playwright/test';
import { giveProjectAddresses } from '../../harness/test/testing/giveProjectAddresses.ts';
import { expect, test } from '../test.ts';

test('a login with a wrong password fails, and with the right one succeeds', async ({
  operator,
  core,
  pageErrors,
  page,
}) => {
  pageErrors.allow({ line: /^status 401: POST \S+\/api\/login$/, why: 'The password is wrong.' });
  await operator.open();
  await operator.logIn({ name: core.user?.name ?? '', password: 'wrong' });
  // The core delays the response to a wrong password by 5 s.
  await expect(page.getByRole('alert')).toContainText('Login failed');
  await expect(operator.username).toHaveValue(core.user?.name ?? '');

  await operator.password.fill(core.user?.password ?? '');
  await operator.loginButton.click();
  await expect(operator.channelButton).toBeVisible();
});

test.describe('a core without a user @own-core', () => {
  test.use({ user: null });

  test('the first visitor registers and is logged in', async ({ operator, core, page, pageErrors }) => {
    pageErrors.allow({
      line: /^(request failed: \w+ \S+ net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)|status 404: POST \S+\/api\/login)$/,
      why: 'The core restarts with its new user: it is away for a moment, and its login comes with the restart.',
    });
    await operator.open();
    await expect(page.getByRole('heading', { name: 'User registration' })).toBeVisible();
    const user = await operator.register();
    expect(user).toEqual({ name: 'admin', password: expect.stringMatching(/^[a-zA-Z0-9]{6}(-[a-zA-Z0-9]{6}){2}$/) });
    await expect(operator.channelButton).toBeVisible();

    await page.reload();
    await expect(operator.channelButton).toBeVisible();
    expect((await (await core.api()).about()).auths).toEqual(['localjwt']);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await operator.logIn(user);
    await expect(operator.channelButton).toBeVisible();
  });
});

test('an open page survives an outage of the core @own-core', async ({ operator, core, pageErrors, page }) => {
  await operator.enter();
  await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
  pageErrors.allow({ line: /^request failed: \S+ \S+ net::ERR_/, why: 'The core is away, and the page looks for it.' });

  await core.kill();
  await expect(operator.lostBanner).toBeVisible();
  await expect(operator.channelButton).toBeVisible();

  await core.restart();
  await expect(operator.lostBanner).toBeHidden();
  await expect(operator.channelButton).toBeVisible();
});

test('a screen that was not opened before waits for an unreachable core @own-core', async ({
  operator,
  core,
  pageErrors,
  page,
}) => {
  await operator.enter();
  const next = page.getByRole('link', { name: 'Next: Video setup' });
  await expect(next).toBeVisible();
  pageErrors.allow({ line: /^request failed: \S+ \S+ net::ERR_/, why: 'The core is away, and the page looks for it.' });

  await core.kill();
  await next.click();
  await expect(page).toHaveURL(/wizard/);
  await expect(operator.lostBanner).toBeVisible();
  await core.restart();
  await operator.wizard.at('Choose a video source');
  await expect(operator.lostBanner).toBeHidden();
});

test('a screen missing on the server is reported beside the channel, and opens when it is back', async ({
  operator,
  pageErrors,
  page,
}) => {
  const file = /\/screensChunk-\w+\.js$/;
  pageErrors.allow({ line: /^status 404: GET \S+\/screensChunk-\w+\.js$/, why: 'An update has other files.' });
  await page.clock.install();
  await operator.enter();
  const next = page.getByRole('link', { name: 'Next: Video setup' });
  await expect(next).toBeVisible();

  await page.route(file, (route) => route.fulfill({ status: 404 }));
  await next.click();
  await expect(async () => {
    await page.clock.runFor(8_000);
    await expect(page.getByRole('alert')).toContainText('Part of the interface could not be loaded.', { timeout: 200 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(operator.channelButton).toBeVisible();

  await page.unroute(file);
  await page.goBack();
  await next.click();
  await operator.wizard.at('Choose a video source');
});

test('an access token that expires during work is renewed once without interruption', async ({
  operator,
  page,
  calls,
  pageErrors,
}) => {
  await operator.enter();
  await expect(operator.channelButton).toBeVisible();

  // A real token lives for 10 minutes. From here on, the core rejects all earlier tokens.
  let renewed = false;
  let refused = 0;
  pageErrors.allow({
    line: /^status 401: \w+ \S+\/api\//,
    why: 'The token has expired: the client renews it and asks again.',
  });
  await page.route('**/api/login/refresh', async (route) => {
    await route.continue();
    renewed = true;
  });
  await page.route('**/api/v3/**', async (route) => {
    if (renewed) return route.continue();
    refused += 1;
    await route.fulfill({ status: 401, json: { code: 401, message: 'Missing or invalid JWT token', details: [] } });
  });
  calls.reset();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect.poll(() => calls.count(/^GET \/login\/refresh/)).toBe(1);
  await expect.poll(() => calls.count(/^\w+ \/v3\//)).toBeGreaterThan(refused + 2);
  expect(calls.count(/^GET \/login\/refresh/)).toBe(1);
  await expect(operator.channelButton).toBeVisible();
  await expect(operator.loginButton).toBeHidden();
});

test.describe('on a shared core', () => {
  test.use({ sharesCore: true });

  test('a failed login names the cause, in German too', async ({ operator, page, pageErrors }) => {
    const alert = page.getByRole('alert');
    const login = '**/api/login';
    const answers = [
      [
        (route: Route) => route.abort(),
        'Make sure the core is running and its address is correct.',
        'Prüfen, ob der Core läuft und seine Adresse stimmt.',
      ],
      [
        (route: Route) => route.fulfill({ status: 429, contentType: 'text/html', body: '<html>' }),
        'Too many login attempts. Try again in a minute.',
        'Zu viele Anmeldeversuche. In einer Minute erneut versuchen.',
      ],
    ] as const;
    pageErrors.allow(
      { line: /^request failed: POST \S+\/api\/login /, why: 'The core is away.' },
      { line: /^status 429: POST \S+\/api\/login$/, why: 'There were too many tries.' },
    );
    await operator.open();
    for (const [answer, english, german] of answers) {
      await page.route(login, answer);
      await operator.logIn({ name: 'admin', password: 'x' });
      await expect(alert).toHaveText(`Login failed: ${english}`);
      await page.getByRole('combobox').selectOption('Deutsch');
      await expect(alert).toContainText(german);
      await page.getByRole('combobox').selectOption('English');
      await page.unroute(login);
    }
  });

  test('the login reports that the core has rejected the stored session', async ({ operator, page, pageErrors }) => {
    pageErrors.allow({ line: /^status 40[13]: GET \S+\/api\/login\/refresh$/, why: 'The token is an old one.' });
    await operator.open();
    await page.evaluate(() => localStorage.setItem('@@restreamer-ui@@token', 'e30.e30.old'));
    await page.reload();
    await expect(page.getByText('Failed to refresh token: The last login has expired or was ended.')).toBeVisible();
    await expect(operator.loginButton).toBeVisible();
  });

  test('the menu before the login has help for its screen and a report without secrets', async ({
    operator,
    core,
    page,
  }) => {
    await giveProjectAddresses(page, { bugs: 'https://example.org/issues' });
    await operator.open();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const help = menu.getByRole('link', { name: 'Help' });
    await expect(help).toHaveAttribute('href', 'help/en/login.html#login');
    const read = await page.request.get(new URL('help/en/login.html', core.ui).href);
    expect(await read.text()).toContain('id="login-registration"');
    await menu.getByRole('button', { name: 'Report a problem' }).click();
    const report = page.getByRole('dialog', { name: 'Report a problem' });
    await expect(report).toContainText('"sluice": "Sluice ');
    await page.keyboard.press('Escape');
    await expect(report).toBeHidden();
    await menu.getByRole('button', { name: 'About' }).click();
    await expect(page.getByRole('dialog', { name: 'About Sluice' })).toBeVisible();
  });

  test('the menu after the login has every entry, and its report contains no names', async ({
    operator,
    core,
    page,
  }) => {
    await giveProjectAddresses(page, { bugs: 'https://example.org/issues' });
    await operator.enter();
    await operator.button('Menu').click();
    for (const name of ['Multiview', 'Publication website', 'Settings', 'Help', 'Report a problem', 'About', 'Logout'])
      await expect(page.getByRole('menuitem', { name })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Report a problem' }).click();
    const report = page.getByRole('dialog', { name: 'Report a problem' });
    await expect(report).toContainText('"ffmpeg"');
    const { id } = await (await core.api()).about();
    await expect(report).not.toContainText(id);
    await page.keyboard.press('Escape');
    await operator.button('Menu').click();
    await page.getByRole('menuitem', { name: 'About' }).click();
    await expect(page.getByRole('dialog', { name: 'About Sluice' })).toContainText(id);
  });
});
