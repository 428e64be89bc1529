import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import type { User } from '../../harness/core/restartableCoreTypes.ts';
import { runFfmpeg } from '../../harness/streams/ffmpeg.ts';
import { testPictures } from '../../harness/streams/testPattern.ts';
import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import { playlistFile } from '../../src/media/hls/hlsFiles.ts';
import { Operator } from '../pages/operator.ts';
import { SettingsPages } from '../pages/settings.ts';
import { isAccessible, LOW_WINDOW, tabTo } from '../support/browser/isAccessible.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { MODEST } from '../support/channels.ts';
import { expect, test } from '../test.ts';

const unavailable: AllowedError = {
  line: /^(request failed: \S+ \S+ net::ERR_|status 40[14]: )/,
  why: 'The core restarts: it is away for a moment.',
};

const pushTo = (address: string) => runFfmpeg([...testPictures.h264, '-t', '4', '-f', 'flv', address]).ended;
const TAKEN = /\(0\)/;

test('the RTMP server moves to another port and requires its token @own-core', async ({
  operator,
  core,
  page,
  pageErrors,
  sources,
}) => {
  const settings = new SettingsPages(page);
  await operator.enter();
  await settings.open('RTMP');
  await expect(settings.switch('RTMP server')).toBeChecked();
  await expect(settings.save).toBeDisabled();
  const before = await settings.field('RTMP port').inputValue();
  const port = await freePort();
  await settings.field('RTMP port').fill(String(port));
  await settings.field('Token').fill('s3cret');
  await expect(settings.field('Token')).toHaveAttribute('type', 'password');
  pageErrors.allow(unavailable);
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[role=region][aria-label=Connection]')) document.title = 'alarmed';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await settings.saveAndRestart();
  await expect(page).toHaveTitle('Settings: RTMP · Sluice'); // no banner about a lost connection was shown
  await expect(settings.field('RTMP port')).toHaveValue(String(port));
  await expect(settings.save).toBeDisabled();

  expect(await pushTo(`rtmp://127.0.0.1:${before}/moved?token=s3cret`)).toContain('Connection refused');
  expect(await pushTo(`rtmp://127.0.0.1:${port}/moved`)).not.toMatch(TAKEN);
  expect(await pushTo(`rtmp://127.0.0.1:${port}/moved?token=wrong`)).not.toMatch(TAKEN);
  const api = await core.api();
  expect(await api.rtmp()).toEqual([]);
  sources.push(`rtmp://127.0.0.1:${port}/moved?token=s3cret`);
  await expect.poll(async () => (await api.rtmp()).map(({ name }) => name)).toEqual(['/moved']);
});

test('viewers above the limit get a 509 @own-core', async ({ operator, core, page, pageErrors }) => {
  const settings = new SettingsPages(page);
  await ensureDemoChannel(await core.api(), MODEST);
  await operator.enter();
  await settings.open();
  await settings.field('Maximum viewers').fill('1');
  pageErrors.allow(unavailable);
  await settings.saveAndRestart();

  // Local viewers are not counted, but viewers behind a proxy are.
  const fetchAs = (viewer: string, address: string) =>
    fetch(new URL(address, core.url), { headers: { 'X-Forwarded-For': viewer } });
  const reference = async (viewer: string, address: string) => {
    const answer = await fetchAs(viewer, address);
    expect(answer.status, address).toBe(200);
    const line = (await answer.text()).split('\n').findLast((entry) => entry !== '' && !entry.startsWith('#'));
    return new URL(line ?? '', answer.url).href;
  };
  // The stream was interrupted, so its playlist is written again.
  const api = await core.api();
  const files = async () => (await api.memFiles({ glob: playlistFile('*') })).map(({ name }) => name);
  await expect.poll(files).toHaveLength(1);
  const playlist = `/memfs${(await files())[0]}`;
  await expect.poll(async () => (await fetchAs('10.1.1.1', playlist)).status).toBe(200);
  const mine = await reference('10.1.1.1', playlist);
  expect((await fetchAs('10.1.1.1', await reference('10.1.1.1', mine))).status).toBe(200);
  await expect.poll(async () => (await fetchAs('10.1.1.2', playlist)).status).toBe(509);
  expect((await fetchAs('10.1.1.1', mine)).status).toBe(200);
});

