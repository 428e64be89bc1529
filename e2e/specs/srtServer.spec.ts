import { decode } from '../../harness/streams/decode.ts';
import { push } from '../../harness/streams/rtmpPush.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import { channelOfIngest } from '../../src/api/processIds.ts';
import { fullUrl } from '../pages/wizard.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { expect, test } from '../test.ts';

const TOKEN = 's3cret';
const PASSPHRASE = 'a-passphrase-of-ours';

test('the SRT server is enabled: a pushed stream goes live, and a publication sends it back to the server @own-core', async ({
  operator,
  core,
  page,
  pageErrors,
  publications,
  settings,
  sources,
}) => {
  test.slow();
  pageErrors.allow({
    line: /^(request failed: \S+ \S+ net::ERR_|status 40[14]: )/,
    why: 'The core restarts, and the playlist of a channel that nobody sends to is not there yet.',
  });
  const port = await freePort();
  await operator.enter();
  await settings.open('SRT');
  await settings.switch('SRT server').check();
  await settings.field('SRT port').fill(String(port));
  await settings.field('Token').fill(TOKEN);
  await settings.field('Passphrase').fill('too short');
  await settings.save.click();
  await expect(settings.field('Passphrase')).toBeFocused();
  await settings.field('Passphrase').fill(PASSPHRASE);
  await settings.saveAndRestart();
  await isAccessible(page, 'settings of the SRT server');

  await page.getByRole('link', { name: 'Sluice', exact: true }).click();
  await operator.wizard.begin();
  await expect(page.getByRole('button', { name: /to a port of its own/ })).toHaveCount(0);
  const main = page.getByRole('main');
  await operator.wizard.choose('Encoder over SRT');
  const address = await fullUrl(main);
  expect(address).toContain(`token:${TOKEN}`);
  expect(new URL(address).searchParams.get('passphrase')).toBe(PASSPHRASE);
  const encoder = sources.keep(push(['-f', 'mpegts', address]));
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  const api = await core.api();
  const [ingest] = (await api.processes({ filter: 'config' })).filter(({ id }) => channelOfIngest(id));
  expect(JSON.stringify(ingest?.config)).toMatch(/\{srt,name=|srt:\/\//);
  await decode(['-i', `${core.url}/memfs/${channelOfIngest(ingest?.id ?? '')}.m3u8`], 'video', 20);

  await publications.add('SRT');
  await publications.field('Address').fill(`127.0.0.1:${port}`);
  await publications.field('Stream ID').fill(`again,mode:publish,token:${TOKEN}`);
  await publications.field('Passphrase').fill('a passphrase of others');
  await publications.saveAs('Again');
  await publications.switch('Again').check();
  await expect(await publications.cause('Again')).toContainText('Enter the passphrase of the other side.');
  await expect(page.locator('body')).not.toContainText(/of[ -](ours|others)/);
  await isAccessible(page, 'publication with a wrong passphrase');
  await publications.act('Again', 'Edit');
  await publications.field('Passphrase').fill(PASSPHRASE);
  await publications.saveAs('Again');
  await publications.isLive('Again');
  // ffmpeg does not decode percent escapes in the passphrase.
  const again = `srt://127.0.0.1:${port}?mode=caller&streamid=again,token:${TOKEN}&passphrase=${PASSPHRASE}`;
  await decode(['-i', again], 'video', 20);

  await encoder.stop();
  sources.keep(push(['-f', 'mpegts', address.replace(PASSPHRASE, 'a-passphrase-of-nobody')]));
  await expect(page.getByText('The core refuses the encoder: its SRT passphrase is wrong.').first()).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/of[ -](ours|others|nobody)/);
});
