import type { Config } from '../../api/answers/config.ts';
import type { ProcessConfig } from '../../api/answers/process.ts';
import { egressOf, METADATA_KEY, RENDITION_KEY, renditionOf } from '../../api/processIds.ts';
import { renditionInput } from '../address/renditionTransport.ts';
import { playlistAddress } from '../hls/hlsFiles.ts';
import { type Feed, parseEgressMetadata, parseIngestMetadata, parseRenditionMetadata } from '../stored/metadata.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import { outputOf } from './renditionProcess.ts';

export interface StoredProcess {
  config: ProcessConfig;
  metadata: object;
  key: string;
}

export function serversOff(before: Config, after: Config): ReadonlySet<Feed> {
  const off = (['rtmp', 'srt'] as const).filter((name) => before[name]?.enable && !after[name]?.enable);
  return new Set(off);
}

const PLAYLIST: Feed = 'hls+memfs';

/** A playlist cannot be opened with this RTMP option. */
const withoutRtmp = (options: readonly string[]) =>
  options.filter((option, i) => option !== '-rtmp_enhanced_codecs' && options[i - 1] !== '-rtmp_enhanced_codecs');

function reading(config: ProcessConfig, read: { address: string; options: string[] }): ProcessConfig {
  const [input, ...rest] = config.input;
  if (!input) return config;
  const options = [...read.options, ...withoutRtmp(input.options)];
  return { ...config, input: [{ ...input, address: read.address, options }, ...rest] };
}

/** Replaces a server that is switched off by a playlist; both work before and after. Null without a change. */
export function withoutServers(process: StoredProcess, off: ReadonlySet<Feed>, ingest: unknown): StoredProcess | null {
  const rendition = renditionOf(process.config.id);
  if (rendition && process.key === RENDITION_KEY) return movedRendition(process, rendition, off, ingest);
  if (process.key !== METADATA_KEY || !egressOf(process.config.id)) return null;
  const { source } = parseEgressMetadata(process.metadata).control;
  if (source.rendition === undefined || !off.has(source.source)) return null;
  const stored = Object(process.metadata);
  return {
    ...process,
    config: reading(process.config, renditionInput(source.rendition, PLAYLIST)),
    metadata: { ...stored, control: { ...stored.control, source: { ...stored.control?.source, source: PLAYLIST } } },
  };
}

function movedRendition(
  process: StoredProcess,
  { channel, uuid }: { channel: string; uuid: string },
  off: ReadonlySet<Feed>,
  ingest: unknown,
): StoredProcess | null {
  const { feed, reads } = parseRenditionMetadata(process.metadata);
  if (!off.has(feed) && !off.has(reads)) return null;
  const [output] = process.config.output;
  const { storage } = parseIngestMetadata(isGroup(ingest) ? ingest : {}).control.hls;
  const channelFeed = { address: playlistAddress(channel, storage), options: ['-re'] };
  const config = off.has(reads) ? reading(process.config, channelFeed) : process.config;
  // The last two options are the container.
  const served = off.has(feed) && output ? [outputOf(uuid, PLAYLIST, output.options.slice(0, -2))] : config.output;
  return {
    ...process,
    config: { ...config, output: served },
    metadata: {
      ...process.metadata,
      ...(off.has(feed) ? { feed: PLAYLIST } : {}),
      ...(off.has(reads) ? { reads: `hls+${storage}` } : {}),
    },
  };
}
