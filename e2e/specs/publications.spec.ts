import type { Page } from '@playwright/test';
import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import recorded from '../../src/features/setup/publicationForm/fixtures/recorded-installations.json' with {
  type: 'json',
};
import { isAccessible, LOW_WINDOW, tabTo } from '../support/browser/isAccessible.ts';
import { speak } from '../support/browser/speak.ts';
import { configOf, egressesOf, MODEST, outputsOf } from '../support/channels.ts';
import { expect, test } from '../test.ts';

const KEY = 'journey-s3cret';

test('a failing publication is named in the verdict, keeps its place and shows the cause, and all start and stop together', async ({
  core,
  page,
  liveChannel: _,
  api,
  publications,
}) => {
  const { config } = await api.config();
  for (const [name, server] of [
    ['Arrives', `127.0.0.1:${config.rtmp?.address.split(':').pop()}/venue`],
    ['Zero', '127.0.0.1:9/nowhere'],
  ] as const) {
    await publications.addRtmp(server, KEY);
    await publications.saveAs(name);
  }
  await publications.forAll('Start all');
  await publications.isLive('Arrives');
  await expect(await publications.cause('Zero')).toContainText('Check the address and port');
  await expect(publications.card.getByRole('alert')).not.toContainText(KEY);
  await expect(publications.card.getByRole('listitem').last()).toContainText('Zero');
  await expect(publications.row('Zero')).toContainText('Refused');

  await publications.act('Zero', 'Details');
  await expect(page.getByRole('dialog', { name: 'Process details' })).toContainText('Connection refused');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Edit Zero' }).click();
  await publications.tab('Process control');
  await expect(page.getByText(/Reconnecting in \d+ s/)).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  // The process was stopped in error, and its row still shows that.
  await expect(page.getByText('You have to reconnect manually')).toBeVisible();
  await publications.field('Reconnect').uncheck();
  await publications.tab('General');
  await publications.unfold('Advanced');
  await publications.field('Group').fill('Evening');
  await publications.tab('Process control');
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reconnect', exact: true })).toBeHidden();
  await publications.save.click();

  // Without reconnect the switch shows the actual state, off.
  await publications.switch('Zero').check();
  await expect(publications.row('Zero')).toContainText('You have to reconnect manually');
  await expect(publications.switch('Zero')).not.toBeChecked();

  await publications.forAll('Stop all');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop all' }).click();
  await expect(publications.row('Arrives')).toContainText('Stopped');
  await expect(publications.row('Zero')).toContainText('Stopped');
  expect((await egressesOf(core)).map(({ state }) => state?.order)).toEqual(['stop', 'stop']);

  const group = publications.card.getByRole('switch', { name: 'Group Evening' });
  await expect(group).toHaveCount(0);
  await publications.join('Arrives', 'Evening');
  await expect(group).toBeVisible();
  await publications.forAll('Groups', 'Start Evening');
  await expect(publications.row('Zero')).toContainText('You have to reconnect manually');
  await publications.isLive('Arrives');
});

test('unsaved entries of a form survive a change of tabs and Back', async ({
  core,
  page,
  liveChannel: _,
  publications,
}) => {
  await publications.add('Twitch');
  await publications.field('Stream key').fill(KEY);
  await publications.tab('Encoding');
  await publications.field('Video encoding').selectOption('libx264');
  await publications.tab('General');
  await expect(publications.field('Stream key')).toHaveValue(KEY);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await publications.leaveDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(publications.field('Stream key')).toHaveValue(KEY);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await publications.leaveDialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(publications.card).toContainText('No publications yet');

  await page.goto(`${core.ui}#/${new URL(page.url()).hash.split('/')[1]}/publication/nowhere`);
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Publication service not found'),
  ).toBeVisible();
  await expect(publications.card).toBeVisible();
});

