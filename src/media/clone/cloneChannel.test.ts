import { describe, expect, it } from 'vitest';
import { ConfigAnswer } from '../../api/answers/config.ts';
import { ProcessConfig } from '../../api/answers/process.ts';
import { pushKeyKey } from '../../api/hlsPushKey.ts';
import {
  agentKey,
  backupId,
  channelOfIngest,
  egressId,
  egressOf,
  ingestId,
  METADATA_KEY,
  RENDITION_KEY,
  renditionId,
  renditionOf,
  slateId,
  snapshotId,
} from '../../api/processIds.ts';
import publications from '../../features/setup/publicationForm/fixtures/recorded-installations.json' with {
  type: 'json',
};
import ingests from '../../features/setup/source/fixtures/recorded-ingests.json' with { type: 'json' };
import { networkOf } from '../address/channelAddresses.ts';
import { ingestProcess } from '../process/ingest.ts';
import { processDiffers } from '../process/processDiffers.ts';
import { placesOf } from '../stored/duplicateDestinations.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../stored/metadata.ts';
import { type ChannelProcess, type CloneContext, cloneChannel } from './cloneChannel.ts';
import { clonedFiles } from './clonedFiles.ts';

const CHANNEL = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';
const CLONE = '99999999-0000-4000-8000-000000000000';
const PUBLICATION = '11111111-2222-4333-8444-000000000001';
const SECOND = '11111111-2222-4333-8444-000000000002';
const SHARED = '11111111-2222-4333-8444-000000000003';

const { config } = ConfigAnswer.parse({
  config: {
    ...{ version: 3, id: 'c', address: ':8080', host: { name: ['core.example'] } },
    rtmp: { enable: true, address: ':1935', app: '/', token: 'RTMP-TOKEN' },
    srt: { enable: true, address: ':6000', token: 'SRT-TOKEN', passphrase: '' },
  },
  overrides: [],
});
const network = (channel: string) => networkOf({ config, page: new URL('http://core.example:8080/ui'), channel });

function contextFor(channel: string, more: Partial<CloneContext> = {}): CloneContext {
  const made = { uuids: 0, keys: 0 };
  return {
    channel: CLONE,
    name: 'Second stage',
    networks: { before: network(channel), after: network(CLONE) },
    taken: [],
    newUuid: () => `99999999-0000-4000-8000-${String(++made.uuids).padStart(12, '0')}`,
    newKey: () => `fresh-key-${++made.keys}`,
    isExclusive: () => false,
    ownSettings: () => ({}),
    ...more,
  };
}

const processOf = (id: string, config: object = {}, metadata: object = {}): ChannelProcess => ({
  config: ProcessConfig.parse({ id, reference: CHANNEL, input: [], output: [], options: [], ...config }),
  metadata: { ...metadata },
});

const io = (address: string, options: string[] = []) => [{ id: 'input_0', address, options }];

const pulled = (address: string) => ({ type: 'network', settings: { mode: 'pull', address }, inputs: io(address) });
const pushed = (type: string, name: string, address: string) => ({
  ...{ type: 'network', settings: { mode: 'push', push: { type, name } }, inputs: io(address) },
});

const clonedOf = (
  sources: object[],
  processes: readonly ChannelProcess[] = [],
  more: { context?: Partial<CloneContext>; stored?: object; global?: Record<string, unknown> } = {},
) =>
  cloneChannel(
    {
      channel: CHANNEL,
      metadata: parseIngestMetadata({ version: 1, meta: { name: 'Stage' }, sources, ...more.stored }),
      processes,
      global: more.global ?? {},
    },
    contextFor(CHANNEL, more.context),
  );

const addressOf = ({ metadata }: ReturnType<typeof cloneChannel>, at = 0) => metadata.sources[at]?.inputs[0]?.address;

