import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { valueAt } from '../../../catalog/form/fieldValues.ts';
import { assumeProbe } from '../../../media/encoding/manualProbe.ts';
import { aConfig, aCore, anAbout, CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openWizard } from '../../../testing/openWizard.ts';
import { aac, aProbe, h264, hevc, pcm, refusedProbe } from '../../../testing/probes.ts';
import { channelCreated } from '../../live/channel/slice.ts';
import { localHostIn } from '../source/PushAddress.tsx';
import { isEntered } from './draft.ts';
import {
  abortAsked,
  abortConfirmed,
  abortDeclined,
  audioAccepted,
  audioChosen,
  audioSettingsChanged,
  coderChanged,
  metaAccepted,
  pictureWanted,
  saveRequested,
  startedOver,
  steppedBack,
  steppedTo,
  tileChosen,
  videoAccepted,
  videoProbeRequested,
  videoSettingsChanged,
  wayAccepted,
  wizardChanged,
  wizardClosed,
  wizardDraftOf,
  wizardOpened,
} from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const advance = () => vi.advanceTimersByTimeAsync(0);
const address = { mode: 'pull', address: 'rtsp://192.0.2.10/s' };
const absent = () => {
  throw new CoreError(404, 'Unknown process ID');
};

/** Opens the wizard for a new channel beside the default one. */
async function openForm(answers: FakeAnswers = {}, available = false) {
  const written: Record<string, unknown> = {};
  const opening = await openWizard(
    aCore({
      config: () => aConfig({ rtmp: { enable: true, app: '/live' } }),
      processes: ({ id } = {}) =>
        id === ingestId(CHANNEL) && (available || id in written) ? [{ id, metadata: written }] : [],
      processAdd: ({ body }) => {
        written[body.id] = body;
        return 'OK';
      },
      processUpdate: absent,
      processDelete: () => 'OK',
      processProbe: () => aProbe(h264, aac),
      processMetadataSet: ({ key, body }) => {
        written[key] = body;
        return body;
      },
      processMetadata: ({ key }) => written[key] ?? absent(),
      processCommand: () => 'OK',
      rtmp: () => [],
      ...answers,
    }),
    { id: CHANNEL, name: 'Studio A', available },
  );
  const { store } = opening;
  const calls = () => store.core.calls.map((call) => call.replaceAll(CHANNEL, '…').replace('restreamer-ui:', ''));
  const go = async () => {
    store.dispatch(tileChosen('network'));
    store.dispatch(videoSettingsChanged(address));
    store.dispatch(videoProbeRequested());
    await advance();
    store.dispatch(videoAccepted());
    store.dispatch(audioAccepted());
    await advance();
    store.dispatch(metaAccepted());
  };
  return { ...opening, calls, go, written };
}

const PROBE = ['processAdd', 'processProbe ingest:…_probe', 'processDelete ingest:…_probe'];

it('the wizard writes only its probe process before the last step, no matter where it is left', async () => {
  const { store, step, calls, go } = await openForm();
  await go();
  store.dispatch(abortAsked());
  store.dispatch(abortDeclined());
  store.dispatch(steppedTo('audio'));
  store.dispatch(audioChosen('silence'));
  store.dispatch(audioAccepted());
  await advance();
  for (const panel of ['meta', 'audioSettings', 'videoResult', 'videoSettings', 'type']) {
    expect(step()).toBe(panel);
    store.dispatch(steppedBack());
  }
  store.dispatch(tileChosen('rtmp'));
  await vi.advanceTimersByTimeAsync(3_000);
  store.dispatch(wizardClosed());
  await advance();
  expect(calls().filter((call) => call !== 'rtmp')).toEqual([...PROBE, ...PROBE]);
  expect(step()).toBe('closed');
});

it('the wizard creates a temporary process for the probe, and deletes a leftover one', async () => {
  const add = vi.fn(() => 'OK');
  add.mockImplementationOnce(() => {
    throw new CoreError(400, 'Invalid process config', ['the process already exists']);
  });
  const { step, calls, go } = await openForm({ processAdd: add });
  await go();
  expect(step()).toBe('license');
  expect(calls()).toEqual(['processAdd', 'processDelete ingest:…_probe', ...PROBE]);
});

