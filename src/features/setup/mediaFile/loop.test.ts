import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ingestId, METADATA_KEY, uploadId } from '../../../api/processIds.ts';
import { emptySource } from '../../../media/encoding/profile.ts';
import { CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { aac, aProbe, h264 } from '../../../testing/probes.ts';
import { statefulCore } from '../../../testing/statefulCore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { probeRequested, sourceDraftOf, sourceEditor } from '../source/editor/slice.ts';
import { checkFile, loopFileEncoders, refusedBy, shareOf, unusable, unusedFiles } from './checkLoopFile.ts';
import { filePicked, uploadLeft } from './slice.ts';

const MIB = 1024 * 1024;
const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const PNG = '\x89PNG\r\n\x1a\n';
const MP4 = '\0\0\0\x20ftypisom';

it.each([
  ['video', PNG, 2 * MIB, 'image/png'],
  ['video', PNG, 2 * MIB + 1, 'The selected file is too big ({{0}} bytes). Only {{1}} bytes are allowed.'],
  ['video', MP4, 25 * MIB, 'video/mp4'],
  ['video', MP4, 25 * MIB + 1, 'The selected file is too big ({{0}} bytes). Only {{1}} bytes are allowed.'],
  ['audio', MP4, 25 * MIB, 'audio/mp4'],
  ['audio', PNG, 1, 'The file "{{0}}" cannot be used here. These can: {{1}}'],
  ['video', 'ID3', 3, 'The file "{{0}}" cannot be used here. These can: {{1}}'],
  ['video', '#EXTM3U', 7, 'The file "{{0}}" cannot be used here. These can: {{1}}'],
  ['video', '', 0, 'The file "{{0}}" cannot be used here. These can: {{1}}'],
] as const)('the file upload checks for %s the file %j of %d bytes: %s', (type, head, size, expected) => {
  const found = checkFile(type, { name: '../../x.mp4', size }, bytes(head));
  expect('refused' in found ? found.refused.text : found.mimetype).toBe(expected);
});

it.each([
  [5, 10, 0.5],
  [11, 10, 1],
  [3, 0, null],
] as const)('the file upload reports the progress of %d of %d seconds as %s', (time, seconds, share) =>
  expect(shareOf(time, seconds)).toBe(share),
);

it.each([
  [
    413,
    'Payload Too Large',
    '<html>',
    'The proxy in front of the core rejected the request as too large. Raise its limit.',
  ],
  [507, '', '{"code": 507, "message": "No space", "details": ["the disk is full"]}', 'No space'],
  [500, 'Internal Server Error', '', 'Internal Server Error'],
  [503, '', 'gone', 'HTTP status 503'],
])('the file upload turns the response %d "%s" with the body %s into: %s', (status, statusText, text, message) =>
  expect(refusedBy({ status, statusText }, text)).toMatchObject({ code: status, message: message }),
);

it('the file upload removes own unused files, and those of others only if old', () => {
  const files = [
    { name: '/kept', last_modified: 1 },
    { name: '/ours', last_modified: 9_990 },
    { name: '/theirs', last_modified: 9_999 },
    { name: '/left', last_modified: 6_000 },
    { name: '/newest', last_modified: 10_000 },
  ];
  expect(unusedFiles(files, { used: ['/kept'], ours: ['/ours', '/kept'] })).toEqual(['/ours', '/left']);
});

it('the file upload prepares files with software encoders only', () => {
  const found = aProbe(h264);
  const skills = { encoders: { video: ['copy', 'h264_nvenc'], audio: ['copy', 'aac'] } };
  const all = { ffmpeg: { version: '5.1.9', major: 5, minor: 1 }, ...skills };
  // Decoders and filters do not matter.
  const sourceWith = (encoders: string[]) =>
    loopFileEncoders(
      'video',
      found,
      Object.assign(structuredClone(blank), all, { encoders: { ...skills.encoders, video: encoders } }),
    );
  expect(sourceWith(['h264_nvenc'])).toBeNull();
  expect(sourceWith(['h264_nvenc', 'libx264'])?.video).toContain('libx264');
});

it('the file upload ignores cover art of music as video', () => {
  const cover = '  Stream #0:1: Video: mjpeg (Baseline), yuvj420p, 300x300, 90k tbr, 90k tbn (attached pic)';
  const found = aProbe({ type: 'audio', codec: 'mp3' }, { type: 'video', codec: 'mjpeg' });
  expect(unusable('video', found)).toBeNull();
  expect(unusable('video', { ...found, log: ["Input #0, mp3, from 'x':", cover] })?.text).toContain('no video');
});
const blank = {
  decoders: { video: [], audio: [] },
  codecs: { video: {}, audio: {} },
  formats: { demuxers: [], muxers: [] },
  protocols: { input: [], output: [] },
  filters: [],
  sources: {},
  sinks: {},
};

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const OLD = `/channels/${CHANNEL}/videoloop.source`;
const stored = (address: string) => ({
  version: 1,
  meta: { name: 'Studio' },
  sources: [
    { type: 'videoloop', settings: { address, mimetype: 'video/mp4' }, inputs: [], streams: [] },
    { type: '', settings: {}, inputs: [], streams: [] },
  ],
});

/** Opens the source editor of a channel with a file; preparing another takes three seconds. */
async function editing(answers: FakeAnswers = {}) {
  let requests = 0;
  const core = statefulCore(
    { [ingestId(CHANNEL)]: { config: { reference: CHANNEL }, metadata: { [METADATA_KEY]: stored(OLD) } } },
    {
      answers: {
        processProbe: () => aProbe({ ...h264, duration_sec: 4, fps: 30 }, aac),
        processState: () => {
          requests += 1;
          return { order: 'start', exec: requests > 2 ? 'finished' : 'running', progress: { time: requests } };
        },
        ...answers,
      },
    },
  );
  core.disk.set(OLD, { text: '', bytes: 9 });
  const added: unknown[] = [];
  const { processAdd } = core.answers;
  const store = openStore({
    core: {
      ...core.answers,
      processAdd: (...args) => {
        added.push(args[0].body);
        return processAdd?.(...args);
      },
    },
  });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.dispatch(sourceEditor.actions.opened({ channel: CHANNEL }));
  await vi.advanceTimersByTimeAsync(1_000);
  const files = () => [...core.disk.keys()].filter((path) => path.startsWith('/channels/')).toSorted();
  const current = () => store.getState().mediaFile.current?.upload ?? null;
  const pick = (text: string, name = '../../etc/Holiday.mp4') =>
    store.dispatch(filePicked({ channel: CHANNEL, type: 'video', file: new File([bytes(text)], name) }));
  const settings = () => {
    const { source } = store.getState();
    if (source.status !== 'open') throw new Error(`It is ${source.status}`);
    return sourceDraftOf(source).video.settings;
  };
  return { store, core, files, current, pick, settings, added };
}

it('the file upload sends a file, prepares it once, and shows the progress', async () => {
  const { store, core, files, current, pick, settings, added } = await editing();
  pick(MP4);
  expect(current()).toEqual({ status: 'sending', share: 0 });
  await vi.advanceTimersByTimeAsync(1_100);
  expect(current()).toEqual({ status: 'preparing', share: 0.25 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(current()).toEqual({ status: 'preparing', share: 0.5 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(current()).toBeNull();
  expect(settings()).toMatchObject({ mimetype: 'video/mp4', name: '../../etc/Holiday.mp4' });
  const address = String(settings().address);
  expect(address).toMatch(new RegExp(`^/channels/${CHANNEL}/videoloop-[a-z0-9-]+\\.source$`));
  // The upload and the process are removed; the file on air is untouched.
  expect(files()).toEqual([OLD]);
  expect([...core.held.keys()]).toEqual([ingestId(CHANNEL)]);
  expect(added).toContainEqual(
    expect.objectContaining({
      id: uploadId(CHANNEL),
      autostart: false,
      reconnect: false,
      output: [
        expect.objectContaining({
          address: `{diskfs}${address}`,
          options: expect.arrayContaining(['libx264', '-g', '60', 'apad', '-t', '4.000', '-threads', '1']),
        }),
      ],
    }),
  );
  expect(store.getState().notice.shown).toEqual([]);
});

it('the file upload leaves no file or process behind when cancelled at any stage', async () => {
  for (const after of [0, 500, 2_000]) {
    const { store, core, files, current, pick, settings } = await editing();
    pick(MP4);
    await vi.advanceTimersByTimeAsync(after);
    store.dispatch(uploadLeft());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(current()).toBeNull();
    expect(files()).toEqual([OLD]);
    expect([...core.held.keys()]).toEqual([ingestId(CHANNEL)]);
    expect(settings()).toMatchObject({ address: OLD });
  }
});

const failing: [string, string, FakeAnswers, string][] = [
  ['what nobody can play', '#EXTM3U', {}, 'The file "{{0}}" cannot be used here. These can: {{1}}'],
  ['no video', MP4, { processProbe: () => aProbe(aac) }, 'The file contains no video that can be read.'],
  ['nothing that ffmpeg reads', MP4, { processProbe: () => aProbe() }, 'The file contains no video that can be read.'],
  [
    'a disk that is full',
    MP4,
    {
      diskWrite: () => {
        throw new CoreError(507, 'No space left');
      },
    },
    'There was an error during upload: {{0}}',
  ],
  [
    'an encoder that fails',
    MP4,
    { processState: () => ({ order: 'start', exec: 'failed', last_logline: 'Conversion failed!' }) },
    'The file could not be prepared: {{0}}',
  ],
];

it.each(failing)('the file upload reports %s and keeps the current file', async (_, text, answers, message) => {
  const { core, files, current, pick, settings } = await editing(answers);
  pick(text);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(current()).toMatchObject({ status: 'refused', refusal: { text: message } });
  expect(files()).toEqual([OLD]);
  expect(settings()).toMatchObject({ address: OLD });
  expect([...core.held.keys()]).toEqual([ingestId(CHANNEL)]);
});

const written = (core: Awaited<ReturnType<typeof editing>>['core'], address: unknown) =>
  core.disk.set(String(address), { text: '', bytes: 5 });

it('the file upload removes an unsaved file when the form is left', async () => {
  const { store, core, files, pick, settings } = await editing();
  pick(MP4);
  await vi.advanceTimersByTimeAsync(5_000);
  written(core, settings().address);
  store.dispatch(sourceEditor.actions.closed());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(files()).toEqual([OLD]);
  expect(store.getState().mediaFile.made).toEqual([]);
});

it('the file upload removes a replaced file only after the save', async () => {
  const { store, core, files, pick, settings } = await editing();
  pick(MP4);
  await vi.advanceTimersByTimeAsync(5_000);
  const address = String(settings().address);
  written(core, address);
  expect(files()).toEqual([address, OLD].toSorted());
  store.dispatch(probeRequested('video'));
  await vi.advanceTimersByTimeAsync(1_000);
  store.dispatch(sourceEditor.actions.saveRequested());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(core.metadataOf(ingestId(CHANNEL))).toMatchObject({
    [METADATA_KEY]: { sources: [{ type: 'videoloop', settings: { address } }, {}] },
  });
  expect(files().filter((path) => path.includes('loop'))).toEqual([address]);
  store.dispatch(sourceEditor.actions.closed());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(files()).toContain(address);
});

it('the file upload does not start after the source has changed to another type', async () => {
  const { store, pick } = await editing();
  pick(MP4);
  store.dispatch(sourceEditor.actions.draftChanged({ video: { ...emptySource(), type: 'network' } }));
  await vi.advanceTimersByTimeAsync(5_000);
  const { source } = store.getState();
  expect(source).toMatchObject({ status: 'open', draft: { video: { type: 'network', settings: {} } } });
});
