import { decode } from '../../harness/streams/decode.ts';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';
import { changeSetting, differences, type Group, group, lossesIn } from '../../harness/test/vectors/case.ts';
import { judgeCases } from '../../harness/test/vectors/judgeVectors.ts';
import { withoutZeroLimits } from '../../harness/test/vectors/recordedInstallationCases.ts';
import { UNREAD } from '../../src/api/answers/fieldSchemas.ts';
import type { Core } from '../../src/api/client.ts';
import { ingestId, isEgress, METADATA_KEY } from '../../src/api/processIds.ts';
import { playlistPath } from '../../src/media/hls/hlsFiles.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../../src/media/stored/metadata.ts';
import { ChannelEdit } from '../pages/channelEdit.ts';
import { Channels } from '../pages/channelList.ts';
import { viewerOf } from '../pages/playerEditor.ts';
import { Publications } from '../pages/publications.ts';
import { noSnapshot, outputsOf } from '../support/channels.ts';
import {
  channelsIn,
  existingInstallation,
  type ForeignProcess,
  install,
  NAMED,
  publicationsIn,
} from '../support/existingInstallation.ts';
import { expect, test } from '../test.ts';

const FRAMES = 24;

/** `touched` changes with each update. */
async function heldBy(api: Core, id: string) {
  const { config, metadata, created_at, state } = await api.process({ id, filter: 'config,metadata,state' });
  if (!config || config === UNREAD || !metadata || metadata === UNREAD) throw new Error(`${id} cannot be read`);
  return { config, metadata, touched: created_at, order: state?.order };
}
type StoredState = Awaited<ReturnType<typeof heldBy>>;

async function installedOn(
  { url }: { url: string },
  api: Core,
  sources: { hls: string; rtsp: string },
  running: readonly string[],
) {
  const { config } = await api.config();
  const rtmp = `127.0.0.1:${config.rtmp?.address.split(':').pop()}`;
  const setup = existingInstallation({ http: new URL(url).host, rtmp, ...sources }, Number(config.version));
  await install(api, setup, new Set(running));
  const channels = channelsIn(setup);
  return { given: setup, rtmp, channels, has: (channel: string) => channels.some(({ id }) => id === channel) };
}

/** The process with the metadata in the current format, which the test vectors check. */
function written(
  id: string,
  { metadata, ...rest }: StoredState,
  [path, value]: readonly [string, unknown] | [] = [],
): StoredState {
  const stored = metadata[METADATA_KEY];
  const parse = isEgress(id) ? parseEgressMetadata : parseIngestMetadata;
  const current: Group = group(JSON.parse(JSON.stringify(parse(stored))));
  return {
    ...rest,
    metadata: { ...metadata, [METADATA_KEY]: path === undefined ? current : changeSetting(current, path, value) },
  };
}

/** Intended differences. Outputs are compared with their process, and the second output is stored elsewhere. */
const CHOSEN = /^profiles\.0\.custom\.stream$|^outputs\.\d\.(address|options)$|^outputs\.1$|^settings\.backup$/;

