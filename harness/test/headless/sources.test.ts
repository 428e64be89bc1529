import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openCore } from '../../../server/core.ts';
import { type Config, ConfigAnswer } from '../../../src/api/answers/config.ts';
import { createCoreClient } from '../../../src/api/client.ts';
import { ingestId } from '../../../src/api/processIds.ts';
import type { SourceContext } from '../../../src/catalog/form/defineCatalogEntry.ts';
import { virtualvideo } from '../../../src/catalog/sources/virtualvideo.ts';
import type { ChannelPlan } from '../../../src/headless/types.ts';
import { openHeadless } from '../../../src/headless.ts';
import { networkOf } from '../../../src/media/address/channelAddresses.ts';
import { pushAddress } from '../../../src/media/address/pushAddress.ts';
import { skillsOf } from '../../../src/media/encoding/skills.ts';
import { progressOf } from '../../../src/media/run/progress.ts';
import { decode } from '../../streams/decode.ts';
import { hlsSource } from '../../streams/hlsSource.ts';
import { FILE_S, mediaFile } from '../../streams/mediaFile.ts';
import { push, rtmpPush } from '../../streams/rtmpPush.ts';
import { rtspSource } from '../../streams/rtsp/source.ts';
import { transportSource } from '../../streams/transportStreamSource.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { until } from '../core/testing.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';

const NOWHERE: SourceContext = {
  ffmpeg: { major: 5, minor: 1 },
  skills: skillsOf(null),
  network: networkOf({
    config: ConfigAnswer.parse({ config: { version: 3 } }).config,
    page: new URL('http://127.0.0.1/'),
    channel: '',
  }),
};

/* All sources run at once on one core, because each takes a while to go live. */

const USER = { name: 'admin', password: 'a-secret' };

const makeFile = async (name: string, ...args: string[]) =>
  new File([new Uint8Array(await mediaFile(name, ...args))], name);

interface Row {
  what: string;
  source: (around: Around) => ChannelPlan['source'] | Promise<ChannelPlan['source']>;
  video?: string;
  /** The same for audio, and the number of consecutive packets to decode. */
  audio?: { encoder: string; packets: number };
}

interface Around {
  channel: string;
  address: string;
  rtmpPort: number;
  keep: <T extends AsyncDisposable>(sender: T) => T;
  config: Config;
}

async function openAll() {
  const [port, rtmpPort] = [await freePort(), await freePort()];
  const core = await openCore(
    {
      CORE_ADDRESS: `127.0.0.1:${port}`,
      CORE_DB_DIR: path.join(testTempDir(), 'db'),
      CORE_STORAGE_DISK_DIR: testTempDir(),
      CORE_RTMP_ENABLE: 'true',
      CORE_RTMP_ADDRESS: `127.0.0.1:${rtmpPort}`,
      CORE_API_AUTH_ENABLE: 'true',
      CORE_API_AUTH_USERNAME: USER.name,
      CORE_API_AUTH_PASSWORD: USER.password,
    },
    { print: () => {}, loginDelayMs: 1 },
  );
  const address = `http://127.0.0.1:${port}`;
  const api = createCoreClient({ address });
  const { access_token: access, refresh_token: refresh } = await api.login({
    body: { username: USER.name, password: USER.password },
  });
  api.setTokens({ access, refresh });
  const sluice = openHeadless({ core: api });
  await sluice.enter();
  return { core, address, rtmpPort, api, sluice };
}

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const item of open.splice(0)) await item.stop();
});

