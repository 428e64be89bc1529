import { type Coder, type Coding, emptyProfile, type Profile } from '../../media/profile.ts';
import type { FfmpegVersion, Skills } from '../../media/skills.ts';
import type { MediaType, Stream } from '../../media/streams.ts';
import type { Decoder, Encoder } from '../define.ts';
import type { Settings } from '../fields.ts';
import { settingsOf } from '../settings.ts';
import { codecOf, decoderOf, decoders, encoderOf, encoders } from './index.ts';

/** What HLS carries to every player. */
export const INGEST_CODECS: Record<MediaType, readonly string[]> = { video: ['h264'], audio: ['aac', 'mp3'] };

type Known = Pick<Skills, 'encoders' | 'decoders' | 'ffmpeg'>;

/** Encoders of this core that put out one of the codecs, best first; 'copy' is a codec too. */
export const encodersFor = (type: MediaType, codecs: readonly string[], skills: Pick<Skills, 'encoders'>): Encoder[] =>
  encoders[type].filter(({ id, codec }) => codecs.includes(codec) && skills.encoders[type].includes(id));

/** Encoders to offer for a stream: copy only when its codec is accepted as it is. */
export const offeredFor = (
  stream: Stream,
  type: MediaType,
  codecs: readonly string[],
  skills: Pick<Skills, 'encoders'>,
): Encoder[] => encodersFor(type, codecs.includes(stream.codec) ? ['copy', ...codecs] : codecs, skills);

/** Decoders of this core for a codec; worth asking only when there are two or more. */
export const decodersFor = (type: MediaType, codec: string, skills: Pick<Skills, 'decoders'>): Decoder[] =>
  decoders[type].filter(
    ({ id, codecs }) => skills.decoders[type].includes(id) && (codecs.length === 0 || codecs.includes(codec)),
  );

/** A coder as it is stored: complete settings, and the arguments they give. Null when it is not known here. */
export function encoding(
  type: MediaType,
  id: string,
  settings: Settings,
  stream: Stream,
  ffmpeg: FfmpegVersion,
): Coder | null {
  const coder = coderFrom(encoderOf(type, id), settings, stream, ffmpeg);
  const { filter_graph } = settings;
  if (!coder || typeof filter_graph !== 'string' || ['copy', 'none'].includes(id)) return coder;
  return { ...coder, mapping: filtered(type, coder.mapping, filter_graph) };
}

/** What an existing installation filters comes before the filter of the encoder: ffmpeg takes one -vf or -af. */
function filtered(type: MediaType, mapping: string[], graph: string): string[] {
  const option = type === 'video' ? '-vf' : '-af';
  const at = mapping.indexOf(option) + 1;
  if (at === 0) return [...mapping, option, graph];
  return mapping.with(at, `${graph},${mapping[at]}`);
}

export function decoding(
  type: MediaType,
  id: string,
  settings: Settings,
  stream: Stream,
  ffmpeg: FfmpegVersion,
): Coder | null {
  return coderFrom(decoderOf(type, id), settings, stream, ffmpeg);
}

function coderFrom(kind: Encoder | Decoder | null, given: Settings, stream: Stream, ffmpeg: FfmpegVersion) {
  if (kind === null) return null;
  const settings = settingsOf(kind.fields, given);
  return { coder: kind.id, settings, mapping: kind.args(settings, stream, ffmpeg) };
}

/**
 * The profile after a probe. Of the video source: its video, and its audio when it has some. Of a separate audio
 * source: its audio. What was chosen before stays as long as it still fits.
 */
export function selectEncoders(type: MediaType, profile: Profile, streams: Stream[], skills: Known): Profile {
  if (type === 'audio')
    return { ...profile, audio: pick('audio', profile.audio, 1, streams, INGEST_CODECS.audio, skills) };
  const video = pick('video', profile.video, 0, streams, INGEST_CODECS.video, skills);
  const audio = pick('audio', profile.audio, 0, streams, INGEST_CODECS.audio, skills);
  // Without audio of its own the source is offered a separate one.
  const custom = audio.source === 0 ? { selected: false, stream: audio.stream } : { selected: true, stream: -2 };
  return { ...profile, video, audio, custom };
}

/**
 * The profile of a publication: what was chosen as long as it fits, else the first stream of each kind.
 * @param accepted codecs the service takes, in its order of preference
 */
export function preselect(
  profile: Profile,
  streams: Stream[],
  accepted: Record<MediaType, readonly string[]>,
  skills: Known,
): Profile {
  const video = pick('video', profile.video, 0, streams, accepted.video, skills);
  const audio = pick('audio', profile.audio, 0, streams, accepted.audio, skills);
  return { ...profile, video, audio, custom: { selected: false, stream: audio.stream } };
}

function pick(
  type: MediaType,
  coding: Coding,
  source: number,
  streams: Stream[],
  accepted: readonly string[],
  skills: Known,
): Coding {
  const current = coding.source === source ? streams[coding.stream] : undefined;
  const kept = current?.type === type && fits(type, coding.encoder.coder, current, accepted, skills);
  const index = kept ? coding.stream : streams.findIndex((stream) => stream.type === type);
  const stream = streams[index];
  if (!stream) return emptyProfile()[type];
  const id = kept ? coding.encoder.coder : bestFor(type, stream, accepted, skills);
  const settings = kept ? coding.encoder.settings : {};
  const encoder = encoding(type, id, settings, stream, skills.ffmpeg) ?? coding.encoder;
  return {
    ...coding,
    source,
    stream: index,
    // Keys that others have put beside a coder stay with it.
    encoder: kept ? { ...coding.encoder, ...encoder } : encoder,
    decoder: decoderFor(type, coding.decoder, stream, skills),
  };
}

function fits(type: MediaType, id: string, stream: Stream, accepted: readonly string[], skills: Known): boolean {
  if (!skills.encoders[type].includes(id)) return false;
  // One that this version does not know was chosen by somebody who did: its stored arguments still work.
  if (encoderOf(type, id) === null) return true;
  return accepted.includes(id === 'copy' ? stream.codec : codecOf(type, id));
}

function bestFor(type: MediaType, stream: Stream, accepted: readonly string[], skills: Known): string {
  if (accepted.includes(stream.codec)) return 'copy';
  const [best] = accepted.flatMap((codec) => encodersFor(type, [codec], skills));
  return best?.id ?? 'none';
}

function decoderFor(type: MediaType, current: Coder, stream: Stream, skills: Known): Coder {
  const { coder, settings } = current;
  const known = decodersFor(type, stream.codec, skills).some(({ id }) => id === coder);
  const chosen = known ? decoding(type, coder, settings, stream, skills.ffmpeg) : null;
  if (chosen) return { ...current, ...chosen };
  return decoding(type, 'default', {}, stream, skills.ffmpeg) ?? current;
}
