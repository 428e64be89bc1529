import { chromium } from '@playwright/test';
import { coreUnderTest } from '../harness/core/coreUnderTest.ts';
import { CHROMIUM, FLAGS } from '../harness/test/testing/chromium.ts';
import { ensureDemoChannel } from '../harness/tools/demo/demoChannel.ts';
import { Operator } from './pages/operator.ts';
import { expect } from './support/expect.ts';

/** The picture of the README: a real channel page of a real stream. */
const FILE = 'docs/channel.png';

const core = await coreUnderTest({ name: 'admin', password: 'picture-secret' });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
try {
  await ensureDemoChannel(await core.api());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  const operator = new Operator(page, core);
  await operator.enter();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  // Since when all is good is worth a look after a while.
  await expect(operator.figure('Uptime')).toHaveText('1 min', { timeout: 90_000 });
  await page.screenshot({ path: FILE });
  process.stdout.write(`${FILE}\n`);
} finally {
  await browser.close();
  await core.dispose();
}
