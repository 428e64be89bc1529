import { decode } from '../../harness/streams/decode.ts';
import { push } from '../../harness/streams/rtmpPush.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import { channelOfIngest } from '../../src/api/processIds.ts';
import { SettingsPages } from '../pages/settings.ts';
import { fullUrl } from '../pages/wizard.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { expect, test } from '../test.ts';

const unavailable: AllowedError = {
  line: /^(request failed: \S+ \S+ net::ERR_|status 40[14]: )/,
  why: 'The core restarts, and the playlist of a channel that nobody sends to is gone.',
};

test('the RTMP port and token change under a pushed channel, which goes live again @own-core', async ({
  operator,
  core,
  page,
  pageErrors,
  sources,
}) => {
  const settings = new SettingsPages(page);
  pageErrors.allow(unavailable);
  await operator.enter();
  await operator.wizard.begin();
  sources.push(await operator.wizard.listen());
  await operator.wizard.acceptAll();
  await operator.sees('Live');

  await page
    .getByRole('region', { name: 'Encoder (OBS)' })
    .getByRole('link', { name: 'Change the port or token' })
    .click();
  await expect(page).toHaveTitle('Settings: RTMP · Sluice');
  const port = await freePort();
  await settings.field('RTMP port').fill(String(port));
  await settings.field('Token').fill('s3cret');
  await settings.save.click();
  const dialog = page.getByRole('alertdialog', { name: 'Encoders need a new address' });
  await expect(dialog).toBeVisible();
  await isAccessible(page, 'encoders that move');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await (await core.api()).config()).config.rtmp?.token).toBe('');

  await settings.save.click();
  const address = await fullUrl(dialog);
  expect(address).toMatch(new RegExp(`^rtmp://[^/]+:${port}/.*[?]token=s3cret$`));
  await dialog.getByRole('button', { name: 'Save and restart' }).click();
  await expect(settings.restarted).toBeVisible();
  await expect(page.getByText('waiting for its encoder')).toBeVisible();

  sources.push(address);
  await expect(page.getByRole('heading', { name: 'All encoders are back' })).toBeVisible();
  await isAccessible(page, 'encoders that are back');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Sluice', exact: true }).click();
  await operator.sees('Live');
});

test('a channel starts as soon as its encoder is back instead of at its next retry', async ({
  operator,
  core,
  pageErrors,
  sources,
}) => {
  pageErrors.allow(unavailable);
  await operator.enter();
  await operator.wizard.begin();
  const address = await operator.wizard.listen();
  const encoder = sources.push(address);
  await operator.wizard.acceptAll();
  await operator.sees('Live');

  await encoder.stop();
  const api = await core.api();
  const stateOfIngest = async () => {
    const all = await api.processes({ filter: 'state' });
    return all.find(({ id }) => channelOfIngest(id) !== null)?.state;
  };
  await expect.poll(async () => (await stateOfIngest())?.reconnect_seconds ?? -1).toBeGreaterThan(8);
  sources.push(address);
  let secondsLeft = 0;
  await expect(async () => {
    const state = await stateOfIngest();
    if (state && state.reconnect_seconds >= 0) secondsLeft = state.reconnect_seconds;
    expect(state?.exec).toBe('running');
  }).toPass({ intervals: [100] });
  expect(secondsLeft).toBeGreaterThan(1);
  await operator.sees('Live');
});

test('a pushed channel gets a key of its own', async ({ operator, page, pageErrors, sources }) => {
  pageErrors.allow(unavailable);
  await operator.enter();
  await operator.wizard.begin();
  const first = await operator.wizard.listen();
  sources.push(first);
  await operator.wizard.acceptAll();
  await operator.sees('Live');

  const encoder = page.getByRole('region', { name: 'Encoder (OBS)' });
  await encoder.getByRole('button', { name: 'Change stream key …' }).click();
  const question = page.getByRole('alertdialog', { name: 'Change the stream key?' });
  await isAccessible(page, 'change of the stream key');
  await question.getByRole('button', { name: 'Change stream key' }).click();
  let second = first;
  await expect(async () => {
    second = await fullUrl(encoder);
    expect(second).not.toBe(first);
    expect(second).toMatch(/\w{6}-\w{6}-\w{6}/);
  }).toPass();
  await expect(encoder.getByText('This key belongs to this channel alone.')).toBeVisible();
  sources.push(second);
  await operator.sees('Live');
});

test('an HLS upload goes live, and another client cannot upload with its key @own-core @push-keys', async ({
  operator,
  core,
  page,
  pageErrors,
  sources,
}) => {
  pageErrors.allow(unavailable);
  await operator.enter();
  await operator.wizard.begin();
  await operator.wizard.listen('Encoder over HLS');
  const address = new URL(await fullUrl(page.getByRole('main')));
  const channel = address.username;
  expect(address.pathname).toBe(`/memfs/ingest/${channel}.m3u8`);
  expect(address.password).toMatch(/^\w{6}-\w{6}-\w{6}$/);
  await isAccessible(page, 'address for an upload');

  // Like an encoder that never deletes old segments.
  const encoder = sources.keep(push(['-f', 'hls', '-hls_time', '1', '-method', 'PUT', address.href]));
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  await decode(['-i', `${core.url}/memfs/${channel}.m3u8`], 'video', 20);

  await test.step('the key opens no file of another channel', async () => {
    const authorization = `Basic ${Buffer.from(`${channel}:${address.password}`).toString('base64')}`;
    const put = (path: string, headers: Record<string, string>) =>
      page.request.put(`${core.url}/memfs/${path}`, { data: 'x', headers });
    expect((await put(`${channel}.m3u8`, { authorization })).status()).toBe(403);
    expect((await put(`ingest/${channel}9.ts`, {})).status()).toBe(401);
  });

  await test.step('another key: the encoder is out until it has it', async () => {
    const section = page.getByRole('region', { name: 'Encoder (OBS)' });
    await section.getByRole('button', { name: 'Change stream key …' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change stream key' }).click();
    await expect(async () => {
      const next = new URL(await fullUrl(section));
      expect(next.password).not.toBe(address.password);
      address.password = next.password;
    }).toPass();
    await encoder.stop();
    sources.keep(push(['-f', 'hls', '-hls_time', '1', '-method', 'PUT', address.href]));
    await operator.sees('Live');
  });
});
