import type { Network } from '../media/network.ts';
import type { Input } from '../media/profile.ts';
import type { FfmpegVersion, Skills } from '../media/skills.ts';
import type { MediaType, Stream } from '../media/streams.ts';
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
