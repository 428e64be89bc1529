import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator } from '@playwright/test';
import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import type { Core } from '../../src/api/client.ts';
import { channelOfIngest } from '../../src/api/processIds.ts';
import { ChannelEdit } from '../pages/channelEdit.ts';
import { addChannels, MODEST, noSnapshot } from '../support/channels.ts';
import { expect, test } from '../test.ts';

async function runningIngest(api: Core) {
  const processes = await api.processes({ filter: 'state,config' });
  const found = processes.find(({ id, state }) => channelOfIngest(id) && state?.exec === 'running');
  const channel = found && channelOfIngest(found.id);
  if (!found || !channel) throw new Error('No channel is live');
  return { channel, seconds: found.state?.runtime_seconds ?? 0 };
}

async function codecsAt(url: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', url],
  ]);
  // ffprobe lists each stream again under its program.
  const sizes = stdout.split('\n').flatMap((line) => line.replace(/,.*/, '').trim() || []);
  return [...new Set(sizes)].toSorted();
}

/** Width and height of the picture; '' if there is none. */
async function sizeAt(url: string): Promise<string> {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', url];
  const { stdout } = await promisify(execFile)('ffprobe', args).catch(() => ({ stdout: '' }));
  return stdout.split('\n')[0]?.trim() ?? '';
}

async function segmentSeconds(url: string) {
  const playlist = await fetch(url);
  return Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(await playlist.text())?.[1]);
}

test('name and license change while viewers watch', async ({ operator, core, page, context, liveChannel: _, api }) => {
  const before = await runningIngest(api);
  const watching = await context.newPage();
  await watching.goto(core.ui);
  await expect(watching.locator('video')).toPlay();

  const edit = new ChannelEdit(page);
  await edit.open();
  await edit.field('Channel name').fill('Morning show');
  await edit.tab('License');
  await page.getByRole('radio', { name: /^Creative Commons/ }).check();
  await page.getByRole('radio', { name: /^CC0 1\.0/ }).check();
  await expect(page.getByText('The stream continues without interruption.')).toBeVisible();
  await edit.save.click();
  await edit.saved();
  await expect(operator.channelButton).toContainText('Morning show');
  await expect(watching.locator('video')).toPlay();
  await expect(watching.getByRole('banner')).toContainText('Morning show');
  await watching.close();
  expect((await runningIngest(api)).seconds).toBeGreaterThan(before.seconds);
  const player = await fetch(`${core.url}/${before.channel}.html`);
  expect(await player.text()).toContain('Morning show');
});

test('new segment settings interrupt briefly after a warning, and publications go on', async ({
  operator,
  core,
  page,
  liveChannel: _,
  api,
  publications,
}) => {
  const { config } = await api.config();
  await publications.addLive('Venue', config.rtmp?.address.split(':').pop());
  const { channel } = await runningIngest(api);

  const edit = new ChannelEdit(page);
  await edit.open();
  await edit.tab('Processing & Control');
  await edit.field('Segment length').fill('4');
  await edit.save.click();
  await expect(edit.interruptDialog).toContainText(/interrupted for about \d+ s\. 1 publication is cut off/);
  await edit.interruptDialog.getByRole('button', { name: 'Save and interrupt' }).click();
  await edit.saved();
  const playlist = `${core.url}/memfs/${channel}.m3u8`;
  await expect.poll(() => segmentSeconds(playlist)).toBeGreaterThanOrEqual(4);
  expect(await codecsAt(playlist)).toEqual(['aac', 'h264']);
  await operator.sees('Live');
  await publications.isLive('Venue');
  await expect(operator.player).toPlay();
});

