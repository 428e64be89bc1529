import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import {
  agentKey,
  backupId,
  egressId,
  holdFile,
  ingestId,
  METADATA_KEY,
  renditionId,
  snapshotId,
} from '../../../api/processIds.ts';
import { parseEgressMetadata } from '../../../media/stored/metadata.ts';
import { CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { aac, h264 } from '../../../testing/probes.ts';
import { type LastingCore, statefulCore } from '../../../testing/statefulCore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelDeletionRequested } from '../../live/channel/saga.ts';
import { formOpened, publicationChanged, publicationSaveRequested, renditionChosen } from '../publicationForm/slice.ts';
import type { SlateDraft } from './draft.ts';
import { pictureChosen, slateChanged, slateOpened, slateSaveRequested } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const uuid = (n: number) => `11111111-2222-4333-8444-00000000000${n}`;
const [youtube, venue, recording] = [
  egressId('youtube', uuid(1)),
  egressId('rtmp', uuid(2)),
  egressId('recording', uuid(3)),
];
const KEY = agentKey(CHANNEL);
const IMAGE = `/channels/${CHANNEL}/slate.png`;
const PLAIN = `{memfs}/${CHANNEL}.m3u8`;
const HOLD = `{memfs}/${holdFile(CHANNEL)}`;
const streams = [h264, aac].map((stream, i) => ({ ...stream, stream: i }));
const copied = (type: 'v' | 'a', stream: number) => ({
  ...{ source: 0, stream },
  encoder: { coder: 'copy', settings: {}, mapping: [`-codec:${type}`, 'copy'] },
});
const profiles = [{ video: copied('v', 0), audio: copied('a', 1) }];
const COPYING = ['-map', '0:0', '-codec:v', 'copy', '-map', '0:1', '-codec:a', 'copy'];

const publication = (name: string, to: string, source: object = {}, input = PLAIN) => ({
  config: {
    input: [{ id: 'input_0', address: input, options: input.startsWith('{rtmp') ? [] : ['-re'] }],
    output: [{ id: 'output_0', address: to, options: [...COPYING, '-f', 'flv'] }],
    options: ['-err_detect', 'ignore_err'],
    ...{ reconnect: true, reconnect_delay_seconds: 15, autostart: true, stale_timeout_seconds: 30 },
  },
  metadata: {
    [METADATA_KEY]: {
      ...{ version: 1, name, streams, profiles },
      outputs: [{ address: to, options: ['-f', 'flv'] }],
      settings: { stream_key: 'k', protocol: 'rtmp://', address: to.slice(7), options: {} },
      control: { source: { source: 'hls+memfs', ...source } },
    },
    theirs: { note: name },
  },
});

interface CoreBefore {
  global?: Record<string, unknown>;
  hls?: object;
  venue?: ReturnType<typeof publication>;
  answers?: (core: LastingCore) => FakeAnswers;
}

async function openForm({ global = {}, hls = {}, venue: other, answers = () => ({}) }: CoreBefore = {}) {
  const core = statefulCore(
    {
      [ingestId(CHANNEL)]: {
        metadata: {
          [METADATA_KEY]: {
            ...{ version: 1, streams, profiles, meta: { name: 'Studio' }, control: { hls, rtmp: { enable: true } } },
            sources: [{ type: 'network', inputs: [{ address: 'rtsp://192.0.2.1/', options: [] }], streams }],
          },
        },
      },
      [snapshotId(CHANNEL)]: {},
      [youtube]: publication('Main', 'rtmps://a.rtmps.youtube.com:443/live2/k'),
      [venue]: other ?? publication('Venue', 'rtmp://venue/live', { source: 'rtmp' }, `{rtmp,name=${CHANNEL}.stream}`),
      [recording]: publication('Tape', '{diskfs}/tape.mp4'),
    },
    { global: { others: 1, ...global }, config: { rtmp: { enable: true, address: ':1935', app: '/live', token: '' } } },
  );
  const store = openStore({ core: { ...core.answers, ...answers(core) } });
  store.dispatch(sessionStarted());
  await settle();
  store.dispatch(slateOpened(CHANNEL));
  await settle();
  const form = () => {
    const { slate } = store.getState();
    if (slate.status !== 'open') throw new Error(`The form is ${slate.status}`);
    return slate;
  };
  const change = (changed: Partial<SlateDraft>) => store.dispatch(slateChanged(changed));
  const protect = (...ids: string[]) =>
    change({ protect: { ...form().draft.protect, ...Object.fromEntries(ids.map((id) => [id, true])) } });
  const save = async () => {
    store.dispatch(slateSaveRequested());
    await settle(3000);
  };
  const inputOf = (id: string) => core.held.get(id)?.config.input[0];
  const sourceOf = (id: string) => parseEgressMetadata(core.held.get(id)?.metadata[METADATA_KEY]).control.source;
  const notices = () => store.getState().notice.shown.map(({ text }) => text);
  return { core, store, form, change, protect, save, inputOf, sourceOf, notices };
}

async function settle(ms = 300) {
  await vi.advanceTimersByTimeAsync(ms);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(300);
}

const textCard = (text: string): SlateDraft['card'] => ({ text, theme: 'dark', picture: '' });

describe('the standby image', () => {
  it('starts with the default text and lists the publications that can be protected', async () => {
    const { form } = await openForm();
    expect(form().draft.card.text).toBe("We'll be right back");
    expect(form().draft.limitMinutes).toBe(30);
    expect(form().found.publications.map(({ name, obstacle, isServed }) => [name, obstacle, isServed])).toEqual([
      ['Main', null, false],
      ['Venue', null, true],
      ['Tape', 'recording', false],
    ]);
  });

  it('stores whether the agent looks at the video, and that a still one counts as a failure', async () => {
    const { core, form, change, save } = await openForm({ global: { [KEY]: { version: 1, look: { later: 1 } } } });
    expect([form().draft.looks, form().draft.stillSeconds]).toEqual([false, null]);
    change({ looks: true, stillSeconds: 60 });
    await save();
    expect(core.global[KEY]).toMatchObject({ look: { on: true, later: 1 }, hold: { stillSeconds: 60 } });
  });

  it.each([
    ['with four segments', { listSize: 4 }, 'short-list'],
    ['stored on the disk', { storage: 'diskfs' }, 'disk'],
    ['in MP4', { version: 7 }, 'mp4'],
  ])('gives the reason why a publication cannot be protected: a channel %s', async (_, hls, obstacle) => {
    const { form } = await openForm({ hls });
    expect(form().found.publications.map((each) => each.obstacle)).toEqual([obstacle, obstacle, 'recording']);
  });

  it('is stored with its settings, and switches publications to the hold playlist', async () => {
    const { core, change, protect, save, inputOf, sourceOf, notices } = await openForm();
    change({ card: { ...textCard('مرحبا'), theme: 'light' }, limitMinutes: null });
    protect(youtube, venue);
    await save();
    expect(notices()).toContain('Standby image saved');
    expect(core.disk.get(IMAGE)?.bytes).toBeGreaterThan(0);
    expect(core.global[KEY]).toEqual({
      version: 1,
      hold: { limitMinutes: null, card: { text: 'مرحبا', theme: 'light', picture: false } },
    });
    expect(core.global.others).toBe(1);
    for (const id of [youtube, venue]) {
      expect(inputOf(id)).toEqual({ id: 'input_0', address: HOLD, options: ['-re'] });
      expect(sourceOf(id)).toEqual({ source: 'hls+memfs', hold: true });
      expect(core.held.get(id)?.metadata.theirs).toBeDefined();
    }
    expect(core.interrupted.toSorted()).toEqual([youtube, venue].toSorted());
    expect(inputOf(recording)?.address).toBe(PLAIN);
  });

  it('keeps all other settings of a publication from another program', async () => {
    const foreign = publication('Venue', 'rtmp://venue/live');
    const options = ['-re', '-fflags', '+genpts'];
    const config = { ...foreign.config, input: [{ id: 'input_0', address: PLAIN, options }] };
    const { core, protect, save, inputOf } = await openForm({ venue: { ...foreign, config } });
    const before = core.held.get(venue)?.config;
    protect(venue);
    await save();
    expect(inputOf(venue)).toEqual({ id: 'input_0', address: HOLD, options });
    expect({ ...core.held.get(venue)?.config, input: [] }).toEqual({ ...before, input: [] });
  });

  it('removes the protection of a publication', async () => {
    const holding = publication('Venue', 'rtmp://venue/live', { hold: true }, HOLD);
    const { change, form, save, inputOf, sourceOf, core } = await openForm({ venue: holding });
    expect(form().draft.protect[venue]).toBe(true);
    change({ protect: { ...form().draft.protect, [venue]: false } });
    await save();
    expect(inputOf(venue)).toEqual({ id: 'input_0', address: PLAIN, options: ['-re'] });
    expect(sourceOf(venue)).toEqual({ source: 'hls+memfs' });
    expect(core.interrupted).toEqual([venue]);
  });

  it('interrupts no publication for a new text, and draws no image for a new time limit', async () => {
    const { core, change, save, store } = await openForm();
    change({ card: textCard('Pause') });
    await save();
    store.core.calls.length = 0;
    store.dispatch(slateOpened(CHANNEL));
    await settle();
    change({ limitMinutes: 5 });
    await save();
    expect(core.interrupted).toEqual([]);
    expect(store.core.calls.filter((call) => call.startsWith('diskWrite'))).toEqual([]);
    expect(Object(core.global[KEY]).hold.limitMinutes).toBe(5);
  });

  it('keeps unknown entries under its metadata key', async () => {
    const stored = { version: 1, alarms: [1], hold: { backup: 'b', limitMinutes: 5, card: { text: 'a', font: 'f' } } };
    const { core, change, form, save } = await openForm({ global: { [KEY]: stored } });
    expect(form().draft).toMatchObject({ limitMinutes: 5, card: { text: 'a', theme: 'dark' } });
    change({ card: textCard('b') });
    await save();
    expect(core.global[KEY]).toMatchObject({ alarms: [1], hold: { backup: 'b', card: { text: 'b', font: 'f' } } });
  });

  it('is read-only and cannot be used if a newer version has stored it', async () => {
    const stored = { version: 2, hold: { cards: [] } };
    const { core, store } = await openForm({ global: { [KEY]: stored } });
    expect(store.getState().slate).toMatchObject({ status: 'newer', version: '2' });
    store.dispatch(formOpened({ channel: CHANNEL, service: 'youtube', uuid: uuid(1), from: null }));
    await settle();
    expect(store.getState().publicationForm).toMatchObject({ found: { newerHold: true } });
    expect(core.global[KEY]).toEqual(stored);
  });

  it('does not overwrite what a newer version has stored since the form was opened', async () => {
    const { core, change, form, save } = await openForm();
    change({ card: textCard('Later') });
    const newer = { version: 2, hold: { cards: [] } };
    core.global[KEY] = newer;
    await save();
    expect(core.global[KEY]).toEqual(newer);
    expect(form()).toMatchObject({ status: 'open', draft: { card: { text: 'Later' } } });
  });

  it('rejects a text that is too long without cutting it off', async () => {
    const { core, change, form, save } = await openForm();
    change({ card: textCard('x'.repeat(501)) });
    await save();
    expect(form().tried).toBe(true);
    expect(form().draft.card.text).toHaveLength(501);
    expect(core.disk.size).toBe(0);
  });
});

describe('a save of the standby image that fails', () => {
  const full = new CoreError(507, 'Insufficient Storage', ['no space left on device']);

  it('changes nothing on a full disk, and can be retried', async () => {
    const { core, change, protect, form, save, inputOf, notices } = await openForm({
      answers: () => ({ diskWrite: () => Promise.reject(full) }),
    });
    change({ card: textCard('Pause') });
    protect(youtube);
    await save();
    expect(notices().join()).toContain('Failed to save the standby image');
    expect(core.global[KEY]).toBeUndefined();
    expect(inputOf(youtube)?.address).toBe(PLAIN);
    expect(form()).toMatchObject({ busy: null, others: { status: 'none' }, draft: { card: { text: 'Pause' } } });
  });

  it.each(['image and settings', 'settings and publications'] as const)(
    'leaves a valid state between %s, and the next save completes it',
    async (between) => {
      let isBroken = true;
      const { core, change, protect, form, save, inputOf } = await openForm({
        answers: ({ answers }) => ({
          metadataSet: (params) =>
            isBroken && between === 'image and settings' && params.key === KEY
              ? Promise.reject(full)
              : answers.metadataSet?.(params),
          processUpdate: (params) => (isBroken ? Promise.reject(full) : answers.processUpdate?.(params)),
        }),
      });
      change({ card: textCard('Pause') });
      protect(youtube);
      await save();
      expect(core.disk.has(IMAGE)).toBe(true);
      expect(core.global[KEY] !== undefined).toBe(between === 'settings and publications');
      expect(inputOf(youtube)?.address).toBe(PLAIN);
      expect(form()).toMatchObject({
        busy: null,
        others: { status: 'none' },
        draft: { card: { text: 'Pause' }, protect: { [youtube]: true } },
      });
      isBroken = false;
      await save();
      expect(Object(core.global[KEY]).hold.card.text).toBe('Pause');
      expect(inputOf(youtube)?.address).toBe(HOLD);
    },
  );

  it('reports a conflict with the text of another operator', async () => {
    const { core, change, form, save } = await openForm();
    change({ card: textCard('Mine') });
    core.global[KEY] = { version: 1, hold: { limitMinutes: 30, card: { text: 'Theirs', theme: 'dark' } } };
    await save();
    expect(form().others.status).toBe('changed');
    expect(core.disk.size).toBe(0);
    expect(Object(core.global[KEY]).hold.card.text).toBe('Theirs');
  });

  it('reports a conflict with the image of another operator', async () => {
    const { core, change, form, save } = await openForm();
    change({ limitMinutes: 5 });
    core.disk.set(IMAGE, { text: '', bytes: 9 });
    await save();
    expect(form().others.status).toBe('changed');
    expect(core.disk.get(IMAGE)?.bytes).toBe(9);
  });
});

describe('a picture picked for the standby image', () => {
  const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const png = (width: string, rest = '') => `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${width}\0\0\x04\x38\x08\x02\0\0\0${rest}`;
  const file = (content: string, name: string) => new File([bytes(content)], name);

  it('replaces the text and stays after the save', async () => {
    const { core, store, form, save } = await openForm();
    store.dispatch(pictureChosen(file(png('\0\0\x07\x80'), 'photo.png')));
    await settle();
    expect(form().draft.card.picture).toMatch(/^data:image\/png/);
    await save();
    expect(Object(core.global[KEY]).hold.card.picture).toBe(true);
    const before = core.disk.get(IMAGE);
    store.dispatch(slateOpened(CHANNEL));
    await settle();
    expect(form().draft.card.picture).toBe('stored');
    store.dispatch(slateChanged({ limitMinutes: 5 }));
    await save();
    expect(core.disk.get(IMAGE)).toBe(before);
  });

  it('falls back to the text when its file is gone', async () => {
    const stored = { version: 1, hold: { limitMinutes: 5, card: { text: 'Pause', theme: 'dark', picture: true } } };
    const { form } = await openForm({ global: { [KEY]: stored } });
    expect(form().draft.card).toEqual(textCard('Pause'));
  });

  it.each([
    ['a GIF', 'GIF89a', 'photo.png', 'This file is not a PNG'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'photo.svg', 'This file is not a PNG'],
    ['a web page', '<!doctype html>', 'photo.webp', 'This file is not a PNG'],
    ['an empty file', '', 'photo.jpg', 'This file is not a PNG'],
    ['40 megapixels', png('\0\0\x90\xab'), 'photo.png', 'The image has {{0}} megapixels'],
    ['a damaged file', png('\0\0\x07\x80', 'damaged'), 'photo.png', 'The browser cannot read this image'],
  ])('is rejected with a reason: %s', async (_, content, name, words) => {
    const { store, form } = await openForm();
    store.dispatch(pictureChosen(file(content, name)));
    await settle();
    expect(form().refused?.text).toContain(words);
    expect(form()).toMatchObject({ busy: null, draft: { card: { picture: '' } } });
  });

  it('is rejected if it is too large to read', async () => {
    const { store, form } = await openForm();
    const large = file(png('\0\0\x07\x80'), 'photo.png');
    Object.defineProperty(large, 'size', { value: 33_000_000 });
    store.dispatch(pictureChosen(large));
    await settle();
    expect(form().refused).toEqual({ text: 'The file is larger than {{0}} MB. Choose a smaller one.', values: ['32'] });
  });
});

describe('the publication form', () => {
  async function publicationForm(core: CoreBefore, id: { service: string; n: number } = { service: 'rtmp', n: 2 }) {
    const all = await openForm(core);
    all.store.dispatch(formOpened({ channel: CHANNEL, service: id.service, uuid: uuid(id.n), from: null }));
    await settle();
    const draft = () => {
      const { publicationForm: form } = all.store.getState();
      if (form.status !== 'open') throw new Error(`The form is ${form.status}`);
      return form.draft;
    };
    const save = async () => {
      all.store.dispatch(publicationSaveRequested());
      await settle(3000);
    };
    return { ...all, draft, save };
  }
  const holding = publication('Venue', 'rtmp://venue/live', { hold: true }, HOLD);

  it('stores the rule for a publication that hangs, and keeps other settings of the channel', async () => {
    const before = { version: 1, hold: { limitMinutes: 5 }, healing: { gone: { gap: { on: true } } } };
    const { core, store, draft, save } = await publicationForm({ global: { [KEY]: before } });
    expect(draft().healing).toBe(null);
    const own = { stalled: { on: false, figure: 60 } };
    store.dispatch(publicationChanged({ healing: own }));
    await save();
    expect(core.global[KEY]).toEqual({ ...before, healing: { [venue]: own } });
  });

  it('keeps the rule for a publication that hangs when the publication itself cannot be written', async () => {
    let isFull = true;
    const { core, store, save, notices } = await publicationForm({
      answers: ({ answers }) => ({
        processUpdate: (params) => {
          if (isFull) throw new CoreError(507, 'The disk is full');
          return answers.processUpdate?.(params);
        },
      }),
    });
    store.dispatch(
      publicationChanged({
        name: 'Hall',
        healing: { gap: { on: true, figure: 9 } },
        settings: { stream_key: 'k', protocol: 'rtmp://', address: 'other/live', options: {} },
      }),
    );
    await save();
    isFull = false;
    const { publicationForm: form } = store.getState();
    expect(form).toMatchObject({ status: 'open', others: { status: 'none' }, draft: { name: 'Hall' } });
    await save();
    expect(core.global[KEY]).toEqual({ version: 1, healing: { [venue]: { gap: { on: true, figure: 9 } } } });
    expect(core.held.get(venue)?.metadata[METADATA_KEY]).toMatchObject({ name: 'Hall' });
    expect(notices()).toContain('The settings for "{{0}}" have been saved');
  });

  it('does not overwrite a rule for hanging publications that a newer version has stored since', async () => {
    const { core, store, save } = await publicationForm({});
    store.dispatch(publicationChanged({ name: 'Hall', healing: { gap: { on: true, figure: 9 } } }));
    const newer = { version: 2, healing: { x: 1 } };
    core.global[KEY] = newer;
    await save();
    expect(core.global[KEY]).toEqual(newer);
    expect(store.getState().publicationForm).toMatchObject({ status: 'open', draft: { name: 'Hall' } });
  });

  it('starts the standby image with the default text if only such a rule is stored', async () => {
    const { form } = await openForm({ global: { [KEY]: { version: 1, healing: {} } } });
    expect(form().draft.card.text).toBe("We'll be right back");
  });

  it('keeps the protection of a renamed publication', async () => {
    const { store, save, inputOf, sourceOf } = await publicationForm({ venue: holding });
    store.dispatch(publicationChanged({ name: 'Hall' }));
    await save();
    expect(inputOf(venue)?.address).toBe(HOLD);
    expect(sourceOf(venue).hold).toBe(true);
  });

  it('keeps the protection when the destination changes', async () => {
    const { store, draft, save, inputOf, sourceOf, core } = await publicationForm({ venue: holding });
    store.dispatch(publicationChanged({ settings: { ...draft().settings, address: 'other/live' } }));
    await save();
    expect(core.held.get(venue)?.config.output[0]?.address).toBe('rtmp://other/live');
    expect(inputOf(venue)).toEqual({ id: 'input_0', address: HOLD, options: ['-re'] });
    expect(sourceOf(venue).hold).toBe(true);
  });

  it.each([
    ['dropped the flag', publication('Venue', 'rtmp://venue/live', {}, HOLD), true],
    ['changed the input', publication('Venue', 'rtmp://venue/live', { hold: true }), false],
    ['dropped all metadata', { ...holding, metadata: {} as typeof holding.metadata }, true],
  ])('shows the running state after another program %s', async (_, foreign, isHeld) => {
    const { draft } = await publicationForm({ venue: foreign });
    expect(draft().control.source.hold).toBe(isHeld || undefined);
  });

  it('draws the default image for the first protected publication, and keeps an existing image', async () => {
    const { core, store, draft, save, inputOf } = await publicationForm({});
    const { control } = draft();
    store.dispatch(publicationChanged({ control: { ...control, source: { source: 'hls+memfs', hold: true } } }));
    await save();
    expect(inputOf(venue)?.address).toBe(HOLD);
    expect(core.disk.has(IMAGE)).toBe(true);
    const own = { text: '', bytes: 7 };
    core.disk.set(IMAGE, own);
    const other = await publicationForm({ venue: holding }, { service: 'youtube', n: 1 });
    other.core.disk.set(IMAGE, own);
    const source = { source: 'hls+memfs' as const, hold: true as const };
    other.store.dispatch(publicationChanged({ control: { ...other.draft().control, source } }));
    await other.save();
    expect(other.inputOf(youtube)?.address).toBe(HOLD);
    expect(other.core.disk.get(IMAGE)).toBe(own);
  });

  it('protects with a plain image and a warning if the disk is full', async () => {
    const { store, draft, save, inputOf, notices } = await publicationForm({
      answers: () => ({ diskWrite: () => Promise.reject(new CoreError(507, 'Insufficient Storage')) }),
    });
    const source = { source: 'hls+memfs' as const, hold: true as const };
    store.dispatch(publicationChanged({ control: { ...draft().control, source } }));
    await save();
    expect(inputOf(venue)?.address).toBe(HOLD);
    expect(notices().join()).toContain('so a plain one is sent');
  });

  it('removes the protection when a rendition is chosen', async () => {
    const { store, draft } = await publicationForm({ venue: holding });
    store.dispatch(renditionChosen(uuid(9)));
    await settle();
    expect(draft().control.source.hold).toBeUndefined();
    expect(draft().control.source.rendition).toBe(uuid(9));
    expect(renditionId(CHANNEL, uuid(9))).toContain(uuid(9));
  });
});

describe('a newly protected publication without reconnect', () => {
  const ended = { order: 'start', exec: 'failed' as const, runtime_seconds: 0, reconnect_seconds: -1 };

  it.each([
    ['starts as soon as its playlist exists', true, ended, ['stop', 'start']],
    ['is left to the agent if it reconnects by itself', true, { ...ended, reconnect_seconds: 14 }, []],
    ['is not restarted while it starts', true, { ...ended, exec: 'starting' }, []],
    ['is not restarted while it runs', true, { ...ended, exec: 'running' }, []],
    ['is not started after it was stopped', true, { ...ended, order: 'stop' }, []],
    ['is not started without an agent', false, ended, []],
  ])('%s', async (_, isWritten, state, commands) => {
    const { store, protect, save } = await openForm({
      answers: () => ({
        memFiles: ({ glob = '' } = {}) =>
          isWritten && glob.includes('hold-') ? [{ name: `/${holdFile(CHANNEL)}` }] : [],
        processState: () => state,
      }),
    });
    protect(youtube);
    await save();
    await settle(25_000);
    const sent = store.core.calls.filter((call) => call.startsWith(`processCommand ${youtube}`));
    expect(sent.map((call) => call.split(' ').at(-1))).toEqual(commands);
  });
});

it('deleting a channel deletes its standby image', async () => {
  const { core, store } = await openForm({ global: { [KEY]: { version: 1 }, 'sluice-agent:other': { version: 1 } } });
  core.disk.set(IMAGE, { text: '', bytes: 9 });
  store.dispatch(channelDeletionRequested(CHANNEL));
  await settle(5000);
  expect([...core.held.keys()]).toEqual([]);
  expect(core.global[KEY]).toBeUndefined();
  expect(core.global['sluice-agent:other']).toEqual({ version: 1 });
});

describe('backup sources of a channel', () => {
  const camera: SlateDraft['backups'][number] = {
    ...{ id: 1, name: ' Roof ', mode: 'warm', encode: false },
    input: { type: 'pull', address: 'rtsp://admin:secret@192.0.2.2/' },
  };
  const pushed: SlateDraft['backups'][number] = {
    ...{ id: 2, name: '', mode: 'demand', encode: true },
    input: { type: 'rtmp', key: 'abc-def' },
  };

  it('are processes with inputs that the metadata do not contain, and are deleted with their processes', async () => {
    const { core, change, save, form, store } = await openForm();
    change({ backups: [pushed, camera] });
    await save();
    const [first, second] = [1, 2].map((n) => core.held.get(backupId(CHANNEL, n))?.config);
    expect(first?.input[0]?.address).toBe('rtsp://admin:secret@192.0.2.2/');
    expect(second?.input[0]?.address).toContain('abc-def');
    expect(first?.autostart).toBe(false);
    expect(Object(core.global[KEY]).backup).toEqual({
      sources: [
        { id: 2, name: '', mode: 'demand', encode: true },
        { id: 1, name: 'Roof', mode: 'warm', encode: false },
      ],
    });
    expect(JSON.stringify(core.global)).not.toContain('secret');

    store.dispatch(slateOpened(CHANNEL));
    await settle();
    expect(form().draft.backups).toEqual([pushed, { ...camera, name: 'Roof' }]);
    change({ backups: [{ ...camera, input: { type: 'pull', address: 'rtsp://192.0.2.3/' } }] });
    await save();
    expect(core.held.get(backupId(CHANNEL, 1))?.config.input[0]?.address).toBe('rtsp://192.0.2.3/');
    expect(core.held.has(backupId(CHANNEL, 2))).toBe(false);

    store.dispatch(channelDeletionRequested(CHANNEL));
    await settle(5000);
    expect([...core.held.keys()]).toEqual([]);
  });

  it('are rejected if one equals the source itself', async () => {
    const { core, change, save, form } = await openForm();
    change({ backups: [{ ...camera, input: { type: 'pull', address: 'rtsp://192.0.2.1' } }] });
    await save();
    expect(form().tried).toBe(true);
    expect(core.held.has(backupId(CHANNEL, 1))).toBe(false);
    expect(core.global[KEY]).toBeUndefined();
  });
});
