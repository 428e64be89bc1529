import { type PassthroughTarget, passthroughOf, playsAsItIs } from '../../media/encoding/passthrough.ts';
import { type Coder, emptyProfile, type Profile, type StreamCoding } from '../../media/encoding/profile.ts';
import type { FfmpegVersion, Skills } from '../../media/encoding/skills.ts';
import type { MediaType, Stream } from '../../media/encoding/streams.ts';
import { applyFilters, readFilters, replaceEncoder } from '../filters/filterForm.ts';
import { knownFilters } from '../filters/index.ts';
import type { Decoder, Encoder, FieldFaults } from '../form/defineCatalogEntry.ts';
import { fieldFaults } from '../form/evaluateFields.ts';
import type { Field, Fields, Settings } from '../form/fields.ts';
import { misspeltFigures, settingsOf } from '../form/fieldValues.ts';
import { chooseBestEncoder } from './bestEncoder.ts';
import { decoderOf, decoders } from './decoders.ts';
import { encoderOf, knownEncoders, RANKED_ENCODERS } from './index.ts';
import { proposeEncoderSettings } from './proposeSettings.ts';

/** Codecs accepted unchanged, best first. `target`: where passed-through streams must play; absent if unknown. */
export type AcceptedCodecs = Record<MediaType, readonly string[]> & { target?: PassthroughTarget | undefined };

/** Codecs that every HLS player supports. */
export const INGEST_CODECS: AcceptedCodecs = { video: ['h264'], audio: ['aac', 'mp3'], target: 'browsers' };

type CoderSkills = Pick<Skills, 'encoders' | 'decoders' | 'codecs' | 'ffmpeg' | 'tested'>;

/** Pseudo codecs without an encoder. */
const PLAIN = ['copy', 'none'];

/** Encoders of this core in the order of the codecs, the best first. 'copy' counts as a codec. */
export function encodersFor(type: MediaType, codecs: readonly string[], skills: Pick<Skills, 'encoders'>): Encoder[] {
  const plain = PLAIN.filter((codec) => codecs.includes(codec));
  const order = [...new Set([...plain, ...codecs])];
  return order
    .flatMap((codec) => RANKED_ENCODERS[type][codec] ?? [])
    .filter(({ id }) => skills.encoders[type].includes(id));
}

export const encodersToTry = ({ encoders: available }: Pick<Skills, 'encoders'>): Encoder[] =>
  (['video', 'audio'] as const).flatMap((type) =>
    knownEncoders[type].filter(({ id, codec }) => !PLAIN.includes(codec) && available[type].includes(id)),
  );

export const encodersToTest = (skills: Pick<Skills, 'encoders'>): Encoder[] =>
  encodersToTry(skills).filter(({ codec }) => codec !== 'rawvideo');

/** Returns encoders that another ffmpeg would offer; none if the core reported no encoders. */
export const lackingEncoders = (
  type: MediaType,
  codecs: readonly string[],
  { encoders: available, ffmpeg }: Pick<Skills, 'encoders' | 'ffmpeg'>,
): Encoder[] =>
  ffmpeg.major === 0
    ? []
    : [...new Set(codecs)]
        .flatMap((codec) => RANKED_ENCODERS[type][codec] ?? [])
        .filter(({ id }) => !available[type].includes(id));

/** Whether a stream may be passed through: its codec is accepted and the container can carry it. */
export const canBePassed = (stream: Stream, type: MediaType, accepted: AcceptedCodecs): boolean =>
  accepted[type].includes(stream.codec) &&
  (accepted.target === undefined || passthroughOf(stream, accepted.target, accepted[type]).plays !== 'nowhere');

export const isPassedByDefault = (stream: Stream, type: MediaType, accepted: AcceptedCodecs): boolean =>
  accepted[type].includes(stream.codec) &&
  (accepted.target === undefined || playsAsItIs(stream, accepted.target, accepted[type]));

export const offeredEncoders = (
  stream: Stream,
  type: MediaType,
  accepted: AcceptedCodecs,
  skills: Pick<Skills, 'encoders'>,
): Encoder[] =>
  encodersFor(type, canBePassed(stream, type, accepted) ? ['copy', ...accepted[type]] : accepted[type], skills);

export const decodersFor = (type: MediaType, codec: string, skills: Pick<Skills, 'decoders'>): Decoder[] =>
  decoders[type].filter(
    ({ id, codecs }) => skills.decoders[type].includes(id) && (codecs.length === 0 || codecs.includes(codec)),
  );

/** Returns complete settings and their arguments, or null for an unknown coder. */
export function encodingFor(
  type: MediaType,
  id: string,
  settings: Settings,
  stream: Stream,
  ffmpeg: FfmpegVersion,
): Coder | null {
  return coderFrom(encoderOf(type, id), settings, stream, ffmpeg);
}

export function applyEncoder(
  type: MediaType,
  coding: StreamCoding,
  { encoder: id, settings }: { encoder: string; settings: Settings },
  stream: Stream,
  ffmpeg: FfmpegVersion,
): StreamCoding | null {
  const encoder = encodingFor(type, id, settings, stream, ffmpeg);
  return encoder && replaceEncoder(type, coding, encoder);
}

export function applyDecoder(
  type: MediaType,
  id: string,
  settings: Settings,
  stream: Stream,
  ffmpeg: FfmpegVersion,
): Coder | null {
  return coderFrom(decoderOf(type, id), settings, stream, ffmpeg);
}