/** YouTube's hosts with a matching certificate. */
const rehosted = (address: string) => address.replace(/^(rtmps:..[ab])\.rtmp(\.youtube\.com)\//, '$1.rtmps$2:443/');

/** ffmpeg's native RTMP ignores words behind a blank in the address, so they become options. */
function asOptions(address: string): { address: string; options: string[] } {
  const words = ['flashver', 'playpath'].flatMap((name) => {
    const value = new RegExp(` ${name}=(\\S+)`).exec(address)?.[1];
    return value === undefined ? [] : [`-rtmp_${name}`, value];
  });
  return { address: words.length === 0 ? address : `${address.replace(/ .*/, '')}/`, options: words };
}

/** DASH rejects copied H.264 with the tag of MPEG-TS. */
function tagged(options: readonly string[]): string[] {
  const at = options.indexOf('dash') < 0 ? -1 : options.indexOf('-strict');
  return at < 0 ? [...options] : [...options.slice(0, at), '-tag:v', 'avc1', ...options.slice(at)];
}

const redirected = ({ output, ...config }: ForeignProcess['config']): ForeignProcess['config'] => ({
  ...config,
  output: output.map(({ options, ...rest }) => {
    const now = asOptions(rehosted(rest.address));
    return { ...rest, address: now.address, options: [...tagged(options), ...now.options] };
  }),
});

const faults = ({ config, metadata }: ForeignProcess, now: ForeignProcess['config']) =>
  judgeCases([
    {
      id: config.id,
      names: ['process', 'recorded', 'youtube', 'twitch'],
      ...{ level: null, quirk: false, given: metadata, expected: withoutZeroLimits(redirected(config)) },
      actual: () => withoutZeroLimits(now),
    },
  ]).failed;

test('an existing installation is shown, saved unchanged, and edited in one place @own-core', async ({
  operator,
  core,
  sources,
  page,
  pageErrors,
  api,
}) => {
  test.slow();
  pageErrors.allow(noSnapshot);
  const source = await sources.hls();
  const streams = { hls: source.url, rtsp: 'rtsp://127.0.0.1:9/none' };
  const installed = await installedOn(core, api, streams, [NAMED.hls, NAMED.oldHls]);
  const { given: setup, has } = installed;
  const storedOf = (id: string) => {
    const found = setup.processes.find(({ config }) => config.id === id);
    if (!found) throw new Error(`${id} is not part of it`);
    return found;
  };
  const [channels, publications, edit] = [new Channels(operator), new Publications(page), new ChannelEdit(page)];
  await operator.enter();

  await test.step('everything is shown by its name', async () => {
    await channels.open();
    for (const { id, name } of installed.channels) await expect(channels.entry(id)).toContainText(name);
    await expect(channels.entries).toHaveCount(installed.channels.length);
    await channels.close();
    for (const id of [NAMED.virtual, NAMED.oldVirtual, NAMED.tee].filter(has)) {
      await channels.select(id);
      for (const { name } of publicationsIn(setup, id)) await expect(publications.switch(name)).not.toBeChecked();
      await expect(publications.card.getByRole('switch')).toHaveCount(publicationsIn(setup, id).length);
    }
  });

  for (const channel of [NAMED.hls, NAMED.oldHls, NAMED.disk, NAMED.tee, NAMED.cuda, NAMED.srt].filter(has)) {
    const id = ingestId(channel);
    await test.step(`a channel is saved as it was, but for what is changed: ${channel}`, async () => {
      const before = await heldBy(api, id);
      await channels.select(channel);
      await edit.open();
      await expect(edit.save).toBeDisabled();
      await edit.field('Description').fill('Camera at the gate');
      await edit.save.click();
      await edit.saved();
      // The creation time is equal as well, so no update was sent.
      const expected = written(id, before, ['meta.description', 'Camera at the gate']);
      await expect.poll(() => heldBy(api, id)).toEqual(expected);
    });
  }

  for (const [channel, names] of [
    [NAMED.virtual, ['Rec Akamai', 'Rec YouTube', 'Rec SRT', 'Rec DASH']],
    [NAMED.oldVirtual, ['Rec Twitch', 'Rec RTMP encoded']],
    [NAMED.tee, ['Rec unknown service']],
  ] as const) {
    if (!has(channel)) continue;
    await channels.select(channel);
    for (const name of names) {
      const { id } = publicationsIn(setup, channel).find((entry) => entry.name === name) ?? { id: '' };
      await test.step(`a publication is saved as it was, but for its name: ${name}`, async () => {
        const before = await heldBy(api, id);
        await publications.act(name, 'Edit');
        await expect(publications.field('Publication name')).toHaveValue(name, { timeout: PATIENCE_MS });
        await expect(publications.save).toBeDisabled();
        await publications.saveAs(`${name} 2`);
        await expect(publications.switch(`${name} 2`)).toBeVisible({ timeout: PATIENCE_MS });
        const losses = async () =>
          lossesIn(written(id, before, ['name', `${name} 2`]).metadata, (await heldBy(api, id)).metadata).filter(
            (path) => !CHOSEN.test(path.replace(`${METADATA_KEY}.`, '')),
          );
        await expect.poll(losses, { timeout: PATIENCE_MS }).toEqual([]);
        const after = await heldBy(api, id);
        expect(after.order).toEqual(before.order);
        const output = (await outputsOf(api, id)).map((entry, i) => ({ ...entry, id: `output_${i}` }));
        if (after.touched !== before.touched) expect(faults(storedOf(id), { ...after.config, output })).toEqual([]);
        else expect(after.config).toEqual(before.config);
      });
    }
  }

  await test.step('a new name changes the name', async () => {
    const id = ingestId(NAMED.hls);
    const before = await heldBy(api, id);
    await channels.select(NAMED.hls);
    await edit.open();
    await edit.field('Channel name').fill('Yard');
    await edit.save.click();
    await edit.saved();
    expect(await heldBy(api, id)).toEqual(written(id, before, ['meta.name', 'Yard']));
  });

  await test.step('longer segments change the playlist', async () => {
    const id = ingestId(NAMED.oldHls);
    const before = await heldBy(api, id);
    await channels.select(NAMED.oldHls);
    await edit.open();
    await edit.tab('Processing & Control');
    await edit.field('Segment length').fill('4');
    await edit.saveAndInterrupt();
    const after = await heldBy(api, id);
    expect(after.metadata).toEqual(written(id, before, ['control.hls.segmentDuration', 4]).metadata);
    expect(after.order).toBe('start');
    // `options` are always rewritten, and their differences are expected.
    expect(differences(before.config, after.config)).toEqual(['options', 'output.cleanup', 'output.options']);
  });
});

/** Reads as a viewer at another address, because local viewers are not counted. */
async function watchAs(client: string, address: string): Promise<string> {
  const answer = await fetch(address, { headers: { 'X-Forwarded-For': client } });
  if (/\.ts(\?|$)/.test(address)) return (await answer.arrayBuffer()).byteLength > 0 ? address : 'empty';
  const next = (await answer.text()).split('\n').findLast((line) => line !== '' && !line.startsWith('#'));
  if (next === undefined) throw new Error(`${address} lists nothing`);
  return watchAs(client, new URL(next, address).href);
}

/**
 * Leaves out channels that copy video into a master playlist: ffmpeg lists no variant whose bitrate it does not know.
 */
test('the channels of an existing installation run, are watched, and feed publications @own-core', async ({
  operator,
  core,
  sources,
  page,
  context,
  pageErrors,
  api,
}) => {
  test.slow();
  pageErrors.allow(noSnapshot);
  const [camera, source] = [await sources.rtsp(), await sources.hls()];
  const streams = { hls: source.url, rtsp: camera.url };
  // Playlists on disk written by cores before 16.10 contain file paths of the server, so they cannot be played.
  const disk = Number((await api.config()).config.version) >= 3;
  const live = [NAMED.virtual, NAMED.oldHls, ...(disk ? [NAMED.disk] : [])];
  const { given: setup, rtmp, has } = await installedOn(core, api, streams, [...live, NAMED.tee]);
  const [channels, publications] = [new Channels(operator), new Publications(page)];
  await operator.enter();

  for (const channel of live.filter(has)) {
    await test.step(`plays: ${channel}`, async () => {
      await channels.select(channel);
      await operator.sees('Live', PATIENCE_MS);
      await expect(operator.player).toPlay({ timeout: PATIENCE_MS });
    });
  }

  await test.step('viewers of a master playlist are counted', async () => {
    await channels.select(NAMED.virtual);
    await expect(operator.figure('Viewers')).toHaveText('0', { timeout: PATIENCE_MS });
    const playlist = `${core.url}/${playlistPath(NAMED.virtual, 'memfs')}`;
    for (const client of ['10.1.1.1', '10.1.1.2']) await watchAs(client, playlist);
    await expect(operator.figure('Viewers')).toHaveText('2', { timeout: PATIENCE_MS });
  });

  await test.step('a playlist on the disk plays on the public page, once the channel is saved', async () => {
    if (!disk) return;
    await channels.select(NAMED.disk);
    const edit = new ChannelEdit(page);
    await edit.open();
    await edit.field('Description').fill('Camera at the gate, from the disk');
    await edit.save.click();
    await edit.saved();
    const viewer = await context.newPage();
    await viewer.goto(`${core.url}/${NAMED.disk}.html`);
    await viewerOf(viewer).play.click();
    await expect(viewerOf(viewer).video).toPlay({ timeout: PATIENCE_MS });
    await viewer.close();
  });

  if (!has(NAMED.tee)) return;
  await test.step('a publication keeps its feed by RTMP when it is edited, and arrives', async () => {
    const { id } = publicationsIn(setup, NAMED.tee).find(({ name }) => name === 'Rec RTMP to RTMP') ?? { id: '' };
    await channels.select(NAMED.tee);
    await publications.switchOn('Rec RTMP to RTMP');
    const before = await heldBy(api, id);
    await publications.act('Rec RTMP to RTMP', 'Edit');
    await publications.saveAs('Venue');
    const renamed = await heldBy(api, id);
    expect([renamed.config, renamed.touched]).toEqual([before.config, before.touched]);
    await publications.act('Venue', 'Edit');
    await publications.tab('Process control');
    await expect(publications.field('Read from')).toHaveValue('rtmp');
    await publications.field('Reconnect delay').fill('3');
    await publications.save.click();
    await publications.isLive('Venue');
    const after = await heldBy(api, id);
    expect(after.config).toMatchObject({ input: before.config.input, reconnect_delay_seconds: 3 });
    // The first run may still be the one that the save ends.
    const arrives = () => decode(['-rw_timeout', '10000000', '-i', `rtmp://${rtmp}/app/key-fed`], 'video', FRAMES);
    await expect(arrives).toPass({ timeout: PATIENCE_MS });
  });
});
