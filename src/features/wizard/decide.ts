import type { ProbeResult } from '../../api/answers/process.ts';
import { codecOf } from '../../catalog/coders/index.ts';
import { decoding, encoding, INGEST_CODECS, offeredFor, selectEncoders } from '../../catalog/coders/select.ts';
import type { SourceContext } from '../../catalog/define.ts';
import { sourceOf } from '../../catalog/sources/index.ts';
import { probeFailureOf } from '../../media/failure.ts';
import type { IngestMetadata } from '../../media/metadata.ts';
import {
  type Coding,
  cleanProfile,
  emptyProfile,
  outputStreams,
  type Profile,
  type Settings,
  type Source,
} from '../../media/profile.ts';
import { type MediaType, type Stream, streamsOf, verdictOf } from '../../media/streams.ts';
import { audioChoiceOf, type Failure, hasAudio, type WizardDraft } from './draft.ts';

/** A draft that went through a probe; with a failure it is as it was, and does not lead on. */
export interface Probed {
  draft: WizardDraft;
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
  const { cause, lines } = probeFailureOf(result.log);
  return { verdict, cause, log: lines };
}

/**
 * Which coder a source needs is decided by itself; the operator may change it on the next step, and what was changed
 * stays when the same stream is probed again.
 */
export function probedVideo(draft: WizardDraft, result: ProbeResult, context: SourceContext): Probed {
  const video = { ...draft.video, streams: streamsOf(result) };
  const { stream } = draft.profile.video;
  const again = draft.video.streams[stream]?.codec === video.streams[stream]?.codec;
  const coding = codedVideo(again ? draft.profile : emptyProfile(), video, context);
  const failure = failureOf(result, 'video', coding.encoder.coder);
  if (failure) return { draft, failure };
  const soundSettled = draft.soundSettled && hasAudio(video) === hasAudio(draft.video);
  return { draft: { ...draft, video, soundSettled, profile: { ...draft.profile, video: coding } }, failure };
}

/** The first stream, or the first that this core can make H.264 of. */
function codedVideo(profile: Profile, video: Source, context: SourceContext): Coding {
  const first = selectEncoders('video', profile, video.streams, context.skills).video;
  if (first.encoder.coder !== 'none') return first;
  const possible = video.streams.flatMap((_, index) => coded('video', video, index, context) ?? []);
  return possible[0] ?? first;
}

export function probedAudio(draft: WizardDraft, result: ProbeResult, { skills }: SourceContext): Probed {
  const audio = { ...draft.audio, streams: streamsOf(result) };
  const profile = selectEncoders('audio', draft.profile, audio.streams, skills);
  const failure = failureOf(result, 'audio', profile.audio.encoder.coder);
  return { draft: failure ? draft : { ...draft, audio, profile }, failure };
}

/** Sound that was probed with the video, or none. */
export function settledAudio(draft: WizardDraft, context: SourceContext): Probed {
  const { source, stream } = draft.profile.audio;
  const audio = source === 0 ? coded('audio', draft.video, stream, context) : emptyProfile().audio;
  if (!audio) return { draft, failure: { verdict: 'nocoder', cause: 'unknown', log: [] } };
  return { draft: { ...draft, profile: { ...draft.profile, audio } }, failure: null };
}

/** How this stream of a source is coded by default; null when no coder of this core makes of it what HLS carries. */
function coded(type: MediaType, { streams }: Source, index: number, { skills, ffmpeg }: SourceContext): Coding | null {
  const stream = streams[index]?.type === type ? streams[index] : undefined;
  const [best] = stream ? offeredFor(stream, type, INGEST_CODECS[type], skills) : [];
  const encoder = stream && best ? encoding(type, best.id, {}, stream, ffmpeg) : null;
  return encoder && { ...emptyProfile()[type], source: 0, stream: index, encoder };
}

export type VideoChange =
  | { stream: number }
  | { encoder: string; settings: Settings }
  | { decoder: string; settings: Settings };

/** Another stream, encoder or decoder for the video, with what follows from it. */
export function withVideo(draft: WizardDraft, change: VideoChange, context: SourceContext): WizardDraft {
  const { video } = draft.profile;
  const stream = draft.video.streams[video.stream];
  const put = (coding: Coding): WizardDraft => ({ ...draft, profile: { ...draft.profile, video: coding } });
  if ('stream' in change) {
    const nothing: Coding = { ...emptyProfile().video, source: 0, stream: change.stream };
    return put(recoded(video, stream, draft.video, change.stream, context) ?? nothing);
  }
  if (!stream) return draft;
  if ('encoder' in change) {
    const encoder = encoding('video', change.encoder, change.settings, stream, context.ffmpeg);
    return encoder ? put({ ...video, encoder }) : draft;
  }
  const decoder = decoding('video', change.decoder, change.settings, stream, context.ffmpeg);
  return decoder ? put({ ...video, decoder }) : draft;
}

/** Copy for what players take as it is; what has to be encoded keeps the encoder that was chosen for another stream. */
function recoded(chosen: Coding, from: Stream | undefined, video: Source, index: number, context: SourceContext) {
  const to = video.streams[index];
  const both = from && to && [from, to].every(({ codec }) => !INGEST_CODECS.video.includes(codec));
  const { coder, settings } = chosen.encoder;
  const kept = both && coder !== 'none' ? encoding('video', coder, settings, to, context.ffmpeg) : null;
  const coding = coded('video', video, index, context);
  return coding && kept ? { ...coding, encoder: kept } : coding;
}

/**
 * What is stored with the ingest, and what its process is made of.
 * @param stored of the channel as it is, or defaults: what the wizard does not ask for stays
 */
export function metadataOf(draft: WizardDraft, stored: IngestMetadata): IngestMetadata {
  const { video, audio, meta, license } = draft;
  const sources = [video, audio];
  const profile = cleanProfile(sources, draft.profile);
  const [first, ...others] = stored.profiles;
  return {
    ...stored,
    sources,
    profiles: [{ ...first, ...profile }, ...others],
    streams: outputStreams(sources, profile, codecOf),
    meta,
    license,
  };
}

/** Sound of its own has to be probed; the video's has been, and silence about sound needs nothing. */
export const audioNeedsProbe = (draft: WizardDraft) => ['silence', 'tone'].includes(audioChoiceOf(draft));