it('the wizard stays at a step whose encoding ffmpeg would reject until it is corrected', async () => {
  const { store, step, written } = await openForm({ skills: someSkills, processProbe: () => aProbe(hevc, pcm) });
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged(address));
  store.dispatch(videoProbeRequested());
  await advance();
  const code = (type: 'video' | 'audio', encoder: string, bitrate: string) =>
    store.dispatch(coderChanged({ type, encoder, settings: { bitrate } }));
  code('video', 'libx264', '4000k5');
  store.dispatch(videoAccepted());
  expect(step()).toBe('videoResult');
  code('video', 'libx264', '4000k');
  store.dispatch(videoAccepted());
  expect(step()).toBe('audioSettings');
  code('audio', 'aac', 'abc');
  store.dispatch(audioAccepted());
  await advance();
  expect(step()).toBe('audioSettings');
  code('audio', 'aac', '128');
  store.dispatch(audioAccepted());
  await advance();
  store.dispatch(metaAccepted());
  store.dispatch(saveRequested());
  await advance();
  expect(JSON.stringify(written)).toContain('"-b:v","4000k"');
});

it('the wizard returns to the settings with the reason of a failed probe', async () => {
  const { store, step } = await openForm({ processProbe: () => refusedProbe });
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged(address));
  store.dispatch(videoProbeRequested());
  expect(step()).toBe('videoProbe');
  await advance();
  expect(store.getState().wizard).toMatchObject({
    at: { step: 'videoSettings', failure: { verdict: 'error', cause: 'refused' } },
    draft: { video: { settings: address } },
  });
});

it('the wizard treats a probe that cannot run as one without streams, and shows the reason', async () => {
  const { store } = await openForm({
    processAdd: () => {
      throw new CoreError(400, 'Invalid process config', ['the address is not allowed']);
    },
  });
  store.dispatch(tileChosen('network'));
  store.dispatch(videoProbeRequested());
  await advance();
  expect(store.getState().wizard).toMatchObject({
    at: { failure: { verdict: 'error', log: ['Invalid process config: the address is not allowed'] } },
  });
});

