import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { senderIn } from '../../../media/coreInfo/sessions.ts';
import { emptySource } from '../../../media/encoding/profile.ts';
import { emptyStream } from '../../../media/encoding/streams.ts';
import type { Loudness } from '../../../media/hls/segment/loudness.ts';
import { NO_LOOK_FACTS } from '../../../media/look/lookReport.ts';
import { setUpOf } from '../../../media/process/expectedStreams.ts';
import { ingestDefaults } from '../../../media/stored/metadata.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelOpened } from '../channel/slice.ts';
import { proofsIn } from '../proof/slice.ts';
import { keepPreviewFile, previewFile } from './previewFileCache.ts';
import { refusedKeyframes, remarksOf, withoutTold } from './remarks.ts';
import {
  blackSinceIn,
  frozenSinceIn,
  type InspectorState,
  keyframeIn,
  pictureSeen,
  seenFpsIn,
  setUpRead,
  silentSinceIn,
  sourceClosed,
  sourceOpened,
} from './slice.ts';
import { silentSince } from './watchSource.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../media/hls/segment/fixtures/${name}`, import.meta.url)));
const ts = fixture('h264-aac.mpegts');
const text = (...lines: string[]) => new TextEncoder().encode(`#EXTM3U\n${lines.join('\n')}\n`);
const live = { order: 'start', exec: 'running', runtime_seconds: 60, progress: { fps: 25, speed: 1, frame: 300 } };
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const loud: Loudness = { seconds: 2, channels: [{ rms: -20, peak: -6 }], quietSeconds: 0 };
const quiet: Loudness = { seconds: 2, channels: [{ rms: -100, peak: -100 }], quietSeconds: 2 };

async function watched(files: Record<string, () => Uint8Array>, answers: FakeAnswers = {}, loudnessOf = () => loud) {
  const paths: string[] = [];
  const store = openStore({
    core: aCore({
      processes: ({ filter } = {}) => [
        {
          id: ingestId(CHANNEL),
          reference: CHANNEL,
          state: live,
          ...(filter === 'config,metadata' && { metadata: {} }),
        },
      ],
      sessionsActive: () => ({}),
      fileBytes: ({ storage, path }) => {
        paths.push(`${storage}${path}`);
        const file = files[path];
        if (!file) throw Object.assign(new Error('absent'));
        return file();
      },
      ...answers,
    }),
    measure: async () => loudnessOf(),
  });
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(channelOpened(CHANNEL));
  await pass(1000);
  store.dispatch(sourceOpened(CHANNEL));
  await pass(0);
  return { store, paths };
}

let round = 0;
const segments = () => {
  round += 1;
  return text('#EXTINF:2,', `a_${round}.ts`);
};
const always = (names: string[], bytes = ts) => Object.fromEntries(names.map((name) => [name, () => bytes] as const));
const many = always(Array.from({ length: 60 }, (_, i) => `/a_${i}.ts`));