test.describe('on a shared core', () => {
  test.use({ sharesCore: true });

  test('a setting rejected by the core is marked at its field and on its tab', async ({
    operator,
    page,
    pageErrors,
    core,
  }) => {
    const settings = new SettingsPages(page);
    await operator.enter();
    await settings.open();
    await expect(settings.switch('Automatic certificates')).toBeDisabled();
    await settings.field('Public domains').fill('10.0.0.5');
    await settings.switch('Automatic certificates').check();
    await expect(settings.field('Public domains')).toHaveAccessibleDescription(/Only domains names are allowed/);
    await settings.save.click();
    const refusal = 'There were some errors in the settings. Settings not saved.';
    await expect(settings.alert).toContainText(refusal);
    await expect(settings.alert.getByRole('link', { name: /^Network: Public domains/ })).toBeVisible();
    await expect(settings.field('Public domains')).toBeFocused();

    await settings.field('Public domains').fill('live.example.org');
    await settings.field('Certificate contact e-mail (required)').fill('nobody');
    await settings.goTo('RTMP');
    pageErrors.allow({ line: /^status 409: PUT \S+\/api\/v3\/config$/, why: 'The core refuses the address.' });
    await settings.save.click();
    await expect(settings.alert).toContainText(refusal);
    await expect(settings.alert.getByRole('link', { name: 'Network: Certificate contact e-mail' })).toBeVisible();
    await expect(settings.tab('Network')).toHaveAccessibleName(/This tab has errors/);
    await settings.tab('Network').click();
    const email = settings.field('Certificate contact e-mail (required)');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toHaveAccessibleDescription(/^Enter an e-mail address\./);
    await email.fill('me@example.org');
    await expect(email).not.toHaveAttribute('aria-invalid', 'true');
    expect((await (await core.api()).config()).config.host.name).toEqual([]);
  });
});

test('settings fixed by the environment are marked and read-only @own-core', async ({ operator, page }) => {
  const settings = new SettingsPages(page);
  await operator.enter();
  await settings.open();
  await expect(settings.field('HTTP port')).toBeDisabled();
  await expect(page.getByText('ENV', { exact: true })).toHaveCount(1);
});

test('unsaved settings survive a change of tabs, and leaving asks for confirmation', async ({ operator, page }) => {
  const settings = new SettingsPages(page);
  await operator.enter();
  await settings.open();
  await settings.field('Maximum viewers').fill('7');
  await settings.goTo('RTMP');
  await settings.field('Token').fill('s3cret');
  // One Save for all tabs. The list of changes shows no secrets.
  const lines = page.getByRole('region', { name: 'What changes' }).getByRole('term');
  await expect(lines).toHaveText(['Network · Maximum viewers', 'RTMP · Token']);
  await expect(lines.locator('xpath=..')).toContainText(['0 viewers → 7 viewers', 'set']);
  await settings.field('Token').fill('');
  await expect(lines).toHaveText(['Network · Maximum viewers']);
  await settings.goTo('Network');
  await expect(settings.field('Maximum viewers')).toHaveValue('7');

  await page.getByRole('link', { name: 'Sluice', exact: true }).click();
  await expect(settings.leaveDialog).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(settings.leaveDialog).toBeHidden();
  await expect(page).toHaveURL(/#\/settings\/network$/);
  await expect(settings.field('Maximum viewers')).toHaveValue('7');

  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await settings.leaveDialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeHidden();
  await settings.open();
  await expect(settings.field('Maximum viewers')).toHaveValue('0');
});

test('a core that does not return after a restart is reported @own-core', async ({
  operator,
  core,
  page,
  pageErrors,
}) => {
  const settings = new SettingsPages(page);
  await page.clock.install();
  await operator.enter();
  await settings.open('RTMP');
  await settings.field('App').fill('live');
  pageErrors.allow(unavailable);
  await page.route('**/api/v3/config/reload', async (route) => {
    await core.kill();
    await route.fulfill({ json: 'OK' });
  });
  await settings.save.click();
  await settings.restartDialog.getByRole('button', { name: 'Restart now' }).click();
  await expect(settings.restarting).toBeVisible();
  const dialog = page.getByRole('alertdialog', { name: 'The core is not back online yet' });
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1_000);
        return dialog.isVisible();
      },
      { intervals: [50] },
    )
    .toBe(true);
  await expect(dialog).toContainText('Reconnecting to the core failed for the last 61 seconds.');
  await expect(dialog).toContainText('port 80/TCP');
  await core.restart();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Reload' }).click();
  await expect(settings.field('App')).toHaveValue('/live');
});

