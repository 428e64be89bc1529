import { isAccessible, tabTo } from '../support/browser/isAccessible.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { addChannels, noSnapshot } from '../support/channels.ts';
import { expect, test } from '../test.ts';

const notLive: AllowedError = {
  line: /^(status 404|request failed): GET \S+\/memfs\/\S+/,
  why: 'A channel that never ran has nothing to show, in the preview too.',
};

/** Keyed by field label. */
const CODE = {
  'Head of the page': '<style>h1 { letter-spacing: 7px; }</style>',
  'Above the channel list': '<p id="above">Above the list</p>',
  'Below the text of the channel': '<p id="below">Below the text</p>',
  'End of the page':
    '<script>try { document.body.dataset.kept = String(localStorage.length); } catch (error) { document.body.dataset.kept = error.name; }</script>',
} as const;

test("channels appear in the operator's order, custom code runs in a frame, and switching the website off and on loses neither @own-core", async ({
  operator,
  core,
  page,
  context,
  pageErrors,
  api,
  website,
}) => {
  pageErrors.allow(noSnapshot, notLive);
  await addChannels(api, ['Attic', 'Stage', 'Studio', 'Yard']);
  await operator.enter();
  await website.open();
  await website.field('Main channel').selectOption('Studio');
  const order = page.getByRole('list', { name: 'Order of the channels' });
  const viewer = await context.newPage();
  const names = (root: Pick<typeof viewer, 'getByRole'>) =>
    root.getByRole('navigation', { name: 'Channels' }).locator('.name');

  await test.step('by name, until he chooses', async () => {
    await website.publish();
    await viewer.goto(`${core.url}/`);
    await expect(names(viewer)).toHaveText(['Attic', 'Stage', 'Studio', 'Yard']);
  });

  await test.step('with the keyboard alone, and one is left out', async () => {
    await page.bringToFront();
    await page.getByRole('radio', { name: /^Selected channels/ }).check();
    await expect(order.getByRole('checkbox', { name: /^Studio/ })).toBeDisabled();
    await isAccessible(page, 'website-order');
    await order.getByRole('checkbox', { name: 'Attic' }).uncheck();
    await tabTo(page, /^Move Yard up$/, 'button');
    await page.keyboard.press('Enter');
    // The focus stays on the button when its row moves.
    await expect(page.getByRole('button', { name: 'Move Yard up' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(order.getByRole('listitem').first()).toContainText('Yard');
    await website.publish();
    await viewer.goto(`${core.url}/`);
    await expect(names(viewer)).toHaveText(['Yard', 'Stage', 'Studio']);
    await expect(viewer.getByRole('heading', { level: 1 })).toHaveText('Studio');
  });

  const isFramed = async () => {
    await viewer.goto(`${core.url}/`);
    const frame = viewer.frameLocator('iframe#page');
    await expect(frame.getByRole('heading', { level: 1 })).toHaveCSS('letter-spacing', '7px');
    await expect(names(frame)).toHaveText(['Yard', 'Stage', 'Studio']);
    // Expected document order: text, its code, the code above the list, the list.
    const places = await frame
      .locator('h1, #below, #above, nav')
      .evaluateAll((all) => all.map(({ id, localName }) => (localName === 'p' ? id : localName)));
    expect(places).toEqual(['h1', 'below', 'above', 'nav']);
    // The custom code ran without access to storage.
    await expect(frame.locator('body')).toHaveAttribute('data-kept', 'SecurityError');
  };
  await test.step('code in four places', async () => {
    await page.bringToFront();
    await website.tab('Code injection');
    await isAccessible(page, 'website-code');
    for (const [label, code] of Object.entries(CODE)) await website.field(label).fill(code);
    await website.publish();
    await isFramed();
  });

  await test.step('off and on again', async () => {
    await page.bringToFront();
    await website.tab('General');
    await website.switch('Publication website').uncheck();
    await website.save.click();
    await website.offDialog.getByRole('button', { name: 'Unpublish' }).click();
    await expect(website.saved).toBeVisible();
    // A core responds with 404 or redirects to the interface.
    expect(await (await fetch(`${core.url}/`)).text()).not.toContain('Studio');
    await page.reload();
    await website.switch('Publication website').check();
    await website.publish();
    await isFramed();
  });

  await test.step('without code there is no frame', async () => {
    await page.bringToFront();
    await website.tab('Code injection');
    for (const label of Object.keys(CODE)) await website.field(label).fill('');
    await website.publish();
    await viewer.goto(`${core.url}/`);
    await expect(names(viewer)).toHaveText(['Yard', 'Stage', 'Studio']);
    await expect(viewer.locator('iframe')).toHaveCount(0);
  });
});
