import type { Network } from '../../media/address/channelAddresses.ts';
import { INVISIBLE_CHARACTERS } from '../../media/address/invisibleCharacters.ts';
import type { ListenPort } from '../../media/address/listenPort.ts';
import type { PassthroughTarget } from '../../media/encoding/passthrough.ts';
import type { PlatformLimits } from '../../media/encoding/platformLimits.ts';
import type { Input } from '../../media/encoding/profile.ts';
import { carriesEnhanced, type FfmpegVersion, type Requirements, type Skills } from '../../media/encoding/skills.ts';
import type { MediaType, Stream } from '../../media/encoding/streams.ts';
import { withProtocolTexts } from '../../media/process/protocolText.ts';
import type { FieldLabel } from '../../media/revision/describeDifferences.ts';
import type { Output } from '../../media/stored/metadata.ts';
import type { Retention } from '../../media/stored/recordingFiles.ts';
import { adaptFieldsToContext, fieldFaults, missingFields, withoutUnseenPlaceholders } from './evaluateFields.ts';
import type { AnyFields, Fields, Settings, SettingsOf } from './fields.ts';
import { settingsOf, valueAt, withValue } from './fieldValues.ts';
import { settingsRefusedByFfmpeg, withoutSettings } from './settingsRefusedByFfmpeg.ts';

/** Codecs that a service accepts from this core, best first; some need ffmpeg 6.1 for RTMP. */
export const serviceCodecs = (
  { requires, enhanced = [] }: Pick<Service, 'requires' | 'enhanced'>,
  skills: Pick<Skills, 'ffmpeg'>,
): Record<MediaType, readonly string[]> => ({
  video: carriesEnhanced(skills) ? [...requires.video, ...enhanced] : requires.video,
  audio: requires.audio,
});

const TARGETS: readonly [format: string, target: PassthroughTarget][] = [
  ['flv', 'flv'],
  ['mpegts', 'mpegts'],
  ['hls', 'browsers'],
  ['dash', 'browsers'],
];

export function passthroughTargetOf({ requires }: Pick<Service, 'requires'>): PassthroughTarget | undefined {
  if (requires.protocols?.includes('icecast')) return 'icecast';
  return TARGETS.find(([format]) => requires.formats?.includes(format))?.[1];
}

/** English texts by field key; '' is the form or the encoding as a whole. */
export type FieldFaults = Readonly<Record<string, string>>;

export type SourceContext = {
  ffmpeg: FfmpegVersion;
  network: Network;
  skills: Skills;
  extensions?: readonly string[];
  taken?: { core: readonly ListenPort[]; others: readonly ListenPort[] };
};

type SourceDefinition<F extends AnyFields> = {
  id: string;
  name: string;
  media: readonly MediaType[];
  fields: F;
  /** Returns ffmpeg's inputs; none while the settings are incomplete. */
  inputs: (settings: SettingsOf<F>, context: SourceContext) => Input[];
  ready: (settings: SettingsOf<F>, context: SourceContext) => boolean;
  /** Whether only one program at a time can use it, such as a device or a port. Default: false. */
  opensOnce?: (settings: SettingsOf<F>) => boolean;
  faults?: (settings: SettingsOf<F>, context: SourceContext) => FieldFaults;
  device?: {
    /** The remedy if the core finds no device; null if no device is needed. */
    none: string | null;
    via?: string;
    /** The remedy if ffmpeg was built without it; by default another image of the core. */
    unbuilt?: string;
  };
};

export type SourceKind = Pick<SourceDefinition<AnyFields>, 'id' | 'name' | 'media' | 'device'> & {
  form: (context: SourceContext) => Fields;
  inputs: (settings: Settings, context: SourceContext) => Input[];
  ready: (settings: Settings, context: SourceContext) => boolean;
  opensOnce: (settings: Settings, context: SourceContext) => boolean;
  labelOf: (key: string) => FieldLabel | null;
  missing: (settings: Settings, context: SourceContext) => string[];
  faults: (settings: Settings, context: SourceContext) => FieldFaults;
};

const isSecret = (field: AnyFields[string]) =>
  field.kind === 'secret' || (field.kind === 'hidden' && field.secret === true);

/** The label of a field, by its dotted key; null if no form shows it. */
export function labelIn(fields: AnyFields, key: string): FieldLabel | null {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return field && 'label' in field ? { label: field.label, secret: isSecret(field) } : null;
}

export function defineSource<const F extends Fields<SourceContext>>(source: SourceDefinition<F>): SourceKind {
  const form = (context: SourceContext) =>
    withoutSettings(
      adaptFieldsToContext(source.fields, context, context),
      settingsRefusedByFfmpeg(context.skills, 'source', source.id),
    );
  const complete = (stored: Settings, context: SourceContext) =>
    settingsOf(source.fields, withVisibleConnection(source.fields, withoutUnseenPlaceholders(form(context), stored)));
  return {
    ...source,
    form,
    labelOf: (key) => labelIn(source.fields, key),
    missing: (stored, context) => missingFields(form(context), stored),
    faults: (stored, context) => ({
      ...fieldFaults(form(context), stored),
      ...source.faults?.(complete(stored, context), context),
    }),
    inputs: (stored, context) =>
      source
        .inputs(complete(stored, context), context)
        .map((input) => ({ ...input, options: withProtocolTexts(input.options) })),
    ready: (stored, context) => source.ready(complete(stored, context), context),
    opensOnce: (stored, context) => source.opensOnce?.(complete(stored, context)) ?? false,
  };
}

