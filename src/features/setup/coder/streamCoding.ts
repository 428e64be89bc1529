import { chooseBestEncoder, encoderTestResult } from '../../../catalog/coders/bestEncoder.ts';
import {
  type AcceptedCodecs,
  applyDecoder,
  applyEncoder,
  decodersFor,
  encodingFor,
  isPassedByDefault,
  lackingEncoders,
  offeredEncoders,
} from '../../../catalog/coders/chooseCoders.ts';
import { encoderOf } from '../../../catalog/coders/index.ts';
import { proposeEncoderSettings } from '../../../catalog/coders/proposeSettings.ts';
import { applyFilters, type FilterForm, readFilters } from '../../../catalog/filters/filterForm.ts';
import type { Decoder, Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import type { Settings } from '../../../catalog/form/fields.ts';
import type { PlatformLimits } from '../../../media/encoding/platformLimits.ts';
import { findAgain, preferredStreams } from '../../../media/encoding/preferredStreams.ts';
import { type Coder, emptyProfile, type StreamCoding } from '../../../media/encoding/profile.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { type MediaType, type Stream, upright } from '../../../media/encoding/streams.ts';

/** What decides how a stream is coded, for an ingest and for a publication alike. */
export interface CodingContext {
  skills: Pick<Skills, 'encoders' | 'decoders' | 'filters' | 'ffmpeg' | 'tested' | 'trial'>;
  /** Codecs that are taken as they are, best first; 'none' goes without. */
  accepted: AcceptedCodecs;
  /** Upper limits of the service, if known. */
  limits?: PlatformLimits | undefined;
}

export type CoderChange = { type: MediaType } & (
  | { stream: number }
  | { encoder: string; settings: Settings }
  | { decoder: string; settings: Settings }
  | { filters: FilterForm }
);

/** Nothing is encoded there, so nothing is decoded either. */
export const isEncoded = ({ coder }: Coder): boolean => coder !== 'copy' && coder !== 'none';

/** Generated sound differs in how ffmpeg counts it, which no encoder minds. */
const kindOf = ({ codec }: Stream) => (codec.startsWith('pcm_') ? 'pcm' : codec);
const alike = (a: Stream, b: Stream) => a.type === b.type && kindOf(a) === kindOf(b);
const isSame = (a: Stream, b: Stream) =>
  alike(a, b) &&
  (['width', 'height', 'pix_fmt', 'sampling_hz', 'layout', 'channels'] as const).every((key) => a[key] === b[key]);

/** The defaults of this encoder for a stream; null: this version does not know the encoder. */
function proposed(id: string, type: MediaType, stream: Stream, { skills }: CodingContext): Coder | null {
  const encoder = encoderOf(type, id);
  return encoder && encodingFor(type, id, proposeEncoderSettings(encoder, stream), stream, skills.ffmpeg);
}

/** What the first codec that is accepted is made by; of the next one, where nothing makes that. */
function bestFor(type: MediaType, stream: Stream, { accepted, skills }: CodingContext): Encoder | null {
  const offered = offeredEncoders(stream, type, accepted, skills);
  const passed = isPassedByDefault(stream, type, accepted);
  const codecs = [...new Set(offered.map(({ codec }) => codec))].toSorted(
    // What plays in part is better than nothing.
    (a, b) => (passed ? 0 : Number(a === 'copy') - Number(b === 'copy')),
  );
  const best = codecs.flatMap((codec) => {
    const of = offered.filter((encoder) => encoder.codec === codec);
    return chooseBestEncoder(of, stream.height, skills) ?? [];
  });
  return best[0] ?? null;
}

const SIZE = 'scale';
const even = (side: number) => side - (side % 2);

/** Encoders of 4:2:0 refuse odd sides, so the smaller even ones are set where no size is. */
function withEvenSize(type: MediaType, coding: StreamCoding, stream: Stream, { skills }: CodingContext): StreamCoding {
  const { width, height } = upright(stream);
  const isOdd = type === 'video' && width > 2 && height > 2 && (width % 2 === 1 || height % 2 === 1);
  if (!isOdd || !isEncoded(coding.encoder)) return coding;
  const form = readFilters(type, coding);
  if (form.settings[SIZE]?.mode !== 'none') return coding;
  const settings = {
    ...form.settings,
    [SIZE]: { ...form.settings[SIZE], mode: 'fix', fix: `${even(width)}x${even(height)}` },
  };
  return applyFilters(type, coding, { ...form, settings }, skills.ffmpeg);
}

/** How a stream is coded by default; null when no coder of this core makes of it what is accepted. */
function codedByDefault(
  type: MediaType,
  source: number,
  streams: readonly Stream[],
  index: number,
  context: CodingContext,
): StreamCoding | null {
  const stream = streams[index]?.type === type ? streams[index] : undefined;
  const best = stream ? bestFor(type, stream, context) : null;
  const encoder = stream && best ? proposed(best.id, type, stream, context) : null;
  if (!stream || !encoder) return null;
  return withEvenSize(type, { ...emptyProfile()[type], source, stream: index, encoder }, stream, context);
}

/**
 * The best stream of this type that can be coded, else the best without a coder; null: there is none of this type.
 * @param beside the picture that sound is chosen for
 */
export function firstCoded(
  type: MediaType,
  source: number,
  streams: readonly Stream[],
  context: CodingContext,
  beside?: Stream,
): StreamCoding | null {
  const preferred = preferredStreams(type, streams, context.accepted[type], beside);
  const [first] = preferred;
  if (first === undefined) return null;
  const [coded] = preferred.flatMap((index) => codedByDefault(type, source, streams, index, context) ?? []);
  return coded ?? { ...emptyProfile()[type], source, stream: first };
}

/** The same coders for this stream. Unknown coders keep their arguments. */
function recodedFor(
  type: MediaType,
  coding: StreamCoding,
  index: number,
  stream: Stream,
  context: CodingContext,
): StreamCoding {
  const { skills } = context;
  const { encoder, decoder } = coding;
  const { coder, settings } = encoder;
  const made = applyEncoder(type, coding, { encoder: coder, settings }, stream, skills.ffmpeg) ?? coding;
  const recoded = {
    ...made,
    stream: index,
    encoder: { ...encoder, ...made.encoder },
    decoder: { ...decoder, ...applyDecoder(type, decoder.coder, decoder.settings, stream, skills.ffmpeg) },
  };
  return withEvenSize(type, recoded, stream, context);
}

/**
 * The coding of a source that was probed again. What was chosen for a stream stays as long as there is one of the same
 * codec; for all others it is decided anew.
 */
export function reprobeCoding(
  type: MediaType,
  coding: StreamCoding,
  before: readonly Stream[],
  streams: readonly Stream[],
  context: CodingContext,
  beside?: Stream,
): StreamCoding | null {
  const was = before[coding.stream];
  const index = was ? findAgain(was, coding.stream, streams, (stream) => alike(was, stream)) : -1;
  const stream = streams[index];
  const plays = (one: Stream) => isPassedByDefault(one, type, context.accepted);
  if (!was || !stream || was.type !== type || coding.encoder.coder === 'none')
    return firstCoded(type, Math.max(coding.source, 0), streams, context, beside);
  if (coding.encoder.coder === 'copy' && plays(was) && !plays(stream))
    return codedByDefault(type, coding.source, streams, index, context);
  return isSame(was, stream) ? { ...coding, stream: index } : recodedFor(type, coding, index, stream, context);
}

/** The coding with another stream, encoder or decoder, and what follows from it. */
export function withCoder(
  coding: StreamCoding,
  streams: readonly Stream[],
  change: CoderChange,
  context: CodingContext,
): StreamCoding {
  const { type } = change;
  if ('stream' in change) return moved(type, coding, streams, change.stream, context);
  const stream = streams[coding.stream];
  if (!stream) return coding;
  const { ffmpeg } = context.skills;
  if ('filters' in change) return applyFilters(type, coding, change.filters, ffmpeg);
  if ('decoder' in change) {
    const decoder = applyDecoder(type, change.decoder, change.settings, stream, ffmpeg);
    return decoder ? { ...coding, decoder } : coding;
  }
  const chosen = encoderOf(type, change.encoder);
  if (!chosen) return coding;
  const settings =
    change.encoder === coding.encoder.coder
      ? change.settings
      : { ...proposeEncoderSettings(chosen, stream), ...change.settings };
  const encoded = applyEncoder(type, coding, { encoder: change.encoder, settings }, stream, ffmpeg) ?? coding;
  // The size of an encoder that was chosen before is the operator's.
  return change.encoder === coding.encoder.coder ? encoded : withEvenSize(type, encoded, stream, context);
}

/** Copy for what players take as it is; what has to be encoded keeps the encoder that was chosen for another stream. */
function moved(
  type: MediaType,
  coding: StreamCoding,
  streams: readonly Stream[],
  index: number,
  context: CodingContext,
) {
  const from = streams[coding.stream];
  const to = streams[index];
  if (!to) return coding;
  const plays = (stream: Stream) => isPassedByDefault(stream, type, context.accepted);
  const needed = from !== undefined && plays(from) === plays(to) && (alike(from, to) || !plays(to));
  if (needed && coding.encoder.coder !== 'none') {
    const decoder = alike(from, to) ? coding.decoder : emptyProfile()[type].decoder;
    return recodedFor(type, { ...coding, decoder }, index, to, context);
  }
  const nothing: StreamCoding = { ...emptyProfile()[type], source: coding.source, stream: index };
  return codedByDefault(type, coding.source, streams, index, context) ?? nothing;
}

/** The first that can be taken without anybody having to choose: hardware may be missing. */
export const plainEncoder = (encoders: readonly Encoder[], skills: Pick<Skills, 'tested'>): Encoder | null => {
  const encoding = encoders.filter(({ id }) => id !== 'copy' && id !== 'none');
  const certain = encoding.filter((encoder) => !encoder.hardware || encoderTestResult(encoder, skills) !== null);
  return chooseBestEncoder(certain, 0, skills) ?? chooseBestEncoder(encoding, 0, skills);
};

/** What can be chosen for one stream. */
export interface CoderOffer {
  encoders: Encoder[];
  /** Others that would fit, and that this core's ffmpeg was built without. */
  lacking: Encoder[];
  /** None where nothing is encoded. */
  decoders: Decoder[];
  /** It has to be encoded, and this core has no encoder for it. */
  stuck: boolean;
}

export function offerFor(type: MediaType, coding: StreamCoding, stream: Stream, context: CodingContext): CoderOffer {
  const encoders = offeredEncoders(stream, type, context.accepted, context.skills);
  return {
    encoders,
    lacking: lackingEncoders(type, context.accepted[type], context.skills),
    decoders: isEncoded(coding.encoder) ? decodersFor(type, stream.codec, context.skills) : [],
    stuck: encoders.every(({ id }) => id === 'none') && !context.accepted[type].includes('none') && !isKept(coding),
  };
}

/** Somebody has chosen a coder already, on whatever core. */
const isKept = ({ encoder }: StreamCoding) => encoder.coder !== 'none';
