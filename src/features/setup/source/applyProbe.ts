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

/** A draft that went through a probe; with a failure it is as it was, and does not lead on. */
export interface ProbedDraft<Draft> {
  draft: Draft;
  failure: SourceProbeFailure | null;
}

export const codingContext = ({ skills }: SourceContext): CodingContext => ({ skills, accepted: INGEST_CODECS });

export const isPushed = ({ type, settings }: Source) => type === 'network' && settings.mode === 'push';

/** A camera may be off, or its encoder not there yet; what is made here is always there. */
const canBeAway = ({ type }: Source) => type === 'network' || sourceOf(type)?.device !== undefined;

/** The operator can enter the streams by hand. */
export const canEnterStreamsByHand = (source: Source, context: SourceContext): boolean =>
  canBeAway(source) && settingsReady(source, context) && missesNothing(source, context);

const missesNothing = ({ type, settings }: Source, context: SourceContext) => {
  const kind = sourceOf(type);
  return kind?.missing(settings, context).length === 0 && Object.keys(kind.faults(settings, context)).length === 0;
};

export const settingsReady = ({ type, settings }: Source, context: SourceContext) =>
  sourceOf(type)?.ready(settings, context) ?? false;

/** Settings in full: what was left out means its default. */
const inFull = ({ type, settings }: Source, context: SourceContext) =>
  settingsOf(sourceOf(type)?.form(context) ?? {}, settings);

export const isSameSource = (a: Source, b: Source, context: SourceContext): boolean =>
  a.type === b.type && sameJson(inFull(a, context), inFull(b, context));

/** It is what is stored, and what it contains is known from there: it needs no probe to be used on. */
export function isAsBefore(type: MediaType, draft: SourceDraft, context: SourceContext): boolean {
  const { before } = draft;
  return before !== null && before[type].streams.length > 0 && isSameSource(draft[type], before[type], context);
}

/** The source with the inputs that its settings mean on this core. */
export const withInputs = (source: Source, context: SourceContext): Source => ({
  ...source,
  inputs: sourceOf(source.type)?.inputs(source.settings, context) ?? [],
});

