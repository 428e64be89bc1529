import type { Page } from '@playwright/test';
import { ensureDemoChannel, operate } from '../../harness/tools/demo/demoChannel.ts';
import { METADATA_KEY } from '../../src/api/processIds.ts';
import { Channels } from '../pages/channelList.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { configOf, MODEST } from '../support/channels.ts';
import { storeChannel } from '../support/storedChannel.ts';
import { expect, test } from '../test.ts';

const KEY = 'journey-s3cret';

test('problems are reported before going live, and fixed from there @own-core', async ({
  operator,
  page,
  liveChannel: _,
  api,
  publications,
}) => {
  const { config } = await api.config();
  const own = `127.0.0.1:${config.rtmp?.address.split(':').pop()}`;
  for (const [name, server, key] of [
    ['Good', `${own}/venue`, `${KEY}-1`],
    ['Closed', '127.0.0.1:9/nowhere', `${KEY}-2`],
    ['Nobody', 'no-such-server.invalid/live', `${KEY}-3`],
    ['Twin', `${own}/venue`, `${KEY}-1`],
  ] as const) {
    await publications.addRtmp(server, key);
    await publications.saveAs(name);
  }
  const orders = async () =>
    (await api.processes({ filter: 'config,state' })).map(({ id, state }) => `${id} ${state?.order}`).toSorted();
  const before = await orders();

  await operator.preflight();
  const startedAt = Date.now();
  const rowOf = (name: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `${name} · ` });
  await expect(page.getByText(/^Checked at/)).toBeVisible();
  expect(Date.now() - startedAt).toBeLessThan(15_000);
  await expect(page.getByRole('heading', { name: '4 of 4 will fail: ' })).toBeVisible();
  await expect(rowOf('Closed')).toContainText('127.0.0.1:9 refuses the connection.');
  await expect(rowOf('Nobody')).toContainText('There is no server with the name no-such-server.invalid:1935.');
  await expect(rowOf('Good')).toContainText('The same address and key are used by Twin.');
  const passed = page.getByText(/^\d+ checks passed$/);
  await passed.click();
  await expect(rowOf('Channel').filter({ hasText: 'The source is connected.' })).toBeVisible();
  await expect(rowOf('Channel').filter({ hasText: "The server's clock is correct." })).toBeVisible();
  await expect(rowOf('Good').filter({ hasText: `${own} responds.` })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(KEY);
  await isAccessible(page, 'preflight');

  await page.getByRole('textbox', { name: 'Upload speed of this server' }).fill('0.1');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(rowOf('Channel').filter({ hasText: 'Only 0.1 Mbit/s are available.' })).toBeVisible();
  await expect(page.getByText(/^Checked at/)).toBeVisible();
  expect(await orders()).toEqual(before);

  await rowOf('Closed').getByRole('link', { name: 'Edit' }).click();
  await expect(publications.field('Server')).toHaveValue('127.0.0.1:9/nowhere');
});

const says = async (page: Page, subject: string, sentence: RegExp, grade: 'OK' | 'Warning' | 'Will fail') => {
  const folded = page.locator('.findings-passed details:not([open]) > summary');
  if (grade === 'OK' && (await folded.count()) > 0) await folded.click();
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: sentence });
  await expect(line.filter({ hasText: `${subject} · ` }), `${subject}: ${sentence}`).toContainText(grade);
};

test('a healthy channel passes every check @own-core', async ({ operator, page, api }) => {
  await ensureDemoChannel(api, MODEST);
  const { config } = await api.config();
  const address = `127.0.0.1:${config.rtmp?.address.split(':').pop()}/venue/${KEY}`;
  await operate(api, (sluice) => sluice.addPublication({ name: 'Good', service: 'rtmp', settings: { address } }));
  await operator.enter();
  await operator.sees('Live');
  await operator.preflight();
  await page.getByRole('textbox', { name: 'Upload speed of this server' }).fill('100');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText(/^Checked at/)).toBeVisible();
  await says(page, 'Channel', /The stream is steady/, 'OK');
  await says(page, 'Channel', /The stream has video and audio/, 'OK');
  await says(page, 'Channel', /The upload speed is sufficient/, 'OK');
  await says(page, 'Good', /responds|has been live/, 'OK');
  const lines = page.getByRole('main').getByRole('listitem');
  expect(await lines.count()).toBeGreaterThanOrEqual(8);
  // CPU load depends on the machine.
  const others = lines.filter({ hasNotText: /^CPU usage is/ });
  await expect(others.filter({ hasText: /Warning|Will fail|Not checked/ })).toHaveCount(0);
});