async function allLive(rows: readonly Row[]) {
  const { core, address, rtmpPort, api, sluice } = await openAll();
  open.push(sluice, core);
  const keep: Around['keep'] = (sender) => {
    open.push({ stop: () => sender[Symbol.asyncDispose]() });
    return sender;
  };
  const { config } = await api.config();
  const channels = new Map<Row, string>();
  for (const [i, row] of rows.entries()) {
    const id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
    const source = await row.source({ channel: id, address, rtmpPort, keep, config });
    const channel = await sluice
      .setUpChannel({ id, name: row.what, source })
      .catch((error: unknown) => Promise.reject(new Error(`${row.what}: ${error}`)));
    channels.set(row, channel);
  }
  for (const [row, channel] of channels) {
    const id = ingestId(channel);
    const process = await until(
      async () => (await api.processes({ id, filter: 'state,config' })).find((process) => process.id === id),
      (found) => found?.state !== undefined && found.state !== null && progressOf(found.state).status === 'connected',
      PATIENCE_MS,
    ).catch((error: unknown) => Promise.reject(new Error(`${row.what}: ${error}`)));
    // On a busy machine the first segment can come later.
    const canDecode = async () => decode(['-i', `${address}/memfs/${channel}.m3u8`], 'video', 5).then(() => true);
    await until(canDecode, Boolean, PATIENCE_MS).catch((error: unknown) =>
      Promise.reject(new Error(`${row.what}: ${error}`)),
    );
    const command = process?.state?.command ?? [];
    if (row.video) expect(command[command.lastIndexOf('-codec:v') + 1]).toBe(row.video);
    if (row.audio) {
      expect(command[command.lastIndexOf('-codec:a') + 1]).toBe(row.audio.encoder);
      await decode(['-i', `${address}/memfs/${channel}.m3u8`], 'audio', row.audio.packets);
    }
  }
  return { api, sluice };
}

const FILES: readonly (readonly [what: string, name: string, args: string[]])[] = [
  ['a video with shorter audio', 'a.mp4', ['-filter:a', 'atrim=end=1']],
  ['a video of odd size without audio', 'b.mkv', ['-vf', 'crop=159:89', '-an']],
  ['a moving GIF', 'c.gif', []],
  ['a picture', 'd.png', ['-frames:v', '1']],
  ['a photo', 'e.jpg', ['-frames:v', '1']],
];

describe('an uploaded file', () => {
  const files: Row[] = [];
  beforeAll(async () => {
    for (const [what, name, args] of FILES) {
      const file = await makeFile(name, ...args);
      files.push({ what, source: () => ({ tile: 'videoloop', file }), video: 'copy' });
    }
  });

  it('is prepared once, plays in a loop without encoding, and is deleted with its channel', async () => {
    const { api } = await allLive(files);
    const found = await api.diskFiles({ glob: '/channels/**' });
    expect(found.map(({ name }) => name).filter((name) => name.includes('upload'))).toEqual([]);
    expect(found.filter(({ name }) => name.includes('videoloop'))).toHaveLength(files.length);
    expect((await api.processes({})).filter(({ id }) => id.endsWith('_upload'))).toEqual([]);
  });
});

const TWICE = Math.ceil((2 * FILE_S * 44_100) / 1024);
const SONGS: readonly (readonly [name: string, args: string[]])[] = [
  ['song.mp3', ['-vn', '-ar', '44100']],
  ['song.wav', ['-vn', '-ar', '44100', '-ac', '2']],
  ['song.ogg', ['-vn', '-ar', '44100', '-c:a', 'libvorbis', '-ac', '2']],
];

it('an audio file beside any video plays in a loop without encoding', async () => {
  const files = await Promise.all(SONGS.map(([name, args]) => makeFile(name, ...args)));
  const rows = files.map(
    (audioFile): Row => ({
      what: audioFile.name,
      source: () => ({
        ...{ tile: 'virtualvideo', settings: { ...SMALL, source: 'testsrc2' } },
        ...{ audio: 'source:audioloop', audioFile },
      }),
      audio: { encoder: 'copy', packets: TWICE },
    }),
  );
  const { api } = await allLive(rows);
  const stored = (await api.diskFiles({ glob: '/channels/**' })).map(({ name }) => name);
  expect(stored.filter((name) => name.includes('audioloop'))).toHaveLength(rows.length);
  expect(stored.filter((name) => name.includes('upload'))).toEqual([]);
});