/** Normalizes stored figures: ffmpeg rejects 4000k here. A coding without such figures stays unchanged. */
export function respellFigures(type: MediaType, coding: StreamCoding, stream: Stream, ffmpeg: FfmpegVersion) {
  const { encoder } = coding;
  const isMisspelt = misspeltFigures(encoderOf(type, encoder.coder)?.fields ?? {}, encoder.settings).length > 0;
  const encoded = isMisspelt
    ? (applyEncoder(type, coding, { encoder: encoder.coder, settings: encoder.settings }, stream, ffmpeg) ?? coding)
    : coding;
  const filtered = knownFilters[type].some(
    ({ id, ofEncoder, fields }) =>
      !ofEncoder && misspeltFigures(fields, encoded.filter?.settings[id]?.settings).length > 0,
  );
  return filtered ? applyFilters(type, encoded, readFilters(type, encoded), ffmpeg) : encoded;
}

function codingParts(type: MediaType, coding: StreamCoding): [place: string, fields: Fields, settings: Settings][] {
  const { encoder, decoder, filter } = coding;
  const { settings } = readFilters(type, coding);
  return [
    ['encoder', encoderOf(type, encoder.coder)?.fields ?? {}, encoder.settings],
    ['decoder', decoderOf(type, decoder.coder)?.fields ?? {}, decoder.settings],
    ...(filter ? knownFilters[type] : []).map(({ id, fields }): [string, Fields, Settings] => [
      id,
      fields,
      settings[id] ?? {},
    ]),
  ];
}

export function codingFaultsOf(type: MediaType, coding: StreamCoding): FieldFaults {
  if (PLAIN.includes(coding.encoder.coder)) return {};
  return Object.fromEntries(
    codingParts(type, coding).flatMap(([place, fields, settings]) =>
      Object.entries(fieldFaults(fields, settings)).map(([key, text]) => [`${type}.${place}.${key}`, text]),
    ),
  );
}

export const faultyCodingField = (type: MediaType, coding: StreamCoding, at: string): Field | undefined =>
  codingParts(type, coding).flatMap(([place, fields]) =>
    Object.entries(fields).flatMap(([key, field]) => (`${type}.${place}.${key}` === at ? [field] : [])),
  )[0];

function coderFrom(kind: Encoder | Decoder | null, stored: Settings, stream: Stream, ffmpeg: FfmpegVersion) {
  if (kind === null) return null;
  const settings = settingsOf(kind.fields, stored);
  const global = kind.global(settings);
  return {
    coder: kind.id,
    settings,
    mapping: kind.args(settings, stream, ffmpeg),
    ...(global.length > 0 ? { global } : {}),
  };
}

/** Keeps chosen encoders, whatever the service accepts. */
export function preselectCoders(
  profile: Profile,
  streams: Stream[],
  accepted: AcceptedCodecs,
  skills: CoderSkills,
): Profile {
  const choice = (type: MediaType) => pick(type, profile[type], streams, accepted, skills);
  const [video, audio] = [choice('video'), choice('audio')];
  return { ...profile, video, audio, custom: { selected: false, stream: audio.stream } };
}

function pick(
  type: MediaType,
  coding: StreamCoding,
  streams: readonly Stream[],
  accepted: AcceptedCodecs,
  skills: CoderSkills,
): StreamCoding {
  const current = coding.source === 0 ? streams[coding.stream] : undefined;
  const canKeep = current?.type === type && fits(coding.encoder.coder, current, type, accepted);
  if (current && canKeep) return { ...coding, ...keptCoders(type, coding, current, skills) };
  const index = streams.findIndex((stream) => stream.type === type);
  const stream = streams[index];
  if (!stream) return emptyProfile()[type];
  const id = bestFor(type, stream, accepted, skills);
  const best = encoderOf(type, id);
  const encoder =
    encodingFor(type, id, best ? proposeEncoderSettings(best, stream) : {}, stream, skills.ffmpeg) ?? coding.encoder;
  const decoder = applyDecoder(type, 'default', {}, stream, skills.ffmpeg) ?? coding.decoder;
  return { ...replaceEncoder(type, coding, encoder), source: 0, stream: index, decoder };
}

/** Stored coders stay unchanged until the operator chooses others. */
function keptCoders(
  type: MediaType,
  coding: StreamCoding,
  stream: Stream,
  { ffmpeg }: CoderSkills,
): Partial<StreamCoding> {
  const { encoder } = coding;
  const fresh =
    encoder.mapping.length === 0 ? encodingFor(type, encoder.coder, encoder.settings, stream, ffmpeg) : null;
  if (fresh) return { encoder: replaceEncoder(type, coding, { ...encoder, ...fresh }).encoder };
  return respellFigures(type, coding, stream, ffmpeg);
}

/** Accepts chosen encoders that this core lacks, as they may work on another. */
function fits(id: string, stream: Stream, type: MediaType, accepted: AcceptedCodecs): boolean {
  if (id === 'copy') return canBePassed(stream, type, accepted);
  return id !== 'none' || accepted[type].includes('none');
}

function bestFor(type: MediaType, stream: Stream, accepted: AcceptedCodecs, skills: CoderSkills): string {
  if (isPassedByDefault(stream, type, accepted)) return 'copy';
  const passable = canBePassed(stream, type, accepted);
  for (const codec of accepted[type]) {
    if (codec === 'none' && passable) return 'copy';
    const best = chooseBestEncoder(encodersFor(type, [codec], skills), stream.height, skills);
    if (best) return best.id;
  }
  return passable ? 'copy' : 'none';
}