type CoderDefinition<F extends Fields> = {
  id: string;
  name: string;
  type: MediaType;
  /** Whether it needs hardware that the machine may lack. */
  hardware: boolean;
  fields: F;
  /** Keys of settings that are open in the form; the others are folded. */
  open?: readonly (keyof F & string)[];
  /** Keys of settings for the one-line summary. Default: `open`. */
  summary?: readonly (keyof F & string)[];
  /** Global options such as a device, each with its value, once per process. */
  global?: (settings: SettingsOf<F>) => string[][];
  /** Output options of an encoder, input options of a decoder. */
  args: (settings: SettingsOf<F>, stream: Stream, ffmpeg: FfmpegVersion) => string[];
};

type Coder = Omit<CoderDefinition<Fields>, 'args' | 'global' | 'open' | 'summary'> & {
  open: readonly string[];
  summary: readonly string[];
  global: (settings: Settings) => string[][];
  args: (settings: Settings, stream: Stream, ffmpeg: FfmpegVersion) => string[];
};
/** `codec`: what it produces, also 'copy' or 'none'. */
export type Encoder = Coder & { codec: string };
export type Decoder = Coder & { codecs: readonly string[] };

/** An empty choice counts as its default: an option without a value would swallow the next argument. */
function chosenIn<F extends Fields>(fields: F, stored: Settings): SettingsOf<F> {
  const empty = Object.entries(fields).flatMap(([key, field]) =>
    (field.kind === 'select' || field.kind === 'selectOrCustom') && String(stored[key] ?? '').trim() === ''
      ? [[key, field.default] as const]
      : [],
  );
  return settingsOf(fields, { ...stored, ...Object.fromEntries(empty) });
}

function coder<const F extends Fields>(definition: CoderDefinition<F>): Coder {
  const { args, global = () => [], open = [], summary = open, ...rest } = definition;
  const complete = (stored: Settings) => chosenIn(rest.fields, stored);
  return {
    ...rest,
    open,
    summary,
    global: (stored) => global(complete(stored)),
    args: (stored, stream, ffmpeg) => {
      const settings = complete(stored);
      return [...global(settings).flat(), ...args(settings, stream, ffmpeg)];
    },
  };
}

export const defineEncoder = <const F extends Fields>(encoder: CoderDefinition<F> & { codec: string }): Encoder => ({
  ...coder(encoder),
  codec: encoder.codec,
});

export const defineDecoder = <const F extends Fields>(
  decoder: CoderDefinition<F> & { codecs: readonly string[] },
): Decoder => ({ ...coder(decoder), codecs: decoder.codecs });

export type ServiceContext = {
  channel: string;
  meta: { name: string; description: string };
  /** Outgoing streams, after the publication's own encoding. */
  streams: readonly Stream[];
  /** Copied streams, for containers with special needs. Default: none. */
  copied?: readonly MediaType[];
  skills: Skills;
  /** The core's own addresses, as `host:port` and behind a proxy with its path. */
  ownHosts?: readonly string[];
};

export type { Output } from '../../media/stored/metadata.ts';

export type BackupKeys = {
  toggle: string;
  primary?: string;
  /** Maps the setting for the place of a single output to that of the second one. */
  held: Readonly<Record<string, string>>;
};

type ServiceDefinition<F extends AnyFields> = {
  /** `[0-9a-z]+`, as it is part of process ids. */
  id: string;
  name: string;
  category: 'platform' | 'software' | 'universal';
  words?: readonly string[];
  /** Requirements of the core, and the accepted codecs, best first; 'none' omits the stream. */
  requires: Requirements & Record<MediaType, readonly string[]>;
  /** Former ids. Stored publications keep theirs, as their processes would otherwise run twice. */
  aliases?: readonly string[];
  /** The provider ended the service: existing publications can be edited, new ones are not offered. */
  retired?: true;
  /** Codecs that RTMP carries since ffmpeg 6.1, best first; see `serviceCodecs`. */
  enhanced?: readonly string[];
  presets?: readonly { name: string; alias: string; settings: Settings }[];
  limits?: (settings: SettingsOf<F>) => PlatformLimits | null;
  /** The page on which the provider shows the stream key; null if it depends on missing settings. */
  keyPage?: string | ((settings: SettingsOf<F>) => string | null);
  docs?: string;
  copyright?: string;
  upgrade?: (stored: Settings) => Settings;
  /** Kind of output other than the network: a device or the core's disk, with a path as address. */
  reaches?: 'device' | 'disk';
  /** Whether it sends single pictures, so that a pause without frames is normal. */
  sendsStills?: true;
  /** Initial settings of a new publication where they differ from the defaults of stored ones. */
  begins?: (channelName: string) => Settings;
  /** New values for each publication and each copy; `unguessable` is a random text. */
  own?: (unguessable: string) => Settings;
  fields: F;
  backup?: BackupKeys;
  /** Returns outputs for complete settings. Their options follow those of the encoding. */
  outputs: (settings: SettingsOf<F>, context: ServiceContext) => Output[];
  faults?: (settings: SettingsOf<F>, context: ServiceContext) => FieldFaults;
  notes?: (settings: SettingsOf<F>, context: ServiceContext) => FieldFaults;
  /** Secrets within other fields, such as the token in a pasted address. */
  masks?: (settings: SettingsOf<F>) => string[];
  /** Files that it leaves on the core's disk, as a glob, and how many are kept; null: none yet. */
  files?: (settings: SettingsOf<F>) => (Retention & { glob: string }) | null;
};

