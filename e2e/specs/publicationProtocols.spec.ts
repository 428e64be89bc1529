import { decode } from '../../harness/streams/decode.ts';
import { icecast } from '../../harness/streams/icecast.ts';
import { putReceiver } from '../../harness/streams/putReceiver.ts';
import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { Publications } from '../pages/publications.ts';
import { configOf, egressesOf, MODEST } from '../support/channels.ts';
import { expect, test } from '../test.ts';

const FRAMES = 30;
const KEY = 'journey-s3cret';

test('RTMP: what arrives can be decoded, and the key is stored as a secret', async ({
  core,
  page,
  liveChannel: _,
  api,
  publications,
}) => {
  const { config } = await api.config();
  const server = `127.0.0.1:${config.rtmp?.address.split(':').pop()}/venue`;

  await publications.add('RTMP');
  await publications.save.click();
  await expect(publications.field('Server')).toBeFocused();
  await expect(publications.field('Server')).toHaveAttribute('aria-invalid', 'true');
  await publications.field('Server').fill(server);
  await publications.field('Stream key').fill(KEY);
  await publications.unfold('Advanced');
  await page.getByText('Command preview').click();
  await expect(page.getByRole('main')).toContainText(`rtmp://${server}/***`);
  await expect(page.getByRole('main')).not.toContainText(KEY);
  await publications.saveAs('To the venue');
  await expect(publications.row('To the venue')).toContainText('Stopped');
  await expect(publications.card).toContainText('1 off');

  await publications.switchOn('To the venue');
  await expect(publications.card).toContainText('1 of 1 live');
  await decode(['-rw_timeout', '10000000', '-i', `rtmp://${server}/${KEY}`], 'video', FRAMES);
  expect((await api.rtmp()).map(({ name }) => name)).toContain(`/venue/${KEY}`);

  await publications.act('To the venue', 'Edit');
  await publications.saveAs('Renamed');
  await publications.isLive('Renamed');

  await publications.switch('Renamed').uncheck();
  await expect(publications.row('Renamed')).toContainText('Stopped');
  await publications.act('Renamed', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete publication' }).click();
  await expect(publications.card).toContainText('No publications yet');
  expect(await egressesOf(core)).toEqual([]);
});

test('Icecast: a tone arrives', async ({ operator, core, page }) => {
  await ensureDemoChannel(await core.api(), MODEST);
  const server = await icecast(KEY);
  try {
    const publications = new Publications(page);
    await operator.enter();
    await operator.sees('Live');
    await publications.add('Icecast');
    await expect(publications.field('Name')).toBeDisabled();
    await expect(publications.field('Name')).toHaveValue('Demo');
    await publications.field('Address').fill(`${server.host}/radio`);
    await publications.field('Password').fill(KEY);
    await publications.tab('Encoding');
    await expect(publications.field('Video encoding')).toHaveValue('none');
    await publications.field('Audio encoding').selectOption('libmp3lame');
    await publications.tab('General');
    await publications.saveAs('Radio');
    await publications.switchOn('Radio');
    await decode(['-i', `http://${server.host}/radio`], 'audio', FRAMES);
    const status = await (await fetch(`http://${server.host}/status-json.xsl`)).text();
    expect(status).toContain('"server_name":"Demo"');
    expect(status).toContain('audio/mpeg');
  } finally {
    await server[Symbol.asyncDispose]();
  }
});

test('HLS over HTTP PUT: playlist and segments arrive, with the key in their addresses', async ({
  operator,
  core,
  page,
  api,
}) => {
  await ensureDemoChannel(api, MODEST);
  const receiver = await putReceiver();
  try {
    const publications = new Publications(page);
    await operator.enter();
    await operator.sees('Live');
    await publications.add('YouTube Live');
    await publications.field('Stream key').fill(KEY);
    await publications.unfold('Advanced');
    await publications.field('Protocol').selectOption('hls');
    await publications.saveAs('Upload');

    // Redirects the platform's host to this machine.
    const [egress] = await egressesOf(core);
    if (!egress) throw new Error('The publication is not on the core');
    const config = await configOf(api, egress.id);
    const toReceiver = (text: string) => text.replaceAll('https://a.upload.youtube.com', receiver.url);
    const output = config.output.map((entry) => ({
      ...entry,
      address: toReceiver(entry.address),
      options: entry.options.map(toReceiver),
    }));
    await api.processUpdate({ id: egress.id, body: { ...config, output } });

    const file = `/http_upload_hls?cid=${KEY}&copy=0&file=`;
    await publications.card.getByRole('switch').check();
    await expect.poll(() => receiver.files).toContainEqual(expect.stringContaining(`_1.ts`));
    expect(receiver.files.every((name) => name.startsWith(file))).toBe(true);
    const segment = receiver.files.find((name) => name.endsWith('_0.ts'));
    await decode(['-i', `${receiver.url}${segment}`], 'video', FRAMES);
    expect(receiver.files.filter((name) => name.endsWith('.m3u8'))).toHaveLength(1);
  } finally {
    await receiver[Symbol.asyncDispose]();
  }
});

test('HLS in the memory of the core: old segments are deleted, and all of them with the publication', async ({
  page,
  liveChannel: _,
  api,
  publications,
}) => {
  const { config } = await api.config();
  const auth = config.storage?.memory?.auth;
  await publications.add('HLS');
  await publications.unfold('Advanced');
  await publications.field('Protocol').selectOption('http://');
  await publications.field('Address').fill('upload.example.com/memfs/copy/a.m3u8');
  await expect(publications.field('Automatic cleanup')).toBeHidden();
  await publications.field('Address').fill(`localhost:${config.address.split(':').pop()}/memfs/copy/a.m3u8`);
  await expect(publications.field('Automatic cleanup')).toBeChecked();
  await publications.field('Username').fill(auth?.enable ? auth.username : '');
  await publications.field('Password').fill(auth?.enable ? auth.password : '');
  await publications.field('Segments in the playlist').fill('1');
  await publications.saveAs('Copy');
  await publications.switchOn('Copy');
  const segments = async () => (await api.memFiles({ glob: '/copy/a*.ts' })).map(({ name }) => name);
  await expect.poll(segments).toContain('/copy/a5.ts');
  // One in the playlist, two more for slow readers, and the newest until cleanup has run.
  expect((await segments()).length).toBeLessThanOrEqual(4);
  await expect.poll(segments).not.toContain('/copy/a1.ts');

  await publications.switch('Copy').uncheck();
  await publications.act('Copy', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete publication' }).click();
  await expect(publications.row('Copy')).toBeHidden();
  await expect.poll(() => api.memFiles({ glob: '/copy/**' })).toEqual([]);
});
