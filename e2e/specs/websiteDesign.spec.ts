import { readFileSync } from 'node:fs';
import { INERT } from '../../src/viewer/website/storedTemplate.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { addChannels, noSnapshot } from '../support/channels.ts';
import { HOSTILE_SVG, handlersForbidden } from '../support/hostileContent.ts';
import { websiteDesigns } from '../support/websiteDesigns.ts';
import { templateSaying } from '../support/websiteTemplates.ts';
import { expect, test } from '../test.ts';

const notLive: AllowedError = {
  line: /^(status 404|request failed): GET \S+\/memfs\/\S+/,
  why: 'A channel that never ran has nothing to show, in the preview too.',
};

const GREEN = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADAgH/5ncx1QAAAABJRU5ErkJggg==',
  'base64',
);

test('a template is previewed before saving, overwritten, kept unchanged, and deleted @own-core', async ({
  core,
  page,
  context,
  pageErrors,
  api,
  publishWebsite,
}) => {
  pageErrors.allow(noSnapshot, notLive);
  await addChannels(api, ['Stage', 'Studio']);
  // Publishes the website to create pages for channels that no wizard has set up.
  const website = await publishWebsite();
  await website.tab('Template');
  await expect(website.preview.getByRole('heading', { level: 1, name: 'Stage' })).toBeVisible();
  await isAccessible(page, 'website-template');
  await expect(page.getByRole('link', { name: 'Download the default as a start' })).toHaveAttribute(
    'download',
    'template.html',
  );

  // The name is required, and is cleaned up.
  await expect(website.button('Upload template')).toBeDisabled();
  const name = website.field('Name of the template (required)');
  await name.fill('My first/../1');
  await expect(name).toHaveValue('Myfirst1');
  await website.upload('Upload template', 'first.html', '<h1>\n{{#if title}}\n</h1>', 'text/html');
  await expect(page.getByRole('alert').filter({ hasText: 'The template has an error in line 3.' })).toBeVisible();
  await website.upload('Upload template', 'first.html', Buffer.from([0x3c, 0x70, 0x3e, 0xe4]), 'text/html');
  await expect(page.getByRole('alert').filter({ hasText: 'not an HTML text in UTF-8' })).toBeVisible();
  await website.upload('Upload template', 'first.html', Buffer.alloc(512_001, '<p>'), 'text/html');
  await expect(page.getByRole('alert').filter({ hasText: '512001 bytes' })).toBeVisible();

  await website.upload('Upload template', 'first.html', templateSaying('First'), 'text/html');
  await expect(website.field('Template')).toHaveValue('Myfirst1');
  await expect(website.preview.getByRole('heading', { name: 'First' })).toBeVisible();
  expect(await api.diskFiles({ glob: '/playersite/templates/*' })).toEqual([]);
  await website.publish();
  const path = '/playersite/templates/Myfirst1.html';
  expect(await api.diskRead({ path })).toBe(`${INERT}\n${templateSaying('First')}`);
  const viewer = await context.newPage();
  const shown = async (heading: string) => {
    await viewer.goto(`${core.url}/`);
    await expect(viewer.frameLocator('iframe#page').getByRole('heading', { name: heading })).toBeVisible();
  };
  await shown('First');

  await page.bringToFront();
  await name.fill('Myfirst1');
  await website.upload('Upload template', 'second.html', templateSaying('Second'), 'text/html');
  const dialog = page.getByRole('alertdialog', { name: 'Overwrite the template "Myfirst1"?' });
  await expect(dialog).toContainText('The website uses it.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(website.preview.getByRole('heading', { name: 'First' })).toBeVisible();
  await website.upload('Upload template', 'second.html', templateSaying('Second'), 'text/html');
  await dialog.getByRole('button', { name: 'Overwrite' }).click();
  await expect(website.preview.getByRole('heading', { name: 'Second' })).toBeVisible();
  await shown('First');
  await page.bringToFront();
  await website.publish();
  await shown('Second');

  await page.bringToFront();
  await name.fill('Spare');
  await website.upload('Upload template', 'spare.html', templateSaying('Spare'), 'text/html');
  await website.field('Template').selectOption('Myfirst1');
  await expect(page.getByText('Uploaded when you save: Spare.')).toBeVisible();
  await website.publish();
  const spare = '/playersite/templates/Spare.html';
  expect(await api.diskRead({ path: spare })).toBe(`${INERT}\n${templateSaying('Spare')}`);
  await api.diskDelete({ path: spare });

  const downloading = page.waitForEvent('download');
  await website.button('Download template').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Myfirst1.html');
  expect((await readAll(await download.createReadStream())).toString()).toBe(templateSaying('Second'));

  await website.button('Delete template').click();
  const deleting = page.getByRole('alertdialog', { name: 'Delete the template "Myfirst1"?' });
  await expect(deleting).toContainText('Viewers keep the current pages until you save');
  await deleting.getByRole('button', { name: 'Delete template' }).click();
  await expect(website.field('Template')).toHaveValue('!default');
  await expect(website.preview.getByRole('heading', { level: 1, name: 'Stage' })).toBeVisible();
  expect(await api.diskFiles({ glob: '/playersite/templates/*' })).toEqual([]);
  await shown('Second');
  await page.bringToFront();
  await website.publish();
  await viewer.goto(`${core.url}/`);
  await expect(viewer.getByRole('heading', { level: 1, name: 'Stage' })).toBeVisible();
});

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('colors and images are previewed live, and appear on the page once saved @own-core', async ({
  core,
  page,
  context,
  pageErrors,
  api,
  publishWebsite,
}) => {
  pageErrors.allow(noSnapshot, notLive, handlersForbidden);
  await addChannels(api, ['Stage', 'Studio']);
  const website = await publishWebsite();
  await website.tab('Design');
  const body = website.preview.locator('html');
  await expect(website.preview.getByRole('heading', { level: 1, name: 'Stage' })).toBeVisible();
  await isAccessible(page, 'website-design');
  for (const [name, width] of [
    ['Phone, 360 px', 360],
    ['Tablet, 768 px', 768],
    ['Computer, 1280 px', 1280],
  ] as const) {
    await website.button(name).click();
    await expect.poll(() => body.evaluate(() => innerWidth)).toBe(width);
  }

  // The page must not reload during dragging: its mark stays.
  await body.evaluate((root) => root.setAttribute('data-same', ''));
  for (const color of ['#102030', '#203040', '#304050']) {
    await page.getByLabel('Page background: palette').fill(color);
    await expect(body).toHaveCSS('background-color', rgb(color));
  }
  await expect(body).toHaveAttribute('data-same', '');
  await website.field('Text').fill('#405060');
  await expect(page.getByText(/^Contrast 1\.\d:1 on ".*"\. At least 4\.5:1/)).toBeVisible();
  await website.button('Dark').click();
  await expect(body).toHaveCSS('background-color', 'rgb(16, 20, 22)');
  await expect(page.getByText('At least 4.5:1')).toHaveCount(0);
  await website.field('Lines').fill('no color at all');
  await website.save.click();
  await expect(website.field('Lines')).toHaveAttribute('aria-invalid', 'true');
  await website.field('Lines').fill('rgba(255, 255, 255, .2)');

  await website.upload('Upload: Background image', 'bg.gif', 'no image');
  await expect(page.getByRole('alert').filter({ hasText: 'not a valid gif image' })).toBeVisible();
  await website.upload('Upload: Background image', 'bg.jpeg', GREEN);
  await expect(website.field('Background image')).toHaveValue('/playersite/bg.png');
  await expect(website.preview.locator('img[src^="blob:"]').first()).toHaveJSProperty('naturalWidth', 1);
  expect(await api.diskFiles({ glob: '/playersite/bg.*' })).toEqual([]);
  await website.publish();
  const viewer = await context.newPage();
  await viewer.goto(`${core.url}/`);
  await expect(viewer.locator('html')).toHaveCSS('background-color', 'rgb(16, 20, 22)');
  await expect(viewer.locator('img[src="playersite/bg.png"]')).toHaveJSProperty('naturalWidth', 1);

  await page.bringToFront();
  await website.upload('Upload: Background image', 'bg.svg', HOSTILE_SVG);
  await expect(website.field('Background image')).toHaveValue('/playersite/bg.svg');
  await website.publish();
  expect((await api.diskFiles({ glob: '/playersite/bg.*' })).map(({ name }) => name)).toEqual(['/playersite/bg.svg']);
  expect(await api.diskRead({ path: '/playersite/bg.svg' })).not.toMatch(
    /script|foreignObject|javascript|onload|hostile/,
  );
  await website.button('Remove: Background image').click();
  await website.publish();
  expect(await api.diskFiles({ glob: '/playersite/bg.*' })).toEqual([]);
});

const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

for (const [operators, design] of Object.entries(websiteDesigns))
  test(`the design of a ${operators} needs only the Design tab, and all text is readable @own-core`, async ({
    operator,
    core,
    page,
    context,
    pageErrors,
    website,
  }) => {
    pageErrors.allow(noSnapshot, notLive);
    // docs/website.md lists these colors.
    const document = readFileSync('docs/website.md', 'utf8');
    for (const [label, color] of Object.entries(design.colors))
      expect(document).toMatch(new RegExp(`\\| ${label} +\\| \`${color}\` *\\|`));
    await addChannels(await core.api(), design.channels);
    await operator.enter();
    await website.open();
    await website.field('Website name').fill(design.name);
    await website.field('Main channel').selectOption(design.channels[0] ?? '');
    await website.publish();
    await website.design(design);
    await expect(page.getByText('At least 4.5:1')).toHaveCount(0);
    await website.publish();
    const viewer = await context.newPage();
    await viewer.goto(`${core.url}/`);
    await expect(viewer.locator('html')).toHaveCSS('background-color', rgb(design.colors['Page background'] ?? ''));
    for (const colorScheme of ['dark', 'light'] as const) {
      await viewer.emulateMedia({ colorScheme });
      // Custom colors apply regardless of the viewer's system scheme.
      await expect(viewer.locator('html')).toHaveCSS('color-scheme', design.preset.toLowerCase());
      await isAccessible(viewer, operators, [colorScheme], [360, 768, 1280, 1920]);
    }
  });
