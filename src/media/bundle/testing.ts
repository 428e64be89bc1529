import { ProcessConfig } from '../../api/answers/process.ts';
import { pushKeyKey } from '../../api/hlsPushKey.ts';
import {
  agentKey,
  egressId,
  ingestId,
  METADATA_KEY,
  RENDITION_KEY,
  renditionId,
  SCHEDULE_KEY,
  snapshotId,
} from '../../api/processIds.ts';
import type { Bundle, BundleSelection } from './bundle.ts';
import { type BundleOptions, bundleOf } from './bundleOf.ts';
import { bundleFile } from './bundleText.ts';
import type { CoreServers } from './coreServers.ts';
import type { CoreFacts, ImportPlan } from './importPlan.ts';
import type { Installation, InstalledProcess } from './installation.ts';
import { readBundle } from './readBundle.ts';
import { writeBundle } from './writeBundle.ts';

export const CHANNEL = '11111111-1111-4111-8111-111111111111';
export const OTHER_CHANNEL = '22222222-2222-4222-8222-222222222222';
export const YOUTUBE = 'aaaaaaaa-0000-4000-8000-000000000001';
export const RTMP = 'aaaaaaaa-0000-4000-8000-000000000002';
export const RENDITION = 'bbbbbbbb-0000-4000-8000-000000000001';

/** Every secret in `anInstallation`. */
export const SECRETS = [
  'abcdef-ghijkl-mnopqr',
  'k3y-0f-y0utub3',
  'hunter2-of-the-camera',
  'l1ve-k3y-0f-th3-venue',
  'srt-pass-phrase',
  'push-key-of-hls-1234',
  'rtmp-server-token',
];

export const SERVERS: CoreServers = {
  address: ':8080',
  rtmp: { enable: true, address: ':1935', app: '/live', token: 'rtmp-server-token' },
  srt: { enable: true, address: ':6000', token: '', passphrase: '' },
};

const process = (
  id: string,
  reference: string,
  config: Partial<ProcessConfig>,
  metadata: Readonly<Record<string, unknown>>,
  order: InstalledProcess['order'] = 'start',
): InstalledProcess => ({
  ...{ id, reference, order, metadata },
  config: ProcessConfig.parse({ id, reference, autostart: true, reconnect: true, ...config }),
});

export const copied = (type: 'v' | 'a', stream: number) => ({
  ...{ source: 0, stream },
  encoder: { coder: 'copy', settings: {}, mapping: [`-codec:${type}`, 'copy'] },
});

/** A channel that an encoder pushes to, with its own stream key. */
export const pushed = (channel: string, name: string, key: string): InstalledProcess => {
  const address = `{rtmp,name=${key}}`;
  return process(
    ingestId(channel),
    channel,
    {
      input: [{ id: 'input_0', address, options: ['-fflags', '+genpts'] }],
      output: [{ id: 'output_0', address: `{memfs}/${channel}.m3u8`, options: ['-codec:v', 'copy', '-f', 'hls'] }],
    },
    {
      [METADATA_KEY]: {
        version: 1,
        meta: { name, description: 'password=shown to viewers', author: { name: '', description: '' } },
        sources: [
          {
            type: 'network',
            settings: { mode: 'push', push: { type: 'rtmp', name: key } },
            inputs: [{ address, options: [] }],
            streams: [],
          },
        ],
        profiles: [{ video: copied('v', 0), audio: copied('a', 1) }],
        player: { logo: { image: `channels/${channel}/logo.png` } },
      },
      others: { note: 'of another program' },
    },
  );
};

/** A channel that reads a camera. */
export const pulled = (channel: string, name: string): InstalledProcess => {
  const address = 'rtsp://operator:hunter2-of-the-camera@192.0.2.10/stream';
  return process(
    ingestId(channel),
    channel,
    {
      input: [{ id: 'input_0', address, options: ['-rtsp_transport', 'tcp'] }],
      output: [{ id: 'output_0', address: `{memfs}/${channel}.m3u8`, options: ['-codec:v', 'libx264', '-f', 'hls'] }],
    },
    {
      [METADATA_KEY]: {
        version: 1,
        meta: { name },
        sources: [
          {
            type: 'network',
            settings: { mode: 'pull', address: 'rtsp://192.0.2.10/stream', password: 'hunter2-of-the-camera' },
            inputs: [{ address, options: [] }],
            streams: [],
          },
        ],
      },
    },
  );
};

export const youtube = (channel: string, uuid: string, key = 'k3y-0f-y0utub3', name = 'YouTube'): InstalledProcess => {
  const output = { address: `rtmp://a.rtmp.youtube.com/live2/${key}`, options: ['-f', 'flv'] };
  return process(
    egressId('youtube', uuid),
    channel,
    {
      input: [{ id: 'input_0', address: `{memfs}/${channel}.m3u8`, options: ['-re'] }],
      output: [{ id: 'output_0', ...output, options: ['-codec:v', 'copy', ...output.options] }],
    },
    { [METADATA_KEY]: { version: 1, name, settings: { stream_key: key }, outputs: [output] } },
  );
};

