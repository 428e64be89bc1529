import { codecOf } from '../../catalog/coders/index.ts';
import { decoding, encoding, INGEST_CODECS, offeredFor, selectEncoders } from '../../catalog/coders/select.ts';
import type { SourceContext } from '../../catalog/define.ts';
import { sourceOf } from '../../catalog/sources/index.ts';
import type { ProbeResult } from '../../core/answers/process.ts';
import { probeFailureOf } from '../../media/failure.ts';
import { maskText } from '../../media/mask.ts';
import { type IngestMetadata, ingestDefaults } from '../../media/metadata.ts';
import {
  type Coding,
  cleanProfile,
  emptyProfile,
  outputStreams,
  type Settings,
  type Source,
} from '../../media/profile.ts';
import { type MediaType, streamsOf } from '../../media/streams.ts';
import { verdictOf } from '../../media/verdict.ts';
import { audioChoiceOf, type Draft, type Failure } from './draft.ts';

/** The last lines hold the reason; what comes before is ffmpeg's banner. */
const LOG_LINES = 20;

/** A draft that went through a probe; with a failure it does not lead on. */
export interface Probed {
  draft: Draft;
  failure: Failure | null;
}

export const isPushed = ({ type, settings }: Source) => type === 'network' && settings.mode === 'push';

export const settingsReady = ({ type, settings }: Source, context: SourceContext) =>
  sourceOf(type)?.ready(settings, context) ?? false;

/** The source with the inputs that its settings mean on this core. */
export const withInputs = (source: Source, context: SourceContext): Source => ({
  ...source,
  inputs: sourceOf(source.type)?.inputs(source.settings, context) ?? [],
});

function failureOf(result: ProbeResult, wanted: MediaType, coder: string): Failure | null {
  const verdict = verdictOf(streamsOf(result), wanted, coder);
  if (verdict === 'none' || verdict === 'success') return null;
  return { verdict, cause: probeFailureOf(result.log), log: result.log.slice(-LOG_LINES).map(maskText) };
}

/** Which coders a source needs is decided by itself; the operator may change it on the next step. */
export function probedVideo(draft: Draft, result: ProbeResult, { skills }: SourceContext): Probed {
  const video = { ...draft.video, streams: streamsOf(result) };
  const profile = selectEncoders('video', emptyProfile(), video.streams, skills);
  const failure = failureOf(result, 'video', profile.video.encoder.coder);
  return { draft: { ...draft, video, profile }, failure };
}

export function probedAudio(draft: Draft, result: ProbeResult, { skills }: SourceContext): Probed {
  const audio = { ...draft.audio, streams: streamsOf(result) };
  const profile = selectEncoders('audio', draft.profile, audio.streams, skills);
  const failure = failureOf(result, 'audio', profile.audio.encoder.coder);
  return { draft: { ...draft, audio, profile }, failure };
}

/** Sound that was probed with the video, or none. */
export function settledAudio(draft: Draft, context: SourceContext): Probed {
  const { source, stream } = draft.profile.audio;
  const coding = source === 0 ? coded('audio', draft.video, stream, context) : emptyProfile().audio;
  const profile = { ...draft.profile, audio: coding ?? emptyProfile().audio };
  const nocoder: Failure = { verdict: 'nocoder', cause: 'unknown', log: [] };
  return { draft: { ...draft, profile }, failure: coding ? null : nocoder };
}

/** How this stream of a source is coded by default; null when no coder of this core makes of it what HLS carries. */
function coded(type: MediaType, { streams }: Source, index: number, { skills, ffmpeg }: SourceContext): Coding | null {
  const stream = streams[index];
  const [best] = stream ? offeredFor(stream, type, INGEST_CODECS[type], skills) : [];
  const encoder = stream && best ? encoding(type, best.id, {}, stream, ffmpeg) : null;
  return encoder && { ...emptyProfile()[type], source: 0, stream: index, encoder };
}

export type VideoChange =
  | { stream: number }
  | { encoder: string; settings: Settings }
  | { decoder: string; settings: Settings };

/** Another stream, encoder or decoder for the video, with what follows from it. */
export function withVideo(draft: Draft, change: VideoChange, context: SourceContext): Draft {
  const { video } = draft.profile;
  const stream = draft.video.streams[video.stream];
  const put = (coding: Coding): Draft => ({ ...draft, profile: { ...draft.profile, video: coding } });
  if ('stream' in change) {
    const coding = coded('video', draft.video, change.stream, context);
    return coding ? put(coding) : draft;
  }
  if (!stream) return draft;
  if ('encoder' in change) {
    const encoder = encoding('video', change.encoder, change.settings, stream, context.ffmpeg);
    return encoder ? put({ ...video, encoder }) : draft;
  }
  const decoder = decoding('video', change.decoder, change.settings, stream, context.ffmpeg);
  return decoder ? put({ ...video, decoder }) : draft;
}

/** What is stored with the ingest, and what its process is made of. */
export function metadataOf(draft: Draft): IngestMetadata {
  const { video, audio, meta, license } = draft;
  const sources = [video, audio];
  const profile = cleanProfile(sources, draft.profile);
  return {
    ...ingestDefaults(meta.name),
    sources,
    profiles: [profile],
    streams: outputStreams(sources, profile, codecOf),
    meta,
    license,
  };
}

/** Sound of its own has to be probed; the video's has been, and silence about sound needs nothing. */
export const audioNeedsProbe = (draft: Draft) => ['silence', 'tone'].includes(audioChoiceOf(draft));
