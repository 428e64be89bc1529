import * as z from 'zod/mini';
import { type CoderSettings, emptyProfile, type Profile, type Source } from '../encoding/profile.ts';
import type { MediaType, Stream } from '../encoding/streams.ts';
import { type HlsControl, STORAGES } from '../hls/hlsFiles.ts';
import { DEFAULT_LICENSE } from './licenses.ts';
import type { StartTurn } from './publicationStartOrder.ts';
import {
  flattenCoding,
  type Group,
  isGroup,
  isNewerVersion,
  isReadableVersion,
  optionalFilters,
  prepareThen,
  storedFigure,
  storedFilters,
  storedFlag,
  storedGlobals,
  storedGroup,
  storedInteger,
  storedListOf,
  storedOptions,
  storedSettings,
  storedText,
} from './storedSchemas.ts';

/** `delay` and `staleTimeout` in seconds; `low_delay`: the muxer does not buffer. */
export type ProcessControl = {
  autostart: boolean;
  reconnect: boolean;
  delay: number;
  staleTimeout: number;
  low_delay: boolean;
};
/** The core ends a process above these for `waitfor_seconds`; 0 is no limit. If absent, the core keeps its limits. */
export type Limits = { cpu_usage: number; memory_mbytes: number; waitfor_seconds: number };
export const FEEDS = ['hls+memfs', 'hls+diskfs', 'rtmp', 'srt'] as const;
export type Feed = (typeof FEEDS)[number];
export type Meta = { name: string; description: string; author: { name: string; description: string } };
export type Profiles = [Profile, ...Profile[]];

export type IngestMetadata = {
  version: 1;
  /** [video source, audio source]; both exist even if the second is unused. */
  sources: Source[];
  profiles: Profiles;
  streams: Stream[];
  control: {
    hls: HlsControl;
    rtmp: { enable: boolean };
    srt: { enable: boolean };
    process: ProcessControl;
    /** `interval` in seconds. */
    snapshot: { enable: boolean; interval: number };
    limits?: Limits | undefined;
  };
  player: CoderSettings;
  meta: Meta;
  license: string;
  imported?: boolean | undefined;
};

/** The core checks these every second, even for a stopped process. 0 is no limit. */
export type StoredCleanupRule = {
  /** `diskfs:` or `memfs:`, and a glob. */
  pattern: string;
  max_files: number;
  max_file_age_seconds: number;
  purge_on_delete: boolean;
};

export type Output = { address: string; options: string[]; cleanup?: StoredCleanupRule[] | undefined };

export type EgressMetadata = {
  version: 1;
  name: string;
  control: {
    process: ProcessControl;
    source: { source: Feed; rendition?: string | undefined; hold?: true | undefined };
    limits?: Limits | undefined;
    turn?: StartTurn | undefined;
    /** The uuid of the publication that sends the second output. Its settings are stored here. */
    backup?: string | undefined;
    /** The address at which viewers watch, for `media/proof`. */
    playback?: string | undefined;
  };
  outputs: Output[];
  settings: CoderSettings;
  profiles: Profiles;
  streams: Stream[];
  /** Settings whose secrets an import lacked: the text that it left, by key. See `isKeyless`. */
  missingSecrets?: Record<string, string> | undefined;
};

export type RenditionMetadata = {
  version: 1;
  name: string;
  reads: Feed;
  feed: Feed;
  profile: Profile;
  streams: Stream[];
};

export type GlobalMetadata = { version: 1; playersite: CoderSettings };