export const venue = (channel: string, uuid: string): InstalledProcess => {
  const output = {
    address: 'rtmp://venue.example.org/live/l1ve-k3y-0f-th3-venue',
    options: ['-passphrase', 'srt-pass-phrase', '-f', 'flv'],
  };
  return process(
    egressId('rtmp', uuid),
    channel,
    {
      input: [{ id: 'input_0', address: `{rtmp,name=${channel}.stream}`, options: [] }],
      output: [{ id: 'output_0', ...output }],
      autostart: false,
    },
    {
      [METADATA_KEY]: {
        ...{ version: 1, name: 'Venue', outputs: [output] },
        settings: { protocol: 'rtmp://', address: 'venue.example.org/live/l1ve-k3y-0f-th3-venue' },
        control: { source: { source: 'rtmp', rendition: RENDITION } },
      },
    },
    'stop',
  );
};

export const anInstallation = (): Installation => ({
  processes: [
    pushed(CHANNEL, 'Main stage', 'abcdef-ghijkl-mnopqr'),
    process(
      snapshotId(CHANNEL),
      CHANNEL,
      { input: [{ id: 'i', address: `{memfs}/${CHANNEL}.m3u8`, options: [] }] },
      {},
    ),
    process(renditionId(CHANNEL, RENDITION), CHANNEL, {}, { [RENDITION_KEY]: { version: 1, name: '720p' } }),
    youtube(CHANNEL, YOUTUBE),
    venue(CHANNEL, RTMP),
    pulled(OTHER_CHANNEL, 'Second stage'),
    process('of-another-program', '', { input: [{ id: 'i', address: 'testsrc2', options: ['-f', 'lavfi'] }] }, {}),
  ],
  metadata: {
    [METADATA_KEY]: { version: 1, playersite: { title: 'Stages', inject1: 'token=public' } },
    [agentKey(CHANNEL)]: { version: 1, healing: { [egressId('youtube', YOUTUBE)]: { on: true } } },
    [pushKeyKey(CHANNEL)]: 'push-key-of-hls-1234',
    [SCHEDULE_KEY]: { version: 1, rules: [] },
  },
  files: [
    bundleFile(`/channels/${CHANNEL}/logo.png`, new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])),
    bundleFile(
      `/channels/${CHANNEL}/videoloop-abc.source`,
      new Uint8Array(100_000).map((_, at) => at % 251),
    ),
    bundleFile('/playersite/templates/own.html', new TextEncoder().encode('{{!-- <plaintext> --}}\n<p>Größe</p>')),
  ],
  servers: SERVERS,
});

export const nothing = (): Installation => ({
  ...{ processes: [], metadata: {}, files: [] },
  servers: { ...SERVERS, rtmp: { ...SERVERS.rtmp, token: '' } },
});

/** Its ids and keys count upwards. */
export function someFacts(facts: Partial<CoreFacts> = {}): CoreFacts {
  let count = 0;
  return {
    skills: {
      encoders: { video: ['copy', 'libx264'], audio: ['copy', 'aac'] },
      ffmpeg: { version: '7.1.0', major: 7, minor: 1 },
    },
    ...{ ports: [], freeDisk: null, unservedReason: () => null },
    secretsOf: ({ metadata }) => [String(Object(Object(metadata[METADATA_KEY]).settings).stream_key ?? '')],
    newId: () => {
      count += 1;
      return `cccccccc-0000-4000-8000-${String(count).padStart(12, '0')}`;
    },
    random: (bytes) => {
      count += 1;
      return new Uint8Array(bytes).fill(count);
    },
    ...facts,
  };
}

const PASSPHRASE = 'correct horse battery';

/** Not random, so that a failure can be repeated. */
const countedRandom = (bytes: number) => new Uint8Array(bytes).map((_, at) => at + 1);

export const SEAL = { passphrase: PASSPHRASE, random: countedRandom };

export async function fileOf(
  installation: Installation,
  { secrets = 'omitted', selection = { kind: 'installation' } }: Partial<FileOptions> = {},
): Promise<Uint8Array> {
  const bundle = await bundleOf(installation, selection, { secrets, secretsOf: someFacts().secretsOf });
  const { content } = await writeBundle(bundle, secrets === 'included' ? SEAL : null);
  return new Uint8Array(await content.arrayBuffer());
}

interface FileOptions {
  secrets: BundleOptions['secrets'];
  selection: BundleSelection;
}

/** Throws if the file is refused. */
export async function bundleIn(file: Uint8Array, passphrase: string | null = null): Promise<Bundle> {
  const reading = await readBundle(file, passphrase);
  if (reading.status === 'refused') throw new Error(JSON.stringify(reading.fault));
  return reading.bundle;
}

/** What a core stores after all steps of a plan, without a core. */
export function afterPlan(installation: Installation, plan: ImportPlan): Installation {
  const processes = new Map(installation.processes.map((entry) => [entry.id, entry]));
  const metadata = new Map(Object.entries(installation.metadata));
  const files = new Map(installation.files.map((file) => [file.path, file]));
  let { servers } = installation;
  for (const step of plan.steps) {
    if (step.kind === 'process') {
      const kept = { ...processes.get(step.wanted.id)?.metadata, ...step.wanted.metadata };
      processes.set(step.wanted.id, { ...step.wanted, metadata: kept });
    } else if (step.kind === 'removal') processes.delete(step.id);
    else if (step.kind === 'metadata') metadata.set(step.key, step.value);
    else if (step.kind === 'file') files.set(step.file.path, step.file);
    else servers = step.wanted;
  }
  return {
    processes: [...processes.values()],
    metadata: Object.fromEntries(metadata),
    files: [...files.values()],
    servers,
  };
}