it.each([
  ['Back', steppedBack()],
  ["the browser's Back", steppedTo('source')],
  ['Abort', abortAsked()],
  ['leaving', wizardClosed()],
])('the wizard cancels a probe and ignores its result after: %s', async (_, leave) => {
  let answer = (_probe: unknown) => {};
  const { store, step, calls } = await openForm({
    processProbe: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  store.dispatch(tileChosen('network'));
  store.dispatch(videoProbeRequested());
  await advance();
  store.dispatch(leave);
  const current = step();
  await advance();
  expect(calls()).toEqual(PROBE);
  answer(aProbe(h264));
  await advance();
  expect(step()).toBe(current);
  expect(current).not.toBe('videoProbe');
});

it("the wizard uses the video's own audio without another probe", async () => {
  const { draft, calls, go } = await openForm();
  await go();
  expect(draft().profile.audio).toMatchObject({ source: 0, stream: 1, encoder: { coder: 'copy' } });
  expect(calls()).toEqual(PROBE);
});

it('the wizard probes silence if the source has no audio', async () => {
  const probe = vi.fn().mockReturnValueOnce(aProbe(h264)).mockReturnValueOnce(aProbe(pcm));
  const { draft, step, calls, go } = await openForm({ processProbe: probe });
  await go();
  expect(step()).toBe('license');
  expect(draft().profile.audio).toMatchObject({ source: 1, encoder: { coder: 'aac' } });
  expect(calls()).toEqual([...PROBE, ...PROBE]);
});

it('the wizard returns to the audio step if its probe fails', async () => {
  const probe = vi
    .fn()
    .mockReturnValueOnce(aProbe(h264))
    .mockReturnValueOnce({ streams: [], log: ['no such filter'] });
  const { store, go } = await openForm({ processProbe: probe });
  await go();
  await advance();
  expect(store.getState().wizard).toMatchObject({ at: { step: 'audioSettings', failure: { verdict: 'error' } } });
});

const CAMERA = 'rtsp://192.0.2.20/audio';
const silent = { streams: [], log: [`${CAMERA}: Connection timed out`] };

async function hearing(answers: FakeAnswers) {
  const wizard = await openForm(answers);
  const { store } = wizard;
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged(address));
  store.dispatch(videoProbeRequested());
  await advance();
  store.dispatch(videoAccepted());
  store.dispatch(audioChosen('source:network'));
  await advance();
  store.dispatch(audioSettingsChanged({ mode: 'pull', address: CAMERA }));
  const failure = () => {
    const { wizard: now } = store.getState();
    return now.status === 'open' && now.at.step === 'audioSettings' ? now.at.failure : null;
  };
  return { ...wizard, failure };
}

it('the wizard proposes UDP for a separate audio source that only responds that way', async () => {
  const processProbe = vi
    .fn()
    .mockReturnValueOnce(aProbe(h264))
    .mockReturnValueOnce(silent)
    .mockReturnValueOnce(aProbe(aac));
  const { store, step, draft, failure } = await hearing({ processProbe });
  store.dispatch(audioAccepted());
  await advance();
  const alternative = failure()?.worked;
  if (!alternative) throw new Error('Nothing is proposed');
  expect(alternative.words).toBe('RTSP over UDP');
  store.dispatch(wayAccepted({ type: 'audio', worked: alternative }));
  await advance();
  expect(step()).toBe('meta');
  expect(draft().audio).toMatchObject({
    inputs: [{ address: CAMERA, options: expect.arrayContaining(['-rtsp_transport', 'udp']) }],
    streams: [{ type: 'audio', codec: 'aac' }],
  });
  expect(draft().video.settings).toEqual(address);
  expect(processProbe).toHaveBeenCalledTimes(3);
});

it('the wizard reports the alternatives for a separate audio source, and stops when the operator leaves', async () => {
  const processProbe = vi
    .fn()
    .mockReturnValueOnce(aProbe(h264))
    .mockReturnValueOnce(silent)
    .mockReturnValue(new Promise(() => {}));
  const { store } = await hearing({ processProbe });
  store.dispatch(audioAccepted());
  await advance();
  expect(store.getState().wizard).toMatchObject({
    at: { step: 'audioProbe', trying: { words: 'RTSP over UDP', n: 1, of: 2 } },
  });
  store.dispatch(steppedBack());
  await advance();
  expect(processProbe).toHaveBeenCalledTimes(3);
  expect(store.getState().wizard).toMatchObject({ at: { step: 'audioSettings', failure: null } });
});

const properties = { codec: 'h264', size: '1000x562', fps: 25, audio: 'aac', sampling: 48_000, layout: 'stereo' };
const byHand = (type: 'video' | 'audio', settings: object, more: Partial<typeof properties> = {}) => ({
  type,
  worked: {
    ...{ words: '', instead: { ...settings }, settings: { ...settings } },
    found: assumeProbe({ ...properties, ...more }, type),
  },
});

it('the wizard continues with manually entered streams without a probe, for video and audio', async () => {
  const { store, step, draft, calls } = await openForm();
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged(address));
  store.dispatch(wayAccepted(byHand('video', address)));
  await advance();
  expect(step()).toBe('videoResult');
  store.dispatch(videoAccepted());
  store.dispatch(audioChosen('source:network'));
  await advance();
  const audio = { mode: 'pull', address: CAMERA };
  store.dispatch(audioSettingsChanged(audio));
  store.dispatch(wayAccepted(byHand('audio', audio)));
  await advance();
  expect(step()).toBe('meta');
  expect(draft().video.streams).toMatchObject([
    { codec: 'h264', width: 1000, height: 562, assumed: true },
    { codec: 'aac' },
  ]);
  expect(draft().audio).toMatchObject({ inputs: [{ address: CAMERA }], streams: [{ codec: 'aac', assumed: true }] });
  expect(calls().filter((call) => call.startsWith('processProbe'))).toEqual([]);
});