describe('the newest segment', () => {
  beforeEach(() => {
    round = 0;
  });

  it('is analyzed every 10 s from the files of the core', async () => {
    const { store, paths } = await watched({ [`/${CHANNEL}.m3u8`]: segments, ...many });
    expect(keyframeIn(store.getState(), Date.now())).toBeCloseTo(1);
    expect(seenFpsIn(store.getState(), Date.now())).toBeCloseTo(10);
    expect(paths).toEqual([`mem/${CHANNEL}.m3u8`, 'mem/a_1.ts']);
    await pass(40_000);
    expect(paths.length).toBe(2 * 5);
    store.stop();
  });

  it('is completed by what the agent has seen, as long as that is recent', async () => {
    const path = `look-${CHANNEL}.json`;
    const report = {
      version: 1,
      at: 1_000_000,
      picture: { status: 'frozen', since: 950_000 },
      sound: null,
      failure: null,
    };
    let isThere = true;
    const { store, paths } = await watched(
      {
        [`/${CHANNEL}.m3u8`]: segments,
        ...many,
        [path]: () => new TextEncoder().encode(JSON.stringify(report)),
      },
      {
        memFiles: ({ glob } = {}) =>
          isThere && glob === `/${path}` ? [{ name: glob, size_bytes: 1, last_modified: 1 }] : [],
      },
    );
    expect(paths[0]).toBe(`mem${path}`);
    expect(frozenSinceIn(store.getState())).toBe(950_000);
    expect(blackSinceIn(store.getState())).toBeNull();
    await pass(180_000);
    expect(frozenSinceIn(store.getState())).toBeNull();
    isThere = false;
    store.stop();
  });

  it('brings along what viewers of a platform get, if a publication has an address for it', async () => {
    const path = `look-${CHANNEL}.platforms.json`;
    const id = egressId('rtmp', CHANNEL);
    const platforms = { [id]: { status: 'seen', at: 1_000_000, delay: 18 } };
    const files = {
      [`/${CHANNEL}.m3u8`]: segments,
      ...many,
      [path]: () => new TextEncoder().encode(JSON.stringify({ version: 1, at: Date.now(), platforms })),
    };
    const found = async (playback: string) => {
      const publication = { version: 1, name: 'Venue', control: { playback } };
      const { store, paths } = await watched(files, {
        processes: () => [
          { id: ingestId(CHANNEL), reference: CHANNEL, state: live, metadata: {} },
          { id, reference: CHANNEL, state: live, metadata: { [METADATA_KEY]: publication } },
        ],
        memFiles: ({ glob } = {}) => (glob === `/${path}` ? [{ name: glob, size_bytes: 1, last_modified: 1 }] : []),
      });
      await pass(32_000);
      store.stop();
      return [proofsIn(store.getState(), CHANNEL), paths.includes(`mem${path}`)];
    };
    expect(await found('http://platform.example/a.m3u8')).toEqual([platforms, true]);
    expect(await found('')).toEqual([{}, false]);
  });

  it('is fetched once the first one is stored', async () => {
    let stored: { name: string; last_modified: number; size_bytes: number }[] = [];
    const { store, paths } = await watched(
      { [`/${CHANNEL}.m3u8`]: segments, ...many },
      {
        processes: () => [
          { id: ingestId(CHANNEL), reference: CHANNEL, state: { ...live, runtime_seconds: 10 }, metadata: {} },
        ],
        memFiles: () => stored,
      },
    );
    await pass(10_000);
    expect(paths).toEqual([]);
    stored = [{ name: `/${CHANNEL}.m3u8`, last_modified: 1000, size_bytes: 1 }];
    await pass(10_000);
    expect(paths.slice(0, 2)).toEqual([`mem/${CHANNEL}.m3u8`, 'mem/a_1.ts']);
    store.stop();
  });

  it('is not fetched while the panel is closed', async () => {
    const { store, paths } = await watched({ [`/${CHANNEL}.m3u8`]: segments, ...many });
    store.hide(true);
    await pass(5000);
    const before = paths.length;
    await pass(30_000);
    expect(paths.length).toBe(before);
    store.hide(false);
    await pass(0);
    expect(paths.length).toBe(before + 2);
    store.dispatch(pictureSeen({ frozenSince: 5, blackSince: 6 }));
    expect([frozenSinceIn, blackSinceIn].map((since) => since(store.getState()))).toEqual([5, 6]);
    store.dispatch(sourceClosed());
    expect([frozenSinceIn, blackSinceIn].map((since) => since(store.getState()))).toEqual([null, null]);
    await pass(30_000);
    expect(paths.length).toBe(before + 2);
    expect(store.getState().streamInspector.look.status).toBe('waiting');
    store.stop();
  });

  it('is fetched less often if it is large', async () => {
    const large = new Uint8Array(8_000_000);
    large.set(ts);
    const { store, paths } = await watched({
      [`/${CHANNEL}.m3u8`]: segments,
      ...always(Object.keys(many), large),
    });
    await pass(30_000);
    expect(paths.length).toBe(2 * 2);
    store.stop();
  });

  it('is not fetched twice', async () => {
    const { store, paths } = await watched({ [`/${CHANNEL}.m3u8`]: () => text('#EXTINF:2,', 'a_1.ts'), ...many });
    await pass(10_000);
    expect(paths.filter((path) => path.endsWith('.ts'))).toEqual(['mem/a_1.ts']);
    store.stop();
  });

  it.each([
    ['the newest one', [8, 7], [], 0],
    ['the one before it', [7, 6], [], 2000],
    ['none of the newest three', [5, 4], ['mem/a_8.ts'], 0],
    ['none', [], ['mem/a_8.ts'], 0],
  ])('is taken from the preview, which has fetched %s', async (_, fetched, requested, behindMs) => {
    let newest = 3;
    const list = () => text(...Array.from({ length: 6 }, (_, i) => `#EXTINF:2,\na_${newest - 5 + i}.ts`));
    const { store, paths } = await watched({ [`/${CHANNEL}.m3u8`]: list, ...many });
    newest = 8;
    paths.length = 0;
    for (const n of fetched.toReversed()) keepPreviewFile(`/a_${n}.ts`, ts.slice().buffer);
    await pass(10_000);
    expect(paths).toEqual([`mem/${CHANNEL}.m3u8`, ...requested]);
    const { look } = store.getState().streamInspector;
    expect(look.status === 'seen' && Date.now() - look.at).toBe(behindMs);
    store.dispatch(sourceClosed());
    await pass(0);
    expect(previewFile(`/a_${fetched[0]}.ts`)).toBeNull();
    store.stop();
  });

  it('is not taken from preview files of an earlier run', async () => {
    let status = live;
    let listed = 3;
    const { store, paths } = await watched(
      { [`/${CHANNEL}.m3u8`]: () => text('#EXTINF:2,', `a_${listed}.ts`), ...many },
      {
        processes: () => [{ id: ingestId(CHANNEL), reference: CHANNEL, state: status, metadata: {} }],
      },
    );
    keepPreviewFile('/a_1.ts', new ArrayBuffer(8));
    status = { ...live, exec: 'failed' };
    await pass(20_000);
    paths.length = 0;
    [status, listed] = [live, 1];
    await pass(20_000);
    expect(paths.slice(0, 2)).toEqual([`mem/${CHANNEL}.m3u8`, 'mem/a_1.ts']);
    expect(store.getState().streamInspector.look.status).toBe('seen');
    store.stop();
  });

  it('is found behind a master playlist with separate audio, in MP4', async () => {
    const { store, paths } = await watched({
      [`/${CHANNEL}.m3u8`]: () =>
        text('#EXT-X-MEDIA:TYPE=AUDIO,URI="sound.m3u8"', '#EXT-X-STREAM-INF:BANDWIDTH=1', 'picture.m3u8'),
      '/picture.m3u8': () => text('#EXT-X-MAP:URI="i.mp4"', '#EXTINF:2,', 'p.m4s'),
      '/sound.m3u8': () => text('#EXTINF:2,', 's.ts'),
      ...always(['/i.mp4'], fixture('h264-aac.init.mp4')),
      ...always(['/p.m4s'], fixture('h264-aac.m4s')),
      ...always(['/s.ts'], fixture('mp3.mpegts')),
    });
    expect(store.getState().streamInspector.look).toMatchObject({
      status: 'seen',
      figures: { video: { codec: 'h264', width: 64 }, audio: { codec: 'mp3' } },
    });
    expect(paths.length).toBe(6);
    await pass(10_000);
    // The master playlist and the init segment are cached.
    expect(paths.slice(6)).toEqual(['mem/picture.m3u8', 'mem/sound.m3u8']);
    store.stop();
  });

  it.each([
    ['found', false, 4 + 3],
    ['chosen by the operator', true, 3],
  ])('triggers at most one look back while silence is %s', async (_, chosen, fetched) => {
    let newest = 5;
    const list = () => text(...Array.from({ length: 5 }, (_, i) => `#EXTINF:2,\na_${newest - 4 + i}.ts`));
    let level = loud;
    const { store, paths } = await watched({ [`/${CHANNEL}.m3u8`]: list, ...many }, {}, () => level);
    const audio = { codec: 'aac', width: 0, height: 0, fps: 0, rate: 48_000, channels: 2, encoded: false, chosen };
    store.dispatch(setUpRead({ video: null, audio, assumed: false, push: null }));
    level = quiet;
    paths.length = 0;
    for (let round = 0; round < 3; round += 1) {
      newest += 4;
      await pass(10_000);
    }
    expect(paths.filter((path) => path.endsWith('.ts')).length).toBe(fetched);
    store.stop();
  });

  it.each([
    ['unknown bytes', new Uint8Array(500), 'unreadable'],
    ['a video segment', ts, 'seen'],
  ])('with %s is %s', async (_, bytes, status) => {
    const { store } = await watched({ [`/${CHANNEL}.m3u8`]: segments, ...always(Object.keys(many), bytes) });
    expect(store.getState().streamInspector.look.status).toBe(status);
    store.stop();
  });

  it('is not fetched while the channel is not live', async () => {
    const { store, paths } = await watched(
      { [`/${CHANNEL}.m3u8`]: segments, ...many },
      { processes: () => [{ id: ingestId(CHANNEL), reference: CHANNEL, state: { ...live, exec: 'failed' } }] },
    );
    expect([paths, store.getState().streamInspector.look.status]).toEqual([[], 'waiting']);
    store.stop();
  });

  it('dates a silence by earlier segments', async () => {
    let level = loud;
    let [from, to] = [1, 6];
    const list = () => text(...Array.from({ length: to - from + 1 }, (_, i) => `#EXTINF:2,\na_${from + i}.ts`));
    const levels: Loudness[] = [];
    const { store } = await watched({ [`/${CHANNEL}.m3u8`]: list, ...many }, {}, () => levels.shift() ?? level);
    expect(silentSinceIn(store.getState(), Date.now())).toBeNull();
    [from, to, level] = [3, 8, quiet];
    levels.push(quiet, quiet, { ...quiet, quietSeconds: 0.5 });
    await pass(10_000);
    expect(Date.now() - (silentSinceIn(store.getState(), Date.now()) ?? 0)).toBe(4500);
    [from, to] = [6, 11];
    await pass(10_000);
    expect(remarksOf(store.getState().streamInspector, [], Date.now())).toMatchObject([{ kind: 'silent', n: 14 }]);
    [from, to, level] = [8, 13, loud];
    await pass(10_000);
    expect(remarksOf(store.getState().streamInspector, [], Date.now())).toEqual([]);
    store.stop();
  });
});

