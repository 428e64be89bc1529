import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { initialTileSettings, tileOf } from '../../../catalog/wizardTiles.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { aCore } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openWizard } from '../../../testing/openWizard.ts';
import { aac, aProbe, h264, hevc, pcm } from '../../../testing/probes.ts';
import { storedSources } from '../source/draft.ts';
import recorded from '../source/fixtures/recorded-ingests.json' with { type: 'json' };
import { audioChoiceOf, isEntered } from './draft.ts';
import {
  audioAccepted,
  audioChosen,
  coderChanged,
  metaAccepted,
  saveRequested,
  steppedBack,
  tileChosen,
  videoAccepted,
  videoProbeRequested,
  videoSettingsAccepted,
  videoSettingsChanged,
  wizardClosed,
  wizardOpened,
} from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const advance = () => vi.advanceTimersByTimeAsync(0);

const named = (release: string, name: string) => {
  const found = recorded.find((row) => row.release === release && row.metadata[METADATA_KEY].meta.name.endsWith(name));
  if (!found) throw new Error(`Nothing was recorded as ${name}`);
  return found;
};

/** Opens the wizard for a running channel that another release has set up. */
async function openForm(
  { config, metadata }: { config: { id: string; reference: string }; metadata: object },
  answers: FakeAnswers = {},
) {
  const channel = config.reference;
  const process = { id: config.id, reference: channel, config, metadata, state: { order: 'start', exec: 'running' } };
  let saved: unknown;
  const opening = await openWizard(
    aCore({
      processes: ({ id } = {}) => (id === undefined || id === config.id ? [process] : []),
      processAdd: () => 'OK',
      processUpdate: () => 'OK',
      processDelete: () => 'OK',
      processCommand: () => 'OK',
      processProbe: () => aProbe(h264, aac),
      processMetadataSet: ({ body }) => {
        saved = body;
        return body;
      },
      processMetadata: () => saved,
      rtmp: () => [{ name: `/live/${channel}.stream` }],
      ...answers,
    }),
    { id: channel, name: 'Shown' },
  );
  const { store } = opening;
  const writes = () =>
    store.core.calls
      .filter((call) => !/^(processes|rtmp|processMetadata )/.test(call))
      .map((call) => call.replaceAll(channel, '…').replace('restreamer-ui:', ''));
  return { ...opening, writes, channel, saved: () => parseIngestMetadata(saved) };
}

it.each([
  ['RTMP server', 'rtmp'],
  ['SRT server', 'srt'],
])(
  'the wizard keeps the stored stream key (%s) when its tile is chosen, even after another one',
  async (name, tile) => {
    const stored = named('v1.14.0', name);
    const data = stored.metadata[METADATA_KEY];
    const chosen = tileOf(tile);
    const plain = chosen ? initialTileSettings(chosen) : {};
    // The settings as this wizard stores them, so that only the key differs from the tile's.
    const settings = { ...plain, push: { ...Object(plain.push), name: 'a1b2c3-d4e5f6-g7h8i9' } };
    const changed = { ...data, sources: [{ ...data.sources[0], settings }, ...data.sources.slice(1)] };
    const { draft, store } = await openForm({ config: stored.config, metadata: { [METADATA_KEY]: changed } });
    expect(draft().storedTile).toBe(tile);
    for (const pressed of [tile, 'network', tile]) {
      store.dispatch(tileChosen(pressed));
      await advance();
      if (pressed === tile) expect(draft().video.settings).toEqual(settings);
      store.dispatch(steppedBack());
      await advance();
    }
  },
);

it.each([
  ['v1.14.0', 'HLS pull', 'network', 'video'],
  ['v1.14.0', 'RTMP pull', 'network', 'video'],
  ['v1.14.0', 'RTMP server', 'rtmp', 'video'],
  ['v1.14.0', 'SRT server', 'srt', 'video'],
  // Its audio points to the video stream, so it counts as none.
  ['v1.14.0', 'RTSP pull', 'network', 'none'],
  ['v1.14.0', 'tone', 'virtualvideo', 'tone'],
  ['v1.14.0', 'virtual', 'virtualvideo', 'silence'],
  ['v1.1.0', 'virtual', 'virtualvideo', 'silence'],
  ['v1.1.0', 'HLS pull', 'network', 'video'],
])('the wizard opens a stored channel of %s, %s, with its settings', async (release, name, tile, audio) => {
  const stored = named(release, name);
  const metadata = parseIngestMetadata(stored.metadata[METADATA_KEY]);
  const { wizard, draft, writes, store } = await openForm(stored);
  expect(wizard().at).toEqual({ step: 'type' });
  expect(draft()).toMatchObject({ ...storedSources(metadata), tile, meta: metadata.meta, license: metadata.license });
  expect(audioChoiceOf(draft())).toBe(audio);
  expect(isEntered(draft())).toBe(false);
  store.dispatch(wizardClosed());
  await advance();
  expect(writes()).toEqual([]);
});

