import { expect, it } from 'vitest';
import { ConfigAnswer } from '../../api/answers/config.ts';
import { ProcessConfig } from '../../api/answers/process.ts';
import { SkillsAnswer } from '../../api/answers/skills.ts';
import { egressId, ingestId } from '../../api/ids.ts';
import { type Feed, type IngestMetadata, parseEgressMetadata, parseIngestMetadata } from '../../media/metadata.ts';
import { networkOf } from '../../media/network.ts';
import { ingestProcess } from '../../media/process/ingest.ts';
import { skillsOf } from '../../media/skills.ts';
import { aConfig, CHANNEL, someSkills } from '../../testing/answers.ts';
import { consequenceOf } from './consequence.ts';
import { controlFrom, controlShown } from './control.ts';
import { draftOf, metadataWith } from './decide.ts';
import { feedAfter, type HeldPublication, withFeed } from './feeds.ts';

const network = networkOf({
  config: ConfigAnswer.parse(aConfig({ rtmp: { enable: true, app: '/live' } })).config,
  page: new URL('http://core.test'),
  channel: CHANNEL,
});

const stored = (address: string): IngestMetadata =>
  parseIngestMetadata({
    version: 1,
    sources: [
      {
        type: 'network',
        inputs: [{ address, options: [] }],
        streams: [{ index: 0, stream: 0, type: 'video', codec: 'h264' }],
      },
    ],
    profiles: [{ video: { source: 0, stream: 0, encoder: { coder: 'copy', mapping: ['-codec:v', 'copy'] } } }],
    control: { rtmp: { enable: true } },
    meta: { name: 'Studio' },
  });

const camera = stored('rtsp://camera.example/1');
const skills = skillsOf(SkillsAnswer.parse(someSkills()));
const reading = (n: number, source: Feed, address: string): HeldPublication => ({
  process: ProcessConfig.parse({
    id: egressId('rtmp', `11111111-2222-4333-8444-00000000000${n}`),
    input: [{ address, options: source === 'rtmp' ? [] : ['-re'] }],
    output: [{ address: 'rtmp://x.example/y' }],
  }),
  metadata: parseEgressMetadata({ version: 1, control: { source: { source } } }),
});
const hls = reading(1, 'hls+memfs', `{memfs}/${CHANNEL}.m3u8`);
const rtmp = reading(2, 'rtmp', `{rtmp,name=${CHANNEL}.stream}`);
const odd = reading(3, 'rtmp', 'rtmp://elsewhere.example/live');
const on = [hls, rtmp, odd].map(({ process }) => process.id);

type Hls = IngestMetadata['control']['hls'];
const withHls = (changed: Partial<Hls>) => ({ ...camera.control, hls: { ...camera.control.hls, ...changed } });
const interrupted = { status: 'interrupted', seconds: 3, continues: 1, reconnects: 2, starves: 0 };

it.each([
  ['nothing', camera.control, { status: 'untouched' }],
  ['the snapshot', { ...camera.control, snapshot: { enable: false, interval: 60 } }, { status: 'untouched' }],
  ['longer segments', withHls({ segmentDuration: 4 }), interrupted],
  ['another kind of playlist', withHls({ version: 7 }), { ...interrupted, continues: 0, reconnects: 3 }],
  ['another storage', withHls({ storage: 'diskfs' }), { ...interrupted, continues: 0, reconnects: 3 }],
  ['no feed any more', { ...camera.control, rtmp: { enable: false } }, { ...interrupted, reconnects: 1, starves: 1 }],
] as const)('%s', (_, control, expected) => {
  const wanted = { ...camera, control };
  const process = ingestProcess({ channel: CHANNEL, metadata: camera, network });
  const save = { channel: CHANNEL, network, wanted, skills, running: true, on };
  const found = { metadata: camera, process, publications: [hls, rtmp, odd] };
  expect(consequenceOf({ ...save, found })).toEqual(expected);
  expect(consequenceOf({ ...save, found, running: false })).toEqual({ status: 'untouched' });
});

it('what is stopped counts for nothing, and what the core has already interrupts nothing', () => {
  const wanted = { ...camera, control: withHls({ segmentDuration: 4 }) };
  const save = { channel: CHANNEL, network, wanted, skills, running: true, on: [] };
  const found = { metadata: camera, process: null, publications: [hls] };
  expect(consequenceOf({ ...save, found })).toMatchObject({ status: 'interrupted', continues: 0 });
  const process = ingestProcess({ channel: CHANNEL, metadata: wanted, network });
  expect(consequenceOf({ ...save, found: { ...found, process } })).toEqual({ status: 'untouched' });
});

it.each([
  ['testsrc2=rate=25', 1],
  ['srt://camera.example:9000', 3],
  ['{rtmp,name=key}', 3],
  ['https://camera.example/live.m3u8', 5],
])('%s is back after %d s', (address, seconds) => {
  const metadata = stored(address);
  const wanted = { ...metadata, control: withHls({ segmentDuration: 4 }) };
  const found = { metadata, process: null, publications: [] };
  expect(consequenceOf({ channel: CHANNEL, network, wanted, skills, running: true, on: [], found })).toMatchObject({
    seconds,
  });
});

it('limits that somebody else has set on the process are shown, and written only when they are changed', () => {
  const draft = draftOf({ ...camera, control: { ...camera.control, limits: undefined } }, '');
  const process = ProcessConfig.parse({
    id: ingestId(CHANNEL),
    limits: { cpu_usage: 50, memory_mbytes: 0, waitfor_seconds: 0 },
  });
  const shown = controlShown(draft, { process });
  expect(shown).toMatchObject({ limits: { cpu_usage: 50 } });
  const longer = controlFrom(shown, { ...shown, hls: { ...draft.control.hls, segmentDuration: '8' } }, draft.control);
  expect(longer).toEqual({ ...draft.control, hls: { ...draft.control.hls, segmentDuration: 8 } });
  const limits = { cpu_usage: 60, memory_mbytes: 0, waitfor_seconds: 0 };
  expect(controlFrom(shown, { ...shown, limits }, draft.control).limits).toEqual(limits);
});

it('keeps what others have stored beside what can be changed here', () => {
  const marked = parseIngestMetadata({ ...camera, theirs: 1, control: { ...camera.control, theirs: 2 } });
  const draft = draftOf(marked, '');
  const control = controlFrom(draft.control, { ...draft.control, snapshot: { enable: false } }, draft.control);
  expect(metadataWith(marked, { ...draft, control })).toMatchObject({ theirs: 1, control: { theirs: 2 } });
});

it('brings along what reads from where nothing is any more, and nothing else of it', () => {
  const after = withHls({ storage: 'diskfs' });
  expect(feedAfter('hls+memfs', camera.control, after)).toBe('hls+diskfs');
  expect(feedAfter('hls+diskfs', camera.control, after)).toBe('hls+diskfs');
  expect(feedAfter('srt', camera.control, after)).toBe('srt');
  const moved = withFeed(rtmp, CHANNEL, 'hls+diskfs', skills);
  expect(moved?.process.input).toMatchObject([{ address: `{diskfs}/${CHANNEL}.m3u8`, options: ['-re'] }]);
  expect(moved?.process.output).toEqual(rtmp.process.output);
  expect(moved?.metadata).toEqual({
    ...rtmp.metadata,
    control: { ...rtmp.metadata.control, source: { source: 'hls+diskfs' } },
  });
  expect(withFeed(hls, CHANNEL, 'hls+diskfs', skills)?.process.input).toMatchObject([{ options: ['-re'] }]);
});
