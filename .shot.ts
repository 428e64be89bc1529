import { chromium } from '@playwright/test';
import { CHROMIUM, FLAGS } from './e2e/stage/chromium.ts';
import { coreUnderTest } from './e2e/stage/core.ts';
const core = await coreUnderTest({ name: 'admin', password: 'journey-secret' });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
try {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, locale: 'ru' });
  await page.goto(core.ui);
  await page.getByRole('textbox').first().waitFor();
  await page.screenshot({ path: '/tmp/shot-login-ru.png' });
  const wide = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en' });
  await wide.goto(core.ui);
  await wide.getByLabel(/^Username/).fill('admin');
  await wide.getByLabel(/^Password/).fill('journey-secret');
  await wide.screenshot({ path: '/tmp/shot-login.png' });
  await wide.getByRole('button', { name: 'Login', exact: true }).click();
  await wide.getByRole('link', { name: 'Next: Video setup' }).waitFor();
  await wide.goto(`${core.ui}#/settings/network`);
  await wide.getByRole('button', { name: 'Check HTTPS' }).click();
  await wide.getByLabel('Configuration for a proxy').selectOption('Caddyfile');
  await wide.getByRole('list', { name: 'Caddyfile' }).waitFor();
  await wide.screenshot({ path: '/tmp/shot-network.png', fullPage: true });
  await wide.getByRole('button', { name: 'Menu', exact: true }).click();
  await wide.screenshot({ path: '/tmp/shot-menu.png' });
  await wide.getByRole('menuitem', { name: 'Report a problem' }).click();
  await wide.getByRole('dialog').waitFor();
  await wide.screenshot({ path: '/tmp/shot-report.png' });
} finally {
  await browser.close();
  await core.dispose();
}