test('the screens of publications are accessible', async ({ page, liveChannel: _, publications }) => {
  await expect(publications.card).toContainText('No publications yet');
  await publications.add('SRT');
  await publications.field('Address').fill('127.0.0.1:9');
  await publications.saveAs('Nowhere');
  await publications.switch('Nowhere').check();
  await expect(await publications.cause('Nowhere')).toBeVisible();
  await isAccessible(page, 'channel with a failing publication');
  await publications.card.getByRole('button', { name: 'Actions for Nowhere' }).click();
  await isAccessible(page, 'menu of a publication');
  await page.keyboard.press('Escape');
  await publications.card.getByRole('link', { name: 'Add publication' }).first().click();
  await expect(page.getByRole('button', { name: /^YouTube Live/ })).toBeVisible();
  await isAccessible(page, 'services');
});

test('the publication form is accessible', async ({ page, liveChannel: _, publications }) => {
  await publications.add('SRT');
  await publications.field('Address').fill('127.0.0.1:9');
  await publications.saveAs('Nowhere');
  await publications.act('Nowhere', 'Edit');
  await expect(publications.field('Address')).toHaveValue('127.0.0.1:9');
  await page.getByText('Advanced').click();
  await page.getByText('Command preview').click();
  await isAccessible(page, 'publication');
  await publications.field('Address').fill('');
  await publications.save.click();
  await expect(publications.field('Address')).toBeFocused();
  await isAccessible(page, 'publication with a fault');
  await publications.field('Address').fill('127.0.0.1:9');
  await publications.tab('Process control');
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await isAccessible(page, 'process control');
  await publications.tab('Encoding');
  await publications.field('Video encoding').selectOption('libx264');
  await page.getByText('Advanced').first().click();
  await isAccessible(page, 'encoding');
});

/** Expects a notice at the top that covers neither the header nor, with enough room, any control. */
async function isWellPlaced(page: Page) {
  const misplaced = () =>
    page.evaluate(() => {
      const box = document.querySelector('.notice')?.getBoundingClientRect();
      const header = document.querySelector('.header')?.getBoundingClientRect();
      if (!box || !header) return 'there is none';
      if (box.top < header.bottom || box.bottom > innerHeight / 2) return `from ${box.top} to ${box.bottom} px`;
      if (box.left < 0 || box.right > innerWidth || box.right < innerWidth / 2) return `ends at ${box.right} px`;
      return document.documentElement.scrollWidth > innerWidth ? 'the page is too wide' : '';
    });
  await expect.poll(misplaced).toBe('');
}

test('created, saved and deleted publications are confirmed by a notice, in German on a phone too', async ({
  page,
  liveChannel: _,
  publications,
}) => {
  const notices = page.getByRole('region', { name: 'Notifications' });
  await publications.add('SRT');
  await publications.field('Address').fill('127.0.0.1:9');
  await publications.saveAs('Venue');
  await expect(notices).toContainText('The publication service "Venue" has been created');
  await isWellPlaced(page);
  await publications.act('Venue', 'Edit');
  await publications.saveAs('Venue 2');
  await expect(notices).toContainText('The settings for "Venue 2" have been saved');
  await isWellPlaced(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await speak(page, 'de');
  await page.getByRole('button', { name: 'Aktionen für Venue 2' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Löschen' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Meldungen' })).toContainText(
    'Die Veröffentlichung „Venue 2“ wurde gelöscht',
  );
  await isWellPlaced(page);
});