test('the settings and their dialogs are accessible @own-core', async ({ operator, page }) => {
  const settings = new SettingsPages(page);
  await operator.enter();
  await settings.open();
  await isAccessible(page, 'network');
  await settings.field('Public domains').fill('10.0.0.5');
  await settings.switch('Automatic certificates').check();
  await settings.save.click();
  await expect(settings.alert).toBeVisible();
  await isAccessible(page, 'network with errors');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(settings.leaveDialog).toBeVisible();
  await isAccessible(page, 'leaving');
  await page.keyboard.press('Escape');
  await settings.field('Public domains').fill('');
  await settings.switch('Automatic certificates').uncheck();
  await settings.goTo('RTMP');
  await settings.field('Token').fill('s3cret');
  await isAccessible(page, 'rtmp');
  await settings.save.click();
  await expect(settings.restartDialog).toBeVisible();
  await isAccessible(page, 'restart');
  await settings.restartDialog.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText('The core is still running with the old settings.')).toBeVisible();
  await isAccessible(page, 'outdated');
});

test('a setting is changed by keyboard alone @own-core', async ({ operator, page, pageErrors }) => {
  await page.setViewportSize(LOW_WINDOW);
  await operator.enter();
  await tabTo(page, /^Settings$/, 'link');
  await page.keyboard.press('Enter');
  await tabTo(page, /^RTMP$/, 'link');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Settings: RTMP · Sluice');
  await tabTo(page, /^App$/, 'textbox');
  await page.keyboard.type('live');
  pageErrors.allow(unavailable);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Restart now$/, 'button');
  await page.keyboard.press('Enter');
  await expect(new SettingsPages(page).restarted).toBeVisible();
});

const opens = async (core: CoreUnderTest, { name: username, password }: User) => {
  const body = JSON.stringify({ username, password });
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(`${core.url}/api/login`, { method: 'POST', headers, body })).status === 200;
};

async function another(browser: Browser, core: CoreUnderTest, user: User) {
  const context = await browser.newContext();
  const other = new Operator(await context.newPage(), core);
  await other.open();
  await other.logIn(user);
  await expect(other.page.getByRole('banner').getByRole('link', { name: 'Settings' })).toBeVisible();
  return { other, [Symbol.asyncDispose]: () => context.close() };
}

const registered = test.extend({ user: null });