it.each([
  ['loud', null, loud, null],
  ['only its end is silent', null, { ...loud, quietSeconds: 0.5 }, 9500],
  ['it continues', 2000, quiet, 2000],
  ['it starts', null, quiet, 8000],
  ['it is unknown', 2000, null, null],
])('computes the start of a silence: %s', (_, before, loudness, since) =>
  expect(silentSince(before, loudness, 10_000)).toBe(since),
);

describe('remarks on a source', () => {
  const video = {
    codec: 'h264',
    width: 1920,
    height: 1080,
    frames: 50,
    fps: 25,
    keyframeSeconds: 2,
    kbit: 4000,
    holes: [],
  };
  const audio = { codec: 'aac', profile: 'LC', rate: 48_000, channels: 2, kbit: 128, holes: [] };
  const stored = {
    codec: 'h264',
    width: 1920,
    height: 1080,
    fps: 25,
    rate: 48_000,
    channels: 2,
    encoded: false,
    chosen: false,
  };
  const base: InspectorState = {
    channel: CHANNEL,
    setUp: { video: stored, audio: { ...stored, codec: 'aac' }, assumed: false, push: null },
    look: { status: 'seen', at: 0, figures: { seconds: 2, video, audio }, loudness: null },
    sender: null,
    silentSince: null,
    farKeyframes: null,
    frozenSince: null,
    blackSince: null,
    delay: null,
    reported: NO_LOOK_FACTS,
  };
  const inspectorWith = (changed: object, sound: object = {}): InspectorState => ({
    ...base,
    look: {
      status: 'seen',
      at: 0,
      loudness: null,
      figures: { seconds: 2, video: { ...video, ...changed }, audio: { ...audio, ...sound } },
    },
  });
  it.each<[string, InspectorState, readonly string[], readonly object[]]>([
    ['a good stream', base, [], []],
    [
      'a long keyframe interval',
      inspectorWith({ keyframeSeconds: 8 }),
      [],
      [{ kind: 'keyframe', n: 8, best: 2, most: 4, platforms: ['YouTube', 'Twitch'] }],
    ],
    [
      'a long keyframe interval for its platforms',
      inspectorWith({ keyframeSeconds: 3 }),
      ['dacast', 'rtmp'],
      [{ kind: 'keyframe', best: 1, most: 2, platforms: ['Dacast'] }],
    ],
    ['a long keyframe interval for tolerant servers', inspectorWith({ keyframeSeconds: 8 }), ['rtmp'], []],
    ['a low frame rate', inspectorWith({ fps: 15 }), [], [{ kind: 'slow', fps: 15, wanted: 25 }]],
    [
      'a frame rate below the stated one',
      inspectorWith({ fps: 20, statedFps: 30 }),
      [],
      [{ kind: 'slow', wanted: 30 }],
    ],
    [
      'a low frame rate of the server',
      {
        ...inspectorWith({ fps: 15 }),
        setUp: { video: { ...stored, encoded: true, chosen: false }, audio: null, assumed: false, push: null },
      },
      [],
      [],
    ],
    ['another size', inspectorWith({ width: 1280, height: 720 }), [], [{ kind: 'changed', of: 'video' }]],
    ['another codec of the audio', inspectorWith({}, { codec: 'mp3' }), [], [{ kind: 'changed', of: 'audio' }]],
    ['a gap', inspectorWith({ holes: [{ at: 0, seconds: 0.9 }] }), [], [{ kind: 'hole', n: 0.9 }]],
    [
      "a bitrate above the platform's limit",
      inspectorWith({ kbit: 9000 }),
      ['twitch'],
      [{ kind: 'bitrate', most: 6000, platforms: ['Twitch'] }],
    ],
    ['black and frozen for long', { ...base, blackSince: 0, frozenSince: 0 }, [], [{ kind: 'black', n: 20 }]],
    ['a frozen picture', { ...base, frozenSince: 11_000 }, [], [{ kind: 'frozen', n: 9 }]],
    ['a short freeze and a short silence', { ...base, frozenSince: 13_000, silentSince: 11_000 }, [], []],
    ['a set-up that cannot be read', { ...base, setUp: null }, [], []],
  ])('%s', (_, inspector, services, remarks) =>
    expect(remarksOf(inspector, services, 20_000)).toEqual(remarks.map((remark) => expect.objectContaining(remark))),
  );
});

