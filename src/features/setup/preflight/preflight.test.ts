import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY, RENDITION_KEY, renditionId } from '../../../api/processIds.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { aac, h264 } from '../../../testing/probes.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { preflightClosed, preflightRequested } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-01-01T01:00:00Z') }));
afterEach(() => vi.useRealTimers());

const advance = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const streams = [h264, aac].map((stream, i) => ({ ...stream, stream: i }));
const copied = (type: string, stream: number) => ({
  [type]: { source: 0, stream, encoder: { coder: 'copy', settings: {}, mapping: [] } },
});
const profiles = [{ ...copied('video', 0), ...copied('audio', 1) }];
const state = { order: 'start', exec: 'running', runtime_seconds: 60, progress: { frame: 1800, fps: 30, speed: 1 } };

const ingest = {
  id: ingestId(CHANNEL),
  reference: CHANNEL,
  state,
  metadata: { [METADATA_KEY]: { version: 1, meta: { name: 'Studio' }, streams, profiles } },
};

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function publication(n: number, address: string, key = 'KEY') {
  const id = egressId('rtmp', uuid(n));
  const [, host = ''] = address.split('//');
  return {
    id,
    reference: CHANNEL,
    state: { order: 'stop', exec: 'finished', runtime_seconds: 0 },
    config: { id, input: [], output: [{ id: 'o', address: `${address}/${key}`, options: ['-f', 'flv'] }], options: [] },
    metadata: {
      [METADATA_KEY]: {
        ...{ version: 1, name: `Venue ${n}`, streams, profiles },
        settings: { protocol: 'rtmp://', address: `${host}/${key}`, options: {} },
      },
    },
  };
}

type Answer = readonly string[] | 'never' | 'refuses';

/** Checks a core with these publications; `answerOf` decides the probe result of each server. */
async function checked(
  publications: readonly object[],
  answerOf: (address: string) => Answer,
  extra: FakeAnswers = {},
) {
  const probes = new Map<string, string>();
  let most = 0;
  const answers: FakeAnswers = {
    processes: () => [ingest, ...publications],
    metrics: () => ({ metrics: [] }),
    fileBytes: () => {
      throw new CoreError(404, 'Not Found');
    },
    processAdd: ({ body }) => {
      if (answerOf(body.input?.[0]?.address ?? '') === 'refuses') throw new CoreError(500, 'No more processes');
      probes.set(body.id, body.input?.[0]?.address ?? '');
      most = Math.max(most, probes.size);
      return 'OK';
    },
    processProbe: async ({ id }) => {
      const answer = answerOf(probes.get(id) ?? '');
      if (answer === 'never') await new Promise(() => {});
      await new Promise((done) => setTimeout(done, 100));
      return { streams: [], log: answer };
    },
    processDelete: ({ id }) => {
      probes.delete(id);
      return 'OK';
    },
    ...extra,
  };
  const store = openStore({ core: aCore(answers) });
  store.dispatch(sessionStarted());
  await advance();
  store.dispatch(preflightRequested(CHANNEL));
  await advance();
  const preflight = () => store.getState().preflight;
  return { store, probes, most: () => most, preflight };
}

const OPEN = ["Input #0, data, from 'tcp://x':"];
const REFUSED = ['tcp://x: Connection refused'];

it('the preflight check shows known facts at once and the rest as it is found, and leaves no process behind', async () => {
  const { preflight, probes, most } = await checked(
    Array.from({ length: 10 }, (_, n) => publication(n, `rtmp://venue${n}.example.org/live`)),
    (address) => (address === 'tcp://venue3.example.org:1935' ? REFUSED : OPEN),
  );
  expect(preflight()).toMatchObject({ status: 'running', done: 0, all: 10, judged: { grade: 'unchecked' } });
  await advance(2000);
  const found = preflight();
  expect(found).toMatchObject({ status: 'judged', judged: { grade: 'fail' } });
  const grades = found.status === 'judged' ? found.judged.destinations.map(({ grade }) => grade) : [];
  expect(grades.map((grade) => grade === 'fail')).toEqual(Array.from({ length: 10 }, (_, n) => n === 3));
  expect(probes.size).toBe(0);
  expect(most()).toBeLessThanOrEqual(4);
});