describe('the source of a clone', () => {
  it.each<[string, object, string]>([
    ['RTMP with a key', pushed('rtmp', 'old-key', '{rtmp,name=old-key}'), '{rtmp,name=fresh-key-1}'],
    ['RTMP without one', pushed('rtmp', CHANNEL, `{rtmp,name=${CHANNEL}.stream}`), '{rtmp,name=fresh-key-1}'],
    ['RTMP by address', pushed('rtmp', 'none', 'rtmp://localhost/x?token=RTMP-TOKEN'), '{rtmp,name=fresh-key-1}'],
    ['SRT', pushed('srt', 'cam', '{srt,name=cam,mode=request}'), '{srt,name=fresh-key-1,mode=request}'],
    [
      'HLS',
      pushed('hls', CHANNEL, `http://localhost:8080/memfs/ingest/${CHANNEL}.m3u8`),
      `http://localhost:8080/memfs/ingest/${CLONE}.m3u8`,
    ],
    ['a camera', pulled('rtsp://192.0.2.10/s'), 'rtsp://192.0.2.10/s'],
    ['the same id elsewhere', pulled(`rtmp://other.example/live/${CHANNEL}`), `rtmp://other.example/live/${CHANNEL}`],
    ['a file of the channel', pulled(`{diskfs}/channels/${CHANNEL}/a.source`), `{diskfs}/channels/${CLONE}/a.source`],
    ['SRT that listens', pulled('srt://0.0.0.0:6001?mode=listener'), 'srt://0.0.0.0:6003?mode=listener'],
    ['RTP that listens', pulled('rtp://0.0.0.0:5004'), 'rtp://0.0.0.0:5006'],
    ['multicast', pulled('udp://239.0.0.1:1234'), 'udp://239.0.0.1:1234'],
  ])('reads %s from a place of its own', (_, source, address) => {
    const clone = clonedOf([source]);
    expect(addressOf(clone)).toBe(address);
    const { settings } = clone.metadata.sources[0] ?? {};
    if (settings?.mode === 'pull') expect(settings.address).toBe(address);
    else expect(Object(settings?.push).name).toBe(address.includes('fresh') ? 'fresh-key-1' : CLONE);
  });

  it('uses one new key for video and audio of one encoder', () => {
    const source = pushed('rtmp', 'old-key', '{rtmp,name=old-key}');
    const clone = clonedOf([source, source]);
    expect([addressOf(clone), addressOf(clone, 1)]).toEqual(['{rtmp,name=fresh-key-1}', '{rtmp,name=fresh-key-1}']);
  });

  it('listens at no port of the core or of another channel', () => {
    const taken = [6003, 6005].map((port) => ({ over: 'udp' as const, port }));
    const clone = clonedOf([pulled('srt://0.0.0.0:6001?mode=listener')], [], { context: { taken } });
    expect(clone.ports).toEqual([{ before: { over: 'udp', port: 6001 }, after: { over: 'udp', port: 6007 } }]);
  });

  it('does not start with the core if only one program can open it', () => {
    const starts = (isExclusive: boolean) =>
      clonedOf([{ type: 'alsa' }], [], { context: { isExclusive: () => isExclusive } }).metadata.control.process;
    expect(starts(true).autostart).toBe(false);
    expect(starts(false).autostart).toBe(true);
  });
});

describe('the settings of a clone', () => {
  it('have a new name, and files of the new channel', () => {
    const { metadata } = clonedOf([], [], {
      stored: {
        imported: true,
        player: { logo: { image: `/channels/${CHANNEL}/logo.png` }, mute: true },
        meta: { name: 'Stage', description: 'Left of the entrance', author: { name: 'A', description: '' } },
        control: { hls: { storage: 'diskfs', listSize: 30 } },
      },
    });
    expect(metadata.meta).toMatchObject({ name: 'Second stage', description: 'Left of the entrance' });
    expect(metadata.player).toEqual({ logo: { image: `/channels/${CLONE}/logo.png` }, mute: true });
    expect(metadata.control.hls).toMatchObject({ storage: 'diskfs', listSize: 30 });
    expect(metadata).not.toHaveProperty('imported');
  });

  it('keep the rules of the agent under the new ids, and get a new key for HLS', () => {
    const publication = egressId('twitch', PUBLICATION);
    const rules = { version: 1, hold: { limitMinutes: 5 }, healing: { [publication]: { mostPerHour: 2 } } };
    const { global } = clonedOf([], [processOf(publication)], {
      global: { [agentKey(CHANNEL)]: rules, [pushKeyKey(CHANNEL)]: 'abcdef-ghijkm-nopqrs', others: 1 },
    });
    expect(global).toEqual({
      [agentKey(CLONE)]: {
        ...rules,
        healing: { [egressId('twitch', '99999999-0000-4000-8000-000000000001')]: { mostPerHour: 2 } },
      },
      [pushKeyKey(CLONE)]: 'fresh-key-1',
    });
  });
});

