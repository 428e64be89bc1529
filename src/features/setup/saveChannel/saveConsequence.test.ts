import { describe, expect, it } from 'vitest';
import { ConfigAnswer } from '../../../api/answers/config.ts';
import { Process, ProcessConfig } from '../../../api/answers/process.ts';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { egressId, METADATA_KEY, RENDITION_KEY, renditionId } from '../../../api/processIds.ts';
import { networkOf } from '../../../media/address/channelAddresses.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { emptyStream, type Stream } from '../../../media/encoding/streams.ts';
import { egressProcess } from '../../../media/process/egress.ts';
import { ingestProcess } from '../../../media/process/ingest.ts';
import { renditionProcess } from '../../../media/renditions/renditionProcess.ts';
import {
  type Feed,
  type IngestMetadata,
  parseEgressMetadata,
  parseIngestMetadata,
  parseRenditionMetadata,
} from '../../../media/stored/metadata.ts';
import { aConfig, CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import { consequenceOf } from './saveConsequence.ts';

const network = networkOf({
  config: ConfigAnswer.parse(aConfig({ rtmp: { enable: true, app: '/live' } })).config,
  page: new URL('http://core.test'),
  channel: CHANNEL,
});
const skills = skillsOf(SkillsAnswer.parse(someSkills()));

const video: Stream = { ...emptyStream, type: 'video', codec: 'h264', stream: 0 };
const audio: Stream = { ...emptyStream, type: 'audio', codec: 'aac', stream: 1 };
const coding = (type: 'v' | 'a', stream: number, source = 0) => ({
  source,
  stream,
  encoder: { coder: 'copy', mapping: [`-codec:${type}`, 'copy'] },
});
const channelAt = (address: string, streams = [video, audio], audioFrom = 0): IngestMetadata =>
  parseIngestMetadata({
    version: 1,
    sources: [
      { type: 'network', inputs: [{ address, options: [] }], streams: [video, audio] },
      { type: 'virtualaudio', inputs: [{ address: 'anullsrc', options: [] }], streams: [{ ...audio, stream: 0 }] },
    ],
    profiles: [{ video: coding('v', 0), audio: coding('a', audioFrom === 0 ? 1 : 0, audioFrom) }],
    streams,
    control: { rtmp: { enable: true } },
    meta: { name: 'Studio' },
  });
const camera = channelAt('rtsp://camera.example/1');

const uuid = (n: number) => `11111111-2222-4333-8444-00000000000${n}`;

function publication(
  n: number,
  {
    source = 'hls+memfs',
    service = 'rtmp',
    address,
    version = 1,
    rendition: passed,
  }: Partial<Record<'service' | 'address' | 'rendition', string>> & {
    source?: Feed;
    version?: number;
  } = {},
): Process {
  const settings = service === 'youtube' ? { stream_key: 'k' } : { address: 'x.example/y', protocol: 'rtmp://' };
  const metadata = parseEgressMetadata({
    version: 1,
    name: `No. ${n}`,
    settings,
    outputs: [{ address: 'rtmp://x.example/y', options: ['-f', 'flv'] }],
    profiles: [{ video: coding('v', 0), audio: coding('a', 1) }],
    streams: [video, audio],
    control: { source: { source, ...(passed === undefined ? {} : { rendition: passed }) } },
  });
  const process = egressProcess({
    channel: CHANNEL,
    service,
    uuid: uuid(n),
    metadata,
    streams: metadata.streams,
    skills,
  });
  const config = ProcessConfig.parse(address && process ? { ...process, input: [{ address, options: [] }] } : process);
  return Process.parse({
    id: egressId(service, uuid(n)),
    reference: CHANNEL,
    config,
    metadata: { [METADATA_KEY]: { ...metadata, version } },
  });
}

interface SaveCase {
  before?: IngestMetadata;
  wanted: IngestMetadata;
  publications?: Process[] | null;
  running?: boolean;
  sends?: boolean;
  on?: string[];
  extensions?: string[];
}

function foreseen({
  before = camera,
  wanted,
  publications = [],
  running = true,
  sends = true,
  on,
  extensions = [],
}: SaveCase) {
  const process = ingestProcess({ channel: CHANNEL, metadata: before, network });
  const ids = on ?? publications?.map(({ id }) => id) ?? [];
  const found = { metadata: before, process, publications };
  return consequenceOf({ channel: CHANNEL, network, found, wanted, sends, skills, running, on: ids, extensions });
}

type Hls = IngestMetadata['control']['hls'];
const withHls = (changed: Partial<Hls>): IngestMetadata => ({
  ...camera,
  control: { ...camera.control, hls: { ...camera.control.hls, ...changed } },
});
const withControl = (changed: object): IngestMetadata => ({ ...camera, control: { ...camera.control, ...changed } });
const longer = withHls({ segmentDuration: 4 });

const hls = publication(1);
const rtmp = publication(2, { source: 'rtmp' });
const remote = publication(3, { source: 'rtmp', address: 'rtmp://elsewhere.example/live' });
const older = publication(4, { source: 'rtmp', address: `rtmp://localhost:1935/live/${CHANNEL}.stream` });
const newer = publication(5, { version: 2 });

const RENDITION = '00000000-0000-4000-8000-000000000001';

function rendition(reads: Feed, uuid = RENDITION): Process {
  const metadata = parseRenditionMetadata({
    ...{ version: 1, name: '720p', reads, feed: 'rtmp', streams: [video, audio] },
    profile: {
      video: { ...coding('v', 0), encoder: { coder: 'libx264', mapping: ['-codec:v', 'libx264'] } },
      audio: coding('a', 1),
    },
  });
  const config = renditionProcess({
    channel: CHANNEL,
    uuid,
    metadata,
    streams: [video, audio],
    autostart: true,
    skills,
  });
  return Process.parse({
    id: renditionId(CHANNEL, uuid),
    reference: CHANNEL,
    config,
    metadata: { [RENDITION_KEY]: metadata },
  });
}

const untouched = { status: 'untouched' };
const interrupted = { status: 'interrupted', seconds: 3 };
const continues = { fate: { status: 'continues' }, changes: [], lacks: [] };
const reconnects = (seconds: number, ...changes: object[]) => ({
  fate: { status: 'reconnects', seconds },
  changes,
  lacks: [],
});
const feed = (from: Feed, to: Feed) => ({ of: 'feed', from, to });

describe('the effect of a save on the stream and its publications', () => {
  it.each<[string, IngestMetadata, object, [Process, object][]]>([
    [
      'nothing',
      camera,
      untouched,
      [
        [hls, continues],
        [rtmp, continues],
        [newer, continues],
      ],
    ],
    ['the snapshot', withControl({ snapshot: { enable: false, interval: 60 } }), untouched, [[rtmp, continues]]],
    [
      'longer segments',
      longer,
      interrupted,
      [
        [hls, reconnects(8)],
        [rtmp, reconnects(6)],
        [remote, continues],
        [older, reconnects(6)],
        [newer, reconnects(4)],
      ],
    ],
    [
      'another kind of playlist',
      withHls({ version: 7 }),
      interrupted,
      [
        [hls, reconnects(8)],
        [remote, continues],
      ],
    ],
    [
      'another storage',
      withHls({ storage: 'diskfs' }),
      interrupted,
      [
        [hls, reconnects(8, feed('hls+memfs', 'hls+diskfs'))],
        [rtmp, reconnects(6)],
        [newer, { fate: { status: 'stuck', why: expect.stringContaining('newer') }, changes: [] }],
      ],
    ],
    [
      'a removed feed',
      withControl({ rtmp: { enable: false } }),
      interrupted,
      [
        [hls, reconnects(8)],
        [rtmp, reconnects(8, feed('rtmp', 'hls+memfs'))],
        [older, reconnects(8, feed('rtmp', 'hls+memfs'))],
        [remote, continues],
      ],
    ],
    [
      'removed audio',
      channelAt('rtsp://camera.example/1', [video]),
      // The profile is the same; only the streams differ.
      untouched,
      [
        [
          publication(6, { service: 'youtube' }),
          {
            fate: { status: 'reconnects', seconds: 5 },
            changes: [{ of: 'audio', how: 'none', from: 'AAC', to: 'No audio' }],
            lacks: ['audio'],
          },
        ],
      ],
    ],
    [
      'audio from another source',
      channelAt('rtsp://camera.example/1', [video, audio], 1),
      interrupted,
      [
        [hls, reconnects(8, { of: 'origin', to: 'own' })],
        [rtmp, reconnects(6, { of: 'origin', to: 'own' })],
      ],
    ],
    [
      'another codec',
      channelAt('rtsp://camera.example/1', [{ ...video, codec: 'hevc' }, audio]),
      untouched,
      [
        [
          publication(6, { service: 'youtube' }),
          { fate: { status: 'reconnects' }, changes: [{ of: 'video', how: 'encoded', from: 'H.264' }], lacks: [] },
        ],
      ],
    ],
  ])('is predicted for a change of: %s', (_, wanted, stream, expected) => {
    const publications = expected.map(([process]) => process);
    const found = foreseen({ wanted, publications });
    expect(found.stream).toEqual(stream);
    for (const [{ id }, fate] of expected)
      expect(
        found.publications?.find((publication) => publication.id === id),
        id,
      ).toMatchObject(fate);
  });

  it('lists the most severe effects first', () => {
    const { publications } = foreseen({
      wanted: withHls({ storage: 'diskfs' }),
      publications: [remote, hls, newer],
    });
    expect(publications?.map(({ fate }) => fate.status)).toEqual(['stuck', 'reconnects', 'continues']);
  });
});

describe('the effect on publications of a rendition', () => {
  const served = publication(7, { source: 'rtmp', rendition: RENDITION });
  const written = publication(8, { source: 'hls+memfs', rendition: RENDITION });
  const other = publication(9, { source: 'rtmp', rendition: RENDITION.replace('1', '2') });
  it.each<[string, Feed, IngestMetadata, object, object]>([
    ['nothing changes', 'rtmp', camera, continues, continues],
    ['its input is interrupted', 'rtmp', longer, reconnects(9), continues],
    ['the playlist that it reads is removed', 'hls+memfs', longer, reconnects(11), continues],
    ['it reads another playlist', 'hls+memfs', withHls({ storage: 'diskfs' }), reconnects(11), continues],
    ['it reads another feed', 'rtmp', withControl({ rtmp: { enable: false } }), reconnects(11), continues],
    [
      'its audio is removed',
      'rtmp',
      channelAt('rtsp://camera.example/1', [video]),
      { fate: { status: 'stuck', why: expect.stringContaining('rendition') } },
      { fate: { status: 'stuck' } },
    ],
  ])('is predicted when %s', (_, reads, wanted, fate, playlist) => {
    const { publications } = foreseen({ wanted, publications: [served, written, other, rendition(reads)] });
    const find = ({ id }: Process) => publications?.find((publication) => publication.id === id);
    expect(publications).toHaveLength(3);
    expect(find(served)).toMatchObject(fate);
    expect(find(written)).toMatchObject(playlist);
    expect(find(other)).toMatchObject(continues);
  });
});

it('the preview of a save predicts no interruption of a publication that is off', () => {
  const wanted = withHls({ storage: 'diskfs' });
  const changes = [feed('hls+memfs', 'hls+diskfs')];
  const off = [{ fate: { status: 'off' }, changes }];
  expect(foreseen({ wanted, publications: [hls], on: [] })).toMatchObject({ stream: interrupted, publications: off });
  expect(foreseen({ wanted, publications: [hls], running: false })).toMatchObject({
    stream: { status: 'off' },
    publications: off,
  });
});

it('the preview of a save predicts no interruption without a change of the process or without sending it', () => {
  const process = ingestProcess({ channel: CHANNEL, metadata: longer, network });
  const found = { metadata: camera, process, publications: [] };
  const save = { channel: CHANNEL, network, wanted: longer, skills, running: true, on: [], found, extensions: [] };
  expect(consequenceOf({ ...save, sends: true }).stream).toEqual(untouched);
  expect(foreseen({ wanted: longer, sends: false }).stream).toEqual(untouched);
});

describe('a core that keeps the files of an unchanged stream', () => {
  const extensions = ['kept-stream'];
  const { process } = camera.control;
  const later = { ...camera, control: { ...camera.control, process: { ...process, delay: process.delay + 1 } } };
  const read = (source: Feed) => publication(1, { source });
  it.each([
    ['keeps readers of its segments connected', later, read('hls+memfs'), extensions, 'continues'],
    ['closes the connections of its server', later, read('rtmp'), extensions, 'reconnects'],
    ['removes the files of a different stream', longer, read('hls+memfs'), extensions, 'reconnects'],
    ['needs the extension for this', later, read('hls+memfs'), [], 'reconnects'],
  ])('%s', (_, wanted, process, able, status) =>
    expect(foreseen({ wanted, publications: [process], extensions: able })).toMatchObject({
      ...{ stream: { status: 'interrupted' }, publications: [{ fate: { status } }] },
    }),
  );
});

it('the preview of a save makes no statement on publications that could not be read', () =>
  expect(foreseen({ wanted: longer, publications: null })).toEqual({ stream: interrupted, publications: null }));

it.each([
  ['testsrc2=rate=25', 1],
  ['srt://camera.example:9000', 3],
  ['{rtmp,name=key}', 3],
  ['https://camera.example/live.m3u8', 5],
])('the preview of a save predicts the return of %s after %d s', (address, seconds) => {
  const before = channelAt(address);
  const wanted = { ...before, control: longer.control };
  expect(foreseen({ before, wanted }).stream).toEqual({ status: 'interrupted', seconds });
});
