import { DEMO_CHANNEL, ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { egressId, ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { expect, test } from '../fixtures.ts';
import { MODEST } from '../support/channels.ts';

const id = egressId('bitmovin', '11111111-2222-4333-8444-000000000001');
const KEY = 'journey-s3cret';

test('a publication of an unknown service is listed, waits for its channel, is renamed and deleted', async ({
  operator,
  page,
  api,
  publications,
}) => {
  await ensureDemoChannel(api, MODEST);
  const output = [
    { id: 'output_0', address: `rtmp://127.0.0.1:9/live/${KEY}`, options: ['-codec', 'copy', '-f', 'flv'] },
  ];
  const input = [{ id: 'input_0', address: `{memfs}/${DEMO_CHANNEL}.m3u8`, options: ['-re'] }];
  await api.processAdd({
    body: {
      ...{ id, type: 'ffmpeg', reference: DEMO_CHANNEL, input, output, options: [], reconnect: true, autostart: false },
      ...{ reconnect_delay_seconds: 3, stale_timeout_seconds: 30 },
    },
  });
  const stored = { version: '1.3.0', name: 'Second site', settings: { rtmp_token: KEY }, outputs: [] };
  await api.processMetadataSet({ id, key: METADATA_KEY, body: stored });

  await operator.enter();
  await operator.sees('Live');
  await publications.switch('Second site').check();
  await expect(publications.card.getByRole('alert')).toContainText('Second site refused the connection.');

  await publications.act('Second site', 'Edit');
  await expect(page.getByRole('region', { name: 'Outputs' })).toContainText('no form for Bitmovin');
  await expect(page.getByRole('main')).not.toContainText(KEY);
  await publications.saveAs('Third site');

  // The channel goes off: that is not the fault of the other side.
  await api.processCommand({ id: ingestId(DEMO_CHANNEL), body: { command: 'stop' } });
  await expect(publications.row('Third site')).toContainText('The channel is off');
  await expect(publications.card.getByRole('alert')).toBeHidden();
  const [held] = await api.processes({ id, filter: 'config' });
  expect(held?.config).toMatchObject({ output });

  await publications.act('Third site', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete publication' }).click();
  await expect(publications.row('Third site')).toBeHidden();
});
