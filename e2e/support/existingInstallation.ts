import { group, list, text } from '../../harness/test/vectors/case.ts';
import vectors from '../../harness/test/vectors/fixtures/process-vectors.json' with { type: 'json' };
import recorded from '../../harness/test/vectors/fixtures/recorded-processes.json' with { type: 'json' };
import { ProcessConfig } from '../../src/api/answers/process.ts';
import type { Core } from '../../src/api/client.ts';
import { channelOfIngest, egressId, egressOf, ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { expect } from './expect.ts';

interface Places {
  http: string;
  rtmp: string;
  hls: string;
  rtsp: string;
}

export interface ForeignProcess {
  config: ProcessConfig;
  /** Metadata of the other release, null for snapshots. */
  metadata: Record<string, unknown> | null;
}

export interface Installation {
  processes: ForeignProcess[];
  global: unknown;
}

export const NAMED = {
  hls: '9f4dd6a1-8b8d-4b53-a219-bf62f6ab3ca5',
  oldHls: '91b31c86-dbe6-4b24-be3f-b094425c017e',
  srt: '246ecc0e-9f17-4fd3-9521-6393ea46265d',
  virtual: 'eab8758c-1dbd-4c9c-bd25-ac6afbd2d86e',
  oldVirtual: '132818b9-ce2c-4f2d-bee7-ce3359ed24dc',
  // Not recorded; written the way the same release does.
  disk: 'd15c0000-0000-4000-8000-000000000001',
  tee: 'd15c0000-0000-4000-8000-000000000002',
  cuda: 'd15c0000-0000-4000-8000-000000000003',
} as const;
const FED = egressId('rtmp', 'd15c0000-0000-4000-8000-000000000004');
const UNKNOWN = egressId('bitmovin', 'd15c0000-0000-4000-8000-000000000005');

const { 'v1.14.0': newer, 'v1.1.0': older } = recorded.interfaces;

const storedIn = (process: unknown): ForeignProcess => {
  const { config, metadata } = group(process);
  const stored = group(metadata)[METADATA_KEY];
  return { config: ProcessConfig.parse(config), metadata: stored === undefined ? null : group(stored) };
};

function recordedOf(name: string): ForeignProcess {
  const found = newer.processes.map(storedIn).find(({ metadata }) => metadata && nameOf(metadata) === name);
  if (!found?.metadata) throw new Error(`${name} is not recorded`);
  return found;
}

export const nameOf = (metadata: Record<string, unknown>): string =>
  text(metadata.name, text(group(metadata.meta).name));

function channelOf(vector: string, id: string, name: string): ForeignProcess[] {
  const found = list(vectors.vectors).find((entry) => entry.id === vector);
  const { channelid, metadata, expected } = group(found);
  const { streams } = recordedOf('Test channel HLS pull').metadata ?? {};
  const renamed = (value: unknown) => group(JSON.parse(JSON.stringify(value).replaceAll(text(channelid), id)));
  const { meta, ...rest } = renamed(metadata);
  const { ingest, snapshot } = renamed(expected);
  return [
    { config: ProcessConfig.parse(ingest), metadata: { ...rest, streams, meta: { ...group(meta), name } } },
    { config: ProcessConfig.parse(snapshot), metadata: null },
  ];
}

/** A playlist on disk, and a tee to the RTMP server without its output for SRT, which is off here. */
function beyond(): ForeignProcess[] {
  const tee = channelOf('proc-11', NAMED.tee, 'Test channel tee').map(({ config, metadata }): ForeignProcess => {
    const output = config.output.map((out) => ({ ...out, address: out.address.replace(/\|\[f=mpegts\].*$/, '') }));
    const control = { ...group(metadata?.control), srt: { enable: false } };
    return { config: { ...config, output }, metadata: metadata && { ...metadata, control } };
  });
  const { config, metadata } = recordedOf('Rec RTMP');
  const to = (key: string, stored: unknown) => group(JSON.parse(JSON.stringify(stored).replaceAll('key-rtmp', key)));
  const fed: ForeignProcess = {
    config: ProcessConfig.parse({
      ...to('key-fed', config),
      ...{ id: FED, reference: NAMED.tee },
      input: [{ id: 'input_0', address: `{rtmp,name=${NAMED.tee}.stream}`, options: [] }],
    }),
    metadata: {
      ...to('key-fed', metadata),
      name: 'Rec RTMP to RTMP',
      control: { ...group(metadata?.control), source: { source: 'rtmp' } },
    },
  };
  const unknown: ForeignProcess = {
    config: ProcessConfig.parse({ ...to('key-other', config), id: UNKNOWN, reference: NAMED.tee }),
    metadata: { ...to('key-other', metadata), name: 'Rec unknown service' },
  };
  const disk = channelOf('proc-10', NAMED.disk, 'Test channel disk');
  return [...disk, ...tee, fed, unknown, ...channelOf('proc-14', NAMED.cuda, 'Test channel CUDA')];
}

/** Configs that a core rejects, by its config version. */
const REFUSED = [
  {
    before: 3,
    words: /\{(rtmp|srt),name=/,
    why: 'Cores before 16.10 know no such words for their servers: nobody has a process of this kind there.',
  },
];

export function existingInstallation({ http, rtmp, hls, rtsp }: Places, version: number): Installation {
  const replacements: [string, string][] = [
    ['core.example:8080', http],
    ['localhost:8080', http],
    ['core.example:1935', rtmp],
    ['127.0.0.1:1999', rtmp],
    ['?token=RTMP-TOKEN', ''],
    ['http://source.example:8000/cam.m3u8', hls],
    ['rtsp://source.example:554/cam', rtsp],
    ['rtsp://192.0.2.10/s', rtsp],
  ];
  const refused = REFUSED.filter(({ before }) => version < before).map(({ words }) => words);
  const all = [...newer.processes.map(storedIn), ...older.processes.map(storedIn), ...beyond()].filter(
    ({ config }, _, every) => {
      const ingest = every.find(({ config: { id } }) => id === ingestId(config.reference));
      return ![config, ingest?.config].some((part) => refused.some((words) => words.test(JSON.stringify(part))));
    },
  );
  const placed = replacements.reduce((json, [from, to]) => json.replaceAll(from, to), JSON.stringify(all));
  const processes = list(JSON.parse(placed)).map(
    ({ config, metadata }): ForeignProcess => ({
      config: ProcessConfig.parse(config),
      metadata: metadata === null ? null : group(metadata),
    }),
  );
  return { processes, global: newer.global_metadata };
}

/** A plain ffmpeg with `level+` reports no progress that the core can read, and is ended at its stale timeout. */
const plainly = (config: ProcessConfig): ProcessConfig => ({
  ...config,
  options: config.options.map((option) => option.replace(/^level\+/, '')),
});

/** `running`: channels to start. The others stay stopped to save CPU. */
export async function install(core: Core, { processes, global }: Installation, running: ReadonlySet<string>) {
  await core.metadataSet({ key: METADATA_KEY, body: global });
  for (const { config, metadata } of processes) {
    const { id } = config;
    await core.processAdd({ body: plainly(config) });
    if (config.autostart && !running.has(config.reference)) {
      await core.processCommand({ id, body: { command: 'stop' } });
    }
    if (metadata) await core.processMetadataSet({ id, key: METADATA_KEY, body: metadata });
    await core.processMetadataSet({ id, key: 'other-program', body: { note: 'kept' } });
  }
  await expect.poll(async () => (await core.processes({ filter: 'state' })).length).toBe(processes.length);
}

export const channelsIn = ({ processes }: Installation) =>
  processes.flatMap(({ config, metadata }) =>
    metadata && channelOfIngest(config.id) ? [{ id: config.reference, name: nameOf(metadata) }] : [],
  );

export const publicationsIn = ({ processes }: Installation, channel: string) =>
  processes.flatMap(({ config, metadata }) =>
    metadata && config.reference === channel && egressOf(config.id) ? [{ id: config.id, name: nameOf(metadata) }] : [],
  );
