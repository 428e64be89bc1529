import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { identityProvider } from '../../harness/streams/identityProvider.ts';
import { overflowsOf } from '../support/browser/layoutOverflow.ts';
import { LANGUAGES, speak, textsIn } from '../support/browser/speak.ts';
import { test as base, expect } from '../test.ts';

const AUDIENCE = 'https://core.example/api';

type Provider = Awaited<ReturnType<typeof identityProvider>>;

const test = base.extend<{ provider: Provider; second: Provider }>({
  ignoreHTTPSErrors: true,
  provider: async ({ user: _ }, use) => {
    const provider = await identityProvider();
    await use(provider);
    provider.close();
  },
  second: async ({ user: _ }, use) => {
    const second = await identityProvider();
    await use(second);
    second.close();
  },
  environment: async ({ provider, second }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'provider-'));
    const file = path.join(folder, 'cert.pem');
    await writeFile(file, provider.cert + second.cert);
    const tenants = [provider, second].map(({ domain, user }) =>
      Buffer.from(JSON.stringify({ domain, audience: AUDIENCE, clientid: 'sluice', users: [user] })).toString('base64'),
    );
    await use({
      CORE_API_AUTH_AUTH0_ENABLE: 'true',
      CORE_API_AUTH_AUTH0_TENANTS: tenants.join(','),
      NODE_EXTRA_CA_CERTS: file,
      SSL_CERT_FILE: file,
    });
    await rm(folder, { recursive: true });
  },
});

