import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { speak } from '../support/browser/speak.ts';
import { MODEST } from '../support/channels.ts';
import { expect, test } from '../test.ts';

test.describe('@own-core', () => {
  test('a lost session shows the login over an open dialog, and restores the dialog afterwards', async ({
    operator,
    page,
    pageErrors,
    liveChannel: _,
  }) => {
    await operator.openDetails();
    await expect(page.getByRole('dialog')).toBeVisible();
    pageErrors.allow(
      { line: /^request failed: /, why: 'The core restarts.' },
      { line: /^status (401|404): /, why: 'Its new secret makes the old tokens worthless.' },
    );
    const unauthorized = { code: 401, message: 'Unauthorized', details: ['Missing or invalid JWT token'] };
    await page.route(/\/api\/(v3|login\/refresh)/, (route) => route.fulfill({ status: 401, json: unauthorized }));
    await expect(operator.loginButton).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(operator.username).toBeEditable();
    await page.unroute(/\/api\/(v3|login\/refresh)/);
    await operator.logIn({ name: 'admin', password: 'journey-secret' });
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

const pageState = () =>
  [document.documentElement, document.body, ...document.body.children].map((element) => {
    const { colorScheme, overflow, paddingRight, pointerEvents } = getComputedStyle(element);
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
    return [element.tagName, ...attributes, colorScheme, overflow, paddingRight, pointerEvents];
  });

for (const [scheme, preference] of [
  ['dark', 'light'],
  ['light', 'dark'],
  ['system', 'dark'],
  ['system', 'light'],
] as const) {
  test(`menus and dialogs restore the page when they close, in scheme ${scheme} on a ${preference} system`, async ({
    operator,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: preference });
    await page.addInitScript((value) => localStorage.setItem('@@restreamer-ui@@scheme', value), scheme);
    await operator.enter();
    const before = await page.evaluate(pageState);
    expect(before[0]).toContain(scheme === 'system' ? preference : scheme);
    await operator.button('Menu').click();
    await page.getByRole('menuitem', { name: 'About', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => page.evaluate(pageState)).toEqual(before);
  });
}

test('logging out asks for confirmation if changes would be lost', async ({ operator, core, page, settings }) => {
  const logOut = async () => {
    await operator.button('Menu').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  await operator.enter();
  await settings.open();
  await settings.field('Maximum viewers').fill('7');
  await logOut();
  await settings.leaveDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings.field('Maximum viewers')).toHaveValue('7');
  await logOut();
  await settings.leaveDialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(operator.loginButton).toBeVisible();
  if (core.user) await operator.logIn(core.user);
  await expect(settings.field('Maximum viewers')).toHaveValue('0');
  await page.setViewportSize({ width: 360, height: 740 });
  await speak(page, 'de');
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menü' });
  await expect(menu).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Abmelden' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
});

test('each screen links to its help, which opens outside the interface', async ({
  operator,
  core,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow({ line: /^status 404: GET \S+\.jpg/, why: 'There is no snapshot of it yet.' });
  await ensureDemoChannel(await core.api(), MODEST);
  await operator.enter();
  await operator.sees('Live');
  const channel = new URL(page.url()).hash;
  const help = page.getByRole('banner').getByRole('link', { name: 'Help' });
  const screens = {
    [channel]: ['Channel page', 'main'],
    [`${channel}/edit/license`]: ['License', 'edit-license'],
    [`${channel}/edit/wizard`]: ['Video', 'wizard-video-setup'],
    [`${channel}/publication`]: ['Choose a service', 'publication-add'],
    [`${channel}/publication/rtmp/new/encoding`]: ['Encoding', 'publication-encoding'],
    [`${channel}/publication/player/logo`]: ['Logo', 'player-logo'],
    '#/playersite': ['General', 'playersite-general'],
    '#/settings/rtmp': ['RTMP', 'settings-rtmp'],
    '#/encoders': ['H.264 (libx264)', 'encoder-libx264'],
  } as const;
  for (const [screen, [heading, topic]] of Object.entries(screens)) {
    await page.goto(`${core.ui}${screen}`);
    await expect(help).toHaveAttribute('href', new RegExp(`^help/en/\\w+\\.html#${topic}$`));
    const opened = context.waitForEvent('page');
    await help.click();
    const read = await opened;
    await expect(read.locator(`#${topic}`)).toHaveText(heading);
    await expect(read.locator(`#${topic}`)).toBeInViewport();
    await read.close();
  }
});

test('the help is accessible, in German too', async ({ operator, core, page }) => {
  await operator.enter();
  await operator.button('Menu').click();
  await expect(page.getByRole('menuitem', { name: 'Help' })).toHaveAttribute('target', '_blank');
  await page.goto(new URL('help/de/index.html', core.ui).href);
  await expect(page).toHaveTitle('Hilfe · Sluice');
  await page.getByRole('navigation').getByRole('link', { name: 'Codierung' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Codierung' })).toBeVisible();
  await isAccessible(page, 'help');
});

test.describe('on a shared core', () => {
  test.use({ sharesCore: true });

  test('the language changes to German and back, before and after the login, and is remembered', async ({
    operator,
    page,
  }) => {
    const html = page.locator('html');
    await operator.open();
    await expect(html).toHaveAttribute('lang', 'en');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    await expect(html).toHaveAttribute('lang', 'de');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
    await page.getByLabel(/^Benutzername/).fill('admin');
    await page.getByRole('textbox', { name: /^Passwort/ }).fill('journey-secret');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await expect(page.getByRole('link', { name: 'Weiter: Video einrichten' })).toBeVisible();

    await page.getByRole('button', { name: 'Menü' }).focus();
    await page.keyboard.press('Enter');
    const language = page.getByRole('menuitem', { name: /^Sprache/ });
    await expect(language).toBeVisible();
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.type('sp');
    await expect(language).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('menuitemradio', { name: 'Deutsch' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(language).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
    await expect(html).toHaveAttribute('lang', 'en');
    await expect(operator.button('Menu')).toBeFocused();
    expect(await page.evaluate(() => localStorage.getItem('@@restreamer-ui@@language'))).toBe('en');
  });

  test('the resources show details on hover, on focus and on a press', async ({ operator, page }) => {
    await operator.enter();
    const indicator = page.getByRole('region', { name: 'Resources' });
    const button = indicator.getByRole('button');
    const figures = indicator.getByText('In-memory storage');
    await expect(button).toContainText(/CPU \d+%/);
    await button.hover();
    await expect(figures).toBeVisible();
    await expect(indicator).toContainText(/Uptime(\d+d )?\d\d:\d\d:\d\d/);
    await expect(indicator).toContainText(/Memory\d.* GB of .* GB \(\d+%\)/);
    await page.mouse.move(0, 0);
    await expect(figures).toBeHidden();
    await page.keyboard.press('Shift+Tab');
    await button.focus();
    await expect(figures).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(figures).toBeHidden();
    await button.click();
    await page.mouse.move(0, 0);
    await expect(figures).toBeVisible();
    await button.click();
    await expect(figures).toBeHidden();
  });
});

test('single-key shortcuts work, except while typing', async ({ operator, page, liveChannel: _ }) => {
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await expect(keys).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'Channels' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  await operator.openDetails();
  const search = page.getByRole('dialog').getByRole('searchbox').first();
  await expect(search).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('c?/');
  await expect(search).toHaveValue('c?/');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await operator.button('Menu').click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await keys.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('c');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('@@restreamer-ui@@shortcuts'))).toBe('off');
});
