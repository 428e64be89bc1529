import type { BrowserContext, Page } from '@playwright/test';
import { DEMO_CHANNEL, ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { METADATA_KEY } from '../../src/api/processIds.ts';
import { playlistPath } from '../../src/media/hls/hlsFiles.ts';
import { hostileTexts } from '../../src/viewer/fixtures/hostileTexts.ts';
import type { Operator } from '../pages/operator.ts';
import { PlayerEditor } from '../pages/playerEditor.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { addChannels, addChannelsWith, MODEST, noSnapshot, someNames } from '../support/channels.ts';
import {
  addChannelsSaying,
  HOSTILE_SVG,
  HOSTILE_TEMPLATE,
  handlersForbidden,
  whatCameOf,
} from '../support/hostileContent.ts';
import { expect, test } from '../test.ts';

/** Parallel pages, each open for a moment. */
const AT_A_TIME = 4;
const GROUP = 3;

function watchFor(context: BrowserContext, origin: string): string[] {
  const events: string[] = [];
  const watch = (page: Page) => {
    page.on('dialog', (dialog) => {
      events.push(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => {}); // fails if the page is closed
    });
  };
  context.on('page', watch);
  context.on('request', (request) => {
    const { protocol, origin: requested } = new URL(request.url());
    if (/^https?:$/.test(protocol) && requested !== origin) events.push(`request: ${request.url()}`);
  });
  for (const page of context.pages()) watch(page);
  return events;
}

test('the website is published, plays, shows figures, is shared, and is taken down @own-core', async ({
  operator,
  core,
  page,
  context,
  api,
  website,
}) => {
  await ensureDemoChannel(api, MODEST);
  await addChannels(api, ['Second stage']);
  await operator.enter();
  await operator.sees('Live');
  await website.open();
  await expect(page.getByText(/^Not published yet: Save publishes it at http/)).toBeVisible();
  await website.field('Website name').fill('House & garden');
  await website.field('Main channel').selectOption('Demo');
  await website.publish();
  await isAccessible(page, 'website');
  await expect(page.getByRole('link', { name: 'Open Website URL' })).toHaveAttribute('href', `${core.url}/`);

  const foreign = watchFor(context, core.url);
  const viewer = await context.newPage();
  await viewer.goto(`${core.url}/`);
  await expect(viewer).toHaveTitle('Demo · House & garden');
  await expect(viewer.locator('link[rel=canonical]')).toHaveAttribute('href', `${core.url}/`);
  const list = viewer.getByRole('navigation', { name: 'Channels' });
  await expect(list.getByRole('link', { name: /^Live Demo/ })).toHaveAttribute('aria-current', 'page');
  const second = list.getByRole('link', { name: /Second stage/ });
  await expect(second.getByText('Views')).toBeHidden();
  await expect(second.getByText('Offline')).toBeVisible();
  await expect(list.getByText('Live', { exact: true })).toHaveCount(2);
  await expect(list.getByText('Live', { exact: true }).last()).toBeHidden();
  await isAccessible(viewer, 'index', ['dark']);
  await viewer.emulateMedia({ colorScheme: 'light' });
  await isAccessible(viewer, 'index', ['light']);
  await viewer.emulateMedia({ colorScheme: 'dark' });
  await viewer.getByRole('button', { name: 'Share' }).click();
  const share = viewer.getByRole('dialog', { name: 'Share this page' });
  await expect(share.getByRole('link', { name: 'Telegram' })).toHaveAttribute(
    'href',
    `https://t.me/share/url?url=${encodeURIComponent(`${core.url}/`)}&text=Demo`,
  );
  await expect(share.getByLabel('Link to this page')).toHaveValue(`${core.url}/`);
  await isAccessible(viewer, 'index-share', ['dark']);
  await viewer.keyboard.press('Escape');
  await expect(share).toBeHidden();
  await viewer.getByRole('button', { name: 'Play' }).first().click();
  await expect(viewer.locator('video')).toPlay();

  const figure = (name: string) =>
    viewer.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
  const before = await figure('Live for').textContent();
  await expect(figure('Live for')).not.toHaveText(before ?? '');
  // Local viewers are not counted, but viewers behind a proxy are.
  const watchAs = async (address: string): Promise<Response> => {
    const answer = await fetch(address, { headers: { 'X-Forwarded-For': '10.1.1.1' } });
    const next = (await answer.text()).split('\n').findLast((line) => line !== '' && !line.startsWith('#'));
    return address.includes('.ts') ? answer : watchAs(new URL(next ?? '', address).href);
  };
  await watchAs(`${core.url}/${playlistPath(DEMO_CHANNEL, 'memfs')}`);
  await expect(figure('Watching now')).toHaveText('1');

  await second.click();
  await expect(viewer.getByRole('heading', { level: 1, name: 'Second stage' })).toBeVisible();
  await expect(viewer.getByText('This stream is offline.')).toBeVisible();
  expect(foreign).toEqual([]);
  await viewer.close();

  await page.bringToFront();
  await website.switch('Publication website').uncheck();
  await website.save.click();
  await website.offDialog.getByRole('button', { name: 'Unpublish' }).click();
  await expect(website.saved).toBeVisible();
  const bare = await fetch(`${core.url}/`, { redirect: 'manual' });
  // The embedded core redirects to the interface instead.
  expect([302, 404]).toContain(bare.status);
  expect(await api.diskFiles({ glob: '/index.html' })).toEqual([]);
});

test('imprint and terms are readable with and without scripts, channels are searchable, and starts are counted down @own-core', async ({
  core,
  browser,
  pageErrors,
  api,
  publishWebsite,
}) => {
  pageErrors.allow(noSnapshot);
  const startsAt = new Date(Date.now() + 26 * 3_600_000).toISOString();
  const pastDate = new Date(Date.now() - 3_600_000).toISOString();
  const others = Object.fromEntries(someNames(11).map((name) => [name, {}]));
  await addChannelsWith(api, {
    'First stage': {},
    'Second stage': { player: { startsAt } },
    'Third stage': { player: { startsAt: pastDate } },
    ...others,
  });
  const imprint = 'Publisher\nAda, <b>Road 1</b>\n<script>window.hostile=1</script>';
  await api.metadataSet({
    key: METADATA_KEY,
    body: { version: 1, playersite: { title: 'House', imprint, terms: 'Watch.' } },
  });
  await publishWebsite();

  const viewer = await browser.newPage({ locale: 'de-DE', colorScheme: 'light' });
  await viewer.goto(`${core.url}/`);
  const list = viewer.getByRole('navigation', { name: 'Kanäle' });
  await expect(list.getByRole('link')).toHaveCount(14);
  await viewer.getByLabel('Kanäle suchen').fill('stage SECOND');
  await expect(list.getByRole('link')).toHaveCount(1);
  await expect(viewer.getByText('Kanäle: 1')).toBeVisible();
  await viewer.getByLabel('Kanäle suchen').fill('nowhere');
  await expect(viewer.getByText('Keine passenden Kanäle.')).toBeVisible();
  await viewer.getByLabel('Kanäle suchen').fill('');

  const schedule = viewer.getByRole('region', { name: 'Demnächst' });
  await expect(schedule.getByRole('listitem')).toHaveCount(1);
  await expect(schedule.getByText(/^Beginnt in 1 Tag 01:5\d:/)).toBeVisible();
  await isAccessible(viewer, 'index-many', ['light']);

  await viewer.getByRole('link', { name: 'Impressum' }).click();
  const dialog = viewer.getByRole('dialog', { name: 'Impressum' });
  await expect(dialog.getByText('Ada, Road 1')).toBeVisible();
  await isAccessible(viewer, 'index-imprint', ['light']);
  await viewer.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await viewer.evaluate(() => 'hostile' in window)).toBe(false);
  await schedule.getByRole('link', { name: 'Second stage' }).click();
  await expect(viewer.getByText(/^Geplanter Beginn: /)).toBeVisible();
  await viewer.close();

  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${core.url}/`);
  await expect(plain.getByRole('link', { name: 'Open the stream in another app' })).toHaveAttribute('href', /\.m3u8$/);
  await expect(plain.getByRole('button', { name: 'Share' })).toBeHidden();
  await expect(plain.getByRole('searchbox')).toBeHidden();
  await plain.getByRole('link', { name: 'Imprint' }).click();
  await expect(plain).toHaveURL(`${core.url}/playersite_imprint.html`);
  await expect(plain.getByText('Ada, Road 1')).toBeVisible();
  await plain.getByRole('link', { name: 'Terms' }).click();
  await expect(plain.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
  await plain.getByRole('link', { name: 'Home page' }).click();
  await expect(plain.getByRole('heading', { level: 1, name: /\S/ })).toBeVisible();
  await plain.close();
  const feed = await fetch(`${core.url}/playersite/feed.xml`);
  expect(await feed.text()).toContain('<title>Second stage</title>');
  expect((await fetch(`${core.url}/robots.txt`)).status).toBe(200);
});

test.describe('hostile texts', () => {
  // Disables the content security policy, the second line of defense, to test the first.
  test.use({ bypassCSP: true });

  test('run no scripts on player pages, website pages and the interface @own-core', async ({
    operator,
    core,
    page,
    context,
    pageErrors,
    api,
    publishWebsite,
  }) => {
    test.slow();
    pageErrors.allow(noSnapshot);
    // src/viewer/hostile.test.ts tests each text alone.
    const groups = Array.from({ length: Math.ceil(hostileTexts.length / GROUP) }, (_, i) =>
      hostileTexts.slice(i * GROUP, (i + 1) * GROUP).join('\n'),
    );
    const ids = await addChannelsSaying(api, groups);
    const [text = ''] = groups;
    const all = hostileTexts.join('\n');
    const playersite = {
      ...{ title: all, bgimage_url: text, textcolor_title: text, bgcolor_header: text, hrcolor: text },
      ...{ imprint: all, terms: `<p>${all}` },
    };
    await api.metadataSet({ key: METADATA_KEY, body: { version: 1, playersite } });
    const foreign = watchFor(context, core.url);
    await publishWebsite();
    await operator.channelButton.click();
    await expect(page.getByRole('dialog', { name: 'Channels' }).getByRole('button')).not.toHaveCount(0);
    // The pages are written in sequence, so the timeout is per page.
    const written = async () => (await api.diskFiles({ glob: '/*.html' })).length;
    for (let before = await written(); before < 2 * ids.length + 3; before = await written()) {
      await expect.poll(written).toBeGreaterThan(before);
    }
    expect(await written()).toBe(2 * ids.length + 3);
    await page.keyboard.press('Escape');
    await isHarmlessInside(operator, ids.length);

    const common =
      'html head meta title link script body main div h1 p noscript button span style img a video video-js';
    const site = `${common} header article dl dt dd h2 nav ul li footer dialog label input`;
    // notes.test.ts tests the elements allowed in imprint and terms.
    const notes = 'b br code em h3 h4 h5 h6 hr i ol pre section small strong table tbody td tr u';
    const allowedTags: Record<string, string> = {
      // Its share button has an icon.
      '': `${common} svg path`,
      playersite_: `${site} ${notes}`,
    };
    const pages = Object.keys(allowedTags).flatMap((prefix) => ids.map((id) => ({ prefix, id })));
    for (const id of ['imprint', 'terms']) pages.push({ prefix: 'playersite_', id });
    const wrong: string[] = [];
    const visitPages = async () => {
      const viewer = await context.newPage();
      for (let next = pages.pop(); next; next = pages.pop()) {
        await viewer.goto(`${core.url}/${next.prefix}${next.id}.html`);
        const result = await whatCameOf(viewer, (allowedTags[next.prefix] ?? '').split(' '));
        if (result.length > 0) wrong.push(`${next.prefix}: ${groups[ids.indexOf(next.id)] ?? next.id}: ${result}`);
      }
      await viewer.close();
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, visitPages));
    expect(wrong).toEqual([]);
    expect(foreign).toEqual([]);
  });
});

/** Opens the screens of this many channels in the interface, and expects no effect. */
async function isHarmlessInside(operator: Operator, channels: number) {
  const { page } = operator;
  const editor = new PlayerEditor(page);
  const list = page.getByRole('dialog', { name: 'Channels' });
  for (let i = 0; i < channels; i += 1) {
    await operator.channelButton.click();
    await list.locator('.thumb').nth(i).click();
    await expect(list).toBeHidden();
    await editor.open();
    await editor.tab('Logo');
    await expect(page.getByLabel('Image')).not.toHaveValue('');
    await operator.channelPage();
  }
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
}

test('a hostile template cannot access the interface, and its page plays @own-core', async ({
  operator,
  core,
  page,
  context,
  pageErrors,
  api,
  website,
}) => {
  pageErrors.allow(noSnapshot, handlersForbidden);
  await ensureDemoChannel(api, MODEST);
  const template = '/playersite/templates/evil.html';
  await api.diskWrite({ path: template, body: HOSTILE_TEMPLATE });
  const playersite = { template: 'evil', inject1: '<script>window.hostile=1</script>', terms: '<img src=x onerror=1>' };
  await api.metadataSet({ key: METADATA_KEY, body: { version: 1, playersite } });
  await operator.enter();
  await operator.sees('Live');
  const storage = () => page.evaluate(() => Object.values(localStorage).join());
  expect(await storage()).toMatch(/^\S{20,}|,\S{20,}/);
  await website.open();
  await website.publish();

  const foreign = watchFor(context, core.url);
  const viewer = await context.newPage();
  await viewer.addInitScript(() => addEventListener('message', ({ data }) => Object.assign(window, { told: data })));
  await viewer.goto(`${core.url}/`);
  await expect.poll(() => viewer.evaluate(() => Reflect.get(window, 'told'))).toBe('tried');
  expect(viewer.url()).toBe(`${core.url}/`);
  const frame = viewer.frameLocator('iframe#page');
  await expect(frame.getByRole('heading', { name: 'Demo' })).toBeVisible();
  await expect(frame.locator('video')).toPlay();
  const attempts = () =>
    frame.locator('body').evaluate(async () => {
      await Reflect.get(window, 'done');
      return Object.entries<string>(Reflect.get(window, 'attempts'));
    });
  const unclicked = await attempts();
  expect(unclicked.length).toBeGreaterThanOrEqual(14);
  expect(unclicked.filter(([, outcome]) => !outcome.startsWith('refused'))).toEqual([]);
  const opened = context.pages().length;
  await frame.getByRole('button', { name: 'go' }).click();
  const clicked = await attempts();
  expect(context.pages().length).toBeGreaterThan(opened);
  expect(clicked.map(([name]) => name)).toEqual(
    expect.arrayContaining(['storage of a made page', 'interface in a window']),
  );
  expect(clicked.filter(([, outcome]) => !outcome.startsWith('refused'))).toEqual([]);
  await frame.getByRole('link', { name: 'way' }).click();
  await expect(viewer).toHaveTitle('Demo');
  expect(viewer.url()).toBe(`${core.url}/`);
  expect(await viewer.evaluate(() => 'hostile' in window)).toBe(false);
  // Every window threw a SecurityError.
  expect(await frame.locator('body').evaluate(() => Reflect.get(window, 'messages'))).toEqual(['SecurityError']);

  // The stored files, opened directly at the origin of the interface.
  const direct = await context.newPage();
  for (const path of [template, `/playersite/pages/${DEMO_CHANNEL}.json`]) {
    await direct.goto(core.url + path);
    expect(
      await direct.evaluate(() => ['hostile' in window, document.scripts.length, document.images.length]),
      path,
    ).toEqual([false, 0, 0]);
  }
  await page.goto(`${core.ui}#/${DEMO_CHANNEL}/publication/player/logo`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(HOSTILE_SVG) });
  await expect(page.getByLabel('Image')).toHaveValue(/logo\.svg/);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Player settings saved');
  await direct.goto(`${core.url}/channels/${DEMO_CHANNEL}/logo.svg`);
  const drawn = await direct.evaluate(() => [...document.querySelectorAll('*')].map(({ localName }) => localName));
  expect(drawn).toContain('rect');
  expect(drawn.filter((name) => ['script', 'foreignObject', 'body', 'a', 'html'].includes(name))).toEqual([]);
  expect(await direct.evaluate(() => 'hostile' in window)).toBe(false);
  expect(foreign).toEqual([]);
});
