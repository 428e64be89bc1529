import { DEMO_CHANNEL, ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { egressId, ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { overflowsOf } from '../support/browser/layoutOverflow.ts';
import { speak } from '../support/browser/speak.ts';
import { egressesOf, MODEST } from '../support/channels.ts';
import { expect, test } from '../test.ts';

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
  await expect(await publications.cause('Second site')).toContainText('Second site refused the connection.');

  await publications.act('Second site', 'Edit');
  await expect(page.getByRole('region', { name: 'Outputs' })).toContainText('no form for Bitmovin');
  await expect(page.getByRole('main')).not.toContainText(KEY);
  await publications.saveAs('Third site');

  // A stopped channel is not reported as an error of the service.
  await api.processCommand({ id: ingestId(DEMO_CHANNEL), body: { command: 'stop' } });
  await expect(publications.row('Third site')).toContainText('The channel is off');
  await expect(publications.card.getByRole('alert')).toBeHidden();
  const [found] = await api.processes({ id, filter: 'config' });
  expect(found?.config).toMatchObject({ output });

  await publications.act('Third site', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete publication' }).click();
  await expect(publications.row('Third site')).toBeHidden();
});

const LANGUAGES = [
  {
    code: 'en',
    reason: "Incompatible. Check the requirements. Missing in this core's ffmpeg: protocol srt.",
    stays: 'It can still be renamed, stopped and deleted here.',
    words: { address: /^Address/, name: /^Publication name/ },
  },
  {
    code: 'de',
    reason: 'Inkompatibel. Voraussetzungen prüfen. Dem ffmpeg dieses Cores fehlt: Protokoll srt.',
    stays: 'Umbenennen, Stoppen und Löschen sind hier weiterhin möglich.',
    words: { address: /^Adresse/, name: /^Name der Veröffentlichung/ },
  },
];

test('a service that the core does not support says why and cannot be stored, and a stored one is renamed', async ({
  core,
  operator,
  page,
  api,
}) => {
  await ensureDemoChannel(api, MODEST);
  const uuid = '11111111-2222-4333-8444-000000000002';
  const srt = egressId('srt', uuid);
  const output = [{ id: 'output_0', address: 'srt://127.0.0.1:9?mode=caller', options: ['-f', 'mpegts'] }];
  const input = [{ id: 'input_0', address: `{memfs}/${DEMO_CHANNEL}.m3u8`, options: ['-re'] }];
  await api.processAdd({
    body: {
      ...{ id: srt, type: 'ffmpeg', reference: DEMO_CHANNEL, input, output, options: [], autostart: false },
      ...{ reconnect: false, reconnect_delay_seconds: 3, stale_timeout_seconds: 30 },
    },
  });
  const stored = { version: 1, name: 'Truck', settings: { address: '127.0.0.1:9' }, outputs: output };
  await api.processMetadataSet({ id: srt, key: METADATA_KEY, body: stored });
  // Simulates an ffmpeg built without SRT.
  await page.route(/\/api\/v3\/skills(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const skills = await answer.json();
    skills.protocols.output = skills.protocols.output.filter(({ id: name }: { id: string }) => name !== 'srt');
    await route.fulfill({ json: skills });
  });
  await operator.enter();
  await operator.sees('Live');
  await page.setViewportSize({ width: 360, height: 740 });
  const goTo = (path: string) =>
    page.evaluate((to) => {
      location.hash = `#${to}`;
    }, `/${DEMO_CHANNEL}/publication/srt${path}`);

  for (const { code, reason, stays, words } of LANGUAGES)
    await test.step(code, async () => {
      await speak(page, code);
      const alert = page.getByRole('alert').filter({ hasText: reason });
      const address = page.getByRole('textbox', { name: words.address });
      const name = page.getByRole('textbox', { name: words.name });

      await goTo('');
      await expect(alert).toBeVisible();
      await address.fill('192.0.2.1:6000');
      await address.press('Enter');
      await expect(page.locator('[tabindex="-1"]:focus').filter({ hasText: reason })).toBeVisible();
      expect(await overflowsOf(page)).toEqual([]);
      await isAccessible(page, `a service that the core cannot serve (${code})`, ['dark'], [360]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect((await egressesOf(core)).map(({ id: egress }) => egress)).toEqual([srt]);

      await address.fill('');
      await goTo(`/${uuid}/general`);
      await expect(alert).toContainText(stays);
      await name.fill(`Truck (${code})`);
      await name.press('Enter');
      await expect(page.getByRole('switch', { name: `Truck (${code})` })).toBeVisible();
    });
});
