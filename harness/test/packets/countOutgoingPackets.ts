import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import * as z from 'zod';
import { coreUnderTest } from '../../core/coreUnderTest.ts';
import { FLAGS, journeyBrowserOf } from '../testing/chromium.ts';
import { giveProjectAddresses } from '../testing/giveProjectAddresses.ts';

/** Runs in a network namespace (namespace.sh) whose only route counts packets. `null`: no choice about updates yet. */
const [choice = 'null', device = ''] = process.argv.slice(2);
const OPERATOR = { name: 'admin', password: 'journey-secret' };
/** Hosts of Chromium's own requests. */
const MAKER = ['google.com', 'googleapis.com', 'gstatic.com', 'gvt1.com', 'googleusercontent.com'];
/** All other names resolve to the counting route. */
const OUTSIDE = `--host-resolver-rules=${MAKER.map((host) => `MAP *${host} ~NOTFOUND`).join(',')},MAP * 10.99.0.1,EXCLUDE 127.0.0.1`;

const Links = z.array(z.object({ stats64: z.object({ tx: z.object({ packets: z.number() }) }) }));

async function left(): Promise<number> {
  const { stdout } = await promisify(execFile)('ip', ['-s', '-j', 'link', 'show', 'dev', device]);
  const [link] = Links.parse(JSON.parse(stdout));
  if (!link) throw new Error(`There is no ${device}`);
  return link.stats64.tx.packets;
}

const core = await coreUnderTest(OPERATOR);
const browser = await chromium.launch({ executablePath: journeyBrowserOf('quick'), args: [...FLAGS, OUTSIDE] });
try {
  const before = await left();
  const page = await browser.newPage();
  await page.addInitScript((value) => {
    if (value !== 'null') localStorage.setItem('@@restreamer-ui@@updates', value);
  }, choice);
  await giveProjectAddresses(page, { releaseFeed: 'https://releases.example/app_version' });
  await page.goto(core.ui);
  await page.getByLabel(/^Username/).fill(OPERATOR.name);
  await page.getByLabel(/^Password/).fill(OPERATOR.password);
  const request = page.waitForRequest(/releases\.example/).catch(() => null);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('link', { name: 'Next: Video setup' }).waitFor();
  await page.goto(`${core.ui}#/settings/general`);
  await page.getByRole('switch', { name: 'Expert mode' }).waitFor();
  if (choice === 'true') await request;
  process.stdout.write(`${JSON.stringify({ packets: (await left()) - before })}\n`);
} finally {
  await browser.close();
  await core.dispose();
}