it.each([
  ['v1.14.0', 'HLS pull', 'network'],
  ['v1.14.0', 'RTMP server', 'rtmp'],
  ['v1.14.0', 'tone', 'virtualvideo'],
  ['v1.1.0', 'virtual', 'virtualvideo'],
  ['v1.1.0', 'HLS pull', 'network'],
])('the wizard passes all steps of %s, %s, without a change or a probe', async (release, name, tile) => {
  const { store, wizard, draft, writes, saved } = await openForm(named(release, name));
  const before = draft();
  store.dispatch(tileChosen(tile));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(wizard().at.step).toBe('videoSettings');
  for (const next of [videoSettingsAccepted(), videoAccepted(), audioAccepted(), metaAccepted()]) {
    store.dispatch(next);
    await advance();
  }
  expect(wizard().at.step).toBe('license');
  expect(draft()).toEqual(before);
  expect(writes()).toEqual([]);
  store.dispatch(saveRequested());
  await advance();
  expect(writes()).not.toContain('processProbe ingest:…_probe');
  expect(saved()).toMatchObject({ sources: [before.video, before.audio], profiles: [before.profile] });
});

it('the wizard writes no process without a change, so that the stream continues', async () => {
  const stored = structuredClone(named('v1.1.0', 'virtual'));
  const sent: string[] = [];
  const { store, saved, channel } = await openForm(stored, {
    processUpdate: ({ id, body }) => {
      if (id === stored.config.id) Object.assign(stored.config, body);
      sent.push(id);
      return 'OK';
    },
  });
  const pass = async () => {
    sent.length = 0;
    store.dispatch(wizardOpened({ channel, name: 'Shown' }));
    await vi.advanceTimersByTimeAsync(2_000);
    store.dispatch(tileChosen('virtualvideo'));
    for (const next of [videoSettingsAccepted(), videoAccepted(), audioAccepted(), metaAccepted(), saveRequested()]) {
      store.dispatch(next);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    return sent.includes(stored.config.id);
  };
  // The recorded core had another address, so the first save updates it.
  expect(await pass()).toBe(true);
  Object.assign(stored.metadata, { [METADATA_KEY]: saved() });
  expect(await pass()).toBe(false);
});

it('the wizard keeps silence when the video changes, even if the new source has audio', async () => {
  const { store, draft, saved } = await openForm(named('v1.14.0', 'virtual'));
  const { audio } = draft();
  const coding = draft().profile.audio;
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged({ mode: 'pull', address: 'rtsp://192.0.2.10/room' }));
  store.dispatch(videoSettingsAccepted());
  await advance();
  for (const next of [videoAccepted(), audioAccepted(), metaAccepted(), saveRequested()]) {
    store.dispatch(next);
    await advance();
  }
  expect(saved().sources[0]).toMatchObject({ type: 'network', settings: { address: 'rtsp://192.0.2.10/room' } });
  expect(saved().sources[1]).toEqual(audio);
  expect(saved().profiles[0].audio).toEqual(coding);
});

it('the wizard restores the stored source after another was tried', async () => {
  const { store, draft, wizard } = await openForm(named('v1.14.0', 'tone'));
  const before = draft();
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged({ mode: 'pull', address: 'rtsp://192.0.2.10/room' }));
  store.dispatch(videoProbeRequested());
  await advance();
  expect(draft().profile.video.encoder.coder).toBe('copy');
  store.dispatch(steppedBack());
  store.dispatch(steppedBack());
  store.dispatch(tileChosen('virtualvideo'));
  store.dispatch(videoSettingsAccepted());
  await advance();
  expect(wizard().at.step).toBe('videoResult');
  expect(draft()).toEqual(before);
});

