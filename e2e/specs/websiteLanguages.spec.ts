import { readdirSync, readFileSync } from 'node:fs';
import { METADATA_KEY } from '../../src/api/processIds.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { addChannelsWith, noSnapshot, someNames } from '../support/channels.ts';
import { expect, test } from '../test.ts';

const WIDTHS = [360, 768, 1280, 1920];
const SCHEMES = ['dark', 'light'] as const;
/** The heading "Channels" by language. */
const LANGUAGES = new Map([
  ['en', 'Channels'],
  ...readdirSync('assets/locales').map((file) => {
    const { Channels: word } = JSON.parse(readFileSync(`assets/locales/${file}`, 'utf8'));
    return [file.replace('.json', ''), String(word)] as const;
  }),
]);
const NOTE = '# Publisher\n\nAda, Road 1\n\n| Day | Time |\n|---|---|\n| Sunday | 10:00 |\n';

test('the website is shown in seven languages on every screen and in both schemes @own-core', async ({
  operator,
  core,
  browser,
  pageErrors,
  api,
  website,
}) => {
  // Seven languages, four widths and two schemes per page.
  test.slow();
  pageErrors.allow(noSnapshot);
  const startsAt = new Date(Date.now() + 26 * 3_600_000).toISOString();
  // Enough channels to show the search, and one with all optional fields.
  await addChannelsWith(api, {
    'First stage': {
      meta: { description: 'Every evening.', author: { name: 'Ada', description: 'She plays.' } },
      license: 'CC BY 4.0',
      player: { startsAt },
    },
    ...Object.fromEntries(someNames(12).map((name) => [name, {}])),
  });
  await api.metadataSet({
    key: METADATA_KEY,
    body: { version: 1, playersite: { title: 'House', headline: 'One line', imprint: NOTE, terms: NOTE } },
  });
  await operator.enter();
  await website.open();
  await website.field('Main channel').selectOption('First stage');
  await website.publish();

  for (const [code, channels] of LANGUAGES)
    await test.step(code, async () => {
      const viewer = await browser.newPage({ locale: code });
      const dialog = viewer.getByRole('dialog');
      for (const scheme of SCHEMES) {
        await viewer.emulateMedia({ colorScheme: scheme });
        await viewer.goto(`${core.url}/`);
        await expect(viewer.getByRole('navigation', { name: channels, exact: true })).toBeVisible();
        await isAccessible(viewer, `index, ${code}`, [scheme], WIDTHS);
        await viewer.locator('[data-opens=share]').click();
        await expect(dialog).toBeVisible();
        await isAccessible(viewer, `share, ${code}`, [scheme], [360]);
        await viewer.keyboard.press('Escape');
        await viewer.locator('footer [data-opens=imprint]').click();
        await expect(dialog).toBeVisible();
        await isAccessible(viewer, `imprint, ${code}`, [scheme], [360]);
        await viewer.keyboard.press('Escape');
        await viewer.goto(`${core.url}/playersite_imprint.html`);
        await isAccessible(viewer, `page of the imprint, ${code}`, [scheme], [360]);
      }
      await viewer.close();
    });
});
