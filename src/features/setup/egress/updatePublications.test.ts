import { runSaga } from 'redux-saga';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { emptyStream } from '../../../media/encoding/streams.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { fakeProcesses } from '../../../testing/fakeProcesses.ts';
import { aHost } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { createStore } from '../../gate/store.ts';
import { saveIngest } from '../saveChannel/saveIngest.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const video = { ...emptyStream, type: 'video', codec: 'h264', stream: 0 };
const audio = { ...emptyStream, type: 'audio', codec: 'aac', stream: 1 };
const coding = (type: 'v' | 'a', stream: number) => ({
  source: 0,
  stream,
  encoder: { coder: 'copy', mapping: [`-codec:${type}`, 'copy'] },
});
const profiles = [{ video: coding('v', 0), audio: coding('a', 1) }];
const channel = (streams: object[]) =>
  parseIngestMetadata({
    version: 1,
    meta: { name: 'Studio' },
    sources: [{ type: 'network', inputs: [{ address: 'rtsp://camera/1' }], streams: [video, audio] }],
    profiles,
    streams,
  });

const uuid = (n: number) => `11111111-2222-4333-8444-00000000000${n}`;
const ids = [egressId('youtube', uuid(1)), egressId('nowhere', uuid(2)), egressId('twitch', uuid(3))] as const;
const publication = (name: string, settings: object, version: unknown = 1) => ({
  metadata: {
    [METADATA_KEY]: {
      version,
      name,
      settings,
      profiles,
      outputs: [{ address: 'rtmp://h/a/k', options: ['-f', 'flv'] }],
    },
    theirs: { note: 1 },
  },
});

async function saving(after: object[], override: (answers: FakeAnswers) => FakeAnswers = () => ({})) {
  const fake = fakeProcesses({
    [ingestId(CHANNEL)]: { metadata: { [METADATA_KEY]: channel([video, audio]) } },
    [ids[0]]: publication('Main', { stream_key: 'k' }),
    [ids[1]]: publication('', {}),
    [ids[2]]: publication('Later', { key: 'k' }, 2),
  });
  const { host, browser } = aHost({ core: aCore({ ...fake.answers, ...override(fake.answers) }) });
  const store = createStore({ host, browser });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  fake.interrupted.length = 0;
  const { dispatch, getState } = store;
  runSaga({ dispatch, getState, context: { ...host, ...browser } }, saveIngest, CHANNEL, channel(after));
  await vi.advanceTimersByTimeAsync(100);
  const notices = getState().notice.shown.map(({ tone, text, values }) =>
    [tone, text, ...values.map((value) => (typeof value === 'string' ? value : value.text))].join(' | '),
  );
  return { fake, notices };
}

it('the save of a channel adapts publications after the ingest is saved, and names those that cannot adapt', async () => {
  const { fake, notices } = await saving([video]);
  expect(fake.interrupted.filter((id) => id !== ingestId(CHANNEL) && !id.endsWith('snapshot'))).toEqual([
    ids[0],
    ids[1],
  ]);
  expect(fake.held.get(ids[0])?.config.output[0]?.options).toContain('-an');
  expect(fake.held.get(ids[0])?.metadata).toMatchObject({ theirs: { note: 1 } });
  expect(notices).toEqual([
    'warning | Publications without audio now, which their service expects: {{0}} | Main, nowhere',
    'warning | Publications that could not be adapted to the changed channel: {{0}} | Twitch',
  ]);
});

it('the save of a channel changes no publication if the output of the channel stays the same', async () => {
  const { fake, notices } = await saving([{ ...video, width: 1920, height: 1080 }, audio]);
  expect(fake.interrupted.filter((id) => ids.some((own) => own === id))).toEqual([]);
  expect(notices).toEqual([]);
});

it('the save of a channel keeps the saved channel and reports a rejected publication', async () => {
  const { fake, notices } = await saving([video], ({ processUpdate }) => ({
    processUpdate: (params) => {
      if (params.id === ids[0]) throw new CoreError(400, 'Invalid process config', ['bad address']);
      return processUpdate?.(params);
    },
  }));
  expect(fake.held.get(ingestId(CHANNEL))?.metadata).toMatchObject({
    [METADATA_KEY]: { streams: [{ type: 'video' }] },
  });
  expect(notices).toContain(
    'error | "{{0}}" could not be adapted to the changed channel: {{1}} | Main | Invalid process config: bad address',
  );
});