const optional = <T extends z.ZodMiniType>(item: T) => z.catch(z.optional(item), undefined);
/** In the order in which other programs store the keys. */
const StoredStream = storedGroup({
  url: storedText(),
  index: storedInteger(0),
  stream: storedInteger(0),
  type: storedText(),
  codec: storedText(),
  width: storedFigure(0),
  height: storedFigure(0),
  pix_fmt: storedText(),
  sampling_hz: storedFigure(0),
  layout: storedText(),
  channels: storedFigure(0),
  bitrate_kbps: optional(z.number()),
  coder: optional(z.string()),
  duration_sec: optional(z.number()),
  format: optional(z.string()),
  fps: optional(z.number()),
  language: optional(z.string()),
  profile: optional(z.string()),
  field_order: optional(z.enum(['progressive', 'interlaced'])),
  hdr: optional(z.enum(['HLG', 'PQ'])),
  rotation: optional(z.number()),
  tbr: optional(z.number()),
  disposition: optional(z.array(z.string())),
  id: optional(z.number()),
  programs: optional(z.array(z.object({ id: z.number(), name: z.string() }))),
  variant_kbps: optional(z.number()),
  tag: optional(z.string()),
  title: optional(z.string()),
});
const StoredInput = storedGroup({ address: storedText(), options: storedOptions });
const StoredRule = z.object({
  pattern: z.string(),
  max_files: z.number(),
  max_file_age_seconds: z.number(),
  purge_on_delete: z.boolean(),
});
const StoredOutput = storedGroup({
  address: storedText(),
  options: storedOptions,
  cleanup: z.catch(z.optional(z.array(StoredRule)), undefined),
});
const StoredSource = storedGroup({
  type: storedText(),
  settings: storedSettings,
  inputs: storedListOf(StoredInput),
  streams: storedListOf(StoredStream),
});

const coder = (fallback: string) =>
  storedGroup({ coder: storedText(fallback), settings: storedSettings, mapping: storedOptions, global: storedGlobals });
const coding = (type: MediaType, newer: boolean) =>
  prepareThen(
    flattenCoding(type),
    storedGroup({
      source: storedInteger(-1),
      stream: storedInteger(-1),
      encoder: coder('none'),
      decoder: coder('default'),
      filter: newer ? storedFilters : optionalFilters,
    }),
  );

const storedProfile = (newer: boolean) =>
  z.pipe(
    storedGroup({
      video: coding('video', newer),
      audio: coding('audio', newer),
      custom: z.catch(z.nullish(z.object({ selected: z.boolean(), stream: z.number() })), null),
    }),
    z.transform((profile) => {
      const selected = profile.audio.source === 1;
      return { ...profile, custom: profile.custom ?? { selected, stream: selected ? -2 : profile.audio.stream } };
    }),
  );

const profiles = (newer: boolean) =>
  z.pipe(
    storedListOf(storedProfile(newer)),
    z.transform(([first = emptyProfile(), ...rest]): Profiles => [first, ...rest]),
  );

const processControl = (autostart: boolean) =>
  storedGroup({
    autostart: storedFlag(autostart),
    reconnect: storedFlag(true),
    delay: storedInteger(15),
    staleTimeout: storedInteger(30),
    low_delay: storedFlag(false),
  });
const limited = { cpu_usage: storedFigure(0), memory_mbytes: storedFigure(0), waitfor_seconds: storedFigure(5) };
const limits = (newer: boolean) =>
  newer ? storedGroup(limited) : z.catch(z.optional(z.looseObject(limited)), undefined);
const version = z.catch(z.literal(1), 1);

const hlsVersion = z.pipe(
  storedInteger(3),
  z.transform((number): HlsControl['version'] => (number === 6 || number === 7 ? number : 3)),
);

/** A missing key means what the release without it did: before 1.2, one playlist in memory. */
const hlsControl = (newer: boolean) =>
  storedGroup({
    lhls: storedFlag(false),
    segmentDuration: storedInteger(2),
    listSize: storedInteger(6),
    cleanup: storedFlag(true),
    storage: z.catch(z.enum(STORAGES), 'memfs'),
    version: hlsVersion,
    master_playlist: storedFlag(newer),
    dated: storedFlag(newer),
  });

