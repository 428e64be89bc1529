import type { Network } from '../media/network.ts';
import type { Input } from '../media/profile.ts';
import type { FfmpegVersion, Requirements, Skills } from '../media/skills.ts';
import type { MediaType, Stream } from '../media/streams.ts';
import { adaptFields, missingOf } from './adaptFields.ts';
import type { Fields, Settings, SettingsOf } from './fields.ts';
import { settingsOf } from './settings.ts';

/** What a source may ask when it makes its inputs. */
export type SourceContext = { ffmpeg: FfmpegVersion; network: Network; skills: Skills };

type SourceDefinition<F extends Fields> = {
  id: string;
  /** English text, marked with msg(). */
  name: string;
  media: readonly MediaType[];
  fields: F;
  /** ffmpeg's inputs; none while the settings are incomplete. */
  inputs: (settings: SettingsOf<F>, context: SourceContext) => Input[];
  /** Whether a probe makes sense. */
  ready: (settings: SettingsOf<F>, context: SourceContext) => boolean;
};

/** Takes settings as they are stored: they are completed with defaults at this door. */
export type SourceKind = Omit<SourceDefinition<Fields>, 'inputs' | 'ready'> & {
  inputs: (settings: Settings, context: SourceContext) => Input[];
  ready: (settings: Settings, context: SourceContext) => boolean;
};

export const defineSource = <const F extends Fields>(source: SourceDefinition<F>): SourceKind => ({
  ...source,
  inputs: (settings, context) => source.inputs(settingsOf(source.fields, settings), context),
  ready: (settings, context) => source.ready(settingsOf(source.fields, settings), context),
});

type CoderDefinition<F extends Fields> = {
  /** ffmpeg's name of the coder. */
  id: string;
  name: string;
  type: MediaType;
  /** Uses hardware that the machine may not have, although ffmpeg was built for it. */
  hardware: boolean;
  fields: F;
  /** Output options of an encoder, input options of a decoder. */
  args: (settings: SettingsOf<F>, stream: Stream, ffmpeg: FfmpegVersion) => string[];
};

type Coder = Omit<CoderDefinition<Fields>, 'args'> & {
  args: (settings: Settings, stream: Stream, ffmpeg: FfmpegVersion) => string[];
};
/** codec: what it produces; 'copy' and 'none' are codecs of their own. */
export type Encoder = Coder & { codec: string };
/** codecs: what it reads; none listed means all. */
export type Decoder = Coder & { codecs: readonly string[] };

const coder = <const F extends Fields>({ args, ...rest }: CoderDefinition<F>): Coder => ({
  ...rest,
  args: (settings, stream, ffmpeg) => args(settingsOf(rest.fields, settings), stream, ffmpeg),
});

export const defineEncoder = <const F extends Fields>(encoder: CoderDefinition<F> & { codec: string }): Encoder => ({
  ...coder(encoder),
  codec: encoder.codec,
});

export const defineDecoder = <const F extends Fields>(
  decoder: CoderDefinition<F> & { codecs: readonly string[] },
): Decoder => ({ ...coder(decoder), codecs: decoder.codecs });

/** What a service may ask when it makes its form and outputs. */
export type ServiceContext = {
  /** The channel's uuid. */
  channel: string;
  meta: { name: string; description: string };
  /** What the publication sends: the streams after its own encoding. */
  streams: readonly Stream[];
  skills: Skills;
};

export type Output = { address: string; options: string[] };

/** Texts marked with msg(), by the key of the field; '' is the form or the encoding as a whole. */
export type Faults = Readonly<Record<string, string>>;

type ServiceDefinition<F extends Fields> = {
  /** `[0-9a-z]+`: part of the id of its processes. */
  id: string;
  name: string;
  category: 'platform' | 'software' | 'universal';
  /** Of the core. video and audio: the codecs it takes, best first; 'none' goes without. */
  requires: Requirements & Record<MediaType, readonly string[]>;
  /** Where the provider shows the stream key. */
  keyPage?: string;
  fields: F;
  /** ffmpeg's outputs of complete settings, each coded on its own; their options follow those of the encoding. */
  outputs: (settings: SettingsOf<F>, context: ServiceContext) => Output[];
  /** What cannot work although everything is filled in. */
  faults?: (settings: SettingsOf<F>, context: ServiceContext) => Faults;
};

/** Takes settings as they are stored. */
export type Service = Omit<ServiceDefinition<Fields>, 'fields' | 'outputs' | 'faults'> & {
  version: '1.0';
  /** The fields as this channel and core have them. */
  form: (context: ServiceContext) => Fields;
  /** None while a required field is empty. */
  outputs: (settings: Settings, context: ServiceContext) => Output[];
  /** Keys of the required fields that are shown and empty. */
  missing: (settings: Settings, context: ServiceContext) => string[];
  /** What to mend before it can be saved; says nothing about what is missing. */
  faults: (settings: Settings, context: ServiceContext) => Faults;
};

export function defineService<const F extends Fields>(service: ServiceDefinition<F>): Service {
  const form = (context: ServiceContext): Fields => adaptFields(service.fields, context);
  const missing = (stored: Settings, context: ServiceContext) => missingOf(form(context), stored);
  const complete = (stored: Settings, context: ServiceContext) =>
    settingsOf(service.fields, settingsOf(form(context), stored));
  return {
    ...service,
    version: '1.0',
    form,
    missing,
    outputs: (stored, context) =>
      missing(stored, context).length > 0 ? [] : service.outputs(complete(stored, context), context),
    faults: (stored, context) => service.faults?.(complete(stored, context), context) ?? {},
  };
}
