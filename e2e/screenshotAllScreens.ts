import { mkdir, rm } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { coreUnderTest } from '../harness/core/coreUnderTest.ts';
import { CHROMIUM, FLAGS } from '../harness/test/testing/chromium.ts';
import { Operator } from './pages/operator.ts';
import { walks } from './screens/index.ts';
import type { Walk } from './screens/walkTypes.ts';
import { isSettled } from './support/browser/isSettled.ts';

const FOLDER = 'screenshots';
const WIDTHS = [1280, 360];
const SCHEMES = ['dark', 'light'];

/** Writes a screen in both schemes and widths to screenshots/{screen}-{scheme}-{width}.png. */
async function photograph(page: Page, screen: string) {
  // Otherwise the element under the mouse would look selected.
  await page.mouse.move(0, 0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
    await page.waitForFunction(isSettled);
    for (const scheme of SCHEMES) {
      await page.evaluate((chosen) => {
        document.documentElement.dataset.scheme = chosen;
      }, scheme);
      await page.screenshot({ path: `${FOLDER}/${screen}-${scheme}-${width}.png`, animations: 'disabled' });
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  process.stdout.write(`${screen}\n`);
}

async function take(walk: Walk) {
  const core = await coreUnderTest(walk.fresh ? null : { name: 'admin', password: 'picture-secret' });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
    const operator = new Operator(page, core);
    await walk.run({ operator, page, core }, (screen) => photograph(page, screen));
  } finally {
    await browser.close();
    await core.dispose();
  }
}

/** Arguments: only walks whose names contain one of them. */
const words = process.argv.slice(2);
if (words.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
for (const walk of walks) {
  if (words.length > 0 && !words.some((word) => walk.name.includes(word))) continue;
  try {
    await take(walk);
  } catch (error) {
    process.stderr.write(`${walk.name}: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
