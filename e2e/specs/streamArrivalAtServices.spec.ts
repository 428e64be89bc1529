import { decodedSeconds } from '../../harness/streams/decodedSeconds.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import { configOf, egressesOf } from '../support/channels.ts';
import { LOGIN, type Receiver, serviceReceivers } from '../support/serviceReceivers.ts';
import { expect, test } from '../test.ts';

test('every service with a test receiver: the stream can be decoded, recovers after an outage, and ends on stop', async ({
  page,
  liveChannel: _,
  publications,
}) => {
  test.slow();
  const rows = await Promise.all(
    serviceReceivers.map(async (destination) => ({
      ...{ ...destination, name: `To ${destination.service}`, port: await freePort() },
      open: null as Receiver | null,
    })),
  );
  try {
    for (const { service, name, fields, port } of rows) {
      await test.step(service, async () => {
        await publications.add(service);
        for (const [label, value] of Object.entries(fields(port))) {
          const field = publications.field(label);
          if (label === 'Transport') await field.selectOption(value);
          else await field.fill(value);
        }
        await publications.unfold('Advanced');
        await page.getByText('Command preview').click();
        await expect(page.getByRole('main')).toContainText('-f');
        for (const secret of [LOGIN.password, LOGIN.key])
          await expect(page.getByRole('main')).not.toContainText(secret);
        await publications.saveAs(name);
      });
    }
    const allArrive = async () => {
      for (const row of rows) row.open ??= await row.receiver(row.port);
      return Promise.all(rows.map(({ open }) => open?.arrives()));
    };
    const arrived = allArrive();
    await publications.forAll('Start all');
    await arrived;
    for (const { name } of rows) await publications.isLive(name);

    await test.step('its receiver is gone, and comes back', async () => {
      const broken = rows.filter(({ breaks }) => breaks);
      for (const row of broken) {
        await row.open?.[Symbol.asyncDispose]();
        row.open = null;
      }
      for (const { name } of broken) await expect(publications.row(name)).not.toContainText('Live ·');
      await allArrive();
      for (const { name } of rows) await publications.isLive(name);
    });

    await publications.forAll('Stop all');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop all' }).click();
    for (const { name } of rows) await expect(publications.row(name)).toContainText('Stopped');
    await Promise.all(rows.map(({ open }) => open?.ends()));
  } finally {
    for (const { open } of rows) await open?.[Symbol.asyncDispose]();
  }
});

test('a recording writes the chosen number of files, which play, are listed and deleted', async ({
  core,
  page,
  liveChannel: _,
  api,
  publications,
}) => {
  test.slow();
  await publications.add('File recording');
  await publications.field('File name').fill('show/1');
  await publications.custom('Length of a file', '20');
  await publications.unfold('Advanced');
  await publications.custom('Keep at most', '2');
  await publications.save.click();
  await expect(page.getByText('This character cannot stand in a file name.')).toBeVisible();
  await publications.field('File name').fill('show_%H-%M');
  await publications.saveAs('Archive');
  await publications.switchOn('Archive');
  await expect(publications.row('Archive')).toContainText(/REC\s·\s.*\s·\sshow_\d\d-\d\d\.mp4/);

  const files = async () => (await api.diskFiles({ glob: '/recording_*' })).map(({ name }) => name).toSorted();
  const names = new Set<string>();
  await expect
    .poll(
      async () => {
        for (const name of await files()) names.add(name);
        return names.size;
      },
      { intervals: [1000] },
    )
    .toBe(4);
  await publications.switch('Archive').uncheck();
  await expect(publications.row('Archive')).toContainText('Stopped');
  await expect.poll(async () => (await files()).length).toBe(2);

  await publications.act('Archive', 'Edit');
  const list = page.getByRole('list', { name: 'Recorded files' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  // The second newest file is complete: the timer has split it.
  const whole = list.getByRole('listitem').last();
  await expect(whole).toContainText(/show_\d\d-\d\d\.mp4/);
  await expect(whole).toContainText('0:20');
  const download = whole.getByRole('link');
  const address = await download.getAttribute('href');
  const seconds = await decodedSeconds(new URL(address ?? '', page.url()).href);
  expect(seconds).toBeGreaterThan(17);
  expect(seconds).toBeLessThan(23);

  await whole.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete file' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  expect(await files()).toHaveLength(1);

  // The name contains an unguessable part.
  const [egress] = await egressesOf(core);
  if (!egress) throw new Error('The publication is not on the core');
  const { output } = await configOf(api, egress.id);
  expect(output[0]?.address).toMatch(/^\{diskfs\}\/recording_[0-9a-f]{32}_%s_/);
});
