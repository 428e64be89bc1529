import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { ChannelEdit } from '../pages/channelEdit.ts';
import { Moving } from '../pages/moving.ts';
import { Publications } from '../pages/publications.ts';
import { SettingsPages } from '../pages/settings.ts';
import { MODEST } from '../support/channels.ts';
import { expect } from '../support/expect.ts';
import type { Walk } from './walkTypes.ts';

export const editingWalks: readonly Walk[] = [
  {
    name: 'the settings',
    byKeyboard: true,
    async run({ operator, page, core }, capture) {
      const settings = new SettingsPages(page);
      await operator.enter();
      await settings.open('General');
      await capture('settings-general');
      await settings.switch('Expert mode').check();
      for (const tab of ['Authorization', 'Playback', 'Storage', 'Logging']) {
        await settings.goTo(tab);
        await capture(`settings-${tab.toLowerCase()}`);
      }
      await settings.goTo('Network');
      await capture('settings-network');
      await settings.goTo('General');
      await page.getByRole('link', { name: 'Test the encoders of this machine' }).click();
      await expect(page.getByText('Not tested yet', { exact: true })).toBeVisible();
      await capture('encoders');
      await page.goto(`${core.ui}#/edges`);
      await expect(page.getByRole('heading', { name: 'How to set up edges' })).toBeVisible();
      await capture('edges');
      await settings.open('Network');
      await settings.field('Maximum viewers').fill('many');
      await settings.save.click();
      await capture('settings-network-refused');
      await settings.goTo('RTMP');
      await capture('settings-rtmp');
      await operator.channelButton.click();
      await page
        .getByRole('dialog', { name: 'Channels' })
        .getByRole('button', { name: /^Livestream/ })
        .click();
      await expect(settings.leaveDialog).toBeVisible();
      await capture('settings-leave');
    },
  },
  {
    name: 'the export, the import and the preferences of the browser',
    byKeyboard: true,
    async run({ operator, page, core }, capture) {
      await ensureDemoChannel(await core.api(), MODEST);
      await operator.enter();
      await operator.sees('Live');
      const moving = new Moving(page);
      await moving.open();
      await expect(moving.button('Export')).toBeVisible();
      await capture('moving');
      await moving.includeSecrets('short', 'shorter');
      await moving.button('Export').click();
      await expect(page.getByText('The passphrases differ.')).toBeVisible();
      await capture('moving-passphrases-differ');
      await moving.includeSecrets('correct horse battery staple');
      const file = await moving.export();
      await moving.choose(file.subarray(0, 100));
      await expect(page.getByText('This file is incomplete.')).toBeVisible();
      await capture('moving-refused');
      await moving.choose(file);
      await expect(moving.button('Continue')).toBeVisible();
      await capture('moving-locked');
      await moving.button('Import without keys').click();
      await expect(page.getByText('There is nothing to change.')).toBeVisible();
      await capture('moving-planned');
      await moving.button('Done').click();
      await operator.button('Menu').click();
      await page.getByRole('menuitem', { name: 'Preferences of this browser' }).click();
      await expect(page.getByRole('dialog', { name: 'Preferences of this browser' })).toBeVisible();
      await capture('preferences');
    },
  },
  {
    name: 'the channel as it is edited',
    async run({ operator, page, core }, capture) {
      await ensureDemoChannel(await core.api(), MODEST);
      await operator.enter();
      await operator.sees('Live');
      const edit = new ChannelEdit(page);
      await edit.open();
      await capture('channel-edit');
      await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
      await expect(page.getByRole('dialog', { name: /^Duplicate the channel/ })).toBeVisible();
      await capture('channel-duplicate');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await capture('channel-delete');
      await page.keyboard.press('Escape');
      await edit.tab('Processing & Control');
      await page.getByText('Advanced').click();
      await edit.field('Segment length').fill('4');
      await capture('channel-edit-processing');
      await edit.save.click();
      await expect(edit.interruptDialog).toBeVisible();
      await capture('channel-edit-interrupts');
      await page.keyboard.press('Escape');
      await edit.tab('General');
      await edit.field('Channel name').fill('');
      await edit.save.click();
      await expect(page.getByText('Enter a channel name.')).toBeVisible();
      await capture('channel-edit-nameless');
      await edit.tab('License');
      await capture('channel-edit-license');
    },
  },
  {
    name: 'the earlier versions of a channel',
    own: true,
    byKeyboard: true,
    async run({ operator, page, core }, capture) {
      await ensureDemoChannel(await core.api(), MODEST);
      await operator.enter();
      await operator.sees('Live');
      const edit = new ChannelEdit(page);
      await edit.open();
      await edit.field('Channel name').fill('Evening show');
      await edit.save.click();
      await edit.saved();
      await operator.button('Menu').click();
      await page.getByRole('menuitem', { name: 'Earlier versions' }).click();
      const changes = page.getByRole('list', { name: 'Changes' });
      await expect(changes.getByRole('listitem')).toHaveCount(2);
      await capture('versions');
      await changes.getByRole('button').first().click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await capture('version-restore');
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Versions of' }).selectOption('Publication website');
      await expect(page.getByText('Nothing has been saved here yet.')).toBeVisible();
      await capture('versions-none');
    },
  },
  {
    name: 'the standby image of a channel',
    byKeyboard: true,
    async run({ operator, page, core }, capture) {
      await ensureDemoChannel(await core.api(), MODEST);
      await operator.enter();
      await operator.sees('Live');
      const publications = new Publications(page);
      await publications.addRtmp('127.0.0.1:9/nowhere');
      await capture('publication-unprotected');
      await publications.saveAs('To the archive');
      await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByRole('link', { name: 'Standby image', exact: true }).click();
      await expect(page.getByRole('checkbox', { name: 'To the archive' })).toBeVisible();
      await expect(page.getByRole('img', { name: "We'll be right back" })).toBeVisible();
      await capture('channel-edit-standby');
      // By keyboard, because the field grows with its text.
      await page.getByLabel('Text').press('End');
      await page.keyboard.insertText('x'.repeat(501));
      await expect(page.getByText('The text is too long.')).toBeVisible();
      await capture('channel-edit-standby-too-long');
    },
  },
  {
    name: 'the publications',
    own: true,
    async run({ operator, page, core }, capture) {
      await ensureDemoChannel(await core.api(), MODEST);
      await operator.enter();
      await operator.sees('Live');
      const publications = new Publications(page);
      await publications.card.getByRole('link', { name: 'Add publication' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Add publication' })).toBeVisible();
      await capture('publication-add');
      for (const service of ['YouTube', 'SRT']) {
        await operator.channelPage();
        await publications.add(service);
        await capture(`publication-${service.toLowerCase()}`);
      }
      await publications.tab('Process control');
      await capture('publication-process');
      await publications.tab('Encoding');
      await capture('publication-encoding');
      await operator.channelPage();
      await publications.add('SRT');
      await publications.field('Address').fill('127.0.0.1:9');
      await publications.saveAs('To the venue');
      await publications.switch('To the venue').check();
      await expect(publications.row('To the venue')).toContainText('again in');
      await expect(await publications.cause('To the venue')).toBeVisible();
      await capture('channel-failing-publication');
      await publications.act('To the venue', 'Delete');
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await capture('publication-delete');
      await page.keyboard.press('Escape');
      await publications.addRtmp('127.0.0.1:9/nowhere');
      await publications.saveAs('To the archive');
      for (const name of ['To the venue', 'To the archive']) await publications.join(name, 'Evening');
      await expect(publications.card.getByRole('switch', { name: 'Group Evening' })).toBeVisible();
      await publications.forAll('Groups');
      await expect(page.getByRole('menuitem', { name: 'Start Evening' })).toBeVisible();
      await capture('publications-menu');
    },
  },
  {
    name: 'what a channel records',
    byKeyboard: true,
    own: true,
    async run({ operator, page, core }, capture) {
      await ensureDemoChannel(await core.api(), MODEST);
      await operator.enter();
      await operator.sees('Live');
      const publications = new Publications(page);
      const row = publications.card.getByRole('listitem').first();
      const menu = row.getByRole('button', { name: /^Actions for / });
      const written = page.getByRole('main').getByText('Being recorded');
      await operator.button('Record').click();
      await expect(row).toContainText(/REC\s·\s.*\.mp4/);
      await capture('channel-recording');
      await menu.click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'File recording' })).toBeVisible();
      await capture('publication-recording');
      await operator.channelPage();
      await menu.click();
      await page.getByRole('menuitem', { name: 'Recordings' }).click();
      await expect(written).toBeVisible();
      await capture('publication-recording-files');
      await operator.button('Menu').click();
      await page.getByRole('menuitem', { name: 'Recordings' }).click();
      await expect(written).toBeVisible();
      await capture('recordings-written');
      await operator.channelPage();
      await operator.button('Stop recording').click();
      await expect(operator.button('Record')).toBeVisible();
      await operator.button('Menu').click();
      await page.getByRole('menuitem', { name: 'Recordings' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Recordings' })).toBeVisible();
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await capture('recording-delete');
    },
  },
];