it.each([
  ['the newest session of several', 'rtmp', 'key', { by: 'rtmp', from: '10.0.0.2:5', since: 200 }],
  ['SRT', 'srt', 'other', { by: 'srt', from: '10.0.0.3', since: null }],
  ['no matching session', 'rtmp', 'ey', null],
] as const)('describes the sender: %s', (_, by, name, sender) => {
  const session = (local: string, remote: string, created_at: number) => ({
    ...{ id: 'x', reference: '', extra: '', bytes_rx: 1, bandwidth_rx_kbit: 1, bandwidth_tx_kbit: 0 },
    ...{ local, remote, created_at },
  });
  const active = {
    rtmp: [
      session('publish:/live/key', '10.0.0.1:5', 100),
      session('publish:/live/key', '10.0.0.2:5', 200),
      session('play:/live/key', '10.0.0.9:5', 300),
    ],
    srt: [session('publish:other', '10.0.0.3', 0)],
  };
  expect(senderIn(active, by, name)).toEqual(sender);
});

it('reads the set-up of a channel', () => {
  const metadata = ingestDefaults('x');
  const [profile] = metadata.profiles;
  const source = {
    ...emptySource(),
    type: 'network',
    settings: { mode: 'push', push: { type: 'rtmp', name: 'abc' } },
    streams: [{ ...emptyStream, type: 'video', codec: 'h264', width: 640, height: 360, fps: 90_000 }],
  };
  const video = { ...profile.video, source: 0, stream: 0, encoder: { coder: 'libx264', settings: {}, mapping: [] } };
  expect(setUpOf(CHANNEL, { ...metadata, sources: [source], profiles: [{ ...profile, video }] })).toEqual({
    video: { codec: 'h264', width: 640, height: 360, fps: 0, rate: 0, channels: 0, encoded: true, chosen: false },
    audio: null,
    assumed: false,
    push: { type: 'rtmp', name: 'abc' },
  });
});

