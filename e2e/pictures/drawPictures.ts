import { type Browser, chromium, type Page } from '@playwright/test';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import { CHROMIUM, FLAGS } from '../../harness/test/testing/chromium.ts';
import { Operator } from '../pages/operator.ts';
import { WebsitePages } from '../pages/websiteEditor.ts';
import { isSettled } from '../support/browser/isSettled.ts';
import { expect } from '../support/expect.ts';
import type { TestStreams } from '../support/testStreams.ts';
import { type PictureName, pictureNames } from './pictureFiles.ts';
import { putOnShow, SHOW_TIME, type Show } from './show.ts';

/** A fake address, so that no picture shows an address of this machine. */
const ADDRESS = 'http://live.example.org';
const QUALITY = 80;
const DENSITY = 2;

interface Stage {
  page: Page;
  operator: Operator;
  show: Show;
}

interface Picture {
  viewport: { width: number; height: number };
  open: (stage: Stage) => Promise<void>;
}

const PICTURES: Readonly<Record<PictureName, Picture>> = {
  channel: { viewport: { width: 1280, height: 800 }, open: openChannel },
  phone: { viewport: { width: 390, height: 844 }, open: openChannel },
  website: { viewport: { width: 960, height: 1250 }, open: openWebsite },
};

async function openChannel({ page, operator, show }: Stage): Promise<void> {
  await operator.enter();
  await expect(operator.channelButton).toBeVisible();
  await page.goto(`${ADDRESS}/ui/#/${show.main}`);
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  await expect(page.getByRole('region', { name: 'State of the channel' })).toContainText(/no drops/);
  const source = page.getByRole('region', { name: 'Source', exact: true });
  for (const codec of ['H.264', 'AAC']) await expect(source).toContainText(codec);
  await expect(page.getByRole('main').getByRole('img', { name: 'Unknown' })).toHaveCount(0);
  await expect(operator.figure('Speed')).toHaveText(/^1\.00/);
  await expect(page.getByRole('button', { name: /^CPU/ })).toBeVisible();
}

async function openWebsite({ page }: Stage): Promise<void> {
  await page.clock.setFixedTime(SHOW_TIME);
  await page.goto(`${ADDRESS}/`);
  const list = page.getByRole('navigation', { name: 'Channels' });
  await expect(list.getByText('Live', { exact: true }).filter({ visible: true })).toHaveCount(3);
  await expect(list.getByText('Offline').filter({ visible: true })).toHaveCount(1);
}

export interface Drawn {
  name: PictureName;
  picture: Buffer;
  outline: string;
}

/** Draws all pictures in about 30 s on an idle machine. `core` must have no channels. */
export async function drawPictures(core: CoreUnderTest, keep: TestStreams['keep']): Promise<Drawn[]> {
  const target = { ...core, ui: `${ADDRESS}/ui/` };
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      ...FLAGS,
      `--host-resolver-rules=MAP ${new URL(ADDRESS).host}:80 ${new URL(core.url).host}`,
      `--unsafely-treat-insecure-origin-as-secure=${ADDRESS}`,
      '--hide-scrollbars',
    ],
  });
  try {
    const show = keep(await putOnShow(core, browser));
    await publishWebsite(await newPage(browser, PICTURES.channel.viewport), target);
    const drawn: Drawn[] = [];
    for (const name of pictureNames)
      drawn.push(await draw(name, await newPage(browser, PICTURES[name].viewport), show, target));
    return drawn;
  } finally {
    await browser.close();
  }
}

async function draw(name: PictureName, page: Page, show: Show, core: CoreUnderTest): Promise<Drawn> {
  await show.tell(page);
  await PICTURES[name].open({ page, operator: new Operator(page, core), show });
  await page.mouse.move(0, 0);
  await page.waitForFunction(isSettled);
  const drawn = { name, picture: await photograph(page), outline: await outlineOf(page) };
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
  return drawn;
}

const newPage = (browser: Browser, viewport: Picture['viewport']) =>
  browser.newPage({
    viewport,
    deviceScaleFactor: DENSITY,
    ...{ locale: 'en-GB', timezoneId: 'Europe/Berlin', colorScheme: 'dark', reducedMotion: 'reduce' },
  });

async function publishWebsite(page: Page, core: CoreUnderTest): Promise<void> {
  await new Operator(page, core).enter();
  const website = new WebsitePages(page);
  await website.open();
  await website.publish();
  await page.context().close();
}

async function photograph(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  // Chromium applies the scale only together with a clip.
  const clip = { x: 0, y: 0, ...(page.viewportSize() ?? { width: 0, height: 0 }), scale: DENSITY };
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  return Buffer.from(data, 'base64');
}

/** The accessibility tree of the page, without the parts that differ between runs. */
async function outlineOf(page: Page): Promise<string> {
  const outline = await page.locator('body').ariaSnapshot();
  return outline
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/linux\/\w+/, 'SYSTEM')
    .replaceAll(/(last 5 minutes): [^'"\n]+/g, '$1')
    .replaceAll(/\d+(?:[.,:]\d+)*/g, '0');
}
