import { channelOfIngest, egressId, ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { Operator } from '../pages/operator.ts';
import { type AllowedError, watchPageErrors } from '../support/browser/pageErrors.ts';
import { addChannels, noSnapshot } from '../support/channels.ts';
import { expect, test } from '../test.ts';

const deletedMeanwhile: AllowedError = {
  line: /^status 404: GET \S+\/v3\/process\/\S+filter=report/,
  why: 'The log of a channel that fails is asked for when somebody else has just deleted it.',
};
const UUID = '11111111-2222-4333-8444-000000000001';

test('two operators see what the other changes, and confirm before they overwrite it', async ({
  operator,
  core,
  page,
  browser,
  pageErrors,
  api,
}) => {
  pageErrors.allow(noSnapshot);
  pageErrors.allow(deletedMeanwhile);
  await addChannels(api, ['Alpha', 'Beta']);
  const ids = (await api.processes({})).flatMap(({ id }) => channelOfIngest(id) ?? []);
  const name = async (id: string) =>
    Object(await api.processMetadata({ id: ingestId(id), key: METADATA_KEY })).meta.name;
  const names = await Promise.all(ids.map(name));
  const alpha = ids[names.indexOf('Alpha')] ?? '';
  await operator.enter();
  await expect(operator.channelButton).toContainText('Alpha');

  const context = await browser.newContext({ locale: 'en-GB' });
  const tab = await context.newPage();
  const errors = watchPageErrors(tab);
  errors.allow(noSnapshot);
  errors.allow(deletedMeanwhile);
  const other = new Operator(tab, core);
  await other.enter();

  const player = `${core.ui}#/${alpha}/publication/player/playback`;
  await page.goto(player);
  await page.getByRole('switch', { name: 'Start muted' }).check();
  await tab.goto(player);
  await tab.getByRole('switch', { name: 'Autoplay' }).check();
  await tab.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(tab.getByRole('region', { name: 'Notifications' })).toContainText('Player settings saved');

  await test.step('what was entered stays, and whose it is to be is asked', async () => {
    await expect(page.getByText('Changed elsewhere meanwhile.')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Start muted' })).toBeChecked();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Changed elsewhere' });
    await expect(question).toContainText('Autoplay');
    await question.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Player settings saved');
    const stored = Object(await api.processMetadata({ id: ingestId(alpha), key: METADATA_KEY }));
    expect(stored.player).toMatchObject({ autoplay: true, mute: true });
  });

  await test.step('a channel that is deleted leaves the list, and leads on', async () => {
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Edit: Player');
    await api.processDelete({ id: ingestId(alpha) });
    for (const tabPage of [page, tab]) {
      await expect(tabPage.getByRole('region', { name: 'Notifications' })).toContainText('was deleted elsewhere');
    }
    await expect(operator.channelButton).toContainText('Beta');
    await expect(other.channelButton).toContainText('Beta');
  });
  expect(errors.lines).toEqual([]);
  await context.close();
});

test('no screen overwrites settings stored by a newer version', async ({ operator, core, page, pageErrors, api }) => {
  pageErrors.allow(noSnapshot);
  await addChannels(api, ['Later']);
  const [channel = ''] = (await api.processes({})).flatMap(({ id }) => channelOfIngest(id) ?? []);
  const publication = egressId('youtube', UUID);
  const { config } = await api.process({ id: ingestId(channel), filter: 'config' });
  await api.processAdd({ body: { ...Object(config), id: publication, autostart: false } });
  const later = { version: '2.0.0', meta: { name: 'Later' }, name: 'Later', theirs: [1] };
  for (const id of [ingestId(channel), publication])
    await api.processMetadataSet({ id, key: METADATA_KEY, body: later });
  await api.metadataSet({ key: METADATA_KEY, body: later });
  await operator.enter();

  for (const screen of [
    `${channel}/publication/player/playback`,
    `${channel}/publication/youtube/${UUID}`,
    `${channel}/publication/youtube`,
    `${channel}/edit/general`,
    `${channel}/edit/source/video`,
    `${channel}/edit/wizard`,
    'playersite/general',
  ]) {
    await test.step(screen, async () => {
      await page.goto(`${core.ui}#/${screen}`);
      await expect(page.getByText(/made by a newer version/).first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
    });
  }
  for (const id of [ingestId(channel), publication])
    expect(await api.processMetadata({ id, key: METADATA_KEY })).toEqual(later);
  expect((await api.metadataAll())[METADATA_KEY]).toEqual(later);
});
