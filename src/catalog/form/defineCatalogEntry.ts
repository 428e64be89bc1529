import type { Network } from '../../media/address/channelAddresses.ts';
import { INVISIBLE_CHARACTERS } from '../../media/address/invisibleCharacters.ts';
import type { ListenPort } from '../../media/address/listenPort.ts';
import type { PassthroughTarget } from '../../media/encoding/passthrough.ts';
import type { PlatformLimits } from '../../media/encoding/platformLimits.ts';
import type { Input } from '../../media/encoding/profile.ts';
import { carriesEnhanced, type FfmpegVersion, type Requirements, type Skills } from '../../media/encoding/skills.ts';
import type { MediaType, Stream } from '../../media/encoding/streams.ts';
import { withProtocolTexts } from '../../media/process/protocolText.ts';
import type { Output } from '../../media/stored/metadata.ts';
import type { Retention } from '../../media/stored/recordingFiles.ts';
import { adaptFieldsToContext, fieldFaults, missingFields, withoutUnseenPlaceholders } from './evaluateFields.ts';
import type { AnyFields, Fields, Settings, SettingsOf } from './fields.ts';
import { settingsOf, valueAt, withValue } from './fieldValues.ts';
import { settingsRefusedByFfmpeg, withoutSettings } from './settingsRefusedByFfmpeg.ts';

/** The codecs that a service takes of this core, best first: some go over RTMP since ffmpeg 6.1 only. */
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

/** What receives the streams of a service; undefined: files and devices, which take what ffmpeg writes. */
export function passthroughTargetOf({ requires }: Pick<Service, 'requires'>): PassthroughTarget | undefined {
  if (requires.protocols?.includes('icecast')) return 'icecast';
  return TARGETS.find(([format]) => requires.formats?.includes(format))?.[1];
}

/** Texts marked with msg(), by the key of the field; '' is the form or the encoding as a whole. */
export type FieldFaults = Readonly<Record<string, string>>;

export type SourceContext = {
  ffmpeg: FfmpegVersion;
  network: Network;
  skills: Skills;
  /** Of the core, beyond the contract. */
  extensions?: readonly string[];
  /** Ports at which somebody listens already; absent: nobody has asked. */
  taken?: { core: readonly ListenPort[]; others: readonly ListenPort[] };
};

type SourceDefinition<F extends AnyFields> = {
  id: string;
  /** English text, marked with msg(). */
  name: string;
  media: readonly MediaType[];
  fields: F;
  /** ffmpeg's inputs; none while the settings are incomplete. */
  inputs: (settings: SettingsOf<F>, context: SourceContext) => Input[];
  /** Whether a probe makes sense. */
  ready: (settings: SettingsOf<F>, context: SourceContext) => boolean;
  /** Only one program at a time can have it, as a device or a port; unless given, any number can. */
  opensOnce?: (settings: SettingsOf<F>) => boolean;
  /** What cannot work although everything is filled in, beyond what the fields say themselves. */
  faults?: (settings: SettingsOf<F>, context: SourceContext) => FieldFaults;
  device?: {
    /** The remedy if the core finds no device; null: it needs none. */
    none: string | null;
    /** The kind of device by which ffmpeg reads it, where that has another name. */
    via?: string;
    /** The requirement if ffmpeg was built without it; by default, another image of the core. */
    unbuilt?: string;
  };
};

/** Takes settings as they are stored: they are completed with defaults at this door. */
export type SourceKind = Pick<SourceDefinition<AnyFields>, 'id' | 'name' | 'media' | 'device'> & {
  form: (context: SourceContext) => Fields;
  inputs: (settings: Settings, context: SourceContext) => Input[];
  ready: (settings: Settings, context: SourceContext) => boolean;
  opensOnce: (settings: Settings, context: SourceContext) => boolean;
  missing: (settings: Settings, context: SourceContext) => string[];
  faults: (settings: Settings, context: SourceContext) => FieldFaults;
};

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
  /** Uses hardware that the machine may not have, although ffmpeg was built for it. */
  hardware: boolean;
  fields: F;
  /** Keys of the settings that a person decides first; all others are folded. */
  open?: readonly (keyof F & string)[];
  /** Keys of the settings that name it in one line; those that stand open unless given. */
  summary?: readonly (keyof F & string)[];
  /** Options of the whole process, as the device that it works on: each with its value, and once in a process. */
  global?: (settings: SettingsOf<F>) => string[][];
  /** Output options of an encoder, input options of a decoder. Where nothing is chosen, settings are their defaults. */
  args: (settings: SettingsOf<F>, stream: Stream, ffmpeg: FfmpegVersion) => string[];
};

type Coder = Omit<CoderDefinition<Fields>, 'args' | 'global' | 'open' | 'summary'> & {
  open: readonly string[];
  summary: readonly string[];
  global: (settings: Settings) => string[][];
  /** All of them in one list, those of the whole process in front. */
  args: (settings: Settings, stream: Stream, ffmpeg: FfmpegVersion) => string[];
};
/** codec: what it produces; 'copy' and 'none' are codecs of their own. */
export type Encoder = Coder & { codec: string };
/** codecs: what it reads; none listed means all. */
export type Decoder = Coder & { codecs: readonly string[] };