test('a publication is created, run and deleted by keyboard alone', async ({ operator, page, api, publications }) => {
  await page.setViewportSize(LOW_WINDOW);
  await ensureDemoChannel(api, MODEST);
  const { config } = await api.config();
  const press = async (name: RegExp, role: 'button' | 'link' = 'button') => {
    await tabTo(page, name, role);
    await page.keyboard.press('Enter');
  };
  await operator.enter();
  await operator.sees('Live');
  await press(/^Add publication$/, 'link');
  await press(/^RTMP/);
  await tabTo(page, /^Server/, 'textbox');
  await page.keyboard.type(`127.0.0.1:${config.rtmp?.address.split(':').pop()}/venue/${KEY}`);
  await press(/^Encoding$/, 'link');
  await tabTo(page, /^Audio encoding/, 'combobox');
  await page.keyboard.type('MP3');
  await press(/^Save$/);
  await expect(publications.row('RTMP')).toContainText('Stopped');
  await tabTo(page, /^RTMP$/, 'switch');
  await page.keyboard.press('Space');
  await publications.isLive('RTMP');
  expect((await api.rtmp()).map(({ name }) => name)).toContain(`/venue/${KEY}`);
});

test('publications of an existing installation are listed and renamed without losing settings', async ({
  operator,
  page,
  api,
  publications,
}) => {
  const key = 'restreamer-ui';
  for (const { config, metadata, channel } of recorded) {
    const ingest = `${key}:ingest:${config.reference}`;
    if ((await api.processes({ id: ingest })).length === 0) {
      await api.processAdd({
        body: {
          ...config,
          ...{ id: ingest, input: [{ id: 'input_0', address: '/nothing.ts', options: [] }] },
          output: [{ id: 'output_0', address: '-', options: ['-f', 'null'] }],
        },
      });
      await api.processMetadataSet({ id: ingest, key, body: { version: 1, ...channel } });
    }
    await api.processAdd({ body: config });
    await api.processMetadataSet({ id: config.id, key, body: { ...metadata, theirs: 1 } });
    await api.processMetadataSet({ id: config.id, key: 'other-program', body: { note: 'kept' } });
  }

  await operator.enter();
  const channels = [...new Set(recorded.map(({ config }) => config.reference))];
  for (const id of channels) {
    await operator.channelButton.click();
    await page.getByRole('dialog', { name: 'Channels' }).locator(`[data-id="${id}"] .thumb`).click();
    await expect(page).toHaveURL(new RegExp(`#/${id}$`));
    for (const { config, metadata } of recorded.filter(({ config }) => config.reference === id)) {
      await expect(publications.switch(metadata.name)).not.toBeChecked();
      await publications.act(metadata.name, 'Edit');
      await expect(publications.field('Publication name')).toHaveValue(metadata.name);
      await publications.saveAs(`${metadata.name}, renamed`);
      const after = await api.process({ id: config.id, filter: 'metadata,state' });
      expect(after.state?.order).toBe('stop');
      expect(await outputsOf(api, config.id)).toHaveLength(config.output.length);
      expect((await configOf(api, config.id)).output).toHaveLength(1);
      expect(after.metadata).toMatchObject({
        [key]: { name: `${metadata.name}, renamed`, theirs: 1, control: metadata.control },
        'other-program': { note: 'kept' },
      });
    }
  }
});

test('one button starts and stops a recording, and the file is named and kept', async ({
  core,
  page,
  liveChannel: _,
  operator,
  publications,
}) => {
  const row = publications.row('File recording');
  const file = /REC\s·\s.*\s·\s.*B\s·\s.*\s\d{4}-\d\d-\d\d\s\d\d\.\d\d\.mp4/;
  await operator.button('Record').click();
  await expect(row).toContainText(file);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${core.ui}#/recordings`);
  const files = page.getByRole('list', { name: /File recording/ }).getByRole('listitem');
  await expect(files).toHaveCount(1);
  await expect(files.first()).toContainText('Being recorded');
  await expect(files.first().getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goBack();
  await operator.button('Stop recording').click();
  await expect(row).toContainText('Stopped');
  await operator.button('Record').click();
  await expect(row).toContainText('REC');
  await page.goto(`${core.ui}#/recordings`);
  await expect(files).toHaveCount(2);
  await expect(files.nth(0)).toContainText('Being recorded');
  await expect(files.nth(1)).not.toContainText('Being recorded');
  await files
    .nth(1)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete file' }).click();
  await expect(files).toHaveCount(1);
});
