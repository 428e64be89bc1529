import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { openDestination } from '../support/browser/openDestination.ts';
import { addChannels, MODEST, someNames, takeSnapshots } from '../support/channels.ts';
import { expect } from '../support/expect.ts';
import type { Walk } from './walkTypes.ts';

export const channel: readonly Walk[] = [
  {
    name: 'the channel page and its dialogs',
    byKeyboard: true,
    allows: [
      {
        line: /^status 404: GET \S+\/memfs\/\S+\.ts$/,
        why: 'On a slow machine the preview asks for a segment that is gone.',
      },
    ],
    async run({ operator, page, core }, capture) {
      // Large enough for several renditions.
      await ensureDemoChannel(await core.api(), { ...MODEST, size: '1280x720', fps: '10' });
      await operator.enter();
      await operator.sees('Live');
      await expect(operator.player).toPlay();
      await capture('channel');
      const graph = operator.button('Last 5 minutes');
      await graph.click();
      await page.getByText('As a table').click();
      await expect(page.getByRole('table')).toBeVisible();
      await capture('channel-graph');
      await graph.click();
      const opens = {
        'process-details': () => operator.openDetails(),
        'process-report': () => operator.openReport(),
      };
      for (const [screen, open] of Object.entries(opens)) {
        await open();
        await expect(page.getByRole('dialog')).toBeVisible();
        await capture(screen);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      }
      await operator.button('Stop stream').click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await capture('channel-stop');
      await page.keyboard.press('Escape');
      await operator.preflight();
      await expect(page.getByText(/^Checked at/)).toBeVisible();
      await capture('preflight');
      await page.evaluate(
        (hash) => {
          location.hash = hash;
        },
        page
          .url()
          .replace(/^.*#|\/preflight.*$/g, '')
          .concat('/renditions'),
      );
      await expect(page.getByRole('heading', { name: 'Add a size' })).toBeVisible();
      await capture('renditions-none');
      await page.getByRole('button', { name: 'Add 480p' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: '480p H.264' })).toBeVisible();
      await capture('renditions');
      await page.getByRole('button', { name: /^Delete rendition/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: '480p H.264' })).toBeHidden();
    },
  },
  {
    name: 'the frame around every screen',
    own: true,
    async run({ operator, page, core }, capture) {
      const api = await core.api();
      await ensureDemoChannel(api, MODEST);
      await addChannels(api, someNames(12));
      await operator.enter();
      await operator.sees('Live');
      await takeSnapshots(api);
      await operator.channelButton.click();
      const list = page.getByRole('dialog', { name: 'Channels' });
      await expect(list.getByRole('button', { name: /^Demo Live(, \d+ problem)?/ })).toBeVisible();
      await expect(list.locator('img')).toBeVisible();
      await capture('channels');
      await list.getByRole('button', { name: 'Add channel' }).click();
      await expect(page.getByRole('dialog', { name: 'Add channel' })).toBeVisible();
      await capture('channel-add');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Add channel' })).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(list).toBeHidden();
      await operator.openChannelBar();
      await expect(page.getByRole('region', { name: 'Channels' })).toContainText(/Live/);
      await capture('drawer');
      await page.getByRole('region', { name: 'Channels' }).getByRole('button', { name: 'Close' }).click();
      await page.keyboard.press('m');
      await expect(page.getByRole('article')).toHaveCount(13);
      await expect(page.getByText('1 of 13 live')).toBeVisible();
      await capture('multiview');
      await operator.button('Menu').click();
      await page.getByRole('menuitem', { name: 'Recordings' }).click();
      await expect(page.getByText('Nothing has been recorded yet.')).toBeVisible();
      await capture('recordings');
      await operator.button('Menu').click();
      await page.getByRole('menuitem', { name: /^Alarm (Off|On)/ }).click();
      await page.getByRole('switch', { name: 'Alarm in this browser' }).check();
      await expect(page.getByRole('switch', { name: 'Sound' })).toBeVisible();
      await capture('alarm');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Alarm' })).toBeHidden();
      await operator.button('Menu').click();
      await expect(page.getByRole('menu')).toBeVisible();
      await capture('menu');
      await page.getByRole('menuitem', { name: /^Language/ }).click();
      await capture('menu-language');
      await page.keyboard.press('Escape');
      await page.getByRole('region', { name: 'Resources' }).getByRole('button').click();
      await capture('resources');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await capture('shortcuts');
      await page.keyboard.press('Escape');
      await operator.button('Menu').click();
      await page.getByRole('menuitem', { name: 'About' }).click();
      await expect(page.getByRole('dialog', { name: 'About Sluice' })).toBeVisible();
      await capture('about');
    },
  },
  {
    name: 'a core that is away, and a page that breaks',
    own: true,
    allows: [
      { line: /^request failed: \S+ \S+ net::ERR_/, why: 'The core was killed.' },
      { line: /^(console|uncaught): /, why: 'The page breaks on purpose, and React says so.' },
    ],
    async run({ operator, page, core }, capture) {
      await operator.enter();
      await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
      await core.kill();
      await expect(operator.lostBanner).toBeVisible();
      await capture('core-lost');
      await core.restart();
      await expect(operator.lostBanner).toBeHidden();
      await page.route(/\/screensChunk-\w+\.js$/, async (route) => {
        const chunk = await (await route.fetch()).text();
        const body = chunk.replace(/[\w$]+ as SettingsScreen\b/, 'brokenScreen as SettingsScreen');
        await route.fulfill({
          contentType: 'text/javascript',
          body: `${body}\nfunction brokenScreen() { throw new Error("on purpose"); }`,
        });
      });
      await openDestination(page, 'Settings');
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
      await capture('broken');
    },
  },
];