test('each check finds the real failure it looks for @own-core @this-machine', async ({
  operator,
  core,
  page,
  sources,
  pageErrors,
  api,
}) => {
  pageErrors.allow({
    line: /^status 404: GET \S+\/(memfs|v3\/fs\/mem)\/\S+\.m3u8/,
    why: 'A channel that is off has no playlist.',
  });
  const { config } = await api.config();
  const rtmp = `127.0.0.1:${config.rtmp?.address.split(':').pop()}`;
  // A keyframe interval of 8 s, above the limit of most platforms, and no audio.
  const odd = await storeChannel(api, core, {
    name: 'Odd',
    source: { address: 'testsrc2=size=320x180:rate=25', options: ['-re', '-f', 'lavfi'] },
    video: [
      ...['-codec:v', 'libx264', '-preset', 'ultrafast', '-g', '200', '-keyint_min', '200', '-sc_threshold', '0'],
      ...[
        '-b:v',
        '16000k',
        '-maxrate',
        '16000k',
        '-bufsize',
        '16000k',
        '-x264-params',
        'nal-hrd=cbr',
        '-pix_fmt',
        'yuv420p',
      ],
    ],
    streams: [{ index: 0, stream: 0, type: 'video', codec: 'h264' }],
  });
  const push = sources.push(`rtmp://${config.rtmp?.address}/few`, 'few');
  const few = await storeChannel(api, core, { name: 'Few', source: { push: 'few' } });
  const hevc = await storeChannel(api, core, {
    name: 'New codec',
    source: { address: 'testsrc2=size=320x180:rate=10', options: ['-re', '-f', 'lavfi'] },
    video: ['-codec:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    streams: [{ index: 0, stream: 0, type: 'video', codec: 'hevc' }],
  });
  const off = await storeChannel(api, core, { name: 'Off', source: { push: 'off' }, stopped: true });
  await operate(api, async (sluice) => {
    const add = async (channel: string, name: string) => {
      const id = await sluice.addPublication({
        channel,
        name,
        service: 'twitch',
        settings: { key: `${KEY}-${name}` },
      });
      // Redirects the platform's host to this machine.
      const { metadata } = await api.process({ id, filter: 'metadata' });
      const config = await configOf(api, id);
      const output = config.output.map((output) => ({ ...output, address: `rtmp://${rtmp}/venue/${KEY}-${name}` }));
      await api.processUpdate({ id, body: { ...config, output } });
      return { id, stored: Object(metadata)[METADATA_KEY] };
    };
    const platform = await add(odd, 'Platform');
    await api.processMetadataSet({ id: platform.id, key: METADATA_KEY, body: platform.stored });
    // The form would encode; another program could have stored a copy.
    const copied = { video: { source: 0, stream: 0, encoder: { coder: 'copy' } } };
    const old = await add(hevc, 'Old platform');
    await api.processMetadataSet({ id: old.id, key: METADATA_KEY, body: { ...old.stored, profiles: [copied] } });
    const { id, stored } = await add(odd, 'Keyless');
    await api.processMetadataSet({ id, key: METADATA_KEY, body: { ...stored, settings: {} } });
  });

  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() - 180_000;
  });
  await operator.enter();
  const channels = new Channels(operator);
  const check = async (channel: string) => {
    await channels.select(channel);
    await operator.preflight();
    await expect(page.getByText(/^Checked at/)).toBeVisible();
  };

  await check(off);
  await says(page, 'Channel', /The channel is off/, 'Will fail');

  await channels.select(odd);
  await operator.sees('Live');
  await check(odd);
  await says(page, 'Channel', /has no audio/, 'Warning');
  await says(page, 'Channel', /clock differs from yours by/, 'Warning');
  await says(page, 'Platform', /A keyframe every 8\.0 s/, 'Warning');
  await says(page, 'Platform', /The video has 1\d,?\d{3} kbit/, 'Warning');
  await says(page, 'Keyless', /Stream key: This field is required/, 'Will fail');

  await check(hevc);
  await says(page, 'Old platform', /It does not accept HEVC/, 'Will fail');

  await channels.select(few);
  await operator.sees('Live');
  push.spoil('few');
  await expect(page.getByText(/sends only few frames a second/).first()).toBeVisible();
  // The check reads the newest segment, which takes long at this frame rate.
  const rate = page
    .getByRole('region', { name: 'Source', exact: true })
    .locator('.description', { hasText: 'Frame rate' });
  await expect(rate).toContainText(/^Frame rate\s*2(\.\d+)? /);
  await check(few);
  await says(page, 'Channel', /The source sends only few frames a second: 2/, 'Warning');
  await push.stop();
  await channels.select(few);
  await expect(page.getByText(/No data from the source/).first()).toBeVisible();
  await check(few);
  await says(page, 'Channel', /No data from the source/, 'Will fail');
});

test.describe('a nearly full disk', () => {
  test.use({ environment: { CORE_STORAGE_DISK_MAXSIZEMBYTES: '4' } });

  // Other cores do not report their disk.
  test('is reported before going live @own-core @embedded', async ({ operator, core, page, api }) => {
    await api.diskWrite({ path: 'filling.bin', body: new Uint8Array(4_080_000) });
    await storeChannel(api, core, { name: 'Off', source: { push: 'off' }, stopped: true });
    await operator.enter();
    await operator.preflight();
    await expect(page.getByText(/^Checked at/)).toBeVisible();
    await says(page, 'Channel', /The disk is nearly full/, 'Warning');
  });
});
