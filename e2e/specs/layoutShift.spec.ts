import { isAccessible } from '../support/browser/isAccessible.ts';
import { shiftIn, shiftsOf, watchAnew, watchShifts } from '../support/layoutShifts.ts';
import { expect, test } from '../test.ts';

/** Allows for one label whose figure gets its unit. */
const A_PIXEL = 0.0005;

test('nothing moves on the channel page, and a new screen starts at its top', async ({
  operator,
  page,
  liveChannel: _,
  api,
  publications,
}) => {
  const { config } = await api.config();
  await publications.addLive('Venue B', String(config.rtmp?.address.split(':').pop()));
  await watchShifts(page);
  const isComplete = async () => {
    await operator.sees('Live');
    await expect(operator.player).toPlay();
    const source = page.getByRole('region', { name: 'Source', exact: true });
    await expect(source.locator('.description', { hasText: 'Delay' })).toContainText(/\d s/);
    await expect(page.getByRole('img', { name: /^Venue B, last 5 minutes: .*healthy/ })).toBeAttached();
  };
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const)
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await page.reload();
      await isComplete();
      expect(await shiftIn(page), `after a reload\n${await shiftsOf(page)}`).toBeLessThan(A_PIXEL);
      await page.evaluate(() => document.documentElement.scrollTo(0, 400));
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Edit', level: 1 })).toBeVisible();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await watchAnew(page);
      await operator.channelPage();
      await isComplete();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect(await shiftIn(page), `after another screen\n${await shiftsOf(page)}`).toBeLessThan(A_PIXEL);
    });
});

test('the login keeps the letters that are drawn, and the next screen has those of the font', async ({
  operator,
  page,
  core,
}) => {
  await watchShifts(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const font = page.waitForResponse(/inter-latin-\S+\.woff2$/);
  await operator.open();
  await font;
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
  });
  const family = () => page.evaluate(() => getComputedStyle(document.body).fontFamily);
  expect(await family()).not.toContain('Inter Variable');
  expect(await shiftIn(page), String(await shiftsOf(page))).toBe(0);
  if (core.user) await operator.logIn(core.user);
  await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
  expect(await family()).toContain('Inter Variable');
});

test('a login that fails moves no field', async ({ operator, page, core, pageErrors }) => {
  pageErrors.allow({ line: /^status 401: POST \S+\/api\/login$/, why: 'The password is wrong.' });
  await watchShifts(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await operator.open();
  await operator.logIn({ name: core.user?.name ?? '', password: 'wrong' });
  await expect(page.getByRole('alert')).toContainText('Login failed');
  expect(await shiftIn(page), String(await shiftsOf(page))).toBe(0);
});

test('the banner of a lost connection moves nothing, and can be closed @own-core', async ({
  operator,
  page,
  core,
  pageErrors,
}) => {
  pageErrors.allow({ line: /^request failed: \S+ \S+ net::ERR_/, why: 'The core was killed.' });
  await watchShifts(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await operator.enter();
  await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
  await watchAnew(page);
  await core.kill();
  await expect(operator.lostBanner).toBeVisible();
  await page.getByRole('button', { name: 'Menu', exact: true }).click({ trial: true });
  await operator.lostBanner.getByRole('button', { name: 'Close' }).click();
  await expect(operator.lostBanner).toBeHidden();
  expect(await shiftIn(page), String(await shiftsOf(page))).toBeLessThan(A_PIXEL);
});

test('the graph of the last five minutes opens on demand, also as a table', async ({ page, liveChannel: _ }) => {
  const fold = page.getByRole('button', { name: 'Last 5 minutes' });
  const picture = page.locator('.player');
  const before = await picture.boundingBox();
  await fold.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  const graph = page.getByRole('img', { name: /^Bitrate, last 5 minutes/ });
  // The graph must end above the sticky bar.
  await expect(graph).toBeInViewport({ ratio: 1 });
  const bar = page.getByRole('button', { name: 'Stop stream' });
  const [drawn, stop] = [await graph.boundingBox(), await bar.boundingBox()];
  expect((drawn?.y ?? 0) + (drawn?.height ?? 0)).toBeLessThan(stop?.y ?? 0);
  const after = await picture.boundingBox();
  expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
  await expect(
    page.getByRole('img', {
      name: /^Bitrate, last 5 minutes: .* · Frame rate, last 5 minutes: \d+ fps( to \d+ fps)?$/,
    }),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: /^Drops, last 5 minutes: .*healthy/ })).toBeVisible();
  await page.getByText('As a table').click();
  await expect(page.getByRole('row', { name: /^30 s ago .* fps none$/ })).toBeVisible();
  const note = page.getByRole('button', { name: 'Note: Viewers' });
  await note.press('Enter');
  await expect(page.getByText('without this server and its preview')).toBeVisible();
  await isAccessible(page, 'the figures of a channel, with their graph and a note');
  await fold.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(graph).toHaveCount(0);
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test(`opening and closing a dialog does not scroll the page at ${width}`, async ({
    page,
    operator,
    liveChannel: _,
  }) => {
    await operator.sees('Live');
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 120));
    const tops = () => page.evaluate(() => [scrollY, document.querySelector('.header')?.getBoundingClientRect().top]);
    const before = await tops();
    await page.getByRole('button', { name: 'Stop stream' }).first().click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    const open = await tops();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    expect(open).toEqual(before);
    expect(await tops()).toEqual(before);
  });