it('the wizard stays with a reason if manually entered streams cannot be encoded', async () => {
  const { store, draft } = await openForm({
    skills: () => ({ ...someSkills(), filter: [{ id: 'scale', name: '' }], codecs: { video: [], audio: [] } }),
  });
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged(address));
  store.dispatch(wayAccepted(byHand('video', address, { codec: 'hevc' })));
  await advance();
  expect(store.getState().wizard).toMatchObject({ at: { step: 'videoSettings', failure: { verdict: 'nocoder' } } });
  expect(draft().video.streams).toEqual([]);
});

it('the wizard applies a change of the encoder', async () => {
  const { store, draft } = await openForm({ processProbe: () => aProbe(hevc, aac) });
  store.dispatch(tileChosen('network'));
  store.dispatch(videoProbeRequested());
  await advance();
  store.dispatch(coderChanged({ type: 'video', encoder: 'libx264', settings: { bitrate: '2048' } }));
  await advance();
  expect(draft().profile.video.encoder.mapping).toContain('2048k');
});

it('the wizard saves ingest, snapshot and metadata, then starts the ingest and opens its page', async () => {
  const { store, step, calls, go, written } = await openForm();
  await go();
  store.dispatch(
    wizardChanged({ meta: { name: 'News', description: 'Daily', author: { name: 'A', description: '' } } }),
  );
  store.dispatch(wizardChanged({ license: 'CC0 1.0' }));
  store.core.calls.length = 0;
  store.dispatch(saveRequested());
  expect(store.getState().wizard).toMatchObject({ busy: 'saving' });
  await advance();
  expect(calls().slice(0, 13)).toEqual([
    expect.stringMatching(/^metadataSet sluice-saving:/), // the lease for the save
    'metadataAll',
    'processes ingest:…', // settings that the wizard keeps
    'metadataSet sluice-rest:ingest:…:1000000',
    'processes ingest:…', // the state to restore on failure; within a second one response serves both requests
    'metadataSet sluice-unfinished:ingest:…',
    'processes …', // all of the channel, for the revision
    'processAdd',
    'processMetadataSet ingest:… restreamer-ui',
    'processMetadata ingest:… restreamer-ui',
    'metadataSet sluice-unfinished:ingest:…',
    'processes ingest:…_snapshot',
    'processAdd',
  ]);
  expect(calls()).toContain('processCommand ingest:… start');
  expect(written[ingestId(CHANNEL)]).toMatchObject({ reference: CHANNEL, input: [{ address: address.address }] });
  expect(written[METADATA_KEY]).toMatchObject({ meta: { name: 'News', description: 'Daily' }, license: 'CC0 1.0' });
  expect(step()).toBe('done');
  expect(store.visited).toEqual([`/${CHANNEL}`]);
  expect(store.getState().channel.list).toContainEqual(
    expect.objectContaining({ id: CHANNEL, name: 'News', available: true }),
  );
  expect(store.getState().notice.shown).toMatchObject([{ tone: 'success', values: ['News'] }]);
});

it('the wizard keeps settings without a step, and shows the stored description', async () => {
  const stored = {
    version: 1,
    meta: { name: 'News', description: 'Daily' },
    license: 'CC0 1.0',
    control: { hls: { segmentDuration: 4 } },
    player: { autoplay: true },
  };
  const { store, draft, go, written } = await openForm({ processUpdate: () => 'OK' }, true);
  written[METADATA_KEY] = stored;
  store.dispatch(wizardOpened({ channel: CHANNEL, name: 'News' }));
  await advance();
  expect(draft()).toMatchObject({ meta: { name: 'News', description: 'Daily' }, license: 'CC0 1.0' });
  await go();
  store.dispatch(saveRequested());
  await advance();
  expect(written[METADATA_KEY]).toMatchObject({
    ...stored,
    sources: [{ type: 'network' }, { type: '' }],
  });
});