export type Service = Omit<
  ServiceDefinition<AnyFields>,
  'fields' | 'limits' | 'keyPage' | 'outputs' | 'faults' | 'notes' | 'masks' | 'files'
> & {
  version: '1.0';
  keyPage?: (settings: Settings) => string | null;
  limits?: (settings: Settings) => PlatformLimits | null;
  form: (context: ServiceContext) => Fields;
  labelOf: (key: string) => FieldLabel | null;
  outputs: (settings: Settings, context: ServiceContext) => Output[];
  missing: (settings: Settings, context: ServiceContext) => string[];
  faults: (settings: Settings, context: ServiceContext) => FieldFaults;
  notes: (settings: Settings, context: ServiceContext) => FieldFaults;
  /** Everything to mask wherever these settings appear: addresses, logs and reports. */
  secrets: (settings: Settings) => string[];
  files?: (settings: Settings) => (Retention & { glob: string }) | null;
};

/** Passwords may contain invisible characters deliberately. */
const CONTROL = /[\p{Cc}\u2028\u2029]/gu;

/** Removes them from addresses, keys and user names. */
function withVisibleConnection(fields: AnyFields, settings: Settings): Settings {
  let cleaned = settings;
  for (const [key, field] of Object.entries(fields)) {
    if (!('holds' in field) || field.holds === undefined) continue;
    const value = valueAt(settings, key);
    if (typeof value !== 'string') continue;
    const text = value.replace(/^pass/.test(field.holds) ? CONTROL : INVISIBLE_CHARACTERS, '');
    if (text !== value) cleaned = withValue(cleaned, key, text);
  }
  return cleaned;
}

export function defineService<const F extends Fields<ServiceContext>>(service: ServiceDefinition<F>): Service {
  const { fields, masks, keyPage, limits, files, ...light } = service;
  const { upgrade = (stored: Settings) => stored } = service;
  const form = (context: ServiceContext) =>
    withoutSettings(
      adaptFieldsToContext(fields, context, context),
      settingsRefusedByFfmpeg(context.skills, 'service', light.id),
    );
  const missing = (stored: Settings, context: ServiceContext) => missingFields(form(context), upgrade(stored));
  const complete = (stored: Settings, context: ServiceContext) =>
    settingsOf(fields, withVisibleConnection(fields, withoutUnseenPlaceholders(form(context), upgrade(stored))));
  const pageOf = typeof keyPage === 'function' ? keyPage : () => keyPage ?? null;
  return {
    ...light,
    version: '1.0',
    ...(keyPage !== undefined && { keyPage: (stored) => pageOf(settingsOf(fields, upgrade(stored))) }),
    ...(limits && { limits: (stored: Settings) => limits(settingsOf(fields, upgrade(stored))) }),
    ...(files && { files: (stored: Settings) => files(settingsOf(fields, upgrade(stored))) }),
    form,
    labelOf: (key) => labelIn(fields, key),
    missing,
    outputs: (stored, context) =>
      missing(stored, context).length > 0
        ? []
        : service
            .outputs(complete(stored, context), context)
            .map((output) => ({ ...output, options: withProtocolTexts(output.options) })),
    faults: (stored, context) => ({
      ...fieldFaults(form(context), upgrade(stored)),
      ...service.faults?.(complete(stored, context), context),
    }),
    notes: (stored, context) => service.notes?.(complete(stored, context), context) ?? {},
    secrets: (stored) => {
      const settings = settingsOf(fields, upgrade(stored));
      const values = Object.entries(fields).flatMap(([key, field]) =>
        isSecret(field)
          ? [valueAt(stored, key), valueAt(settings, key), valueAt(withVisibleConnection(fields, settings), key)].map(
              (value) => String(value ?? ''),
            )
          : [],
      );
      return [...new Set([...values, ...(masks?.(settings) ?? [])])].filter((secret) => secret !== '');
    },
  };
}
