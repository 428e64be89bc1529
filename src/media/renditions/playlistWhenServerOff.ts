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
  options.filter((one, i) => one !== '-rtmp_enhanced_codecs' && options[i - 1] !== '-rtmp_enhanced_codecs');

function reading(config: ProcessConfig, read: { address: string; options: string[] }): ProcessConfig {
  const [input, ...rest] = config.input;
  if (!input) return config;
  const options = [...read.options, ...withoutRtmp(input.options)];
  return { ...config, input: [{ ...input, address: read.address, options }, ...rest] };
}

/** Replaces a server that is switched off by a playlist; both work before and after. Null without a change. */
export function withoutServers(one: StoredProcess, off: ReadonlySet<Feed>, ingest: unknown): StoredProcess | null {
  const rendition = renditionOf(one.config.id);
  if (rendition && one.key === RENDITION_KEY) return movedRendition(one, rendition, off, ingest);
  if (one.key !== METADATA_KEY || !egressOf(one.config.id)) return null;
  const { source } = parseEgressMetadata(one.metadata).control;
  if (source.rendition === undefined || !off.has(source.source)) return null;
  const stored = Object(one.metadata);
  return {
    ...one,
    config: reading(one.config, renditionInput(source.rendition, PLAYLIST)),
    metadata: { ...stored, control: { ...stored.control, source: { ...stored.control?.source, source: PLAYLIST } } },
  };
}

function movedRendition(
  one: StoredProcess,
  { channel, uuid }: { channel: string; uuid: string },
  off: ReadonlySet<Feed>,
  ingest: unknown,
): StoredProcess | null {
  const { feed, reads } = parseRenditionMetadata(one.metadata);
  if (!off.has(feed) && !off.has(reads)) return null;
  const [output] = one.config.output;
  const { storage } = parseIngestMetadata(isGroup(ingest) ? ingest : {}).control.hls;
  const channelFeed = { address: playlistAddress(channel, storage), options: ['-re'] };
  const config = off.has(reads) ? reading(one.config, channelFeed) : one.config;
  // The last two options are the container.
  const served = off.has(feed) && output ? [outputOf(uuid, PLAYLIST, output.options.slice(0, -2))] : config.output;
  return {
    ...one,
    config: { ...config, output: served },
    metadata: {
      ...one.metadata,
      ...(off.has(feed) ? { feed: PLAYLIST } : {}),
      ...(off.has(reads) ? { reads: `hls+${storage}` } : {}),
    },
  };
}
