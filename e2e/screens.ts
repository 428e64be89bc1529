import type { Page } from '@playwright/test';
import { ensureDemoChannel } from '../harness/demo/channel.ts';
import type { Operator } from './pages/operator.ts';
import { PlayerEditor, viewerOf } from './pages/player.ts';
import { Publications } from './pages/publications.ts';
import { SettingsPages } from './pages/settings.ts';
import { WebsitePages } from './pages/website.ts';
import { addChannels, someNames, takeSnapshots } from './stage/channels.ts';
import type { CoreUnderTest } from './stage/core.ts';
import { expect } from './stage/play.ts';
import type { Allowed } from './stage/trouble.ts';

interface Stage {
  operator: Operator;
  page: Page;
  core: CoreUnderTest;
}

/** A way through the interface that comes by screens. */
export interface Walk {
  name: string;
  /** A core as it comes from the shop, or one with a user. */
  fresh?: true;
  /** Starts, stops or breaks what it walks on: it needs a core of its own. */
  own?: true;
  /** The journey that judges these screens; without one people.spec.ts does. */
  judge?: string;
  /** What goes wrong on purpose. */
  allows?: readonly Allowed[];
  /** Calls `look` at each screen with its name. */
  run: (stage: Stage, look: (screen: string) => Promise<void>) => Promise<void>;
}

const SLOW_MS = 40_000;

