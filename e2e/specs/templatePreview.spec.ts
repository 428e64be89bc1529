import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { METADATA_KEY } from '../../src/api/processIds.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { addChannels, MODEST, noSnapshot } from '../support/channels.ts';
import { HOSTILE_TEMPLATE } from '../support/hostileContent.ts';
import { OLD_TEMPLATE } from '../support/websiteTemplates.ts';
import { expect, test } from '../test.ts';

const notLive: AllowedError = {
  line: /^(?:status 404|request failed): GET \S+\/memfs\/\S+/,
  why: 'The second channel never ran, and a frame without an origin is not shown the words of an error.',
};
const refused: AllowedError = {
  line: /^console: .*(?:Unsafe attempt|Framing|sandbox|Blocked|CORS|JavaScript URL)/,
  why: 'The browser says what it keeps a template from.',
};
const closed: AllowedError = {
  line: /^request failed: GET \S+\/(?:ui\/|api\/\S*) net::ERR_(?:BLOCKED_BY_RESPONSE|FAILED)/,
  why: 'The interface is shown in no frame, and its API says nothing to an origin that is none.',
};
const unknown: AllowedError = { line: /^status 401: GET \S+\/api\//, why: 'A template is nobody who is logged in.' };

const keptIn = () => Object.keys({ ...localStorage, ...sessionStorage }).sort();

test('the preview of the editor plays an old template, and isolates a hostile one @own-core', async ({
  operator,
  page,
  context,
  pageErrors,
  api,
  website,
}) => {
  pageErrors.allow(noSnapshot, notLive, refused, closed, unknown);
  await ensureDemoChannel(api, MODEST);
  await addChannels(api, ['Second stage']);
  await api.metadataSet({
    key: METADATA_KEY,
    body: { version: 1, playersite: { title: 'House', imprint: 'Ada, Road 1', inject2: '<b id="slot">Injected</b>' } },
  });
  await operator.enter();
  await operator.sees('Live');
  await website.open();
  await website.publish();
  await website.tab('Template');
  const name = website.field('Name of the template (required)');
  const address = page.url();

  await test.step('an old one is shown with all that it loads', async () => {
    await name.fill('old');
    await website.upload('Upload template', 'old.html', OLD_TEMPLATE, 'text/html');
    const { preview } = website;
    await expect(preview.getByRole('heading', { name: 'Demo' })).toBeVisible();
    await expect(preview.locator('li.on')).toHaveText('Demo');
    await expect(preview.locator('li.off')).toHaveText('Second stage');
    await expect(preview.locator('#imprint')).toHaveText('Ada, Road 1');
    await expect(preview.locator('#slot')).toHaveText('Injected');
    await expect(preview.getByText('{{')).toHaveCount(0);
    await expect(preview.locator('video')).toPlay();
    expect(await preview.locator('body').evaluate(() => window.origin)).toBe('null');
  });

  await test.step('a hostile one is refused everything, alone and when somebody clicks', async () => {
    const before = await page.evaluate(keptIn);
    expect(before.length).toBeGreaterThan(0);
    await name.fill('evil');
    await website.upload('Upload template', 'evil.html', HOSTILE_TEMPLATE, 'text/html');
    const { preview } = website;
    await expect(preview.getByRole('button', { name: 'go' })).toBeVisible();
    const attempts = () =>
      preview.locator('body').evaluate(async () => {
        await Reflect.get(window, 'done');
        return Object.entries<string>(Reflect.get(window, 'attempts'));
      });
    const unclicked = await attempts();
    expect(unclicked.length).toBeGreaterThanOrEqual(14);
    expect(unclicked.filter(([, outcome]) => !outcome.startsWith('refused'))).toEqual([]);
    const opened = context.pages().length;
    await preview.getByRole('button', { name: 'go' }).press('Enter');
    await expect.poll(async () => (await attempts()).length).toBeGreaterThan(unclicked.length);
    const clicked = await attempts();
    expect(clicked.filter(([, outcome]) => !outcome.startsWith('refused'))).toEqual([]);
    await preview.getByRole('link', { name: 'way' }).click();
    expect(context.pages().length, 'no window was opened').toBe(opened);
    expect(page.url()).toBe(address);
    expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
    expect(await page.evaluate(keptIn)).toEqual(before);
    // Nothing was saved: viewers still get the previous page.
    expect(await api.diskFiles({ glob: '/playersite/templates/*' })).toEqual([]);
    await expect(website.save).toBeEnabled();
  });
});
