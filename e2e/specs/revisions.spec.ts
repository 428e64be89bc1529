import { ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { parseIngestMetadata } from '../../src/media/stored/metadata.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { overflowsOf } from '../support/browser/layoutOverflow.ts';
import { LANGUAGES, speak, textsIn } from '../support/browser/speak.ts';
import { expect, test } from '../test.ts';

const PHONE = { width: 360, height: 740 };

for (const language of LANGUAGES)
  test(`a save is undone at once, and an earlier version is restored, by keyboard on a phone (${language}) @own-core`, async ({
    page,
    api,
    liveChannel: channel,
  }) => {
    const t = textsIn(language);
    await page.setViewportSize(PHONE);
    await speak(page, language);
    const name = async () =>
      parseIngestMetadata(await api.processMetadata({ id: ingestId(channel), key: METADATA_KEY })).meta.name;
    const before = await name();
    const notices = page.getByRole('region', { name: t('Notifications') });
    const rename = async (to: string) => {
      await page.evaluate((path) => {
        location.hash = path;
      }, `#/${channel}/edit/general`);
      const field = page.getByRole('main').getByLabel(new RegExp(`^${t('Channel name')}`));
      await field.fill(to);
      await page.getByRole('button', { name: t('Save'), exact: true }).press('Enter');
      await expect(notices).toContainText(to);
      await expect(page).toHaveURL(new RegExp(`#/${channel}$`));
    };

    await test.step('"Undo" in the notice takes the save back', async () => {
      await rename('Evening show');
      expect(await name()).toBe('Evening show');
      await notices.getByRole('button', { name: t('Undo'), exact: true }).press('Enter');
      await expect(notices).toContainText(t('The change has been undone'));
      expect(await name()).toBe(before);
    });

    await test.step('the screen shows who changed what, and restores it after a preview', async () => {
      await rename('Morning show');
      await page.getByRole('button', { name: t('Menu'), exact: true }).press('Enter');
      await page.getByRole('menuitem', { name: t('Earlier versions') }).press('Enter');
      const changes = page.getByRole('list', { name: t('Changes') });
      await expect(changes.getByRole('listitem')).toHaveCount(3);
      await expect(changes.getByRole('listitem').first()).toContainText(`${before} → Morning show`);
      await expect(changes.getByRole('listitem').first()).toContainText('admin');
      await isAccessible(page, `earlier versions (${language})`, ['dark', 'light'], [360]);
      await page.setViewportSize(PHONE);
      await expect.poll(() => overflowsOf(page)).toEqual([]);
      await changes.getByRole('button').last().press('Enter');
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText(`Morning show → ${before}`);
      await isAccessible(page, `preview of an earlier version (${language})`, ['dark'], [360]);
      await page.setViewportSize(PHONE);
      await expect.poll(() => overflowsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: t('Restore'), exact: true }).press('Enter');
      await expect(notices).toContainText(t('The earlier version has been restored'));
      expect(await name()).toBe(before);
      await expect(changes.getByRole('listitem')).toHaveCount(4);
    });
  });

test('a deleted channel is restored with its publication, and is live again @own-core', async ({
  page,
  api,
  operator,
  publications,
  liveChannel: channel,
}) => {
  await publications.addRtmp('127.0.0.1:9/nowhere', 'a-stream-key');
  await publications.saveAs('To the archive');
  const stored = async () => {
    const processes = await api.processes({ reference: channel, filter: 'config,metadata' });
    const lasting = processes.filter(({ id }) => !/_(probe|upload)/.test(id));
    return lasting
      .map(({ id, config, metadata }) => ({ id, config, metadata }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  };
  const before = await stored();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete channel' }).click();
  const notices = page.getByRole('region', { name: 'Notifications' });
  await expect(notices).toContainText('has been deleted');
  expect(await stored()).toEqual([]);
  await notices.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await expect(notices).toContainText('The change has been undone');
  expect(await stored()).toEqual(before);
  await page.evaluate((path) => {
    location.hash = path;
  }, `#/${channel}`);
  await operator.sees('Live');
  await expect(publications.row('To the archive')).toBeVisible();
});