it('the preflight check tries each server once, and names publications that share a key', async () => {
  const { store, preflight } = await checked(
    [1, 2].map((n) => publication(n, 'rtmp://one.example.org/live')),
    () => OPEN,
  );
  await advance(2000);
  expect(store.core.calls.filter((call) => call.startsWith('processProbe'))).toHaveLength(1);
  expect(preflight()).toMatchObject({
    judged: {
      destinations: [
        {
          lines: [
            { check: 'twins', grade: 'fail' },
            { check: 'reach', grade: 'good' },
          ],
        },
        {},
      ],
    },
  });
});

it('the preflight check does not report a server as unreachable if the core could not try it', async () => {
  const { preflight } = await checked([publication(1, 'rtmp://one.example.org/live')], () => 'refuses');
  await advance(2000);
  expect(preflight()).toMatchObject({
    status: 'judged',
    judged: { destinations: [{ lines: [{ check: 'reach', grade: 'unchecked' }] }] },
  });
});

it('the preflight check does not connect to a server that is already receiving, because some accept only one connection', async () => {
  const sends = { order: 'start', exec: 'running', runtime_seconds: 90, progress: { frame: 900, fps: 30, speed: 1 } };
  const { store, preflight } = await checked(
    [{ ...publication(1, 'rtmp://one.example.org/live'), state: sends }],
    () => REFUSED,
  );
  await advance(2000);
  expect(store.core.calls.filter((call) => call.startsWith('processProbe'))).toHaveLength(0);
  expect(preflight()).toMatchObject({
    status: 'judged',
    judged: { destinations: [{ grade: 'good', lines: [{ check: 'reach', grade: 'good' }] }] },
  });
});

it('the preflight check ends when the screen is left, and deletes its processes', async () => {
  const { store, probes, preflight } = await checked([publication(1, 'rtmp://one.example.org/live')], () => 'never');
  expect(probes.size).toBe(1);
  store.dispatch(preflightClosed());
  await advance();
  expect(probes.size).toBe(0);
  expect(preflight()).toEqual({ status: 'idle' });
});

it('the preflight check shows the reason if the core does not respond', async () => {
  const { store, preflight } = await checked([], () => OPEN);
  vi.spyOn(store.core, 'processes').mockRejectedValue(new CoreError(500, 'Out of order'));
  store.dispatch(preflightRequested(CHANNEL));
  await advance(100);
  expect(preflight()).toMatchObject({ status: 'failed', reason: 'Out of order' });
});

it('the preflight check changes nothing on the core', async () => {
  const { store } = await checked([publication(1, 'rtmp://one.example.org/live')], () => OPEN);
  await advance(2000);
  const writes = store.core.calls.filter((call) => /Set|Write|Update|Command/.test(call));
  expect(writes).toEqual([]);
});

const linesOf = async (published: object, others: readonly object[] = []) => {
  const { preflight } = await checked(
    [{ ...publication(1, 'rtmp://one.example.org/live'), ...published }, ...others],
    () => OPEN,
  );
  await advance(2000);
  const found = preflight();
  const [destination] = found.status === 'judged' ? found.judged.destinations : [];
  return Object.fromEntries((destination?.lines ?? []).map(({ check, grade, sentence }) => [check, [grade, sentence]]));
};

const storedAs = (metadata: object) => ({ metadata: { [METADATA_KEY]: { version: 1, name: 'Venue', ...metadata } } });