const refusal: FakeAnswers['processAdd'] = ({ body }) => {
  if (body.id !== ingestId(CHANNEL)) return 'OK';
  throw new CoreError(400, 'Invalid process config', ['the address is not allowed']);
};

it('the wizard shows why a save failed and keeps all entries', async () => {
  const { store, step, draft, go } = await openForm({ processAdd: refusal });
  await go();
  store.dispatch(saveRequested());
  await advance();
  expect(store.getState().wizard).toMatchObject({
    at: { step: 'license' },
    refused: 'Invalid process config: the address is not allowed',
  });
  expect(store.visited).toEqual([]);
  const before = draft();
  store.dispatch(steppedBack());
  expect(step()).toBe('license');
  store.dispatch(saveRequested());
  await advance();
  store.dispatch(startedOver());
  expect(step()).toBe('type');
  expect(draft()).toEqual(before);
});

it('the wizard reports the result of a save after being left, without navigating', async () => {
  const failing = await openForm({ processAdd: refusal });
  await failing.go();
  failing.store.dispatch(saveRequested());
  failing.store.dispatch(wizardClosed());
  await advance();
  expect(failing.store.getState().notice.shown).toMatchObject([{ tone: 'error' }]);
  const good = await openForm();
  await good.go();
  good.store.dispatch(saveRequested());
  good.store.dispatch(wizardClosed());
  await advance();
  expect(good.store.getState().notice.shown).toMatchObject([{ tone: 'success' }]);
  expect(good.store.visited).toEqual([]);
});

it('the wizard deletes the channel after a confirmed abort, and then leads home', async () => {
  let deleted = (_: unknown) => {};
  const { store } = await openForm({
    processDelete: ({ id }) =>
      id === ingestId(CHANNEL)
        ? new Promise((resolve) => {
            deleted = resolve;
          })
        : 'OK',
  });
  store.dispatch(abortAsked());
  store.dispatch(abortConfirmed());
  await advance();
  expect(store.getState().wizard).toMatchObject({ at: { step: 'abort', deleting: true } });
  expect(store.visited).toEqual([]);
  deleted('OK');
  await advance();
  expect(store.visited).toEqual(['/']);
  expect(store.getState().channel.list.map(({ name }) => name)).toEqual(['Livestream']);
});

it('the wizard stays if the core rejects the deletion', async () => {
  const { store } = await openForm({
    processDelete: () => {
      throw new CoreError(500, 'Internal Server Error');
    },
  });
  store.dispatch(abortAsked());
  store.dispatch(abortConfirmed());
  await advance();
  expect(store.getState().wizard).toMatchObject({ at: { step: 'abort', deleting: false } });
  expect(store.visited).toEqual([]);
  expect(store.getState().notice.shown).toMatchObject([{ tone: 'error' }]);
});

async function listening(answers: FakeAnswers = {}) {
  const rtmp = vi.fn((): { name: string }[] => []);
  const wizard = await openForm({ rtmp, ...answers });
  wizard.store.dispatch(tileChosen('rtmp'));
  await vi.advanceTimersByTimeAsync(2_000);
  const probes = () => wizard.calls().filter((call) => call.startsWith('processProbe')).length;
  const { wizard: at } = wizard.store.getState();
  const key = at.status === 'open' ? String(valueAt(at.draft.video.settings, 'push.name')) : '';
  const here = [{ name: `/live/${key}` }];
  return { ...wizard, rtmp, probes, here, key };
}

const arriving = (more: object = {}) => ({ video: 'h264', audio: 'aac', silence: false, change: null, ...more });

/** A core that reports the details of arriving streams. */
async function arrival(stream: object, answers: FakeAnswers = {}) {
  const wizard = await listening(answers);
  const hear = (next: object) =>
    wizard.rtmp.mockReturnValue(wizard.here.map((channel) => ({ ...channel, stream: next })));
  hear(stream);
  const fault = () => {
    const { wizard: open } = wizard.store.getState();
    return open.status === 'open' ? (open.arrival ?? null) : null;
  };
  return { ...wizard, hear, fault };
}

