import type { Operator } from '../pages/operator.ts';
import { foreignCore } from '../support/foreignCore.ts';
import { expect, test } from '../test.ts';

const settled = async ({ page }: Operator) => {
  await page.waitForLoadState('networkidle');
};

const at = (ui: string, address: string) => `${ui}?address=${encodeURIComponent(address)}`;

for (const kind of ['login', 'fresh', 'open'] as const) {
  test(`a link to a foreign core (${kind}) sends nothing there before its address is confirmed`, async ({
    operator,
    core,
    page,
    pageErrors,
  }) => {
    await using evil = await foreignCore(kind);
    await operator.enter();
    await expect(operator.channelButton).toBeVisible();
    await page.goto(at(core.ui, evil.origin));

    const title = page.getByRole('heading', { name: `You are about to use another server: ${evil.host}` });
    await expect(title).toBeVisible();
    await expect(page.getByText(evil.origin, { exact: true })).toBeVisible();
    await settled(operator);
    await page.reload();
    await expect(title).toBeVisible();
    await settled(operator);
    expect(evil.heard).toEqual([]);
    await expect(page.locator('input')).toHaveCount(0);
    await expect(page.getByText('Evil twin')).toHaveCount(0);

    await page.getByRole('button', { name: `Use ${evil.host}` }).click();
    const mark = page.getByRole('complementary', { name: 'Connection' });
    if (kind === 'login') {
      pageErrors.allow({ line: /^status 401: POST /, why: 'The strange core lets nobody in.' });
      await operator.logIn({ name: 'other', password: 'typed-after-it' });
      await expect(page.getByRole('alert')).toContainText('Login failed');
    } else if (kind === 'fresh') {
      await expect(page.getByRole('button', { name: 'Create user' })).toBeVisible();
    } else {
      await expect(operator.channelButton).toBeVisible();
    }
    await expect(mark).toHaveText(`Another server: ${evil.host}`);
    await expect(page).toHaveTitle(new RegExp(`· ${evil.host} · Sluice$`));
    expect(evil.heard.length).toBeGreaterThan(0);
    expect(evil.heard.filter((line) => /Bearer|journey-secret/.test(line))).toEqual([]);

    await page.goto(core.ui);
    await expect(operator.channelButton).toBeVisible();
    await expect(mark).toHaveCount(0);
    await page.goBack();
    await expect(mark).toBeVisible();
    expect(evil.heard.filter((line) => /Bearer|journey-secret/.test(line))).toEqual([]);
  });
}

test('a second foreign core in the same tab needs its own confirmation, with the way home as the main button', async ({
  operator,
  core,
  page,
}) => {
  await using foreign = await foreignCore('login');
  await using other = await foreignCore('login');
  await page.goto(at(core.ui, foreign.origin));
  await page.getByRole('button', { name: `Use ${foreign.host}` }).click();
  await expect(operator.loginButton).toBeVisible();
  await page.goto(at(core.ui, other.origin));
  await page.getByRole('button', { name: `Stay on ${new URL(core.url).host}` }).click();
  await expect(operator.loginButton).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  expect(other.heard).toEqual([]);
});

test('a redirect does not carry the password to another host', async ({ operator, core, page, pageErrors }) => {
  pageErrors.allow({ line: /^request failed: POST \S+\/api\/login net::ERR_/, why: 'A redirect is not followed.' });
  await using third = await foreignCore('login');
  await using evil = await foreignCore({ redirects: third.origin });
  await page.goto(at(core.ui, evil.origin));
  await page.getByRole('button', { name: `Use ${evil.host}` }).click();
  await operator.logIn({ name: 'other', password: 'typed-after-it' });
  await expect(page.getByRole('alert')).toContainText('Login failed');
  await settled(operator);
  expect(third.heard).toEqual([]);
});

test('a logout in one tab logs out the other, and a login restores it', async ({ operator, core, page, context }) => {
  await operator.enter();
  await expect(operator.channelButton).toBeVisible();
  const second = await context.newPage();
  await second.goto(core.ui);
  await expect(second.getByRole('banner')).toBeVisible();

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(operator.loginButton).toBeVisible();
  await expect(second.getByText('You were logged out in another tab.')).toBeVisible();
  await expect(second.getByRole('banner')).toHaveCount(0);
  const urls: string[] = [];
  second.on('request', (request) => urls.push(request.url()));
  // Waits for several polling intervals of an open page.
  await expect(operator.loginButton).toBeVisible();
  await second.waitForLoadState('networkidle');
  expect(urls.filter((url) => url.includes('/api'))).toEqual([]);

  await operator.logIn(core.user ?? { name: '', password: '' });
  await expect(operator.channelButton).toBeVisible();
  await expect(second.getByRole('banner')).toBeVisible();
});

test('a proxy page in place of a renewed token does not end the session', async ({ operator, page, pageErrors }) => {
  await operator.enter();
  await expect(operator.channelButton).toBeVisible();
  pageErrors.allow({ line: /^status 502: GET \S+\/api\/login\/refresh$/, why: 'The proxy has no core for a while.' });
  await page.route('**/api/login/refresh', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Unexpected response' })).toBeVisible();
  await page.unroute('**/api/login/refresh');
  await expect(operator.channelButton).toBeVisible();
});
