import { ensureDemoChannel } from '../../harness/tools/demo/channel.ts';
import { expect, test } from '../fixtures.ts';
import { Publications } from '../pages/publications.ts';
import { misfitsOf } from '../support/browser/narrow.ts';
import { MODEST } from '../support/channels.ts';

const LANGUAGES = ['en', 'de', 'fr', 'it', 'pt', 'es', 'ru'];
const PHONE = { width: 390, height: 844 };

const CHANNEL = [
  ...['', '/edit/general', '/edit/encoding', '/edit/processing', '/edit/meta', '/edit/license', '/edit/source/video'],
  ...['/edit/source/audio', '/edit/wizard', '/preflight', '/renditions', '/publication', '/publication/youtube'],
  ...['/publication/srt/new/process', '/publication/recording/new/encoding', '/publication/player/embed'],
  ...['/publication/player/poster'],
];
const SETTINGS = ['general', 'network', 'auth', 'playback', 'storage', 'rtmp', 'srt', 'logging', 'service'];
const OTHERS = [
  ...['/multiview', '/encoders', '/playersite/general', '/playersite/design'],
  ...SETTINGS.map((tab) => `/settings/${tab}`),
];

test('rows, headers and bars fit on a phone, in seven languages', async ({ operator, core, page, pageErrors }) => {
  pageErrors.allow({
    line: /net::ERR_BLOCKED_BY_ORB$/,
    why: 'The preview of a website that was never published asks for files that come with publishing.',
  });
  test.setTimeout(10 * 60_000);
  await ensureDemoChannel(await core.api(), MODEST);
  await operator.enter();
  await operator.sees('Live');
  const [, id = ''] = new URL(page.url()).hash.split('/');
  const publications = new Publications(page);
  for (const name of ['Venue', 'Studio with a long name']) {
    await publications.add('RTMP');
    await publications.field('Server').fill('127.0.0.1:9/nowhere');
    await publications.tab('Process control');
    await page.getByText('Advanced').first().click();
    await publications.field('Group').fill('Evening');
    await publications.tab('General');
    await publications.saveAs(name);
  }
  await page.setViewportSize(PHONE);
  const found: string[] = [];
  for (const language of LANGUAGES) {
    await page.evaluate((chosen) => {
      localStorage.setItem('@@restreamer-ui@@language', chosen);
      localStorage.setItem('@@restreamer-ui@@expert', 'true');
    }, language);
    await page.reload();
    for (const path of [...CHANNEL.map((part) => `/${id}${part}`), ...OTHERS]) {
      await page.evaluate((to) => {
        location.hash = `#${to}`;
      }, path);
      await expect(page.locator('main h1').first()).toBeAttached();
      await expect(page.locator('main .skeleton')).toHaveCount(0);
      for (const misfit of await misfitsOf(page)) found.push(`${language} ${path.replace(id, 'channel')}: ${misfit}`);
    }
  }
  expect(found).toEqual([]);
});