it.each([
  ['a codec that this ffmpeg cannot read', arriving({ video: 'hvc1' }), { kind: 'unreadable', codec: 'HEVC' }],
  ['audio alone', arriving({ video: null }), { kind: 'audio-only' }],
])('the wizard reports that %s arrives, and continues when another stream arrives', async (_, stream, expected) => {
  const { step, probes, hear, fault } = await arrival(stream);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([step(), probes(), fault()]).toEqual(['videoSettings', 0, expected]);
  hear(arriving());
  await vi.advanceTimersByTimeAsync(2_000);
  expect([step(), probes()]).toEqual(['videoResult', 1]);
});

it('the wizard does not mistake audio that arrives first for an audio-only stream', async () => {
  const { step, hear, fault } = await arrival(arriving({ video: null }));
  await vi.advanceTimersByTimeAsync(1_000);
  hear(arriving());
  expect(fault()).toBe(null);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(step()).toBe('videoResult');
});

it('the wizard accepts newer codecs if ffmpeg can read them', async () => {
  const skills = () => ({ ...someSkills(), ffmpeg: { version: '6.1' } });
  const { step } = await arrival(arriving({ video: 'hvc1' }), { skills });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(step()).toBe('videoResult');
});

it('the wizard detects newer codecs by a probe if the core does not report stream details', async () => {
  const flash = { ...h264, codec: 'flashsv', width: 0, height: 0, pix_fmt: '' };
  const { rtmp, here, step, store } = await listening({ processProbe: () => aProbe(flash, aac) });
  rtmp.mockReturnValue(here);
  await vi.advanceTimersByTimeAsync(3_000);
  const { wizard } = store.getState();
  expect([step(), wizard.status === 'open' && wizard.arrival]).toEqual([
    'videoSettings',
    { kind: 'unreadable', codec: 'HEVC, AV1, VP9' },
  ]);
});

it('the wizard adds a color to an arriving audio-only stream at its address', async () => {
  const { store, step, draft } = await arrival(arriving({ video: null }));
  await vi.advanceTimersByTimeAsync(3_000);
  const { settings } = draft().video;
  store.dispatch(pictureWanted('color'));
  await advance();
  expect(step()).toBe('videoResult');
  expect(draft().video).toMatchObject({ type: 'virtualvideo', settings: { source: 'color' } });
  expect(draft().audio).toMatchObject({ type: 'network', settings });
  store.dispatch(videoAccepted());
  await advance();
  expect([step(), draft().profile.audio.source]).toEqual(['audioSettings', 1]);
});

it('the wizard adds a color to a fetched radio stream', async () => {
  const { store, step, draft } = await openForm({ processProbe: () => aProbe(aac) });
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged({ mode: 'pull', address: 'http://192.0.2.10/radio' }));
  store.dispatch(videoProbeRequested());
  await advance();
  expect(step()).toBe('videoSettings');
  store.dispatch(pictureWanted('color'));
  await advance();
  expect(draft().video).toMatchObject({ type: 'virtualvideo', settings: { source: 'color' } });
  expect(draft().audio).toMatchObject({ type: 'network', settings: { address: 'http://192.0.2.10/radio' } });
});