/** Of what is chosen from a list an empty field chooses nothing: an option without its value would take the next word. */
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
  /** The outgoing streams, after the publication's own encoding. */
  streams: readonly Stream[];
  /** Copied streams, for containers with special needs. None by default. */
  copied?: readonly MediaType[];
  skills: Skills;
  /** Where the core itself is reached, as `host:port`, behind a proxy with its path. */
  ownHosts?: readonly string[];
};

export type { Output } from '../../media/stored/metadata.ts';

/** Keys of settings. */
export type BackupKeys = {
  /** Switches the second output on. */
  toggle: string;
  /** Switches the first one off; a service without it sends the first one always. */
  primary?: string;
  /** Where a publication that sends the second output alone has its place, and where one that sends both has it. */
  held: Readonly<Record<string, string>>;
};

type ServiceDefinition<F extends AnyFields> = {
  /** `[0-9a-z]+`: part of the id of its processes. */
  id: string;
  name: string;
  category: 'platform' | 'software' | 'universal';
  /** Other words that people look for it by, in English and small letters. */
  words?: readonly string[];
  /** Of the core. video and audio: the codecs it takes, best first; 'none' goes without. */
  requires: Requirements & Record<MediaType, readonly string[]>;
  /** Earlier ids of it. What is stored under one stays there: its process would run on beside another one. */
  aliases?: readonly string[];
  /** Its operator has ended it: who has one sees and edits it, nobody is offered a new one. */
  retired?: true;
  /** Codecs that RTMP carries since ffmpeg 6.1 only, best first; see serviceCodecs(). */
  enhanced?: readonly string[];
  /** Platforms that are found by their own names: what a new publication of one begins with. */
  presets?: readonly { name: string; alias: string; settings: Settings }[];
  /** The limits for these settings; by default, those of the service. */
  limits?: (settings: SettingsOf<F>) => PlatformLimits | null;
  /** The page on which the provider shows the stream key; null: not known yet. */
  keyPage?: string | ((settings: SettingsOf<F>) => string | null);
  docs?: string;
  copyright?: string;
  /** Converts settings of earlier releases to the current form, without loss. */
  upgrade?: (stored: Settings) => Settings;
  /** The kind of its outputs: a device or the disk of the core, with a path as address. The network by default. */
  reaches?: 'device' | 'disk';
  /** Sends a picture now and then: that no frame comes for a while says nothing. */
  sendsStills?: true;
  /** What a new publication begins with in place of the defaults, which count for what is stored without a setting. */
  begins?: (channelName: string) => Settings;
  /** Settings that each publication and each copy gets anew; `unguessable` is a new random text. */
  own?: (unguessable: string) => Settings;
  fields: F;
  /** It can send a second output, by a process of its own: see backupOutput.ts. */
  backup?: BackupKeys;
  /** ffmpeg's outputs of complete settings, each coded on its own; their options follow those of the encoding. */
  outputs: (settings: SettingsOf<F>, context: ServiceContext) => Output[];
  /** What cannot work although everything is filled in, beyond what the fields say themselves. */
  faults?: (settings: SettingsOf<F>, context: ServiceContext) => FieldFaults;
  /** What works, but is worth a word below its field. */
  notes?: (settings: SettingsOf<F>, context: ServiceContext) => FieldFaults;
  /** Secret parts in fields of another kind, such as the token of a pasted address. */
  masks?: (settings: SettingsOf<F>) => string[];
  /** The files that it leaves on the disk of the core, as a glob, and what of them is kept; null: none yet. */
  files?: (settings: SettingsOf<F>) => (Retention & { glob: string }) | null;
};

/** Takes settings as they are stored. */
export type Service = Omit<
  ServiceDefinition<AnyFields>,
  'fields' | 'limits' | 'keyPage' | 'outputs' | 'faults' | 'notes' | 'masks' | 'files'
> & {
  version: '1.0';
  keyPage?: (settings: Settings) => string | null;
  limits?: (settings: Settings) => PlatformLimits | null;
  form: (context: ServiceContext) => Fields;
  /** None while a required field is empty. */
  outputs: (settings: Settings, context: ServiceContext) => Output[];
  missing: (settings: Settings, context: ServiceContext) => string[];
  faults: (settings: Settings, context: ServiceContext) => FieldFaults;
  notes: (settings: Settings, context: ServiceContext) => FieldFaults;
  /** All that has to be masked wherever these settings show: in addresses, logs and reports. */
  secrets: (settings: Settings) => string[];
  files?: (settings: Settings) => (Retention & { glob: string }) | null;
};

/** In a password, characters that nobody sees may be meant. */
const CONTROL = /[\p{Cc}\u2028\u2029]/gu;

/** Addresses, keys and logins without them. */
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

const isSecret = (field: AnyFields[string]) =>
  field.kind === 'secret' || (field.kind === 'hidden' && field.secret === true);

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
      const kept = Object.entries(fields).flatMap(([key, field]) =>
        isSecret(field)
          ? [valueAt(stored, key), valueAt(settings, key), valueAt(withVisibleConnection(fields, settings), key)].map(
              (value) => String(value ?? ''),
            )
          : [],
      );
      return [...new Set([...kept, ...(masks?.(settings) ?? [])])].filter((secret) => secret !== '');
    },
  };
}