test('players get segments from disk and a cropped picture', async ({ operator, core, page, api }) => {
  await ensureDemoChannel(api, { ...MODEST, size: '640x360' });
  await operator.enter();
  await operator.sees('Live');
  const { channel } = await runningIngest(api);
  const edit = new ChannelEdit(page);
  await edit.open();
  await edit.tab('Processing & Control');
  await edit.field('Storage').selectOption('diskfs');
  await edit.saveAndInterrupt();
  const playlist = `${core.url}/${channel}.m3u8`;
  await expect.poll(() => sizeAt(playlist)).toBe('640,360');
  await operator.sees('Live');
  await expect(operator.player).toPlay();

  await operator.videoSetup();
  await page.getByRole('link', { name: 'Source editor' }).click();
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Crop the video').click();
  await page.getByText(/^Numbers/).click();
  await page.getByLabel(/^Width/).fill('320');
  await page.getByLabel(/^Height/).fill('240');
  await page.getByRole('button', { name: 'Next: Audio' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Save and interrupt' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(/Channel ".*" saved/);
  await expect.poll(() => sizeAt(playlist)).toBe('320,240');
  await operator.channelPage();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
});

test('a resource limit ends the process, and the page says so', async ({ page, liveChannel: _ }) => {
  const edit = new ChannelEdit(page);
  await edit.open();
  await edit.tab('Processing & Control');
  await edit.field('Memory limit').fill('10');
  await edit.field('Tolerated for').fill('1');
  await edit.saveAndInterrupt();
  await expect(page.getByRole('main')).toContainText('The process exceeded its memory limit.');
});

test.describe('@own-core', () => {
  test('a channel is deleted from the list, and the last one from its own screen', async ({
    operator,
    page,
    pageErrors,
    api,
  }) => {
    pageErrors.allow(noSnapshot);
    await ensureDemoChannel(api, MODEST);
    await addChannels(api, ['Old show']);
    await operator.enter();
    await operator.channelButton.click();
    const list = page.getByRole('dialog', { name: 'Channels' });
    const remove = async (question: Locator) => question.getByRole('button', { name: 'Delete channel' }).click();
    await list.getByRole('button', { name: 'Actions for Old show' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await remove(page.getByRole('alertdialog', { name: 'Delete the channel "Old show"?' }));
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(list.getByRole('button', { name: /^Old show/ })).toBeHidden();
    await list.getByRole('button', { name: 'Close' }).click();
    await expect(list).toBeHidden();

    await operator.sees('Live');
    const edit = new ChannelEdit(page);
    await edit.open();
    const { channel } = await runningIngest(api);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete the channel "Demo"?' });
    await expect(question).toContainText('A new, empty channel takes its place.');
    await remove(question);
    await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
    expect(await api.processes({})).toEqual([]);
    const glob = `/**${channel}**`;
    // The viewer's pages are deleted a moment later.
    await expect.poll(async () => [...(await api.memFiles({ glob })), ...(await api.diskFiles({ glob }))]).toEqual([]);
  });
});

test('a channel is duplicated with its publication off, and the duplicate plays beside the original', async ({
  operator,
  page,
  publications,
  liveChannel: channel,
  pageErrors,
  api,
}) => {
  pageErrors.allow({
    line: /^status 404: \w+ \S+\/memfs\//,
    why: 'The duplicate has no video until it is started.',
  });
  await publications.addRtmp('127.0.0.1:9/nowhere');
  await publications.saveAs('Venue');
  await publications.switch('Venue').check();
  await new ChannelEdit(page).open();
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicate the channel "Demo"' });
  await dialog.getByLabel(/^Channel name/).fill('Second stage');
  await dialog.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await operator.sees('Stopped');
  await expect(operator.channelButton).toHaveAccessibleName(/Second stage/);
  await expect(publications.switch('Venue')).not.toBeChecked();
  await operator.button('Start stream').click();
  await operator.sees('Live');
  await expect(operator.player).toPlay();
  const states = await api.processes({ filter: 'state' });
  expect(states.filter(({ id, state }) => channelOfIngest(id) && state?.exec === 'running')).toHaveLength(2);
  await page.goto(page.url().replace(/#.*/, `#/${channel}`));
  await operator.sees('Live');
  await expect(publications.switch('Venue')).toBeChecked();
});