it('the wizard continues by itself when the stream arrives', async () => {
  const { rtmp, here, step, probes } = await listening();
  expect(step()).toBe('videoSettings');
  rtmp.mockReturnValue([{ name: '/live/another.stream' }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(step()).toBe('videoSettings');
  rtmp.mockReturnValue(here);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(step()).toBe('videoResult');
  expect(probes()).toBe(1);
});

it.each<[string, number | null, boolean]>([
  ['appears', null, true],
  ['left over by another encoder changes', 50, true],
  ['left over by another encoder is unchanged (it does not)', 51, false],
])('the wizard continues by itself if an uploaded playlist %s', async (_, before, continues) => {
  const name = `/ingest/${CHANNEL}.m3u8`;
  const at = (time: number | null) => (time === null ? [] : [{ name, size_bytes: 9, last_modified: time }]);
  const memFiles = vi.fn(() => at(before));
  const wizard = await openForm({ memFiles, about: () => anAbout({ extensions: ['push-keys'] }) });
  wizard.store.dispatch(tileChosen('hls'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(wizard.step()).toBe('videoSettings');
  expect(wizard.draft().video.settings).not.toHaveProperty('push.name');
  memFiles.mockReturnValue(at(51));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(wizard.step()).toBe(continues ? 'videoResult' : 'videoSettings');
});

it('the wizard stops waiting for a stream after its properties were entered by hand', async () => {
  const { store, draft, rtmp, here, step, probes } = await listening();
  store.dispatch(wayAccepted(byHand('video', draft().video.settings)));
  await advance();
  rtmp.mockReturnValue(here);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([step(), probes()]).toEqual(['videoResult', 0]);
});

it('the wizard probes an unusable stream once, and again after it was restarted', async () => {
  const { rtmp, here, step, probes } = await listening({ processProbe: () => aProbe(aac) });
  rtmp.mockReturnValue(here);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([step(), probes()]).toEqual(['videoSettings', 1]);
  rtmp.mockReturnValue([]);
  await vi.advanceTimersByTimeAsync(1_000);
  rtmp.mockReturnValue(here);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(probes()).toBe(2);
});

it('the wizard generates a key for each new channel, without counting it as an entry', async () => {
  const keys = [];
  for (let time = 0; time < 2; time += 1) {
    const { key, store } = await listening();
    expect(key).toMatch(/^\w{6}-\w{6}-\w{6}$/);
    const { wizard } = store.getState();
    expect(wizard.status === 'open' && isEntered(wizardDraftOf(wizard))).toBe(false);
    store.dispatch(steppedBack());
    store.dispatch(tileChosen('network'));
    store.dispatch(steppedBack());
    store.dispatch(tileChosen('rtmp'));
    await advance();
    const later = store.getState().wizard;
    keys.push(key, later.status === 'open' ? valueAt(later.draft.video.settings, 'push.name') : '');
  }
  expect(new Set(keys).size).toBeGreaterThan(1);
  expect(keys.every((key) => typeof key === 'string' && !key.includes(CHANNEL))).toBe(true);
});

it('the wizard stays at the step after going back, although the stream is present', async () => {
  const { store, rtmp, here, step, probes } = await listening();
  rtmp.mockReturnValue(here);
  await vi.advanceTimersByTimeAsync(1_000);
  store.dispatch(steppedBack());
  await vi.advanceTimersByTimeAsync(3_000);
  expect([step(), probes()]).toEqual(['videoSettings', 1]);
});

it('the wizard stops polling when the step is left', async () => {
  const { store, rtmp, here, step } = await listening();
  for (const leave of [abortAsked(), wizardClosed()]) {
    store.dispatch(leave);
    const calls = rtmp.mock.calls.length;
    rtmp.mockReturnValue(here);
    const stays = step();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(rtmp.mock.calls.length).toBe(calls);
    expect(step()).toBe(stays);
  }
});

it('the wizard sends no request to a server that is off', async () => {
  const { rtmp } = await listening({ config: () => aConfig() });
  expect(rtmp).not.toHaveBeenCalled();
});

it('the wizard offers a stream that arrives under another key unless another channel expects it', async () => {
  const other = '5d2c0c1e-8d9b-4f57-8d4b-0c6a5b1e9f20';
  const wizard = await listening({
    processes: ({ id = '' } = {}) =>
      id.includes(ingestId(other))
        ? [
            {
              id: ingestId(other),
              metadata: {
                [METADATA_KEY]: {
                  sources: [
                    { type: 'network', settings: { mode: 'push', push: { type: 'rtmp', name: 'of-another' } } },
                  ],
                },
              },
            },
          ]
        : [],
  });
  const { store, rtmp, step, probes } = wizard;
  store.dispatch(channelCreated({ id: other, name: 'Other', available: true, egresses: {} }));
  const strangers = () => {
    const { wizard: now } = store.getState();
    return now.status === 'open' ? (now.strangers ?? []) : [];
  };
  rtmp.mockReturnValue(
    ['of-another', `${other}.stream`, 'wrong', `${CHANNEL}.stream`].map((name) => ({ name: `/live/${name}` })),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect([strangers(), step()]).toEqual([['wrong'], 'videoSettings']);
  rtmp.mockReturnValue([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(strangers()).toEqual([]);
  rtmp.mockReturnValue([{ name: '/live/wrong' }]);
  await vi.advanceTimersByTimeAsync(1_000);
  const { wizard: now } = store.getState();
  const settings = now.status === 'open' ? now.draft.video.settings : {};
  store.dispatch(videoSettingsChanged({ ...settings, push: { ...Object(settings.push), name: 'wrong' } }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([step(), probes()]).toEqual(['videoResult', 1]);
});

it.each([
  ['rtmp://localhost/live', 'localhost'],
  ['rtmp://127.0.0.1:1935/live', '127.0.0.1'],
  ['srt://localhost:6000', 'localhost'],
  ['rtmp://sluice.localhost/live', 'sluice.localhost'],
  ['rtmp://0.0.0.0/live', '0.0.0.0'],
  ['rtmp://[::1]:1935/live', '[::1]'],
  ['rtmp://[::ffff:7f00:1]/live', '[::ffff:7f00:1]'],
  ['rtmp://[2001:db8::1]/live', null],
  ['rtmp://192.168.1.20/live', null],
  ['rtmp://localhost.example/live', null],
  ['rtmp://studio.example/localhost', null],
])('the wizard detects that %s only works on the machine itself: %s', (address, host) =>
  expect(localHostIn(address)).toBe(host),
);

const ownAudio: [kind: string, settings: object, input: string][] = [
  ['alsa', {}, 'hw:2,0'],
  ['network', { address: 'http://192.0.2.10/radio' }, 'http://192.0.2.10/radio'],
  ['audioloop', { address: '/channels/x/audioloop-y.source' }, '{diskfs}/channels/x/audioloop-y.source'],
];
it.each(ownAudio)('the wizard accepts audio from any source beside any video: %s', async (kind, settings, address) => {
  const devices = [{ id: 'hw:2,0', name: 'Desk', extra: '', media: 'audio' }];
  const { store, step, draft, go, written } = await openForm({
    skills: () => ({ ...someSkills(), devices: { demuxers: [{ id: 'alsa', devices }], muxers: [] } }),
    processProbe: ({ id }) => (JSON.stringify(written[id]).includes(address) ? aProbe(pcm) : aProbe(h264)),
  });
  await go();
  store.dispatch(steppedTo('audio'));
  store.dispatch(audioChosen(`source:${kind}`));
  store.dispatch(audioSettingsChanged({ ...draft().audio.settings, ...settings }));
  store.dispatch(audioAccepted());
  await advance();
  expect(step()).toBe('meta');
  store.dispatch(metaAccepted());
  store.dispatch(saveRequested());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written[ingestId(CHANNEL)]).toMatchObject({ input: [{ address: 'rtsp://192.0.2.10/s' }, { address }] });
  expect(written[METADATA_KEY]).toMatchObject({
    sources: [{ type: 'network' }, { type: kind }],
    profiles: [{ video: { source: 0 }, audio: { source: 1, encoder: { coder: 'aac' } } }],
  });
});

it('the wizard proposes a free SRT port without counting it as an entry', async () => {
  const config = (address: string) => ({ id: 'x', input: [{ address }], output: [] });
  const { store, draft } = await openForm({
    config: () => aConfig({ srt: { enable: false, address: ':6000' } }),
    processes: () => [{ id: 'other', config: config('srt://0.0.0.0:6001?mode=listener') }],
  });
  store.dispatch(tileChosen('srtport'));
  await advance();
  expect(draft().video.settings).toMatchObject({ mode: 'pull', address: 'srt://0.0.0.0:6002?mode=listener' });
  expect(isEntered(draft())).toBe(false);
});
