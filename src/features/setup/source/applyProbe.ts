import { codingFaultsOf, INGEST_CODECS, respellFigures } from '../../../catalog/coders/chooseCoders.ts';
import { codecOf } from '../../../catalog/coders/index.ts';
import type { FieldFaults, SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { settingsOf, valueAt } from '../../../catalog/form/fieldValues.ts';
import { sourceOf } from '../../../catalog/sources/index.ts';
import type { Cause } from '../../../media/diagnosis/causes.ts';
import { probeFailureOf } from '../../../media/diagnosis/diagnoseRun.ts';
import { ADDRESS_LIST } from '../../../media/diagnosis/signs/addressConditions.ts';
import { isOfSameProgram, isUnread, preferredStreams } from '../../../media/encoding/preferredStreams.ts';
import {
  cleanProfile,
  emptyProfile,
  outputStreams,
  type Profile,
  type Source,
  type StreamCoding,
} from '../../../media/encoding/profile.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { judgeProbe, type MediaType, type Stream } from '../../../media/encoding/streams.ts';
import { streamsInProbe } from '../../../media/encoding/streamsInProbe.ts';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import type { ProbeFound } from '../../shared/probe/probe.ts';
import { type CoderChange, type CodingContext, firstCoded, reprobeCoding, withCoder } from '../coder/streamCoding.ts';
import {
  hasAudio,
  newSources,
  type SourceDraft,
  type SourceProbeFailure,
  type Sources,
  sourceFor,
  withAudioCoding,
} from './draft.ts';

/** A draft after a probe; after a failure it is unchanged. */
export interface ProbedDraft<Draft> {
  draft: Draft;
  failure: SourceProbeFailure | null;
}

export const codingContext = ({ skills }: SourceContext): CodingContext => ({ skills, accepted: INGEST_CODECS });

export const isPushed = ({ type, settings }: Source) => type === 'network' && settings.mode === 'push';

/** Network sources and devices may be absent; generated sources are always available. */
const canBeAway = ({ type }: Source) => type === 'network' || sourceOf(type)?.device !== undefined;

export const canEnterStreamsByHand = (source: Source, context: SourceContext): boolean =>
  canBeAway(source) && settingsReady(source, context) && missesNothing(source, context);

const missesNothing = ({ type, settings }: Source, context: SourceContext) => {
  const kind = sourceOf(type);
  return kind?.missing(settings, context).length === 0 && Object.keys(kind.faults(settings, context)).length === 0;
};

export const settingsReady = ({ type, settings }: Source, context: SourceContext) =>
  sourceOf(type)?.ready(settings, context) ?? false;

const complete = ({ type, settings }: Source, context: SourceContext) =>
  settingsOf(sourceOf(type)?.form(context) ?? {}, settings);

export const isSameSource = (a: Source, b: Source, context: SourceContext): boolean =>
  a.type === b.type && sameJson(complete(a, context), complete(b, context));

/** Whether the source is the stored one with known streams, so that it needs no probe. */
export function isAsBefore(type: MediaType, draft: SourceDraft, context: SourceContext): boolean {
  const { before } = draft;
  return before !== null && before[type].streams.length > 0 && isSameSource(draft[type], before[type], context);
}

export const withInputs = (source: Source, context: SourceContext): Source => ({
  ...source,
  inputs: sourceOf(source.type)?.inputs(source.settings, context) ?? [],
});

function failureOf(result: ProbeFound, type: MediaType, coder: string, source: Source): SourceProbeFailure | null {
  const streams = streamsInProbe(result);
  const verdict = judgeProbe(streams, type, coder);
  if (verdict === 'none') return null;
  const { cause, lines } = probeFailureOf(result.log, source.inputs, {
    seconds: result.seconds ?? null,
    core: result.core ?? [],
    pushed: isPushed(source),
  });
  const misread = source.type === 'network' ? misreadCause(streams, cause, source) : null;
  if (misread) return { verdict: 'error', cause: misread, log: lines };
  return verdict === 'success' ? null : { verdict, cause, log: lines };
}

/** ffmpeg names of still-image formats, which end after one frame. */
const STILL = /^(?:image2|ico|\w+_pipe)$/;

function misreadCause(streams: readonly Stream[], cause: Cause, { inputs, settings }: Source): Cause | null {
  if (cause === 'drm') return cause;
  // A forced format finds streams in any data, even in a web page.
  const isForced = String(valueAt(settings, 'general.format') ?? '') !== '';
  if (isForced && streams.length > 0 && streams.every(isUnread)) return 'not-media';
  if (streams.length > 0 && streams.every(({ format = '' }) => STILL.test(format))) return 'still-image';
  // ffmpeg reads some address lists as subtitles.
  const isRead = streams.some(({ type }) => type === 'video' || type === 'audio');
  return !isRead && streams.length > 0 && inputs.some(({ address }) => ADDRESS_LIST.test(address))
    ? 'address-list'
    : null;
}

/** Returns the profile after a probe. Choices are kept if the same stream is found, else the defaults apply. */
export function profileFound(
  type: MediaType,
  { profile, [type]: { streams: before } }: Sources,
  streams: readonly Stream[],
  context: CodingContext,
): Profile {
  const found = (type: MediaType, beside?: Stream) =>
    reprobeCoding(type, profile[type], before, streams, context, beside);
  if (type === 'audio') return withAudioCoding(profile, found('audio') ?? emptyProfile().audio);
  const video = found('video') ?? emptyProfile().video;
  const audio = profile.audio.source === 0 ? found('audio', streams[video.stream]) : profile.audio;
  return withAudioCoding({ ...profile, video }, audio ?? { ...emptyProfile().audio, source: 0 });
}

function probedHalf<Draft extends SourceDraft>(
  type: MediaType,
  draft: Draft,
  result: ProbeFound,
  context: SourceContext,
): ProbedDraft<Draft> {
  const streams = streamsInProbe(result);
  const profile = profileFound(type, draft, streams, codingContext(context));
  const failure = failureOf(result, type, profile[type].encoder.coder, draft[type]);
  return { draft: failure ? draft : { ...draft, [type]: { ...draft[type], streams }, profile }, failure };
}

export const probedVideo = <Draft extends SourceDraft>(draft: Draft, result: ProbeFound, context: SourceContext) =>
  probedHalf('video', draft, result, context);

export const probedAudio = <Draft extends SourceDraft>(draft: Draft, result: ProbeFound, context: SourceContext) =>
  probedHalf('audio', draft, result, context);

/** A new channel uses the audio of the video source until the operator chooses. */
export function withFirstAudio<Draft extends SourceDraft>(draft: Draft, context: SourceContext): Draft {
  const fresh = draft.before === null && draft.profile.audio.source < 0;
  return fresh && bringsAudio(draft) ? withAudioOfVideo(draft, context) : draft;
}

/** Whether the video source has audio, in the program of the chosen video stream if there are several. */
export const bringsAudio = (draft: SourceDraft): boolean =>
  preferredStreams('audio', draft.video.streams, [], pictureOf(draft)).length > 0;

/** Uses the audio of the video source, with the stored coding if the source is unchanged. */
export function withAudioOfVideo<Draft extends SourceDraft>(draft: Draft, context: SourceContext): Draft {
  const { before, video } = draft;
  const current = before && before.profile.audio.source === 0 ? before.profile.audio : emptyProfile().audio;
  const previous = before && current.source === 0 ? before.video.streams : [];
  const found = (beside?: Stream) =>
    reprobeCoding('audio', { ...current, source: 0 }, previous, video.streams, codingContext(context), beside);
  // Falls back to audio of another program if the chosen one has none.
  const coding = found(pictureOf(draft)) ?? found() ?? emptyProfile().audio;
  return { ...draft, audio: newSources().audio, profile: withAudioCoding(draft.profile, coding) };
}

/** Uses a separate audio source. Known streams are kept; otherwise it needs a probe. */
export function withOwnAudio<Draft extends SourceDraft>(draft: Draft, audio: Source, context: SourceContext): Draft {
  const { before } = draft;
  if (before && before.profile.audio.source === 1 && isSameSource(audio, before.audio, context)) {
    return { ...draft, audio: before.audio, profile: withAudioCoding(draft.profile, before.profile.audio) };
  }
  const coding = firstCoded('audio', 1, audio.streams, codingContext(context));
  const unknown = { ...emptyProfile().audio, source: 1 };
  return { ...draft, audio, profile: withAudioCoding(draft.profile, coding ?? unknown) };
}

export const withoutAudio = <Draft extends SourceDraft>(draft: Draft): Draft => ({
  ...draft,
  audio: newSources().audio,
  profile: withAudioCoding(draft.profile, emptyProfile().audio),
});

export function changeCoder<Draft extends SourceDraft>(
  draft: Draft,
  change: CoderChange,
  context: SourceContext,
): Draft {
  const { type } = change;
  const { streams } = sourceFor(type, draft);
  const coding = withCoder(draft.profile[type], streams, change, codingContext(context));
  if (type === 'audio') return { ...draft, profile: withAudioCoding(draft.profile, coding) };
  const changed = { ...draft, profile: { ...draft.profile, video: coding } };
  return 'stream' in change ? withSoundOfProgram(changed, context) : changed;
}

function withSoundOfProgram<Draft extends SourceDraft>(draft: Draft, context: SourceContext): Draft {
  const { profile, video } = draft;
  const picture = pictureOf(draft);
  const sound = video.streams[profile.audio.stream];
  if (profile.audio.source !== 0 || !picture || (sound && isOfSameProgram(picture, sound))) return draft;
  const coding = firstCoded('audio', 0, video.streams, codingContext(context), picture) ?? emptyProfile().audio;
  return { ...draft, profile: withAudioCoding(profile, coding) };
}

const pictureOf = ({ video, profile }: SourceDraft): Stream | undefined => video.streams[profile.video.stream];

/** Converts numbers in the coder settings of stored sources; see respellFigures(). */
export function respellSources(sources: Sources, { skills }: SourceContext): Sources {
  const codingOf = (type: MediaType): StreamCoding => {
    const coding = sources.profile[type];
    const stream = sourceFor(type, sources).streams[coding.stream];
    return stream ? respellFigures(type, coding, stream, skills.ffmpeg) : coding;
  };
  return { ...sources, profile: { ...sources.profile, video: codingOf('video'), audio: codingOf('audio') } };
}

/** Returns faults of a changed coding. An unchanged one is accepted, so that the other type can be saved. */
export const encodingFaultsOf = (
  { profile, before }: Pick<SourceDraft, 'profile' | 'before'>,
  type: MediaType,
): FieldFaults => (before && sameJson(profile[type], before.profile[type]) ? {} : codingFaultsOf(type, profile[type]));

/** Returns why the chosen audio cannot be used; null if it can. */
export function audioFailureOf({ video, profile: { audio } }: Sources): SourceProbeFailure | null {
  if (audio.source !== 0) return null;
  const nocoder: SourceProbeFailure = { verdict: 'nocoder', cause: 'unknown', log: [] };
  if (!hasAudio(video) || video.streams[audio.stream]?.type !== 'audio') return { ...nocoder, verdict: 'nostream' };
  return audio.encoder.coder === 'none' ? nocoder : null;
}

/** @param stored metadata of the channel, or defaults; fields that are not edited here are kept */
export function sourcesInto(
  { video, audio, profile: edited }: Sources,
  stored: IngestMetadata,
  skills: Pick<Skills, 'codecs'>,
): IngestMetadata {
  const sources = [video, audio, ...stored.sources.slice(2)];
  const profile = cleanProfile(sources, edited);
  const [first, ...others] = stored.profiles;
  return {
    ...stored,
    sources,
    profiles: [{ ...first, ...profile }, ...others],
    streams: outputStreams(sources, profile, (type, coder) => codecOf(type, coder, skills), stored.streams),
  };
}

/** Restores the stored source without a probe. Coding choices are kept unless another source was probed meanwhile. */
export function withKept<Draft extends SourceDraft>(type: MediaType, draft: Draft, context: SourceContext): Draft {
  const { before } = draft;
  if (before === null) return draft;
  const isProbed = !sameJson(draft[type].streams, before[type].streams);
  const reverted = { ...draft, [type]: before[type] };
  if (!isProbed) return reverted;
  if (type === 'audio') return withOwnAudio(reverted, before.audio, context);
  const back = { ...reverted, profile: { ...draft.profile, video: before.profile.video } };
  return back.profile.audio.source === 0 ? withAudioOfVideo(back, context) : back;
}