it('the wizard keeps settings and address if they are typed back', async () => {
  const { store, draft } = await openForm(named('v1.1.0', 'HLS pull'));
  const { settings } = draft().video;
  store.dispatch(tileChosen('network'));
  store.dispatch(videoSettingsChanged({ ...settings, address: 'http://192.0.2.10/x' }));
  store.dispatch(videoSettingsChanged({ ...settings, general: { thread_queue_size: '512' } }));
  store.dispatch(videoSettingsAccepted());
  await advance();
  expect(draft().video).toEqual(draft().before?.video);
});

it('the wizard offers the stored audio again after another choice', async () => {
  const { store, draft } = await openForm(named('v1.14.0', 'tone'));
  const { audio, profile } = draft();
  store.dispatch(audioChosen('silence'));
  store.dispatch(audioChosen('none'));
  expect(audioChoiceOf(draft())).toBe('none');
  store.dispatch(audioChosen('tone'));
  expect(draft()).toMatchObject({ audio, profile });
});

it('the wizard keeps and names an audio source that it does not offer', async () => {
  const stored = structuredClone(named('v1.14.0', 'tone'));
  const sound = stored.metadata[METADATA_KEY].sources[1];
  if (!sound) throw new Error('It has no sound');
  sound.type = 'jack';
  const { store, draft, saved } = await openForm(stored);
  expect(audioChoiceOf(draft())).toBe('source:jack');
  const before = draft().audio;
  store.dispatch(audioChosen('silence'));
  store.dispatch(audioChosen('source:jack'));
  store.dispatch(tileChosen('virtualvideo'));
  for (const next of [videoSettingsAccepted(), videoAccepted(), audioAccepted(), metaAccepted(), saveRequested()]) {
    store.dispatch(next);
    await advance();
  }
  expect(saved().sources[1]).toEqual(before);
  expect(saved().profiles[0].audio.source).toBe(1);
});

it('the wizard keeps an unknown encoder until another is chosen', async () => {
  const stored = structuredClone(named('v1.1.0', 'virtual'));
  const coder = stored.metadata[METADATA_KEY].profiles[0]?.video.encoder;
  if (!coder) throw new Error('It has no encoder');
  Object.assign(coder, { coder: 'h264_nvenc', settings: { cq: '19' }, mapping: ['-codec:v', 'h264_nvenc'] });
  const { store, draft } = await openForm(stored, { processProbe: () => aProbe(hevc) });
  const { encoder } = draft().profile.video;
  store.dispatch(tileChosen('virtualvideo'));
  store.dispatch(videoSettingsAccepted());
  expect(draft().profile.video.encoder).toEqual(encoder);
  store.dispatch(coderChanged({ type: 'video', encoder: 'libx264', settings: {} }));
  expect(draft().profile.video.encoder.coder).toBe('libx264');
});

it('the wizard probes a separate audio source only after a change', async () => {
  const { store, writes, wizard } = await openForm(named('v1.14.0', 'tone'), { processProbe: () => aProbe(pcm) });
  store.dispatch(tileChosen('virtualvideo'));
  store.dispatch(videoSettingsAccepted());
  store.dispatch(videoAccepted());
  store.dispatch(audioChosen('silence'));
  store.dispatch(audioAccepted());
  await advance();
  expect(wizard().at.step).toBe('meta');
  expect(writes()).toContain('processProbe ingest:…_probe');
});

it('the wizard retries a channel that could not be read, and never overwrites it', async () => {
  const stored = named('v1.1.0', 'virtual');
  const answers = vi.fn(() => [{ ...stored, id: stored.config.id, reference: stored.config.reference }]);
  const { store, wizard, draft, channel } = await openForm(stored, { processes: answers });
  answers.mockImplementation(() => {
    throw new CoreError(500, 'Internal Server Error');
  });
  store.dispatch(wizardOpened({ channel, name: 'Shown' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(store.getState().wizard).toMatchObject({ status: 'failed' });
  store.dispatch(tileChosen('network'));
  expect(store.getState().wizard).toMatchObject({ status: 'failed' });
  answers.mockImplementation(() => [{ ...stored, id: stored.config.id, reference: stored.config.reference }]);
  await vi.advanceTimersByTimeAsync(2_000);
  store.dispatch(wizardOpened({ channel, name: 'Shown' }));
  await advance();
  expect(wizard().at).toEqual({ step: 'type' });
  expect(draft().tile).toBe('virtualvideo');
});
