import { expect, it } from 'vitest';
import { ConfigAnswer } from '../../api/answers/config.ts';
import { ProcessConfig } from '../../api/answers/process.ts';
import { egressId, ingestId } from '../../api/ids.ts';
import { type IngestMetadata, parseIngestMetadata } from '../../media/metadata.ts';
import { networkOf } from '../../media/network.ts';
import { ingestProcess } from '../../media/process/ingest.ts';
import { aConfig, CHANNEL } from '../../testing/answers.ts';
import { consequenceOf } from './consequence.ts';
import { controlFrom, controlShown } from './control.ts';
import { draftOf, metadataWith } from './decide.ts';

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
const reading = (uuid: string, address: string) =>
  ProcessConfig.parse({
    id: egressId('rtmp', uuid),
    input: [{ address }],
    output: [{ address: 'rtmp://x.example/y' }],
  });
const hls = reading('11111111-2222-4333-8444-000000000001', `{memfs}/${CHANNEL}.m3u8`);
const rtmp = reading('11111111-2222-4333-8444-000000000002', `{rtmp,name=${CHANNEL}.stream}`);
const direct = reading('11111111-2222-4333-8444-000000000003', `rtmp://localhost/live/${CHANNEL}.stream`);

type Hls = IngestMetadata['control']['hls'];
const withHls = (changed: Partial<Hls>) => ({ ...camera.control, hls: { ...camera.control.hls, ...changed } });
const interrupted = { status: 'interrupted', seconds: 3, continues: 1, reconnects: 2, starves: 0 };

it.each([
  ['nothing', camera.control, { status: 'untouched' }],
  ['the snapshot', { ...camera.control, snapshot: { enable: false, interval: 60 } }, { status: 'untouched' }],
  ['longer segments', withHls({ segmentDuration: 4 }), interrupted],
  [
    'no feed any more',
    { ...camera.control, rtmp: { enable: false }, process: { ...camera.control.process, delay: 1 } },
    { ...interrupted, reconnects: 0, starves: 2 },
  ],
] as const)('%s', (_, control, expected) => {
  const wanted = { ...camera, control };
  const process = ingestProcess({ channel: CHANNEL, metadata: camera, network });
  const save = { channel: CHANNEL, network, wanted, running: true, on: [hls.id, rtmp.id, direct.id] };
  const found = { metadata: camera, process, publications: [hls, rtmp, direct] };
  expect(consequenceOf({ ...save, found })).toEqual(expected);
  expect(consequenceOf({ ...save, found, running: false })).toEqual({ status: 'untouched' });
});

it('what is stopped counts for nothing, and what the core has already interrupts nothing', () => {
  const wanted = { ...camera, control: withHls({ segmentDuration: 4 }) };
  const save = { channel: CHANNEL, network, wanted, running: true, on: [] };
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
  expect(consequenceOf({ channel: CHANNEL, network, wanted, running: true, on: [], found })).toMatchObject({ seconds });
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
