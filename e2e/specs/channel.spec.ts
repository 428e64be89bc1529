import { gzipSync } from 'node:zlib';
import { expect, test } from '../test.ts';

const ALLOWED_BYTES_UNTIL_LOGIN = 200_000;

test('a channel stops, starts, and recovers after its source was lost', async ({ operator, sources, page, core }) => {
  const source = await sources.rtsp();
  await operator.enter();
  await operator.wizard.begin();
  await operator.wizard.pullFrom(source.url);
  await operator.wizard.acceptAll();
  await operator.sees('Live');

  await operator.button('Stop stream').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop stream' }).click();
  await operator.sees('Stopped');
  await expect(operator.player).toBeHidden();

  await operator.button('Start stream').click();
  await operator.sees('Live');
  await expect(operator.player).toPlay();

  await source.die();
  await expect(page.getByText(/Reconnecting in \d+ s/)).toBeVisible();
  await expect(operator.player).toBeHidden();

  await source.revive();
  await operator.button('Reconnect').click();
  await operator.sees('Live');
  await expect(operator.player).toPlay();

  await source.die();
  await expect(page.getByText(/Reconnecting in \d+ s/)).toBeVisible();
  await source.revive();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  expect((await (await core.api()).processes({ filter: 'state' })).map(({ state }) => state?.order)).toContain('start');
});

test('the channel page sends at most two requests per second, also with the drawer open, and hardly any in a hidden tab @timed', async ({
  operator,
  calls,
  page,
  liveChannel: _,
}) => {
  calls.reset();
  await calls.window(20);
  expect(calls.rate(), JSON.stringify(calls.table, null, 1)).toBeLessThanOrEqual(2);

  await operator.openChannelBar();
  await expect(page.getByRole('region', { name: 'Channels' })).toContainText(/Live/);
  calls.reset();
  await calls.window(20);
  expect(calls.count(/^GET \/v3\/process\?id=/)).toBeGreaterThan(0);
  expect(calls.rate(), JSON.stringify(calls.table, null, 1)).toBeLessThanOrEqual(2);

  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(operator.player).toBeHidden();
  calls.reset();
  await calls.window(20);
  expect(calls.rate(), JSON.stringify(calls.table, null, 1)).toBeLessThanOrEqual(0.1);
});

test('the login loads little code', async ({ operator, page }) => {
  // `saveData` turns off prefetching, so that only the files of the login are counted.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) bodies.push(response.body());
  });
  await operator.open();
  await expect(operator.loginButton).toBeVisible();
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(ALLOWED_BYTES_UNTIL_LOGIN);
});