function failureOf(result: ProbeFound, wanted: MediaType, coder: string, source: Source): SourceProbeFailure | null {
  const streams = streamsInProbe(result);
  const verdict = judgeProbe(streams, wanted, coder);
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

/** As ffmpeg names the formats of one image, which is over at once. */
const STILL = /^(?:image2|ico|\w+_pipe)$/;

/** ffmpeg has read something there, but no stream that it could go on with. */
function misreadCause(streams: readonly Stream[], cause: Cause, { inputs, settings }: Source): Cause | null {
  if (cause === 'drm') return cause;
  // A format that was set finds its streams in anything, a web page included.
  const isForced = String(valueAt(settings, 'general.format') ?? '') !== '';
  if (isForced && streams.length > 0 && streams.every(isUnread)) return 'not-media';
  if (streams.length > 0 && streams.every(({ format = '' }) => STILL.test(format))) return 'still-image';
  // ffmpeg takes some of them for subtitles.
  const isRead = streams.some(({ type }) => type === 'video' || type === 'audio');
  return !isRead && streams.length > 0 && inputs.some(({ address }) => ADDRESS_LIST.test(address))
    ? 'address-list'
    : null;
}

/**
 * The profile of what a probe of the video source, or of a separate audio source, found. Which coder it needs is decided
 * by itself; the operator may change it on the next step, and what was changed stays when the same stream is probed
 * again. So does the audio of the video.
 */
export function profileFound(
  type: MediaType,
  { profile, [type]: { streams: before } }: Sources,
  streams: readonly Stream[],
  context: CodingContext,
): Profile {
  const found = (of: MediaType, beside?: Stream) => reprobeCoding(of, profile[of], before, streams, context, beside);
  if (type === 'audio') return withAudioCoding(profile, found('audio') ?? emptyProfile().audio);
  const video = found('video') ?? emptyProfile().video;
  const audio = profile.audio.source === 0 ? found('audio', streams[video.stream]) : profile.audio;
  return withAudioCoding({ ...profile, video }, audio ?? { ...emptyProfile().audio, source: 0 });
}

/** The draft with what a probe of its source found. */
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

/** A new channel takes the audio of the video until the operator chooses. */
export function withFirstAudio<Draft extends SourceDraft>(draft: Draft, context: SourceContext): Draft {
  const fresh = draft.before === null && draft.profile.audio.source < 0;
  return fresh && bringsAudio(draft) ? withAudioOfVideo(draft, context) : draft;
}

/** There is sound for the picture that was chosen: in its program, where the source has several. */
export const bringsAudio = (draft: SourceDraft): boolean =>
  preferredStreams('audio', draft.video.streams, [], pictureOf(draft)).length > 0;

/** The audio that comes with the video; as it is stored where that is the same. */
export function withAudioOfVideo<Draft extends SourceDraft>(draft: Draft, context: SourceContext): Draft {
  const { before, video } = draft;
  const kept = before && before.profile.audio.source === 0 ? before.profile.audio : emptyProfile().audio;
  const was = before && kept.source === 0 ? before.video.streams : [];
  const found = (beside?: Stream) =>
    reprobeCoding('audio', { ...kept, source: 0 }, was, video.streams, codingContext(context), beside);
  // The sound of another program, where its own has none and it was asked for.
  const coding = found(pictureOf(draft)) ?? found() ?? emptyProfile().audio;
  return { ...draft, audio: newSources().audio, profile: withAudioCoding(draft.profile, coding) };
}

/** Audio from a source of its own. What is known of its streams is kept, else a probe says it. */
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

/** Another stream, encoder or decoder, with what follows from it. */
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

/** The sound follows the picture into another program. */
function withSoundOfProgram<Draft extends SourceDraft>(draft: Draft, context: SourceContext): Draft {
  const { profile, video } = draft;
  const picture = pictureOf(draft);
  const sound = video.streams[profile.audio.stream];
  if (profile.audio.source !== 0 || !picture || (sound && isOfSameProgram(picture, sound))) return draft;
  const coding = firstCoded('audio', 0, video.streams, codingContext(context), picture) ?? emptyProfile().audio;
  return { ...draft, profile: withAudioCoding(profile, coding) };
}

const pictureOf = ({ video, profile }: SourceDraft): Stream | undefined => video.streams[profile.video.stream];

/** Stored sources, of whose coders figures are read as they are meant; see respellFigures(). */
export function respellSources(sources: Sources, { skills }: SourceContext): Sources {
  const of = (type: MediaType): StreamCoding => {
    const coding = sources.profile[type];
    const stream = sourceFor(type, sources).streams[coding.stream];
    return stream ? respellFigures(type, coding, stream, skills.ffmpeg) : coding;
  };
  return { ...sources, profile: { ...sources.profile, video: of('video'), audio: of('audio') } };
}

/** What of a coding has to be mended; nothing where it is as stored, so that the other half can be saved. */
export const encodingFaultsOf = (
  { profile, before }: Pick<SourceDraft, 'profile' | 'before'>,
  type: MediaType,
): FieldFaults => (before && sameJson(profile[type], before.profile[type]) ? {} : codingFaultsOf(type, profile[type]));

/** Why the audio cannot be sent as it was chosen; null: it can. */
export function audioFailureOf({ video, profile: { audio } }: Sources): SourceProbeFailure | null {
  if (audio.source !== 0) return null;
  const nocoder: SourceProbeFailure = { verdict: 'nocoder', cause: 'unknown', log: [] };
  if (!hasAudio(video) || video.streams[audio.stream]?.type !== 'audio') return { ...nocoder, verdict: 'nostream' };
  return audio.encoder.coder === 'none' ? nocoder : null;
}

/**
 * The metadata of the ingest, from which its process is made.
 * @param stored of the channel as it is, or defaults: fields that are not edited here stay
 */
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

/** The stored source once more, unprobed; what was chosen for its streams stays unless another was tried meanwhile. */
export function withKept<Draft extends SourceDraft>(type: MediaType, draft: Draft, context: SourceContext): Draft {
  const { before } = draft;
  if (before === null) return draft;
  const tried = !sameJson(draft[type].streams, before[type].streams);
  const kept = { ...draft, [type]: before[type] };
  if (!tried) return kept;
  if (type === 'audio') return withOwnAudio(kept, before.audio, context);
  const back = { ...kept, profile: { ...draft.profile, video: before.profile.video } };
  return back.profile.audio.source === 0 ? withAudioOfVideo(back, context) : back;
}