const made = (type: string, options: string[] = []) => ({
  ...emptySource(),
  type,
  inputs: [{ address: 'x', options }],
});
it.each([
  ['a test pattern', 'video', made('virtualvideo'), true],
  ['a stored picture', 'video', made('videoloop', ['-loop', '1']), true],
  ['a generator stored by another interface', 'video', made('other', ['-f', 'lavfi', '-re']), true],
  ['silence', 'audio', made('virtualaudio'), true],
  ['a camera', 'video', made('network'), false],
  ['a source without address', 'video', { ...emptySource(), type: 'network' }, false],
] as const)('%s counts as chosen by the operator', async (_, type, from, chosen) => {
  const metadata = ingestDefaults('x');
  const [profile] = metadata.profiles;
  const source = { ...from, streams: [{ ...emptyStream, type, codec: type === 'video' ? 'h264' : 'aac' }] };
  const coded = { ...profile[type], source: 0, stream: 0 };
  const setUp = setUpOf(CHANNEL, { ...metadata, sources: [source], profiles: [{ ...profile, [type]: coded }] });
  expect(setUp[type]?.chosen).toBe(chosen);
  const { store } = await watched({ [`/${CHANNEL}.m3u8`]: segments, ...many }, {}, () => quiet);
  store.dispatch(setUpRead(setUp));
  store.dispatch(pictureSeen({ frozenSince: 1, blackSince: 1 }));
  await pass(20_000);
  const { frozenSince, blackSince, silentSince: since } = store.getState().streamInspector;
  expect([frozenSince, blackSince]).toEqual(type === 'video' && chosen ? [null, null] : [1, 1]);
  expect(since === null).toBe(type === 'audio' && chosen);
});

it.each([
  ['no services', [], null],
  ['YouTube', ['youtube'], { n: 8, platforms: ['YouTube'], best: 2, most: 4 }],
  ['a server without limits', ['rtmp'], null],
])('names the platforms that reject a long keyframe interval: %s', (_, sentTo, expected) =>
  expect(refusedKeyframes(8, sentTo)).toEqual(expected),
);

it('drops remarks that the verdict already makes', () => {
  const far = { kind: 'keyframe', n: 8, platforms: ['YouTube', 'Twitch'], best: 2, most: 4 } as const;
  const gap = { kind: 'hole', n: 1 } as const;
  expect(withoutTold([far, gap], [])).toEqual([far, gap]);
  expect(withoutTold([far, gap], ['youtube'])).toEqual([{ ...far, platforms: ['Twitch'] }, gap]);
  expect(withoutTold([far, gap], ['youtube', 'twitch'])).toEqual([gap]);
});
