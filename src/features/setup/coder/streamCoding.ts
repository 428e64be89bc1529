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

/** Facts that decide how a stream of an ingest or a publication is coded. */
export interface CodingContext {
  skills: Pick<Skills, 'encoders' | 'decoders' | 'filters' | 'ffmpeg' | 'tested' | 'trial'>;
  /** Codecs that are accepted without encoding, best first; 'none' allows leaving the stream out. */
  accepted: AcceptedCodecs;
  limits?: PlatformLimits | undefined;
}

export type CoderChange = { type: MediaType } & (
  | { stream: number }
  | { encoder: string; settings: Settings }
  | { decoder: string; settings: Settings }
  | { filters: FilterForm }
);

/** Whether the stream is encoded. Only then is it decoded as well. */
export const isEncoded = ({ coder }: Coder): boolean => coder !== 'copy' && coder !== 'none';

/** PCM formats of generated sound vary, but that does not affect encoders. */
const kindOf = ({ codec }: Stream) => (codec.startsWith('pcm_') ? 'pcm' : codec);
const isAlike = (a: Stream, b: Stream) => a.type === b.type && kindOf(a) === kindOf(b);
const isSame = (a: Stream, b: Stream) =>
  isAlike(a, b) &&
  (['width', 'height', 'pix_fmt', 'sampling_hz', 'layout', 'channels'] as const).every((key) => a[key] === b[key]);

/** Returns the default settings of an encoder for a stream; null for an unknown encoder. */
function proposed(id: string, type: MediaType, stream: Stream, { skills }: CodingContext): Coder | null {
  const encoder = encoderOf(type, id);
  return encoder && encodingFor(type, id, proposeEncoderSettings(encoder, stream), stream, skills.ffmpeg);
}

/** Returns the best encoder for the first accepted codec that this core can encode. */
function bestFor(type: MediaType, stream: Stream, { accepted, skills }: CodingContext): Encoder | null {
  const offered = offeredEncoders(stream, type, accepted, skills);
  const passed = isPassedByDefault(stream, type, accepted);
  const codecs = [...new Set(offered.map(({ codec }) => codec))].toSorted(
    // Partial playback is better than none.
    (a, b) => (passed ? 0 : Number(a === 'copy') - Number(b === 'copy')),
  );
  const best = codecs.flatMap((codec) => {
    const matching = offered.filter((encoder) => encoder.codec === codec);
    return chooseBestEncoder(matching, stream.height, skills) ?? [];
  });
  return best[0] ?? null;
}

const SIZE = 'scale';
const even = (side: number) => side - (side % 2);

/** 4:2:0 encoders reject odd sides, so sides are rounded down to even ones unless a size is set. */
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

/** Returns the default coding of a stream; null if no coder of this core makes an accepted codec from it. */
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
 * Returns null if there is no stream of this type, and no coder if none fits.
 * @param beside the video stream to match with audio
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
  const [preselected] = preferred.flatMap((index) => codedByDefault(type, source, streams, index, context) ?? []);
  return preselected ?? { ...emptyProfile()[type], source, stream: first };
}

/** Applies the same coders to another stream. Unknown coders keep their arguments. */
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
  const encoded = applyEncoder(type, coding, { encoder: coder, settings }, stream, skills.ffmpeg) ?? coding;
  const recoded = {
    ...encoded,
    stream: index,
    encoder: { ...encoder, ...encoded.encoder },
    decoder: { ...decoder, ...applyDecoder(type, decoder.coder, decoder.settings, stream, skills.ffmpeg) },
  };
  return withEvenSize(type, recoded, stream, context);
}

/** Updates the coding after a probe; the choice is kept if a stream with the same codec exists. */
export function reprobeCoding(
  type: MediaType,
  coding: StreamCoding,
  before: readonly Stream[],
  streams: readonly Stream[],
  context: CodingContext,
  beside?: Stream,
): StreamCoding | null {
  const previous = before[coding.stream];
  const index = previous ? findAgain(previous, coding.stream, streams, (stream) => isAlike(previous, stream)) : -1;
  const stream = streams[index];
  const plays = (stream: Stream) => isPassedByDefault(stream, type, context.accepted);
  if (!previous || !stream || previous.type !== type || coding.encoder.coder === 'none')
    return firstCoded(type, Math.max(coding.source, 0), streams, context, beside);
  if (coding.encoder.coder === 'copy' && plays(previous) && !plays(stream))
    return codedByDefault(type, coding.source, streams, index, context);
  return isSame(previous, stream) ? { ...coding, stream: index } : recodedFor(type, coding, index, stream, context);
}

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
  // With the same encoder, the operator's size stays.
  return change.encoder === coding.encoder.coder ? encoded : withEvenSize(type, encoded, stream, context);
}

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
  const needed = from !== undefined && plays(from) === plays(to) && (isAlike(from, to) || !plays(to));
  if (needed && coding.encoder.coder !== 'none') {
    const decoder = isAlike(from, to) ? coding.decoder : emptyProfile()[type].decoder;
    return recodedFor(type, { ...coding, decoder }, index, to, context);
  }
  const nothing: StreamCoding = { ...emptyProfile()[type], source: coding.source, stream: index };
  return codedByDefault(type, coding.source, streams, index, context) ?? nothing;
}

/** Returns the best software or tested encoder if any, because untested hardware may be missing. */
export const plainEncoder = (encoders: readonly Encoder[], skills: Pick<Skills, 'tested'>): Encoder | null => {
  const encoding = encoders.filter(({ id }) => id !== 'copy' && id !== 'none');
  const certain = encoding.filter((encoder) => !encoder.hardware || encoderTestResult(encoder, skills) !== null);
  return chooseBestEncoder(certain, 0, skills) ?? chooseBestEncoder(encoding, 0, skills);
};

export interface CoderOffer {
  encoders: Encoder[];
  lacking: Encoder[];
  decoders: Decoder[];
  /** Whether the stream must be encoded, but this core has no encoder for it. */
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

/** Whether a coder is already chosen, possibly on another core. */
const isKept = ({ encoder }: StreamCoding) => encoder.coder !== 'none';