const PATTERNS = virtualvideo.form(NOWHERE).source;
const offered = PATTERNS?.kind === 'select' ? PATTERNS.options.filter(({ none }) => !none) : [];
const SMALL = { size: '320x180', scale: '320x180', fps: '10' };

it('every test pattern goes live', async () => {
  expect(offered.length).toBeGreaterThan(8);
  await allLive(
    offered.map(
      ({ value }): Row => ({
        what: value,
        source: () => ({ tile: 'virtualvideo', settings: { ...SMALL, source: value }, audio: 'none' }),
        video: 'libx264',
      }),
    ),
  );
});

const pulled = (address: string, more: object = {}): ChannelPlan['source'] => ({
  tile: 'network',
  settings: { address, ...more },
});
const TS = ['-f', 'mpegts'];
const free = async () => `127.0.0.1:${await freePort()}`;

const NETWORK: readonly Row[] = [
  {
    what: 'RTMP, pushed',
    source: ({ channel, rtmpPort, keep }) => {
      keep(rtmpPush(`rtmp://127.0.0.1:${rtmpPort}/${channel}.stream`));
      return { tile: 'rtmp' };
    },
  },
  {
    what: 'a stream that is published already',
    source: ({ rtmpPort, keep }) => {
      keep(rtmpPush(`rtmp://127.0.0.1:${rtmpPort}/camera-7`));
      return { tile: 'rtmp', settings: { push: { type: 'rtmp', name: 'camera-7' } } };
    },
  },
  {
    what: 'HLS, pushed into the storage of the core',
    source: async ({ channel, address, config, keep }) => {
      const settings = { push: { type: 'hls' } };
      const network = networkOf({ config, page: new URL(address), channel });
      const sent = pushAddress(network, { type: 'hls', name: '' });
      if (!sent) throw new Error('There is no address to push to');
      keep(push(['-f', 'hls', '-hls_time', '1', '-hls_flags', 'delete_segments', '-method', 'PUT', sent.address]));
      const played = `${address}/memfs/ingest/${channel}.m3u8`;
      await until(async () => (await fetch(played)).ok, Boolean, PATIENCE_MS);
      return { tile: 'rtmp', settings };
    },
  },
  // e2e/specs/pushIngest.spec.ts tests the SRT server of a core.
  {
    what: 'SRT, pushed to a port of its own',
    source: async ({ keep }) => {
      const at = await free();
      keep(push([...TS, `srt://${at}?mode=caller`]));
      return { tile: 'srtport', settings: { address: `srt://${at}?mode=listener` } };
    },
  },
  {
    what: 'SRT, pulled',
    source: async ({ keep }) => {
      const at = await free();
      keep(push([...TS, `srt://${at}?mode=listener`]));
      return pulled(`srt://${at}?mode=caller`);
    },
  },
  { what: 'RTSP over TCP', source: async ({ keep }) => pulled(keep(await rtspSource()).url) },
  {
    what: 'RTSP over UDP',
    source: async ({ keep }) => pulled(keep(await rtspSource({ transport: 'udp' })).url, { rtsp: { udp: true } }),
  },
  { what: 'HLS', source: async ({ keep }) => pulled(keep(await hlsSource()).url) },
  {
    what: 'HEVC in HLS',
    source: async ({ keep }) => pulled(keep(await hlsSource({ picture: 'hevc' })).url),
    video: 'libx264',
  },
  {
    what: 'a transport stream over HTTP',
    source: async ({ keep }) => pulled(`http://${keep(await transportSource()).host}/`),
  },
  {
    what: 'a transport stream over UDP',
    source: async ({ keep }) => {
      const at = await free();
      keep(push([...TS, `udp://${at}?pkt_size=1316`]));
      return pulled(`udp://${at}`);
    },
  },
];

it('every network source goes live', async () => {
  await allLive(NETWORK.map((row) => ({ video: 'copy', ...row })));
});
