import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Config } from '../../../api/answers/config.ts';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { networkOf } from '../../../media/address/channelAddresses.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { emptyStream } from '../../../media/encoding/streams.ts';
import { ingestProcess } from '../../../media/process/ingest.ts';
import { type IngestMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { aCore, CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import { fakeProcesses } from '../../../testing/fakeProcesses.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelOpened } from '../../live/channel/slice.ts';
import recorded from '../source/fixtures/recorded-ingests.json' with { type: 'json' };
import { neededOf, type SpeedupKind, speedupsChosen, speedupsRequested } from './slice.ts';
import { applySpeedup, speedupsOf } from './speedups.ts';

const network = networkOf({ config: Config.parse({}), page: new URL('http://core.test'), channel: CHANNEL });
const skills = skillsOf(SkillsAnswer.parse(someSkills()));
const context: SourceContext = { ffmpeg: skills.ffmpeg, skills, network };

interface SpeedupCase {
  size?: readonly [number, number];
  coder?: string;
  settings?: object;
  graph?: string;
}

function channel({
  size: [width, height] = [1920, 1080],
  coder = 'libx264',
  settings = {},
  graph = '',
}: SpeedupCase = {}) {
  const stream = { ...emptyStream, type: 'video', codec: 'hevc', width, height, fps: 60 };
  const mapping =
    coder === 'copy' ? ['-codec:v', 'copy'] : ['-codec:v', coder, ...(graph === '' ? [] : ['-vf', graph])];
  return parseIngestMetadata({
    version: 1,
    meta: { name: 'Studio' },
    sources: [{ type: 'network', inputs: [{ address: 'rtsp://192.0.2.1/1', options: [] }], streams: [stream] }],
    profiles: [
      {
        video: {
          ...{ source: 0, stream: 0, filter: { graph, settings: {} } },
          encoder: { coder, settings: { preset: 'medium', fps: '60', ...settings }, mapping: [...mapping, '-r', '60'] },
        },
        audio: { source: -1, stream: -1 },
      },
    ],
    theirs: { kept: true },
  });
}

const commandOf = (metadata: IngestMetadata) =>
  ingestProcess({ channel: CHANNEL, metadata, network })?.output[0]?.options.join(' ') ?? '';

it.each<[string, SpeedupCase, string[]]>([
  ['preset, size and frame rate', {}, ['preset ultrafast', 'size 1280x720', 'fps 30']],
  ['no preset if it is already the fastest', { settings: { preset: 'ultrafast' } }, ['size 1280x720', 'fps 30']],
  ['no preset if none is set, which is the fastest', { settings: { preset: undefined } }, ['size 1280x720', 'fps 30']],
  ['a smaller size for a small video', { size: [1280, 720] }, ['preset ultrafast', 'size 960x540', 'fps 30']],
  ['no smaller size for a tiny video', { size: [640, 360] }, ['preset ultrafast', 'fps 30']],
  ['a portrait size for a portrait video', { size: [1080, 1920] }, ['preset ultrafast', 'size 720x1280', 'fps 30']],
  ['a size with the same aspect ratio', { size: [1440, 1080] }, ['preset ultrafast', 'size 960x720', 'fps 30']],
  ['a size smaller than the output', { graph: 'scale=1280x720' }, ['preset ultrafast', 'size 960x540', 'fps 30']],
  ['no size if the current one is unknown', { size: [0, 0] }, ['preset ultrafast', 'fps 30']],
  ['nothing without encoding', { coder: 'copy' }, []],
  ['nothing for an unknown encoder', { coder: 'h264_future' }, []],
])('the speedup dialog offers %s', (_, settings, offered) =>
  expect(speedupsOf(channel(settings), context).map(({ kind, to }) => `${kind} ${to}`)).toEqual(offered),
);

it.each([
  ['50', '25'],
  ['59.94', '29.97'],
  ['60', '30'],
  ['48', '24'],
  ['100', '30'],
])('the speedup dialog halves a frame rate of %s only if the result is smooth: %s', (fps, to) => {
  const metadata = channel({ settings: { fps } });
  const { encoder } = metadata.profiles[0].video;
  encoder.mapping = encoder.mapping.map((word) => (word === '60' ? fps : word));
  expect(speedupsOf(metadata, context).find(({ kind }) => kind === 'fps')?.to).toBe(to);
});

it.each([
  ['preset', '-preset:v ultrafast', '-r 60'],
  ['size', 'scale=1280x720', '-r 60'],
  ['fps', '-r 30', '-g 60'],
])('the speedup dialog changes only the %s', (kind, changed, unchanged) => {
  const before = channel();
  const faster = speedupsOf(before, context).find((speedup) => speedup.kind === kind)?.wanted ?? expect.unreachable();
  expect(commandOf(faster)).toContain(changed);
  expect(commandOf(faster)).toContain(unchanged);
  expect(commandOf(before)).not.toContain(changed);
  const { profiles: _, streams: __, ...others } = faster;
  expect(before).toMatchObject(others);
});

it('the speedup dialog applies all speedups at once', () => {
  const faster = applySpeedup(channel(), context, ['preset', 'size', 'fps']) ?? expect.unreachable();
  for (const changed of ['-preset:v ultrafast', 'scale=1280x720', '-r 30'])
    expect(commandOf(faster)).toContain(changed);
  expect(applySpeedup(faster, context, ['preset', 'fps'])).toBeNull();
});

it.each<[string, number | null, SpeedupKind[]]>([
  ['a bit too slow', 0.95, ['preset']],
  ['far too slow', 0.15, ['preset', 'size']],
  ['hopeless', 0.02, ['preset', 'size', 'fps']],
  ['of unknown speed', null, ['preset']],
  ['stalled', 0, ['preset']],
])('the speedup dialog preselects what an encoder needs that is %s', (_, speed, needed) =>
  expect(neededOf(speedupsOf(channel(), context), speed)).toEqual(needed),
);

it.each(recorded.map(({ release, metadata }) => [release, metadata[METADATA_KEY].meta.name, metadata] as const))(
  'the speedup dialog keeps a recorded channel of another interface runnable: %s, %s',
  (_, __, metadata) => {
    for (const { wanted } of speedupsOf(parseIngestMetadata(metadata[METADATA_KEY]), context))
      expect(commandOf(wanted)).toContain('-codec:v ');
  },
);

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

it('the speedup dialog shows the interruption, saves once, and stops offering what is done', async () => {
  const metadata = channel();
  const config = ingestProcess({ channel: CHANNEL, metadata, network });
  const core = fakeProcesses({ [ingestId(CHANNEL)]: { config: config ?? {}, metadata: { [METADATA_KEY]: metadata } } });
  const store = openStore({ core: aCore({ sessionsActive: () => ({}), processDelete: () => 'OK', ...core.answers }) });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.dispatch(channelOpened(CHANNEL));
  await vi.advanceTimersByTimeAsync(1_000);
  store.dispatch(speedupsRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(1_000);
  const { offers } = store.getState().encoderSpeedup;
  expect(offers.map(({ kind }) => kind)).toEqual(['preset', 'size', 'fps']);
  store.dispatch(speedupsChosen({ channel: CHANNEL, kinds: ['preset', 'fps'] }));
  expect(store.getState().encoderSpeedup.busy).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(store.core.calls.filter((call) => call.startsWith(`processUpdate ${ingestId(CHANNEL)}`))).toHaveLength(1);
  expect(store.getState().encoderSpeedup).toMatchObject({ busy: false, offers: [{ kind: 'size' }] });
});
