import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page, Route } from '@playwright/test';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import { runFfmpeg } from '../../harness/streams/ffmpeg.ts';
import { operate } from '../../harness/tools/demo/demoChannel.ts';
import type { Core } from '../../src/api/client.ts';
import { channelOfIngest, ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { createTimelineStorage } from '../../src/features/live/timeline/timelineRegistry.ts';
import { memoryStorage } from '../../src/headless/storage.ts';
import { snapshotFile } from '../../src/media/hls/hlsFiles.ts';
import type { Event, Status } from '../../src/media/timeline/event.ts';
import { addChannelsWith } from '../support/channels.ts';
import { storeChannel } from '../support/storedChannel.ts';

const SIZE = { width: 1280, height: 720 };
const FPS = 25;
const KBIT = 4200;
const VIEWERS = 214;
const LIVE_S = 5052;
/** Seconds since one of the destinations came back. */
const RESTORED_S = 1874;
const AWAY_S = 14;

const SCENES = ['concert', 'harbour', 'choir', 'studio'] as const;
type Scene = (typeof SCENES)[number];
type Pictures = Readonly<Record<Scene, string>>;

interface ShownChannel {
  scene: Scene;
  /** null: off the air. */
  live: { viewers: number; earlierViewers: number; seconds: number } | null;
  stored: object;
}

const KEY = 'harbour-festival';
/** Fixed ids keep the addresses in the pictures the same. */
const MAIN_ID = '5ea51de0-7000-4000-8000-000000000001';

const CHANNELS: Readonly<Record<string, ShownChannel>> = {
  'Harbour Festival': {
    scene: 'concert',
    live: { viewers: VIEWERS, earlierViewers: 1386, seconds: LIVE_S },
    stored: {
      meta: {
        description: 'Three evenings of music at the old harbour. Tonight: The Tidal Waves, live from the main stage.',
        author: { name: 'Friends of the Old Harbour' },
      },
      license: 'CC BY 4.0',
    },
  },
  'Harbour camera': { scene: 'harbour', live: { viewers: 12, earlierViewers: 904, seconds: 186_400 }, stored: {} },
  'Radio Pier 7': { scene: 'studio', live: { viewers: 38, earlierViewers: 412, seconds: 9120 }, stored: {} },
  'St. Mary’s Choir': { scene: 'choir', live: null, stored: { player: { startsAt: '2026-06-21T10:00:00+02:00' } } },
};
const [[MAIN = ''] = []] = Object.entries(CHANNELS);

/** A fixed date, so that the website names the same days in each run. */
export const SHOW_TIME = new Date('2026-06-20T20:30:00+02:00');

const WEBSITE = {
  title: 'Harbour TV',
  description: 'Live from the old harbour.',
  imprint: 'Friends of the Old Harbour',
  terms: 'Watch as much as you like.',
};

interface Destination {
  service: string;
  name: string;
  settings: Readonly<Record<string, unknown>>;
  seconds: number;
}

/** Nothing is sent to these: they stay off, and the responses to the page show them as running. */
const DESTINATIONS: readonly Destination[] = [
  { service: 'youtube', name: 'YouTube', settings: { stream_key: 'show-key' }, seconds: LIVE_S - 37 },
  { service: 'twitch', name: 'Twitch', settings: { key: 'show-key' }, seconds: RESTORED_S },
  { service: 'facebook', name: 'Facebook', settings: { stream_key_primary: 'show-key' }, seconds: LIVE_S - 41 },
  { service: 'srt', name: 'Screen at the pier', settings: { address: 'pier.example.org:9000' }, seconds: LIVE_S - 64 },
];

export interface Show extends AsyncDisposable {
  main: string;
  /**
   * Rewrites the responses to this page to the state after 90 minutes on an idle machine, so that each picture shows
   * the same figures.
   */
  tell(page: Page): Promise<void>;
}

export async function putOnShow(core: CoreUnderTest, browser: Browser): Promise<Show> {
  const api = await core.api();
  const folder = await mkdtemp(path.join(tmpdir(), 'show-'));
  const pictures = await paintScenes(browser, folder);
  const clip = await filmScene(pictures.concert, folder);
  const main = await storeChannels(api, core);
  const seconds = new Map<string, number>();
  await operate(api, async (sluice) => {
    for (const { seconds: live, ...plan } of DESTINATIONS)
      seconds.set(await sluice.addPublication({ ...plan, channel: main }), live);
  });
  const channels = await shownChannels(api);
  for (const { id } of await api.processes({})) {
    const { live } = channels.get(channelOfIngest(id) ?? '') ?? {};
    if (live) seconds.set(id, live.seconds);
  }
  const { config } = await api.config();
  const { id: coreId } = await api.about();
  const push = runFfmpeg([
    ...['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy', '-f', 'flv'],
    `rtmp://${config.rtmp?.address}/${KEY}`,
  ]);
  const began = Date.now();
  return {
    main,
    async tell(page) {
      await page.addInitScript(
        (entries) => {
          for (const [key, text] of entries) localStorage.setItem(`@@restreamer-ui@@${key}`, text);
        },
        historyOf(
          coreId,
          main,
          [...seconds.keys()].filter((id) => channelOfIngest(id) === null),
        ),
      );
      await page.addInitScript(count, { fps: FPS, kbit: KBIT });
      const running = (process: unknown) => runningFor(seconds, (Date.now() - began) / 1000, process);
      const overrides: readonly (readonly [RegExp, (answer: unknown) => unknown])[] = [
        [/\/api\/v3\/process(\?|$)/, (answer) => [answer].flat().map(running)],
        [/\/api\/v3\/process\/[^/?]+(\?|$)/, running],
        [/\/api\/v3\/session\/active/, (answer) => ({ ...Object(answer), hls: viewersOf(main) })],
        [/\/api\/v3\/metrics/, quiet],
        [/\/api\/v3\/config$/, withUsualPorts],
      ];
      for (const [address, change] of overrides)
        await page.route(address, (route) => answered(route, core.url, change));
      await page.route(/\/api\/v3\/widget\/process\/[^/]+$/, (route) => {
        const id = decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
        const { viewers = 0, earlierViewers = 0, seconds = 0 } = channels.get(channelOfIngest(id) ?? '')?.live ?? {};
        return route.fulfill({ json: { current_sessions: viewers, total_sessions: earlierViewers, uptime: seconds } });
      });
      for (const [id, { scene }] of channels)
        await page.route(
          ({ pathname }) => pathname.endsWith(snapshotFile(id)),
          (route) => route.fulfill({ path: pictures[scene] }),
        );
    },
    async [Symbol.asyncDispose]() {
      await push.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function paintScenes(browser: Browser, folder: string): Promise<Pictures> {
  const page = await browser.newPage({ viewport: SIZE });
  const painted = async (scene: Scene) => {
    const file = path.join(folder, `${scene}.jpg`);
    await page.goto(pathToFileURL(path.join(import.meta.dirname, `scenes/${scene}.svg`)).href);
    await page.screenshot({ path: file, type: 'jpeg', quality: 95 });
    return file;
  };
  const pictures = {
    concert: await painted('concert'),
    harbour: await painted('harbour'),
    choir: await painted('choir'),
    studio: await painted('studio'),
  };
  await page.close();
  return pictures;
}

/** A slow pan with a period of ten seconds, because a still picture counts as a fault. */
const SWAY = "scale=iw*1.05:-2,crop=1280:720:'(iw-ow)/2*(1+sin(PI*t/5))':'(ih-oh)/2*(1+cos(PI*t/5))'";

/** Encodes ten seconds once, which are then pushed in a loop at almost no cost. */
async function filmScene(scene: string, folder: string): Promise<string> {
  const file = path.join(folder, 'scene.flv');
  const output = await runFfmpeg([
    ...[
      '-loop',
      '1',
      '-framerate',
      String(FPS),
      '-i',
      scene,
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=220:sample_rate=48000',
    ],
    ...['-vf', SWAY],
    ...['-t', '10', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', String(FPS)],
    ...['-b:v', '4000k', '-minrate', '4000k', '-maxrate', '4000k', '-bufsize', '4000k', '-x264-params', 'nal-hrd=cbr'],
    ...['-c:a', 'aac', '-b:a', '160k', '-ac', '2', file],
  ]).ended;
  if (!output.startsWith('ffmpeg ended (0)')) throw new Error(output);
  return file;
}

/** Returns the id of the main channel, which is live once a stream is pushed to it. */
async function storeChannels(api: Core, core: CoreUnderTest): Promise<string> {
  const streams = [
    { index: 0, stream: 0, type: 'video', codec: 'h264', ...SIZE },
    { index: 0, stream: 1, type: 'audio', codec: 'aac', sampling_hz: 48_000, channels: 2 },
  ];
  const main = await storeChannel(api, core, { id: MAIN_ID, name: MAIN, source: { push: KEY }, streams });
  const { [MAIN]: shown, ...others } = CHANNELS;
  const at = { id: ingestId(main), key: METADATA_KEY };
  const { meta, ...more } = Object(await api.processMetadata(at));
  const stored = Object(shown?.stored);
  await api.processMetadataSet({ ...at, body: { ...more, ...stored, meta: { ...meta, ...stored.meta } } });
  await addChannelsWith(api, Object.fromEntries(Object.entries(others).map(([name, { stored }]) => [name, stored])));
  await api.metadataSet({ key: METADATA_KEY, body: { version: 1, playersite: { ...WEBSITE, channelid: main } } });
  return main;
}

async function shownChannels(api: Core): Promise<ReadonlyMap<string, ShownChannel>> {
  const found = new Map<string, ShownChannel>();
  for (const { id } of await api.processes({})) {
    const channel = channelOfIngest(id);
    if (channel === null) continue;
    const { meta } = Object(await api.processMetadata({ id, key: METADATA_KEY }));
    const shown = CHANNELS[meta?.name];
    if (shown) found.set(channel, shown);
  }
  return found;
}

/** The stored entries of a browser that has been open all the time, by key. */
function historyOf(coreId: string, channel: string, destinations: readonly string[]): [string, string][] {
  const now = Date.now();
  const ago = (seconds: number) => now - seconds * 1000;
  // The page opens within these 30 s.
  const end = ago(-30);
  const state = (of: string, status: Status, at: number, until = end): Event => ({
    ...{ kind: 'state', of, status, at, until, over: until !== end, cause: null, told: 'seen' },
  });
  const [, wasAway, ...others] = destinations;
  const events = [
    state('source', 'live', ago(LIVE_S)),
    ...[destinations[0], ...others].flatMap((id) => (id === undefined ? [] : [state(id, 'live', ago(LIVE_S - 41))])),
    ...(wasAway === undefined
      ? []
      : [
          state(wasAway, 'live', ago(LIVE_S - 41), ago(RESTORED_S + AWAY_S)),
          state(wasAway, 'failing', ago(RESTORED_S + AWAY_S), ago(RESTORED_S)),
          state(wasAway, 'live', ago(RESTORED_S)),
        ]),
  ];
  const entries = new Map<string, string>();
  const storage = { ...memoryStorage(), write: (key: string, text: string) => void entries.set(key, text) };
  createTimelineStorage(storage, coreId).write(
    channel,
    { events, watched: [[ago(LIVE_S), end]], names: {}, cleared: 0 },
    end,
  );
  return [...entries];
}

/** Changes responses to GET requests and queries of metrics. Other requests pass. */
async function answered(route: Route, core: string, change: (answer: unknown) => unknown): Promise<void> {
  const { pathname, search } = new URL(route.request().url());
  if (route.request().method() !== 'GET' && !pathname.endsWith('/metrics')) return route.continue();
  // Only the browser resolves the fake address.
  const response = await route.fetch({ url: `${core}${pathname}${search}` });
  if (!response.ok()) return route.fulfill({ response });
  await route.fulfill({ response, json: change(await response.json()) });
}

function runningFor(seconds: ReadonlyMap<string, number>, passedS: number, process: unknown): unknown {
  const { id, state } = Object(process);
  const live = seconds.get(id);
  if (live === undefined || !state) return process;
  return {
    ...Object(process),
    state: {
      ...state,
      ...{ order: 'start', exec: 'running', reconnect_seconds: -1, last_logline: '' },
      runtime_seconds: Math.floor(live + passedS),
      progress: { ...state.progress, fps: FPS, bitrate_kbit: KBIT, speed: 1, q: -1, drop: 0, dup: 0 },
    },
  };
}

/**
 * Runs in the page, which computes rates from totals. These include what was counted while the response was in flight.
 */
function count({ fps, kbit }: { fps: number; kbit: number }): void {
  const began = Date.now() - 3_600_000;
  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (...question) => {
    const response = await originalFetch(...question);
    if (!response.ok || !/\/api\/v3\/process(\?|\/[^/]+(\?|$)|$)/.test(response.url)) return response;
    const { status, headers } = response;
    const text = await response.text();
    if (!text.includes('"progress"')) return new Response(text, { status, headers });
    const answer = JSON.parse(text);
    const time = (Date.now() - began) / 1000;
    for (const process of [answer].flat())
      if (process.state?.progress?.fps === fps)
        Object.assign(process.state.progress, { time, frame: Math.round(time * fps), size_kb: (time * kbit) / 8 });
    return new Response(JSON.stringify(answer), { status, headers });
  };
}

const viewersOf = (channel: string) =>
  Array.from({ length: VIEWERS }, (_, i) => ({
    ...{ id: `viewer-${i}`, reference: channel, created_at: 0, local: channel, remote: '', extra: '' },
    ...{ bytes_rx: 0, bytes_tx: 0, bandwidth_rx_kbit: 0, bandwidth_tx_kbit: KBIT },
  }));

const QUIET: Readonly<Record<string, number>> = { cpu_idle: 71, mem_total: 8e9, mem_free: 5e9 };

function quiet(answer: unknown): unknown {
  const { metrics = [] } = Object(answer);
  return {
    ...Object(answer),
    metrics: [metrics].flat().map(({ values, ...metric }) => {
      const figure = QUIET[metric.name];
      return { ...metric, values: figure === undefined ? values : [[Date.now() / 1000, figure]] };
    }),
  };
}

/** The core under test uses free ports. */
function withUsualPorts(answer: unknown): unknown {
  const { config } = Object(answer);
  return { ...Object(answer), config: { ...config, rtmp: { ...config?.rtmp, address: ':1935' } } };
}