test('a login through an identity provider @own-core @this-machine', async ({
  operator,
  core,
  page,
  provider,
  second,
  pageErrors,
}) => {
  const failed = page.getByRole('alert');
  const at = page.getByRole('heading', { name: 'Who are you?' });
  const form = page.getByRole('form', { name: 'Auth0' });
  const startLogin = async ({ domain } = provider) => {
    const others = page.getByRole('button', { name: 'Other login methods' });
    await expect(others.or(form)).toBeVisible();
    if (await others.isVisible()) await others.click();
    await form.getByLabel('Tenant').selectOption(domain);
    await form.getByRole('button', { name: 'Login' }).click();
  };
  await operator.open();

  await test.step('one of two tenants has to be chosen', async () => {
    await page.getByRole('button', { name: 'Other login methods' }).click();
    await expect(form.getByLabel('Tenant')).toContainText('Choose tenant ...');
    await expect(form.getByRole('button', { name: 'Login' })).toBeDisabled();
  });

  await test.step('who refuses there is told so, and can try again', async () => {
    await startLogin();
    await expect(at).toBeVisible();
    await page.getByRole('button', { name: 'nobody' }).click();
    await expect(failed).toHaveText('Auth0: Nobody wanted to log in.');
    expect(new URL(page.url()).search).toBe('');
  });

  await test.step('a provider that is away is named', async () => {
    pageErrors.allow({ line: /^request failed: POST \S+\/oauth\/token /, why: 'The provider is away.' });
    await page.route('**/oauth/token', (route) => route.abort());
    await startLogin();
    await page.getByRole('button', { name: provider.user }).click();
    await expect(failed).toHaveText('Auth0: The identity provider cannot be reached.');
    await page.unroute('**/oauth/token');
    provider.endSession();
  });

  await test.step('a page of an insecure origin says that it cannot', async () => {
    const insecure = 'http://core.test';
    await page.route(`${insecure}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: new URL(pathname, core.ui).href }) });
    });
    await page.goto(`${insecure}/ui/`);
    await page.getByRole('button', { name: 'Other login methods' }).click();
    await expect(failed).toContainText(
      'Auth0 is currently not available because this interface is loaded from an insecure origin.',
    );
    await operator.open();
  });

  await test.step('whom the core does not know stays outside', async () => {
    pageErrors.allow({ line: /^status 401: POST \S+\/api\/login$/, why: 'The core does not know this user.' });
    await startLogin();
    await page.getByRole('button', { name: 'auth0|unknown' }).click();
    await expect(failed).toContainText('user not allowed');
    // `prompt=login` prevents the provider from reusing its session.
    await startLogin();
    await expect(at).toBeVisible();
    expect(provider.prompts.at(-1)).toBe('login');
    await page.getByRole('button', { name: 'nobody' }).click();
    await expect(failed).toBeVisible();
  });

  await test.step('whom it knows is inside, also after a reload, and out after a logout', async () => {
    await startLogin(second);
    await page.getByRole('button', { name: 'auth0|known' }).click();
    await expect(operator.channelButton).toBeVisible();
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(stored).not.toContain(
      Buffer.from(JSON.stringify({ alg: 'RS256' }))
        .toString('base64url')
        .slice(0, 12),
    );
    await page.reload();
    await expect(operator.channelButton).toBeVisible();

    // Only the tokens of the core are gone. The session of the provider is still active.
    await page.goto(page.url().replace(/#.*/, '#/settings/network'));
    await expect(page).toHaveTitle('Settings: Network · Sluice');
    await page.evaluate(() => localStorage.removeItem('@@restreamer-ui@@token'));
    await page.reload();
    await expect(page).toHaveTitle('Settings: Network · Sluice');
    expect(second.prompts.at(-1)).toBe('none');

    // Both sessions are gone: the login is shown without an error.
    second.endSession();
    await page.evaluate(() => localStorage.removeItem('@@restreamer-ui@@token'));
    await Promise.all([page.waitForURL(/[?&]error=login_required/, { waitUntil: 'commit' }), page.reload()]);
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect(page.getByRole('button', { name: 'Other login methods' })).toBeVisible();
    await expect(failed).toBeHidden();
    await startLogin(second);
    await page.getByRole('button', { name: 'auth0|known' }).click();
    await expect(page).toHaveTitle('Settings: Network · Sluice');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const back = page.waitForEvent('load');
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await back;
    await expect.poll(() => second.logouts).toEqual(['sluice']);
    expect(provider.logouts).toEqual([]);
    await startLogin();
    await expect(at).toBeVisible();
    expect(provider.prompts.at(-1)).toBe('login');
  });

  await test.step('a login that was lost at work comes back in a window beside the page, which stays as it was', async () => {
    await page.getByRole('button', { name: provider.user }).click();
    await expect(operator.channelButton).toBeVisible();
    await page.goto(page.url().replace(/#.*/, '#/playersite'));
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText('Publication website');
    pageErrors.allow({ line: /^status 401: /, why: 'The core takes the token no more.' });
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 401, body: '{"code":401,"message":"","details":[]}' }),
    );
    await expect(page.getByText('Your session has expired.')).toBeVisible();
    await page.unroute('**/api/**');
    provider.endSession();
    const popup = page.waitForEvent('popup');
    await startLogin();
    await (await popup).getByRole('button', { name: provider.user }).click();
    await expect(title).toHaveText('Publication website');
  });
});

for (const language of LANGUAGES)
  test(`a session at the provider logs in without a prompt, and prompts after a logout, by keyboard on a phone (${language}) @own-core @this-machine`, async ({
    operator,
    page,
    provider,
  }) => {
    const t = textsIn(language);
    const at = page.getByRole('heading', { name: 'Who are you?' });
    const form = page.getByRole('form', { name: 'Auth0' });
    const startLogin = async () => {
      await page.getByRole('button', { name: t('Other login methods') }).press('Enter');
      await form.getByLabel(t('Tenant')).selectOption(provider.domain);
      await form.getByRole('button', { name: t('Login') }).press('Enter');
      await expect(at).toBeVisible();
    };
    await page.setViewportSize({ width: 360, height: 740 });
    await operator.open();
    await speak(page, language);
    await page.getByRole('button', { name: t('Other login methods') }).press('Enter');
    await expect(form).toBeVisible();
    expect(await overflowsOf(page)).toEqual([]);
    await page.reload();
    await startLogin();
    await page.getByRole('button', { name: provider.user }).press('Enter');
    const menu = page.getByRole('button', { name: t('Menu'), exact: true });
    await expect(menu).toBeVisible();
    await expect(at).toBeHidden();

    await page.evaluate(() => localStorage.removeItem('@@restreamer-ui@@token'));
    await page.reload();
    await expect(menu).toBeVisible();
    expect(provider.prompts.at(-1)).toBe('none');

    const back = page.waitForEvent('load');
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: t('Logout') }).press('Enter');
    await back;
    await startLogin();
    expect(provider.prompts.at(-1)).toBe('login');
  });

test('a login through an identity provider on a foreign core @own-core @this-machine', async ({
  operator,
  core,
  page,
  provider,
}) => {
  const uiUrl = new URL(core.ui);
  // Another hostname of the same machine is another origin.
  const core2 = new URL('/', uiUrl);
  core2.hostname = uiUrl.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  const address = core2.href.replace(/\/$/, '');
  await page.goto(`${core.ui}?${new URLSearchParams({ address })}#/settings/network`);
  await page.getByRole('button', { name: `Use ${core2.host}` }).click();
  await page.getByRole('button', { name: 'Other login methods' }).click();
  const form = page.getByRole('form', { name: 'Auth0' });
  await form.getByLabel('Tenant').selectOption(provider.domain);
  // The link alone must not start a login.
  expect(provider.prompts).toEqual([]);
  await form.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: provider.user }).click();
  await expect(page).toHaveTitle(`Settings: Network · ${core2.host} · Sluice`);
  expect(new URL(page.url()).searchParams.get('address')).toBe(address);
  await expect(page.getByText(`Another server: ${core2.host}`)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('@@restreamer-ui@@token'))).toBeNull();
  await expect(operator.loginButton).toBeHidden();
});

test.describe('on a shared core', () => {
  test.use({ sharesCore: true });

  test('the login offers the hosted service and a password', async ({ operator, page }) => {
    await operator.open();
    await page.getByRole('button', { name: 'Other login methods' }).click();
    await page.getByRole('button', { name: 'Service', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Starter plan' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign up for free' })).toHaveAttribute('rel', 'noreferrer');
    await page.getByRole('button', { name: 'Basic', exact: true }).click();
    await expect(operator.username).toBeVisible();
  });
});