/** Every screen there is, for all who look at every screen. */
export const walks: readonly Walk[] = [
  {
    name: 'the registration',
    fresh: true,
    own: true,
    async run({ operator, page }, look) {
      await operator.open();
      await expect(page.getByRole('button', { name: 'Create user' })).toBeVisible();
      await look('registration');
    },
  },
  {
    name: 'the login',
    async run({ operator, page }, look) {
      await operator.open();
      await expect(operator.loginButton).toBeVisible();
      await look('login');
      await operator.button('About').click();
      await expect(page.getByRole('dialog', { name: 'About Sluice' })).toBeVisible();
      await look('about-before-login');
    },
  },
  {
    name: 'the set-up and its failures',
    async run({ operator, page }, look) {
      const { wizard } = operator;
      await operator.enter();
      await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
      await look('welcome');
      await wizard.begin();
      await look('wizard-source');
      await wizard.listen();
      await look('wizard-push');
      await wizard.back.click();
      await wizard.pullFrom('http://127.0.0.1:9/nothing.m3u8');
      await expect(wizard.trouble).toContainText('Failed to verify the source', { timeout: SLOW_MS });
      await look('wizard-failed-probe');
      await wizard.back.click();
      await wizard.choose('Test picture');
      await page.getByLabel(/^Picture/).selectOption('testsrc2');
      await look('wizard-test-picture');
      await wizard.next.click();
      await wizard.at('The picture');
      await page.getByText('Advanced').click();
      await look('wizard-picture');
      await wizard.next.click();
      await wizard.at('Where does the sound come from?');
      await wizard.radio('Test tone').check();
      await look('wizard-sound');
      await wizard.next.click();
      await wizard.at('Describe the stream');
      await look('wizard-description');
      await wizard.next.click();
      await wizard.at('What may others do with it?');
      await look('wizard-licence');
      await operator.button('Abort').click();
      await wizard.at('Abort the setup');
      await look('wizard-abort');
    },
  },
  {
    name: 'the channel page and its dialogs',
    async run({ operator, page, core }, look) {
      await ensureDemoChannel(await core.api());
      await operator.enter();
      await operator.sees('Connected');
      await expect(operator.player).toPlay();
      await look('channel');
      for (const [dialog, screen] of [
        ['Process details', 'process-details'],
        ['Report', 'process-report'],
      ] as const) {
        await operator.button(dialog).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await look(screen);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      }
      await operator.button('Stop stream').click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await look('channel-stop');
    },
  },
  {
    name: 'the frame around every screen',
    own: true,
    async run({ operator, page, core }, look) {
      const api = await core.api();
      await ensureDemoChannel(api);
      await addChannels(api, someNames(12));
      await operator.enter();
      await operator.sees('Connected');
      await takeSnapshots(api);
      await operator.channelButton.click();
      const list = page.getByRole('dialog', { name: 'Channels' });
      await expect(list.getByRole('button', { name: 'Demo Connected' })).toBeVisible();
      await expect(list.locator('img')).toBeVisible();
      await look('channels');
      await list.getByRole('button', { name: 'Add channel' }).click();
      await expect(page.getByRole('dialog', { name: 'Add channel' })).toBeVisible();
      await look('channel-add');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Add channel' })).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(list).toBeHidden();
      await operator.button('Channel drawer').click();
      await expect(page.getByRole('region', { name: 'Channels' })).toContainText('Connected');
      await look('drawer');
      await page.getByRole('region', { name: 'Channels' }).getByRole('button', { name: 'Close' }).click();
      await operator.button('Menu').click();
      await expect(page.getByRole('menu')).toBeVisible();
      await look('menu');
      await page.getByRole('menuitem', { name: /^Language/ }).click();
      await look('menu-language');
      await page.keyboard.press('Escape');
      await page.getByRole('region', { name: 'Resources' }).getByRole('button').click();
      await look('resources');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await look('shortcuts');
      await page.keyboard.press('Escape');
      await operator.button('Menu').click();
      await page.getByRole('menuitem', { name: 'About' }).click();
      await expect(page.getByRole('dialog', { name: 'About Sluice' })).toBeVisible();
      await look('about');
    },
  },
  {
    name: 'the settings',
    judge: 'settings.spec.ts',
    async run({ operator, page }, look) {
      const settings = new SettingsPages(page);
      await operator.enter();
      await settings.open('Network');
      await look('settings-network');
      await settings.field('Maximum viewers').fill('many');
      await settings.save.click();
      await look('settings-network-refused');
      await settings.goTo('RTMP');
      await look('settings-rtmp');
      await operator.channelButton.click();
      await page
        .getByRole('dialog', { name: 'Channels' })
        .getByRole('button', { name: /^Livestream/ })
        .click();
      await expect(settings.leaveDialog).toBeVisible();
      await look('settings-leave');
    },
  },
  {
    name: 'the publications',
    own: true,
    judge: 'publications.spec.ts',
    async run({ operator, page, core }, look) {
      await ensureDemoChannel(await core.api());
      await operator.enter();
      await operator.sees('Connected');
      const publications = new Publications(page);
      await publications.card.getByRole('link', { name: 'Add publication' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Add publication' })).toBeVisible();
      await look('publication-add');
      for (const service of ['YouTube', 'SRT']) {
        await operator.channelPage();
        await publications.add(service);
        await look(`publication-${service.toLowerCase()}`);
      }
      await publications.tab('Process control');
      await look('publication-process');
      await publications.tab('Encoding');
      await look('publication-encoding');
      await operator.channelPage();
      await publications.add('SRT');
      // Nobody waits there.
      await publications.field('Address').fill('127.0.0.1:9');
      await publications.saveAs('To the venue');
      await publications.switch('To the venue').check();
      await expect(publications.row('To the venue')).toContainText('Input/output error', { timeout: SLOW_MS });
      await look('channel-failing-publication');
    },
  },
  {
    name: 'the player and its page',
    own: true,
    judge: 'player.spec.ts',
    allows: [{ line: /^status 404: GET \S+\/memfs\/\S+$/, why: 'The stream is stopped: its page asks for it.' }],
    async run({ operator, page, core }, look) {
      const api = await core.api();
      await ensureDemoChannel(api);
      await operator.enter();
      await operator.sees('Connected');
      await takeSnapshots(api);
      const editor = new PlayerEditor(page);
      await editor.open();
      await expect(viewerOf(editor.preview).play).toBeVisible();
      await look('player-embed');
      await editor.tab('Logo');
      await editor.upload('logo.png', 'no picture');
      await expect(page.getByRole('alert')).toBeVisible();
      await look('player-logo');
      await editor.tab('Playback');
      await look('player-playback');
      await editor.save.click();
      await expect(page.getByRole('region', { name: 'Publications' })).toBeVisible();
      const address = await page.getByRole('link', { name: 'Open Player page' }).getAttribute('href');
      await operator.button('Stop stream').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stop stream' }).click();
      await operator.sees('Disconnected');
      await page.goto(String(address));
      await expect(viewerOf(page).card).toBeVisible();
      await look('page-offline');
    },
  },
  {
    name: 'the publication website',
    own: true,
    judge: 'viewers.spec.ts',
    allows: [{ line: /^status 404: GET \S+\/memfs\/\S+\.jpg/, why: 'Channels that never ran have no picture yet.' }],
    async run({ operator, page, core }, look) {
      const api = await core.api();
      await ensureDemoChannel(api);
      await addChannels(api, someNames(3));
      await operator.enter();
      await operator.sees('Connected');
      const website = new WebsitePages(page);
      await website.open();
      await look('website-fresh');
      await website.publish();
      await look('website');
      await website.switch('Publication website').uncheck();
      await website.save.click();
      await expect(website.offDialog).toBeVisible();
      await look('website-off');
      await website.offDialog.getByRole('button', { name: 'Cancel' }).click();
      await website.switch('Publication website').check();
      await page.goto(`${core.url}/`);
      await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
      await look('index');
      await page.getByRole('button', { name: 'Share' }).click();
      await look('index-share');
    },
  },
  {
    name: 'a core that is away, and a page that breaks',
    own: true,
    allows: [
      { line: /^request failed: \S+ \S+ net::ERR_/, why: 'The core was killed.' },
      { line: /^(console|uncaught): /, why: 'The page breaks on purpose, and React says so.' },
    ],
    async run({ operator, page, core }, look) {
      await operator.enter();
      await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
      await core.kill();
      await expect(operator.lostBanner).toBeVisible();
      await look('core-lost');
      await core.restart();
      await expect(operator.lostBanner).toBeHidden({ timeout: SLOW_MS });
      await page.route(/SettingsScreen-\w+\.js$/, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'export default () => { throw new Error("on purpose"); }',
        }),
      );
      await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
      await expect(page.getByRole('heading', { name: 'This page broke' })).toBeVisible();
      await look('broken');
    },
  },
];