describe('a process of a clone', () => {
  const playlist = (channel: string) => `{memfs}/${channel}.m3u8`;

  it.each([
    ['the ingest', ingestId(CHANNEL)],
    ['the snapshot', snapshotId(CHANNEL)],
    ['the slate', slateId(CHANNEL)],
    ['a probe', `${ingestId(CHANNEL)}_probe`],
    ['a process of another program', 'other'],
  ])('is not made of %s', (_, id) => expect(clonedOf([], [processOf(id)]).processes).toEqual([]));

  it('sends to the same destination with the same key, is off, and reads the clone', () => {
    const outputs = [{ address: 'rtmp://live.example/app/stream-key', options: ['-f', 'flv'] }];
    const { processes } = clonedOf(
      [],
      [
        processOf(
          egressId('twitch', PUBLICATION),
          { autostart: true, input: io(playlist(CHANNEL), ['-re']), output: [{ id: 'output_0', ...outputs[0] }] },
          {
            [METADATA_KEY]: {
              ...{ version: 1, name: 'Main', outputs, settings: { key: 'stream-key' } },
              control: { process: { autostart: true, delay: 7 }, turn: { group: 'Evening', order: 1, pause: 0 } },
            },
            others: { note: 1 },
          },
        ),
      ],
    );
    expect(processes).toMatchObject([
      {
        process: {
          ...{ id: egressId('twitch', '99999999-0000-4000-8000-000000000001'), reference: CLONE, autostart: false },
          input: io(playlist(CLONE), ['-re']),
          output: [{ id: 'output_0', ...outputs[0] }],
        },
        metadata: {
          ...{ name: 'Main', outputs, settings: { key: 'stream-key' } },
          control: { process: { autostart: false, delay: 7 }, turn: { group: 'Evening', order: 1, pause: 0 } },
        },
      },
    ]);
    expect(processes[0]?.metadata).not.toHaveProperty('others');
  });

  it('names the clones of its second output and of its rendition', () => {
    const control = { backup: SECOND, source: { source: 'rtmp', rendition: SHARED } };
    const { processes } = clonedOf(
      [],
      [
        processOf(egressId('youtube', PUBLICATION), {}, { [METADATA_KEY]: { version: 1, control } }),
        processOf(egressId('youtube', SECOND), {}, { [METADATA_KEY]: { version: 1 } }),
        processOf(
          renditionId(CHANNEL, SHARED),
          { autostart: true, output: io(`{rtmp,name=rendition-${SHARED}.stream}`) },
          { [RENDITION_KEY]: { version: 1, name: '720p' } },
        ),
      ],
    );
    const [rendition, publication, second] = processes;
    const { channel, uuid } = renditionOf(rendition?.process.id ?? '') ?? {};
    expect(channel).toBe(CLONE);
    expect(rendition?.process).toMatchObject({ autostart: false, output: io(`{rtmp,name=rendition-${uuid}.stream}`) });
    expect(Object(publication?.metadata).control).toMatchObject({
      backup: egressOf(second?.process.id ?? '')?.uuid,
      source: { rendition: uuid },
    });
  });

  it('gets a new stream key as a backup source, and keeps what it pulls', () => {
    const backup = (n: number, address: string) =>
      processOf(backupId(CHANNEL, n), { input: io(address), output: io(`{memfs}/hold-${CHANNEL}_b${n}.m3u8`) });
    const { processes } = clonedOf(
      [],
      [
        backup(1, '{rtmp,name=spare}'),
        backup(2, 'rtsp://192.0.2.11/s'),
        backup(3, 'srt://localhost:6000?mode=caller&transtype=live&streamid=spare,mode:request,token:SRT-TOKEN'),
      ],
    );
    expect(processes.map(({ process: { id, input, output } }) => [id, input[0]?.address, output[0]?.address])).toEqual([
      [backupId(CLONE, 1), '{rtmp,name=fresh-key-1}', `{memfs}/hold-${CLONE}_b1.m3u8`],
      [backupId(CLONE, 2), 'rtsp://192.0.2.11/s', `{memfs}/hold-${CLONE}_b2.m3u8`],
      [backupId(CLONE, 3), '{srt,name=fresh-key-1,mode=request}', `{memfs}/hold-${CLONE}_b3.m3u8`],
    ]);
  });

  it('writes recordings under a name of its own', () => {
    const [before, after] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];
    const output = (token: string) => ({
      address: `{diskfs}/recording_${token}_%s_show.mp4`,
      options: ['-f', 'segment'],
      cleanup: [
        { pattern: `diskfs:/recording_${token}_*`, max_files: 3, max_file_age_seconds: 0, purge_on_delete: false },
      ],
    });
    const { processes } = clonedOf(
      [],
      [
        processOf(
          egressId('recording', PUBLICATION),
          { output: [{ id: 'output_0', ...output(before) }] },
          { [METADATA_KEY]: { version: 1, settings: { token: before, name: 'show' }, outputs: [output(before)] } },
        ),
      ],
      { context: { ownSettings: () => ({ token: after }) } },
    );
    expect(processes).toMatchObject([
      {
        process: { output: [output(after)] },
        metadata: { settings: { token: after, name: 'show' }, outputs: [output(after)] },
      },
    ]);
  });

  it('listens at a port of its own', () => {
    const address = 'srt://0.0.0.0:7000?mode=listener&transtype=live';
    const { processes, ports } = clonedOf(
      [],
      [
        processOf(
          egressId('srt', PUBLICATION),
          { output: [{ id: 'output_0', address, options: [] }] },
          {
            [METADATA_KEY]: {
              ...{ version: 1, outputs: [{ address, options: [] }] },
              settings: { address: 'srt://0.0.0.0:7000', params: { mode: 'listener', latency: '7000' } },
            },
          },
        ),
      ],
    );
    expect(ports.map(({ after }) => after.port)).toEqual([7002]);
    const [{ process, metadata } = { process: null, metadata: null }] = processes;
    expect(process?.output[0]?.address).toBe('srt://0.0.0.0:7002?mode=listener&transtype=live');
    expect(metadata).toMatchObject({
      outputs: [{ address: 'srt://0.0.0.0:7002?mode=listener&transtype=live' }],
      settings: { address: 'srt://0.0.0.0:7002', params: { mode: 'listener', latency: '7000' } },
    });
  });

  it.each<[string, unknown]>([
    ['a text', 'damaged'],
    ['a list', [1, 2]],
    ['null', null],
    ['nothing', undefined],
  ])('is copied without metadata if these are %s', (_, stored) =>
    expect(
      clonedOf([], [processOf(egressId('rtmp', PUBLICATION), {}, { [METADATA_KEY]: stored })]).processes,
    ).toMatchObject([{ metadata: null, process: { autostart: false } }]),
  );
});