// The password of a user set by the environment cannot be changed.
registered(
  'a new password replaces the old one and ends all other sessions @own-core',
  async ({ operator, core, page, pageErrors, browser }) => {
    const settings = new SettingsPages(page);
    const password = settings.field('New password');
    pageErrors.allow(unavailable);
    await operator.open();
    const old = await operator.register();
    const now = { ...old, password: 'a horse in the harbour' };
    await settings.open('Authorization');
    await expect(settings.switch('Login required')).toBeDisabled();
    await isAccessible(page, 'authorization');
    for (const [text, fault] of [
      ['short 7', /Enter at least 8 characters/],
      ['12345678', /easy to guess/],
    ] as const) {
      await password.fill(text);
      await settings.save.click();
      await expect(password).toHaveAccessibleDescription(fault);
    }
    await password.fill(now.password);
    {
      await using first = await another(browser, core, old);
      await settings.save.click();
      const current = page.getByLabel(/^Current password/);
      await current.fill('a guess');
      await page.keyboard.press('Enter');
      await expect(current).toHaveAccessibleDescription(/not the current password/);
      await isAccessible(page, 'current password');
      await settings.confirmLogin(old.password);
      await expect(first.other.password).toBeVisible();
    }
    await expect(page).toHaveTitle('Settings: Authorization · Sluice');
    expect([await opens(core, old), await opens(core, now)]).toEqual([false, true]);

    await using second = await another(browser, core, now);
    await page.getByRole('button', { name: 'Log out everywhere …' }).click();
    await settings.confirmLogin(now.password);
    await expect(second.other.password).toBeVisible();
    await expect(page).toHaveTitle('Settings: Authorization · Sluice');
    await expect(password).toBeVisible();
  },
);

test('the log of the core is shown in expert mode, downloaded, and limited in length @own-core', async ({
  operator,
  page,
  pageErrors,
}) => {
  const settings = new SettingsPages(page);
  await operator.enter();
  await settings.open('General');
  await expect(settings.tab('Logging')).toBeHidden();
  await settings.switch('Expert mode').check();
  await settings.goTo('Logging');
  const lines = page.getByRole('list', { name: 'Log of the core' });
  await expect(lines.getByRole('listitem').first()).toContainText('level=INFO');
  await isAccessible(page, 'logging');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download core.log' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('core.log');
  expect(await readFile(await file.path(), 'utf8')).toContain('level=INFO');

  await expect(lines).not.toContainText('level=DEBUG');
  await settings.field('Log level').selectOption('Everything (debug)');
  pageErrors.allow(unavailable);
  await settings.saveAndRestart();
  await expect(settings.field('Log level')).toHaveValue('debug');
  await expect(lines).toContainText('level=DEBUG');
});

test('allowed origins and the disk limit are saved @own-core', async ({ operator, core, page, pageErrors }) => {
  const settings = new SettingsPages(page);
  const allowed = async (origin: string) =>
    (await fetch(`${core.url}/memfs/nothing.m3u8`, { headers: { Origin: origin } })).headers.get(
      'Access-Control-Allow-Origin',
    );
  const [allowedSite, otherSite] = ['https://club.example.org', 'https://thief.example.org'];
  expect(await allowed(otherSite)).toBe('*');
  await operator.enter();
  await settings.open('General');
  await settings.switch('Expert mode').check();
  await settings.goTo('Playback');
  await isAccessible(page, 'playback');
  await settings.switch('Allow all websites to play the streams').uncheck();
  await settings.save.click();
  await expect(settings.field('Allowed websites')).toHaveAccessibleDescription(/Enter at least one website/);
  await settings.field('Allowed websites').fill(allowedSite);
  await settings.goTo('Storage');
  await isAccessible(page, 'storage');
  await settings.field('Disk space limit').fill('1');
  pageErrors.allow(unavailable);
  await settings.saveAndRestart();
  expect([await allowed(allowedSite), await allowed(otherSite)]).toEqual([allowedSite, null]);
  const api = await core.api();
  expect((await api.config()).config.storage?.disk?.max_size_mbytes).toBe(1);
});

test('a requested restart asks for confirmation once', async ({ operator, page }) => {
  const settings = new SettingsPages(page);
  await operator.enter();
  await settings.open('General');
  await isAccessible(page, 'general');
  await page.getByRole('button', { name: 'Restart the core …' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Restart the core?' });
  await expect(dialog).toContainText('All live streams are interrupted');
  await expect(dialog).not.toContainText('saved settings');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});
