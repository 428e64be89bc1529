import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProbeResult } from '../../../api/answers/process.ts';
import { CoreError } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { aCore, anAbout, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { aProbe, h264, refusedProbe } from '../../../testing/probes.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import {
  steppedBack,
  tileChosen,
  videoProbeRequested,
  videoSettingsChanged,
  wayAccepted,
  wizardClosed,
  wizardOpened,
} from '../wizard/slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const advance = () => vi.advanceTimersByTimeAsync(0);
const PORT = 'udp://0.0.0.0:1234';

async function probed(address: string, { order = 'start', tried = address, answers = {} as FakeAnswers } = {}) {
  const metadata = parseIngestMetadata({
    version: 1,
    sources: [
      {
        type: 'network',
        settings: { mode: 'pull', address },
        inputs: [{ address, options: [] }],
        streams: [{ type: 'video', codec: 'h264' }],
      },
    ],
    profiles: [{ video: { source: 0, stream: 0, encoder: { coder: 'copy', settings: {}, mapping: [] } } }],
  });
  const id = ingestId(CHANNEL);
  const process = {
    id,
    reference: CHANNEL,
    metadata: { 'restreamer-ui': metadata },
    state: { order, exec: order === 'start' ? 'running' : 'finished' },
  };
  const store = openStore({
    core: aCore({
      processes: () => [process],
      processAdd: () => 'OK',
      processDelete: () => 'OK',
      processCommand: () => 'OK',
      processProbe: () => aProbe(h264),
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await advance();
  store.dispatch(wizardOpened({ channel: CHANNEL, name: 'Studio' }));
  await advance();
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged({ mode: 'pull', address: tried }));
  store.core.calls.length = 0;
  store.dispatch(videoProbeRequested());
  await advance();
  const commands = () =>
    store.core.calls
      .filter((call) => /^process(Command|Probe)/.test(call))
      .map((call) => call.replaceAll(CHANNEL, '…').replace('restreamer-ui:', ''));
  return { store, commands };
}

const PROBE = 'processProbe ingest:…_probe';
const off = ['processCommand ingest:…_snapshot stop', 'processCommand ingest:… stop'];
const on = ['processCommand ingest:… start', 'processCommand ingest:…_snapshot start'];

it.each([
  ['a stream with several readers', 'rtsp://192.0.2.10/s', {}, [PROBE]],
  ['a port that the stream uses', PORT, {}, [...off, PROBE, ...on]],
  ['the port of a stopped stream', PORT, { order: 'stop' }, [PROBE]],
  ['another port', PORT, { tried: 'udp://0.0.0.0:1235' }, [PROBE]],
  ['a port without data', PORT, { answers: { processProbe: () => refusedProbe } }, [...off, PROBE, ...on]],
])('the probe sends the expected commands for %s', async (_, address, options, expected) => {
  const { commands } = await probed(address, options);
  expect(commands()).toEqual(expected);
});

it('the probe restarts the stream when it is cancelled', async () => {
  const { store, commands } = await probed(PORT, { answers: { processProbe: () => new Promise(() => {}) } });
  expect(commands()).toEqual([...off, PROBE]);
  store.dispatch(wizardClosed());
  await advance();
  expect(commands()).toEqual([...off, PROBE, ...on]);
});

it('the probe leaves a stream that cannot be stopped unchanged and reports the reason', async () => {
  const processCommand: FakeAnswers['processCommand'] = ({ body }) => {
    if (body.command === 'stop') throw new CoreError(500, 'Internal Server Error');
    return 'OK';
  };
  const { store, commands } = await probed(PORT, { answers: { processCommand } });
  expect(commands()).not.toContain(PROBE);
  expect(store.getState().wizard).toMatchObject({
    at: { step: 'videoSettings', failure: { log: ['Internal Server Error'] } },
  });
});

it.each([
  ['from the core itself', 'rtmp://localhost/live/camera.stream?token=x', 1, 'key-refused'],
  ['from another server', 'rtmp://media.example.org/live/camera.stream?token=x', 0, 'rtmp-closed'],
])(
  "the probe reads the core's log for the reason why a stream %s could not be read",
  async (_, address, times, cause) => {
    const log = vi.fn(() => [
      'ts=1970-01-01T00:16:41Z level=INFO component="RTMP" msg="invalid streamkey (x)" action="FORBIDDEN" path="/live/camera.stream"',
    ]);
    const processProbe = () => ({ streams: [], log: [`${address}: Input/output error`] });
    const { store } = await probed('rtsp://192.0.2.10/s', { tried: address, answers: { processProbe, log } });
    expect(store.getState().wizard).toMatchObject({ at: { failure: { cause } } });
    expect(log).toHaveBeenCalledTimes(times);
  },
);

it("the probe falls back to the ffmpeg message if the core's log is not accessible", async () => {
  const address = 'rtmp://localhost/live/camera.stream?token=x';
  const log = () => {
    throw new CoreError(403, 'Forbidden');
  };
  const processProbe = () => ({ streams: [], log: [`${address}: Input/output error`] });
  const { store } = await probed('rtsp://192.0.2.10/s', { tried: address, answers: { processProbe, log } });
  expect(store.getState().wizard).toMatchObject({ at: { failure: { verdict: 'error', cause: 'rtmp-closed' } } });
});

const silent = (address: string) => ({ streams: [], log: [`${address}: Connection timed out`] });
const CAMERA = 'rtsp://192.0.2.10/s';
const failureIn = (store: Awaited<ReturnType<typeof probed>>['store']) => {
  const { wizard } = store.getState();
  return wizard.status === 'open' && wizard.at.step === 'videoSettings' ? wizard.at.failure : null;
};

it.each<[string, ProbeResult[], number, object]>([
  [
    'responds by UDP',
    [silent(CAMERA), aProbe(h264)],
    2,
    { worked: { words: 'RTSP over UDP' }, tried: ['RTSP over UDP'] },
  ],
  ['responds by HTTP', [silent(CAMERA), silent(CAMERA), aProbe(h264)], 3, { worked: { words: 'RTSP over HTTP' } }],
  ['never responds', [silent(CAMERA)], 3, { cause: 'no-answer', tried: ['RTSP over UDP', 'RTSP over HTTP'] }],
  [
    'rejects the login',
    [{ streams: [], log: [`${CAMERA}: Server returned 401 Unauthorized`] }],
    1,
    { cause: 'login-needed' },
  ],
  [
    'asks for a password by UDP',
    [silent(CAMERA), { streams: [], log: [`${CAMERA}: Server returned 401 Unauthorized`] }],
    2,
    { cause: 'no-answer', tried: ['RTSP over UDP'] },
  ],
])('the probe tries other transports for a camera that %s', async (_, answers, count, expected) => {
  const queue = [...answers];
  const processProbe = () => (queue.length > 1 ? queue.shift() : queue[0]);
  const { store, commands } = await probed('rtsp://192.0.2.9/s', { tried: CAMERA, answers: { processProbe } });
  expect(commands()).toHaveLength(count);
  expect(failureIn(store)).toMatchObject(expected);
});

it.each([
  [6000, 'no-answer'],
  [100, 'not-media'],
])('the probe judges a camera whose probe ends after %i ms without a reason: %s', async (ms, cause) => {
  const nothing = { streams: [], log: [`${CAMERA}: Invalid data found when processing input`] };
  const processProbe = () => new Promise((resolve) => setTimeout(() => resolve(nothing), ms));
  const { store } = await probed('rtsp://192.0.2.9/s', { tried: CAMERA, answers: { processProbe } });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(failureIn(store)).toMatchObject({ cause });
});

const web = 'http://192.0.2.10/x';
const read = (address: string, log: string[], ...streams: Parameters<typeof aProbe>) => ({
  address,
  answer: { ...aProbe(...streams), log },
});
const unread = { type: 'video', codec: 'mjpeg', pix_fmt: 'none', format: 'mjpeg' };

it.each([
  ['one image', read(web, [], { type: 'video', codec: 'mjpeg', width: 640, format: 'jpeg_pipe' }), 'still-image'],
  [
    'one image of a format of few',
    read(web, [], { type: 'video', codec: 'jpegls', width: 640, format: 'jpegls_pipe' }),
    'still-image',
  ],
  ['an icon', read(web, [], { type: 'video', codec: 'png', width: 64, format: 'ico' }), 'still-image'],
  [
    'a list of addresses that ffmpeg takes for subtitles',
    read('http://192.0.2.10/listen.pls', [], { type: 'subtitle', codec: 'text' }),
    'address-list',
  ],
  [
    'a stream under DRM whose headers are clear',
    read(web, ['[hls @ 0x5] Unable to open key file skd://x'], { ...h264, format: 'hls' }),
    'drm',
  ],
])('the probe rejects %s as a source', async (_, { address, answer }, cause) => {
  const { store, commands } = await probed(CAMERA, { tried: address, answers: { processProbe: () => answer } });
  expect(failureIn(store)).toMatchObject({ verdict: 'error', cause });
  expect(commands()).toHaveLength(1);
});

it('the probe does not mistake a web page for MJPEG, whose demuxer accepts any data', async () => {
  const nothing = { streams: [], log: [`${web}: Invalid data found when processing input`] };
  const processProbe = vi
    .fn()
    .mockReturnValueOnce(nothing)
    .mockReturnValueOnce(aProbe(unread))
    .mockReturnValue(nothing);
  const { store } = await probed(CAMERA, { tried: web, answers: { processProbe } });
  expect(failureIn(store)).toMatchObject({ cause: 'not-media', tried: ['MJPEG', 'a longer analysis'] });
  expect(failureIn(store)?.worked).toBeUndefined();
});

it('the probe applies working settings without a new probe, but not after another change', async () => {
  const processProbe = vi.fn().mockReturnValueOnce(silent(CAMERA)).mockReturnValue(aProbe(h264));
  const { store, commands } = await probed('rtsp://192.0.2.9/s', { tried: CAMERA, answers: { processProbe } });
  const alternative = failureIn(store)?.worked;
  if (!alternative) throw new Error('Nothing is proposed');
  store.dispatch(wayAccepted({ type: 'video', worked: alternative }));
  expect(commands()).toHaveLength(2);
  expect(store.getState().wizard).toMatchObject({
    at: { step: 'videoResult' },
    draft: { video: { settings: { address: CAMERA, rtsp: { udp: true } }, streams: [{ codec: 'h264' }] } },
  });
});

it('the probe reports what it tries, and stops when the operator leaves', async () => {
  const processProbe = vi
    .fn()
    .mockReturnValueOnce(silent(CAMERA))
    .mockReturnValue(new Promise(() => {}));
  const { store, commands } = await probed('rtsp://192.0.2.9/s', { tried: CAMERA, answers: { processProbe } });
  expect(store.getState().wizard).toMatchObject({
    at: { step: 'videoProbe', trying: { words: 'RTSP over UDP', n: 1, of: 2 } },
  });
  store.dispatch(steppedBack());
  await advance();
  expect(commands()).toHaveLength(2);
  expect(store.getState().wizard).toMatchObject({ at: { step: 'videoSettings', failure: null } });
});

it('the probe stops a stream for its port only once, not for each alternative', async () => {
  const silentPort = { streams: [], log: [`${PORT}: Operation timed out`] };
  const { commands } = await probed(PORT, { answers: { processProbe: () => silentPort } });
  expect(commands()).toEqual([...off, PROBE, ...on]);
});

const PAGE = 'https://tv.example.org/live';
const unreadable = { streams: [], log: [`${PAGE}: Invalid data found when processing input`] };
type Answers = Required<FakeAnswers>;
const withPages = (page: Answers['page'], processProbe: Answers['processProbe'] = () => unreadable) => ({
  answers: { about: () => anAbout({ extensions: ['pages'] }), page, processProbe },
});
const HLS = 'https://cdn.example.org/a.m3u8';

it('the probe proposes the streams of a web page without trying alternatives', async () => {
  const page = vi.fn(() => ({ type: 'text/html; charset=utf-8', streams: [HLS] }));
  const { store, commands } = await probed('rtsp://192.0.2.10/s', { tried: PAGE, ...withPages(page) });
  expect(page).toHaveBeenCalledExactlyOnceWith({ body: { address: PAGE } });
  expect(commands()).toEqual([PROBE]);
  expect(store.getState().wizard).toMatchObject({ at: { failure: { cause: 'not-media', page: [HLS] } } });
});

it('the probe reads a stream in the format of its content type', async () => {
  const processProbe = vi.fn().mockReturnValueOnce(unreadable).mockReturnValue(aProbe(h264));
  const page = () => ({ type: 'video/h264', streams: [] });
  const { store } = await probed('rtsp://192.0.2.10/s', { tried: PAGE, ...withPages(page, processProbe) });
  expect(store.getState().wizard).toMatchObject({
    at: { failure: { tried: ['H.264'], worked: { settings: { general: { format: 'h264' } } } } },
  });
});

it.each<[string, Answers['page']]>([
  [
    'refuses to read the page',
    () => {
      throw new CoreError(400, 'The page cannot be read');
    },
  ],
  [
    'has too much to do',
    () => {
      throw new CoreError(429, 'Too Many Requests');
    },
  ],
  ['answers something else', () => ({ type: 1, streams: 'none' })],
  ['answers nothing', () => null],
])('the probe tries the usual alternatives if the core %s', async (_, page) => {
  const { store } = await probed('rtsp://192.0.2.10/s', { tried: PAGE, ...withPages(page) });
  expect(store.getState().wizard).toMatchObject({ at: { failure: { tried: ['MJPEG', 'a longer analysis'] } } });
  expect(store.getState().wizard).not.toHaveProperty('at.failure.page');
});

it('the probe does not request a page from a core without this extension', async () => {
  const page = vi.fn();
  const { answers } = withPages(page);
  await probed('rtsp://192.0.2.10/s', { tried: PAGE, answers: { ...answers, about: () => anAbout() } });
  expect(page).not.toHaveBeenCalled();
});