const storedIngest = (newer: boolean) =>
  z.looseObject({
    version,
    sources: storedListOf(StoredSource),
    profiles: profiles(newer),
    streams: storedListOf(StoredStream),
    control: storedGroup({
      hls: hlsControl(newer),
      rtmp: storedGroup({ enable: storedFlag(false) }),
      srt: storedGroup({ enable: storedFlag(false) }),
      process: processControl(true),
      snapshot: storedGroup({ enable: storedFlag(true), interval: storedInteger(60) }),
      limits: limits(newer),
    }),
    player: storedSettings,
    meta: storedGroup({
      name: storedText(),
      description: storedText(),
      author: storedGroup({ name: storedText(), description: storedText() }),
    }),
    license: storedText(DEFAULT_LICENSE),
    imported: z.catch(z.optional(z.boolean()), undefined),
  });

const storedEgress = (newer: boolean) =>
  z.looseObject({
    version,
    name: storedText(),
    control: storedGroup({
      process: processControl(false),
      source: storedGroup({
        source: z.catch(z.enum(FEEDS), 'hls+memfs'),
        rendition: z.catch(z.optional(z.string()), undefined),
        hold: z.catch(z.optional(z.literal(true)), undefined),
      }),
      limits: limits(newer),
      turn: z.catch(
        z.optional(z.looseObject({ group: storedText(), order: storedFigure(0), pause: storedFigure(0) })),
        undefined,
      ),
      backup: z.catch(z.optional(z.string()), undefined),
      playback: z.catch(z.optional(z.string()), undefined),
    }),
    outputs: storedListOf(StoredOutput),
    settings: storedSettings,
    profiles: profiles(newer),
    streams: storedListOf(StoredStream),
    missingSecrets: z.catch(z.optional(z.record(z.string(), z.string())), undefined),
  });

const [Ingest, NewerIngest] = [storedIngest(false), storedIngest(true)];
const [Egress, NewerEgress] = [storedEgress(false), storedEgress(true)];
const StoredRendition = z.looseObject({
  version,
  name: storedText(),
  reads: z.catch(z.enum(FEEDS), 'hls+memfs'),
  feed: z.catch(z.enum(FEEDS), 'hls+memfs'),
  profile: storedProfile(false),
  streams: storedListOf(StoredStream),
});
const StoredGlobal = z.looseObject({ version, playersite: storedSettings });

// Lists show defaults for unreadable data; editors check `storedAs` and do not overwrite it.
const readable = (raw: unknown): Group => (isGroup(raw) && isReadableVersion(raw.version) ? raw : {});

/** Never throws. Keeps unknown keys, so nothing is lost when it is written back. */
export function parseIngestMetadata(raw: unknown): IngestMetadata {
  const stored = readable(raw);
  return (isNewerVersion(stored.version) ? NewerIngest : Ingest).parse(stored);
}
export function parseEgressMetadata(raw: unknown): EgressMetadata {
  const stored = readable(raw);
  return (isNewerVersion(stored.version) ? NewerEgress : Egress).parse(stored);
}
export const parseRenditionMetadata = (raw: unknown): RenditionMetadata => StoredRendition.parse(readable(raw));
export const parseGlobalMetadata = (raw: unknown): GlobalMetadata => StoredGlobal.parse(readable(raw));

export type StoredMetadata<Metadata> =
  | { status: 'absent' }
  | { status: 'readable'; metadata: Metadata }
  /** Must not be overwritten. `version` is '' if absent. */
  | { status: 'newer'; version: string };

export function storedAs<Metadata>(
  parse: (raw: unknown) => Metadata,
  raw: unknown,
): Exclude<StoredMetadata<Metadata>, { status: 'absent' }> {
  if (raw === undefined || raw === null) return { status: 'readable', metadata: parse({}) };
  if (isGroup(raw) && isReadableVersion(raw.version)) return { status: 'readable', metadata: parse(raw) };
  const version = isGroup(raw) ? raw.version : '';
  return { status: 'newer', version: typeof version === 'string' ? version : JSON.stringify(version) };
}

export function ingestDefaults(name: string): IngestMetadata {
  const defaults = parseIngestMetadata({});
  return { ...defaults, meta: { ...defaults.meta, name } };
}
