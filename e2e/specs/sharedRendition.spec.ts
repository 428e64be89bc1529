import { decode } from '../../harness/streams/decode.ts';
import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { renditionOf } from '../../src/api/processIds.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { MODEST } from '../support/channels.ts';
import { expect, test } from '../test.ts';

const FRAMES = 30;
const NAMES = ['East', 'West'] as const;

test('one encoder feeds two receivers, and stops with the last of them @own-core', async ({
  operator,
  page,
  api,
  publications,
}) => {
  test.slow();
  await ensureDemoChannel(api, MODEST);
  const { config } = await api.config();
  const own = `127.0.0.1:${config.rtmp?.address.split(':').pop()}`;
  const addressOf = (name: string) => `rtmp://${own}/venue/${name.toLowerCase()}`;
  const processes = () => api.processes({ filter: 'config,state' });
  const encoding = async () =>
    (await processes())
      .filter(({ id, state }) => !id.includes(':ingest:') && state?.exec === 'running')
      .filter(({ state }) => state?.command.includes('libx264'))
      .map(({ id }) => (renditionOf(id) ? 'rendition' : 'publication'));

  await operator.enter();
  await operator.sees('Live');
  for (const name of NAMES) {
    await publications.addRtmp(`${own}/venue`, name.toLowerCase());
    await publications.field('Publication name').fill(name);
    await publications.tab('Encoding');
    await publications.field('Video encoding').selectOption('libx264');
    await publications.save.click();
    await publications.switchOn(name);
  }
  expect(await encoding()).toEqual(['publication', 'publication']);

  await publications.card.getByRole('link', { name: '2 publications encode the same. Encode once' }).click();
  const panel = page.getByRole('region', { name: 'Encoded several times' });
  await expect(panel).toContainText('East, West');
  await isAccessible(page, 'renditions');
  await panel.getByRole('button', { name: 'Encode once' }).click();
  const list = page.getByRole('region', { name: 'Sizes for several publications' }).getByRole('listitem');
  await expect(list).toContainText('East, West');
  await expect(panel).toBeHidden();
  await page.getByRole('link', { name: 'Close' }).click();

  for (const name of NAMES) await publications.isLive(name);
  await expect.poll(encoding).toEqual(['rendition']);
  for (const name of NAMES) await decode(['-i', addressOf(name)], 'video', FRAMES);
  await decode(['-i', addressOf('East')], 'audio', FRAMES);

  await publications.switch('East').uncheck();
  await expect(publications.row('East')).toContainText('Stopped');
  await decode(['-i', addressOf('West')], 'video', FRAMES);
  expect(await encoding()).toEqual(['rendition']);
  await publications.switch('West').uncheck();
  await expect.poll(encoding).toEqual([]);

  await publications.switchOn('West');
  expect(await encoding()).toEqual(['rendition']);
  await publications.act('West', 'Edit');
  await publications.tab('Encoding');
  await publications.field('Video and audio come from').selectOption({ label: 'The channel' });
  await publications.save.click();
  await publications.isLive('West');
  await expect.poll(encoding).toEqual(['publication']);
});