describe('a channel that another interface has stored', () => {
  const recorded = ingests.flatMap(({ release, config, metadata }) => {
    const channel = channelOfIngest(config.id) ?? '';
    const sends = publications.filter((publication) => publication.config.reference === channel);
    return [{ release, name: metadata[METADATA_KEY].meta.name, channel, config, metadata, sends }];
  });

  it.each(recorded)('is cloned: $name of $release', ({ channel, config, metadata, sends }) => {
    const stored = parseIngestMetadata(metadata[METADATA_KEY]);
    const processes = [
      { config: ProcessConfig.parse(config), metadata },
      ...sends.map((publication) => ({
        config: ProcessConfig.parse(publication.config),
        metadata: { [METADATA_KEY]: publication.metadata },
      })),
    ];
    const clone = cloneChannel({ channel, metadata: stored, processes, global: {} }, contextFor(channel));
    expect(JSON.stringify(clone).includes(channel)).toBe(false);
    expect(clone.processes).toHaveLength(sends.length);
    const made = ingestProcess({ channel: CLONE, metadata: clone.metadata, network: network(CLONE) });
    const before = ingestProcess({ channel, metadata: stored, network: network(channel) });
    expect(made?.output[0]?.options.length).toBe(before?.output[0]?.options.length);
    for (const [at, { process, metadata: own }] of clone.processes.entries()) {
      const { config: from } = processes[at + 1] ?? processes[0] ?? { config: null };
      expect(process.autostart).toBe(false);
      expect(placesOf(process.output)).toEqual(placesOf(from?.output ?? []));
      expect(parseEgressMetadata(own)).toMatchObject({ control: { process: { autostart: false } } });
      const back = { ...process, id: from?.id ?? '', reference: channel, input: from?.input ?? [] };
      expect(from && processDiffers({ ...from, autostart: false }, back)).toBe(false);
    }
  });
});

it.each([
  ['logo.png', true],
  ['slate.png', true],
  ['videoloop-abcdef.source', true],
  // Made again for the clone, or still being prepared.
  ['config.js', false],
  ['oembed.json', false],
  ['pages-1-2.txt', false],
  ['upload-abcdef.source', false],
])('of the files of a channel, a clone gets %s: %s', (name, isCopied) =>
  expect(clonedFiles([`/channels/${CHANNEL}/${name}`, '/channels/x/logo.png'], CHANNEL, CLONE)).toEqual(
    isCopied ? [{ from: `/channels/${CHANNEL}/${name}`, to: `/channels/${CLONE}/${name}` }] : [],
  ),
);
