import { randomUUID } from 'node:crypto';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import type { ProcessConfig } from '../../src/api/answers/process.ts';
import type { Core } from '../../src/api/client.ts';
import { ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { networkOf } from '../../src/media/address/channelAddresses.ts';
import { pushSource } from '../../src/media/address/pushAddress.ts';
import { ingestProcess } from '../../src/media/process/ingest.ts';
import { parseIngestMetadata } from '../../src/media/stored/metadata.ts';

/** A channel as the wizard stores it. */
export interface StoredChannel {
  id?: string;
  name: string;
  /** A source to pull, with input options of ffmpeg, or the stream key of a push. */
  source: { address: string; options?: readonly string[] } | { push: string; options?: readonly string[] };
  video?: readonly string[];
  audio?: readonly string[];
  /** Streams of the source; H.264 and AAC by default. */
  streams?: readonly { index: number; stream: number; type: string; codec: string; width?: number; height?: number }[];
  process?: { delay?: number; staleTimeout?: number };
  limits?: { cpu_usage: number; memory_mbytes: number; waitfor_seconds: number };
  stopped?: boolean;
}

const STREAMS = [
  { index: 0, stream: 0, type: 'video', codec: 'h264', width: 320, height: 180 },
  { index: 0, stream: 1, type: 'audio', codec: 'aac', sampling_hz: 44100, channels: 2 },
];

const coded = (streams: NonNullable<StoredChannel['streams']>, type: string, mapping: readonly string[]) => ({
  source: 0,
  stream: [...streams, ...STREAMS].find((entry) => entry.type === type)?.stream ?? -1,
  encoder: { coder: mapping[1] ?? '', settings: {}, mapping },
});

export async function storeChannel(api: Core, { url }: CoreUnderTest, plan: StoredChannel): Promise<string> {
  const {
    id: channel = randomUUID(),
    source,
    video = ['-codec:v', 'copy'],
    audio = ['-codec:a', 'copy'],
    streams = STREAMS,
  } = plan;
  const { config } = await api.config();
  const network = networkOf({ config, page: new URL(url), channel });
  const isPush = 'push' in source;
  const address = isPush ? pushSource(network, { type: 'rtmp', name: source.push }) : source.address;
  const metadata = parseIngestMetadata({
    version: 1,
    sources: [
      {
        type: 'network',
        settings: isPush ? { mode: 'push', push: { type: 'rtmp', name: source.push } } : { mode: 'pull', address },
        inputs: [{ address, options: source.options ?? [] }],
        streams,
      },
    ],
    profiles: [{ video: coded(streams, 'video', video), audio: coded(streams, 'audio', audio) }],
    streams,
    control: {
      process: { autostart: true, reconnect: true, delay: 15, staleTimeout: 30, ...plan.process },
      snapshot: { enable: false },
      ...(plan.limits && { limits: plan.limits }),
    },
    meta: { name: plan.name },
  });
  const made: ProcessConfig | null = ingestProcess({ channel, metadata, network });
  if (!made) throw new Error(`${plan.name} has nothing to send`);
  await api.processAdd({ body: { ...made, autostart: false } });
  await api.processMetadataSet({ id: ingestId(channel), key: METADATA_KEY, body: metadata });
  if (!plan.stopped) await api.processCommand({ id: ingestId(channel), body: { command: 'start' } });
  return channel;
}
