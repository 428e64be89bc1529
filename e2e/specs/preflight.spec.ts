import { ensureDemoChannel } from '../../harness/demo/channel.ts';
import { expect, test } from '../fixtures.ts';
import { Publications } from '../pages/publications.ts';
import { isAccessible } from '../stage/accessibility.ts';
import { MODEST } from '../stage/channels.ts';

const KEY = 'journey-s3cret';

test('what will fail is said before going live, and mended from there @own-core', async ({ operator, core, page }) => {
  const api = await core.api();
  await ensureDemoChannel(api, MODEST);
  const { config } = await api.config();
  const own = `127.0.0.1:${config.rtmp?.address.split(':').pop()}`;
  const publications = new Publications(page);
  await operator.enter();
  await operator.sees('Live');
  for (const [name, server, key] of [
    ['Good', `${own}/venue`, `${KEY}-1`],
    ['Closed', '127.0.0.1:9/nowhere', `${KEY}-2`],
    ['Nobody', 'no-such-server.invalid/live', `${KEY}-3`],
    ['Twin', `${own}/venue`, `${KEY}-1`],
  ] as const) {
    await publications.add('RTMP');
    await publications.field('Server').fill(server);
    await publications.field('Stream key').fill(key);
    await publications.saveAs(name);
  }
  const before = (await api.processes({ filter: 'config,state' })).map(({ id, state }) => [id, state?.order]);

  await operator.preflight();
  const begun = Date.now();
  const of = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(page.getByText(/^Checked at/)).toBeVisible({ timeout: 15_000 });
  expect(Date.now() - begun).toBeLessThan(15_000);
  await expect(page.getByRole('heading', { name: 'Something will fail. Fix it before you go live.' })).toBeVisible();
  await expect(of('Channel')).toContainText('The source is connected.');
  await expect(of('Channel')).toContainText("The server's clock is correct.");
  await expect(of('Closed')).toContainText('127.0.0.1:9 refuses the connection.');
  await expect(of('Nobody')).toContainText('There is no server with the name no-such-server.invalid:1935.');
  await expect(of('Good')).toContainText(`${own} responds.`);
  await expect(of('Good')).toContainText('The same address and key are used by Twin.');
  await expect(page.getByRole('main')).not.toContainText(KEY);
  await isAccessible(page, 'preflight');

  await page.getByRole('textbox', { name: 'Upload speed of this server' }).fill('0.1');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(of('Channel')).toContainText('Only 0.1 Mbit/s are available.', { timeout: 15_000 });
  await expect(page.getByText(/^Checked at/)).toBeVisible({ timeout: 15_000 });
  const after = (await api.processes({ filter: 'config,state' })).map(({ id, state }) => [id, state?.order]);
  expect(after).toEqual(before);

  await of('Closed').getByRole('link', { name: 'Edit' }).click();
  await expect(publications.field('Server')).toHaveValue('127.0.0.1:9/nowhere');
});
