import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { assumeProbe } from '../../../media/encoding/manualProbe.ts';
import { isAssumed } from '../../../media/encoding/profile.ts';
import { setUpOf } from '../../../media/process/expectedStreams.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { aCore } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { aac, aProbe, h264, hevc, pcm, refusedProbe } from '../../../testing/probes.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import {
  alternativeAccepted,
  audioOriginChosen,
  codingChanged,
  kindChosen,
  probeLeft,
  probeRequested,
  sourceDraftOf,
  sourceEditor,
} from './editor/slice.ts';
import recorded from './fixtures/recorded-ingests.json' with { type: 'json' };

const { opened, draftChanged, saveRequested, conflictFound, keptMine } = sourceEditor.actions;

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const advance = () => vi.advanceTimersByTimeAsync(0);

const named = (release: string, name: string) => {
  const found = recorded.find((row) => row.release === release && row.metadata[METADATA_KEY].meta.name.endsWith(name));
  if (!found) throw new Error(`Nothing was recorded as ${name}`);
  return structuredClone(found);
};

async function editing(process: ReturnType<typeof named>, answers: FakeAnswers = {}) {
  const { config, metadata } = process;
  const channel = config.reference;
  let saved: unknown;
  const store = openStore({
    core: aCore({
      processes: ({ id } = {}) =>
        id === undefined || id === config.id ? [{ id: config.id, reference: channel, config, metadata }] : [],
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
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await advance();
  store.dispatch(opened({ channel }));
  await vi.advanceTimersByTimeAsync(1_000);
  store.core.calls.length = 0;
  const form = () => {
    const { source } = store.getState();
    if (source.status !== 'open') throw new Error(`It is ${source.status}`);
    return source;
  };
  const draft = () => sourceDraftOf(form());
  const probe = async (type: 'video' | 'audio') => {
    store.dispatch(probeRequested(type));
    await advance();
  };
  const finish = async () => {
    store.dispatch(saveRequested());
    await vi.advanceTimersByTimeAsync(2_000);
    return parseIngestMetadata(saved);
  };
  return { store, form, draft, probe, finish, channel, stored: parseIngestMetadata(metadata[METADATA_KEY]) };
}

it.each(recorded.map(({ release, metadata }) => [release, metadata[METADATA_KEY].meta.name] as const))(
  'the source editor saves the recording %s, %s, unchanged if nothing was edited',
  async (release, name) => {
    const { form, finish, stored, store, channel } = await editing(named(release, name));
    expect(form().draft).toMatchObject({ video: stored.sources[0], audio: stored.sources[1] });
    const saved = await finish();
    expect(saved.sources).toEqual(stored.sources);
    expect(saved.meta).toEqual(stored.meta);
    expect(saved.control).toEqual(stored.control);
    expect(store.core.calls.some((call) => call.startsWith('processProbe'))).toBe(false);
    expect(store.visited).toEqual([`/${channel}/edit`]);
  },
);

it('the source editor changes the video and keeps the audio byte for byte', async () => {
  const { store, draft, probe, finish, stored } = await editing(named('v1.14.0', 'tone'));
  store.dispatch(kindChosen({ type: 'video', kind: 'network' }));
  store.dispatch(
    draftChanged({ video: { ...draft().video, settings: { mode: 'pull', address: 'rtsp://192.0.2.10/s' } } }),
  );
  await probe('video');
  expect(draft().profile.video.encoder.coder).toBe('copy');
  const saved = await finish();
  expect(saved.sources[0]).toMatchObject({ type: 'network', streams: [{ codec: 'h264' }, { codec: 'aac' }] });
  expect(saved.sources[1]).toEqual(stored.sources[1]);
  expect(saved.profiles[0].audio).toEqual(stored.profiles[0].audio);
});

it('the source editor changes the audio and keeps the video byte for byte', async () => {
  const { store, draft, probe, finish, stored } = await editing(named('v1.14.0', 'HLS pull'), {
    processProbe: () => aProbe(pcm),
  });
  store.dispatch(audioOriginChosen('own'));
  store.dispatch(draftChanged({ audio: { ...draft().audio, settings: { source: 'noise', amplitude: 0.5 } } }));
  await probe('audio');
  const saved = await finish();
  expect(saved.sources[0]).toEqual(stored.sources[0]);
  expect(saved.profiles[0].video).toEqual(stored.profiles[0].video);
  expect(saved.sources[1]).toMatchObject({ type: 'virtualaudio', settings: { source: 'noise', amplitude: 0.5 } });
  expect(saved.profiles[0].audio).toMatchObject({ source: 1, stream: 0, encoder: { coder: 'aac' } });
});

it('the source editor switches to another audio stream', async () => {
  const { store, draft, probe, finish } = await editing(named('v1.14.0', 'tone'), {
    processProbe: () => aProbe(h264, aac),
  });
  store.dispatch(kindChosen({ type: 'audio', kind: 'network' }));
  store.dispatch(draftChanged({ audio: { ...draft().audio, settings: { address: 'http://192.0.2.10/radio.mp3' } } }));
  await probe('audio');
  const saved = await finish();
  expect(saved.sources[1]).toMatchObject({ inputs: [{ address: 'http://192.0.2.10/radio.mp3' }] });
  expect(saved.profiles[0].audio).toMatchObject({ source: 1, stream: 1, encoder: { coder: 'copy' } });
});

it('the source editor saves no separate audio source before it is probed', async () => {
  const { store, form, draft, finish } = await editing(named('v1.14.0', 'HLS pull'));
  store.dispatch(audioOriginChosen('own'));
  await finish();
  expect(store.core.calls.filter((call) => /^process(Update|MetadataSet)/.test(call))).toEqual([]);
  expect(form().tried).toBe(true);
  store.dispatch(audioOriginChosen('video'));
  expect(draft().profile.audio).toEqual(form().stored.profile.audio);
});

it('the source editor requires a new probe after an address change, but not if it is typed back', async () => {
  const { store, draft, finish } = await editing(named('v1.1.0', 'HLS pull'));
  const { video } = draft();
  store.dispatch(
    draftChanged({ video: { ...video, settings: { ...video.settings, address: 'http://192.0.2.10/x' } } }),
  );
  await finish();
  expect(store.core.calls.some((call) => call.startsWith('processUpdate'))).toBe(false);
  store.dispatch(draftChanged({ video: { ...video, settings: { ...video.settings } } }));
  const saved = await finish();
  expect(saved.sources[0]).toEqual(video);
});

it('the source editor explains a failed probe and keeps the full ffmpeg log without secrets', async () => {
  const { form, draft, probe } = await editing(named('v1.1.0', 'HLS pull'), { processProbe: () => refusedProbe });
  const before = draft();
  await probe('video');
  expect(form()).toMatchObject({ busy: null, refused: { type: 'video', failure: { cause: 'refused' } } });
  expect(form().found.logs.video).toHaveLength(refusedProbe.log.length);
  expect(form().found.logs.video.join()).not.toContain('hunter2');
  expect(draft()).toMatchObject({ video: before.video, profile: before.profile });
});

it('the source editor proposes alternative settings that work, and applies them', async () => {
  const silent = { streams: [], log: ['rtsp://192.0.2.10/s: Connection timed out'] };
  const processProbe = vi.fn().mockReturnValueOnce(silent).mockReturnValue(aProbe(h264, aac));
  const { store, form, draft, probe } = await editing(named('v1.1.0', 'HLS pull'), { processProbe });
  const video = { ...draft().video, settings: { mode: 'pull', address: 'rtsp://192.0.2.10/s' } };
  store.dispatch(draftChanged({ video }));
  await probe('video');
  const alternative = form().refused?.failure.worked;
  if (!alternative) throw new Error('Nothing is proposed');
  expect(form().found.trying).toBeNull();
  store.dispatch(alternativeAccepted({ type: 'video', worked: alternative }));
  await advance();
  expect(form().refused).toBeNull();
  expect(draft().video).toMatchObject({ settings: { rtsp: { udp: true } }, streams: [{ codec: 'h264' }, {}] });
  expect(processProbe).toHaveBeenCalledTimes(2);
});

it('the source editor saves manually entered stream properties and marks them as unverified', async () => {
  const { store, draft, finish, channel } = await editing(named('v1.1.0', 'HLS pull'));
  const settings = { mode: 'pull', address: 'rtsp://192.0.2.10/s' };
  store.dispatch(draftChanged({ video: { ...draft().video, settings } }));
  const properties = { codec: 'h264', size: '1280x720', fps: 25, audio: 'aac', sampling: 48_000, layout: 'stereo' };
  const found = assumeProbe(properties, 'video');
  store.dispatch(alternativeAccepted({ type: 'video', worked: { words: '', instead: settings, settings, found } }));
  await advance();
  expect(store.core.calls.filter((call) => call.startsWith('processProbe'))).toEqual([]);
  const saved = await finish();
  const [video] = saved.sources;
  expect(video).toMatchObject({
    inputs: [{ address: settings.address }],
    streams: [
      { type: 'video', codec: 'h264', width: 1280, height: 720, stream: 0 },
      { type: 'audio', codec: 'aac', sampling_hz: 48_000, channels: 2, stream: 1 },
    ],
  });
  expect(isAssumed(video?.streams[0])).toBe(true);
  // Unverified properties are no reference for the arriving stream.
  expect(setUpOf(channel, saved)).toMatchObject({ video: null, assumed: true });
});

it('the source editor ignores the result of a cancelled probe', async () => {
  let answer = (_: unknown) => {};
  const { store, form, draft, probe } = await editing(named('v1.1.0', 'HLS pull'), {
    processProbe: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const before = draft();
  await probe('video');
  expect(form().busy).toBe('probing-video');
  store.dispatch(probeLeft());
  await advance();
  answer(aProbe(hevc));
  await advance();
  expect(form().busy).toBeNull();
  expect(draft()).toEqual(before);
});

it('the source editor keeps an encoding that is chosen during a probe', async () => {
  let answer = (_: unknown) => {};
  const { store, draft, probe } = await editing(named('v1.1.0', 'HLS pull'), {
    processProbe: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await probe('video');
  store.dispatch(codingChanged({ type: 'video', encoder: 'libx264', settings: { bitrate: '2048' } }));
  await advance();
  answer(aProbe(h264, aac));
  await advance();
  expect(draft().video.streams.map(({ codec }) => codec)).toEqual(['h264', 'aac']);
  expect(draft().profile.video.encoder).toMatchObject({ coder: 'libx264', settings: { bitrate: '2048' } });
});

it('the source editor keeps a source of an unknown kind and still allows a new encoding', async () => {
  const process = named('v1.1.0', 'virtual');
  const [video] = process.metadata[METADATA_KEY].sources;
  if (!video) throw new Error('It has no video');
  Object.assign(video, { type: 'video4linux2', settings: { device: '/dev/video0' } });
  const { store, finish, stored } = await editing(process);
  store.dispatch(codingChanged({ type: 'video', encoder: 'libx264', settings: { bitrate: '2048' } }));
  const saved = await finish();
  expect(saved.sources).toEqual(stored.sources);
  expect(saved.profiles[0].video.encoder).toMatchObject({ coder: 'libx264', settings: { bitrate: '2048' } });
  store.dispatch(kindChosen({ type: 'video', kind: 'virtualvideo' }));
});

it('the source editor changes nothing if the core rejects the save', async () => {
  const { form, finish, store } = await editing(named('v1.1.0', 'HLS pull'), {
    processUpdate: () => {
      throw new CoreError(400, 'Invalid process config', ['the address is not allowed']);
    },
  });
  await finish();
  expect(form().busy).toBeNull();
  expect(store.visited).toEqual([]);
  expect(store.getState().notice.shown).toMatchObject([{ tone: 'error' }]);
});

it('the source editor keeps the whole edited source in a conflict, because address and type belong together', async () => {
  const { store, form } = await editing(named('v1.14.0', 'RTMP pull'));
  const { video, ...rest } = form().draft;
  store.dispatch(
    draftChanged({ video: { ...video, settings: { ...video.settings, address: 'rtmp://192.0.2.9/mine' } } }),
  );
  const mine = form().draft;
  const foreign = { ...rest, video: { ...video, type: 'virtualvideo', settings: {} } };
  store.dispatch(conflictFound({ status: 'changed', found: form().found, draft: foreign }));
  store.dispatch(keptMine());
  expect(form().draft).toEqual(mine);
  expect(form().stored).toEqual(foreign);
});