it('the preflight check judges a publication by the current streams of the channel, not by those at its last save', async () => {
  const hevc = { ...h264, stream: 0, codec: 'hevc' };
  const settings = { protocol: 'rtmp://', address: 'one.example.org/live/KEY', options: {} };
  expect(await linesOf(storedAs({ settings, profiles, streams: [hevc, streams[1]] }))).not.toHaveProperty('codecs');
});

it('the preflight check judges a publication of a rendition by the output of the rendition', async () => {
  const settings = { protocol: 'rtmp://', address: 'one.example.org/live/KEY', options: {} };
  const rendition = uuid(9);
  const encoder = (coder: string) => ({ source: 0, encoder: { coder, settings: {}, mapping: [] } });
  const created = {
    id: renditionId(CHANNEL, rendition),
    reference: CHANNEL,
    metadata: {
      [RENDITION_KEY]: {
        ...{ version: 1, name: 'VP9', reads: 'memfs', feed: 'memfs', streams: [{ ...h264, stream: 0, codec: 'vp9' }] },
        profile: { video: { ...encoder('libvpx-vp9'), stream: 0 }, audio: { ...encoder('none'), stream: -1 } },
      },
    },
  };
  const passes = storedAs({ settings, profiles, streams, control: { source: { rendition } } });
  expect(await linesOf(passes)).not.toHaveProperty('codecs');
  expect(await linesOf(passes, [created])).toMatchObject({ codecs: ['fail', { values: { codec: 'VP9' } }] });
});

it.each([
  ['its own files', 5e9, 'good'],
  ['and not the files of others', 0, 'care'],
])('the preflight check requires room for a recording up to its limit, less %s %d', async (_, bytes, grade) => {
  const token = '0123456789abcdef'.repeat(2);
  const file = (token: string, size_bytes: number) => ({
    ...{ name: `/recording_${token}_1_show.mp4`, size_bytes, last_modified: 9 },
  });
  const settings = { token, name: 'show', container: 'mp4', seconds: 3600, keep: { days: 0, files: 3 } };
  const x264 = { coder: 'libx264', settings: { bitrate: '8000' }, mapping: [] };
  const encodes = [{ ...profiles[0], video: { source: 0, stream: 0, encoder: x264 } }];
  const disk = (name: string, value: number) => ({ name, labels: { name: 'diskfs' }, values: [[1, value]] });
  const { preflight } = await checked(
    [
      {
        ...publication(1, ''),
        ...{ id: egressId('recording', uuid(1)), config: undefined },
        ...storedAs({ settings, profiles: encodes, streams }),
      },
    ],
    () => OPEN,
    {
      metrics: () => ({ metrics: [disk('filesystem_limit', 16e9), disk('filesystem_usage', 10e9)] }),
      diskFiles: () => [file(token, bytes), file('f'.repeat(32), 5e9)],
    },
  );
  await advance(2000);
  const found = preflight();
  const [destination] = found.status === 'judged' ? found.judged.destinations : [];
  expect(destination?.lines.find(({ check }) => check === 'room')?.grade).toBe(grade);
});

it.each([
  ['is exact', 0, 'good'],
  ['is behind by two minutes', -120, 'care'],
  ['reports no time', null, 'unchecked'],
])('the preflight check judges the clock of a core that %s', async (_, ahead, grade) => {
  const { preflight } = await checked([], () => OPEN, {
    metrics: () => ({
      metrics: ahead === null ? [] : [{ name: 'uptime_uptime', labels: {}, values: [[Date.now() / 1000 + ahead, 9]] }],
    }),
  });
  await advance(2000);
  const found = preflight();
  const lines = found.status === 'judged' ? found.judged.channel : [];
  expect(lines.find(({ check }) => check === 'clock')?.grade).toBe(grade);
});

it('the preflight check names the empty required field', async () => {
  const settings = { protocol: 'rtmp://', address: '', options: {} };
  expect(await linesOf(storedAs({ settings, profiles, streams }))).toMatchObject({
    settings: ['fail', { values: { field: { text: 'Server' }, fault: { text: 'This field is required.' } } }],
  });
});
