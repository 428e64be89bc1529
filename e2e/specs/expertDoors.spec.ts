import { isAccessible } from '../support/browser/isAccessible.ts';
import { overflowsOf } from '../support/browser/layoutOverflow.ts';
import { LANGUAGES, speak, textsIn } from '../support/browser/speak.ts';
import { expect, test } from '../test.ts';

const PHONE = { width: 360, height: 740 };

for (const language of LANGUAGES)
  test(`the debug report and the expert fields are reached by keyboard on a phone (${language}) @own-core`, async ({
    page,
    api,
    liveChannel: _,
  }) => {
    const t = textsIn(language);
    await page.setViewportSize(PHONE);
    await speak(page, language);
    const isNarrow = async () => {
      await page.setViewportSize(PHONE);
      await expect.poll(() => overflowsOf(page)).toEqual([]);
    };
    const goTo = (path: string) =>
      page.evaluate((to) => {
        location.hash = `#/${to}`;
      }, path);

    await test.step('the report stands beside the process details of the channel', async () => {
      const more = page.getByRole('button', { name: t('More'), exact: true });
      await more.press('Enter');
      await expect(page.getByRole('menuitem', { name: t('Process details') })).toBeVisible();
      await page.getByRole('menuitem', { name: t('Debug report') }).press('Enter');
      const dialog = page.getByRole('dialog', { name: t('Debug report') });
      await expect(dialog.getByRole('log').or(dialog.getByRole('list'))).toContainText('ffmpeg');
      await isAccessible(page, `debug report (${language})`, ['dark'], [360]);
      await isNarrow();
      const downloading = page.waitForEvent('download');
      await dialog.getByRole('button', { name: t('Download report.txt') }).press('Enter');
      expect((await downloading).suggestedFilename()).toBe('report.txt');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });

    await test.step('an expert names the core and sends a configuration of his own', async () => {
      await goTo('settings/general');
      await page.getByRole('switch', { name: t('Expert mode') }).press('Space');
      await page.getByRole('link', { name: t('Service'), exact: true }).press('Enter');
      const field = (label: Parameters<typeof t>[0]) => page.getByRole('main').getByLabel(t(label), { exact: true });
      await field('Name of this core').fill('Town hall');
      await field('Custom configuration').fill('[]');
      await page.getByRole('button', { name: t('Save'), exact: true }).press('Enter');
      await expect(field('Custom configuration')).toHaveAccessibleDescription(
        new RegExp(escaped(t('Enter an object: { … }'))),
      );
      await isNarrow();
      await field('Custom configuration').fill('{"log": {"max_lines": 77}}');
      await page.getByRole('button', { name: t('Save'), exact: true }).press('Enter');
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('Later') })
        .press('Enter');
      const { config } = await api.config();
      expect(config).toMatchObject({ name: 'Town hall', log: { max_lines: 77 } });
      // The token field exists only if the core can report to the hosted service.
      const reports = page.getByRole('switch', { name: t('Connect to the service') });
      const { extensions } = await api.about();
      await expect(reports).toHaveCount(extensions.includes('reports-nothing') ? 0 : 1);
      if (await reports.isVisible()) {
        await reports.press('Space');
        await page.getByRole('button', { name: t('Save'), exact: true }).press('Enter');
        await expect(page.getByLabel(new RegExp(`^${t('Monitoring token')}`)).first()).toHaveAttribute(
          'aria-invalid',
          'true',
        );
        await reports.press('Space');
      }
    });
  });

for (const language of LANGUAGES)
  test(`the address for an HLS upload is reached by keyboard on a phone (${language}) @embedded @push-keys`, async ({
    page,
    liveChannel: channel,
  }) => {
    const t = textsIn(language);
    await page.setViewportSize(PHONE);
    await speak(page, language);
    await page.evaluate((to) => {
      location.hash = to;
    }, `#/${channel}/edit/wizard`);
    await page.getByRole('button', { name: new RegExp(`^${escaped(t('Encoder over HLS'))}`) }).press('Enter');
    const show = t('Show {{what}}').replace('{{what}}', t('Full URL'));
    await page.getByRole('button', { name: show }).press('Enter');
    await expect(page.getByText(new RegExp(`/memfs/ingest/${channel}\\.m3u8`))).toBeVisible();
    await isAccessible(page, `upload over HLS (${language})`, ['dark'], [360]);
    await page.setViewportSize(PHONE);
    await expect.poll(() => overflowsOf(page)).toEqual([]);
  });

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
