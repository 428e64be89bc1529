import type { ProcessConfig } from '../../../api/answers/process.ts';
import { egressOf } from '../../../api/processIds.ts';
import { preselectCoders } from '../../../catalog/coders/chooseCoders.ts';
import { encoderOf } from '../../../catalog/coders/index.ts';
import { unknownService } from '../../../catalog/serviceFacts/unknownService.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { msg } from '../../../i18n/msg.ts';
import { codecName } from '../../../media/encoding/codecName.ts';
import type { Profile } from '../../../media/encoding/profile.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import type { MediaType, Stream } from '../../../media/encoding/streams.ts';
import { readsHold, withoutHold } from '../../../media/hold/readsHold.ts';
import { egressInput } from '../../../media/process/egress.ts';
import type { EgressMetadata, Feed } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { readingFeed } from './egressControlForm.ts';
import {
  acceptedCodecs,
  type FormContext,
  processOf,
  publicationFaultsOf,
  publicationMetadataOf,
  type StoredPublication,
  sentStreams,
} from './publicationDraft.ts';

/** The output of a channel that its publications depend on. */
export type ChannelOutput = Pick<FormContext, 'streams' | 'meta' | 'feeds' | 'obstacle'>;

/** A change of encoding, feed or address, as texts of the catalog. `how`: the new treatment of video or audio. */
export type EncodingChange =
  | { of: MediaType; how: 'none' | 'copied' | 'encoded'; from: string; to: string }
  | { of: 'feed'; from: Feed; to: Feed }
  | { of: 'address' | 'protection'; from: string; to: string };

export type UpdateOutcome =
  | { status: 'same' }
  /** `lacks`: stream types that the service expects and the channel no longer has. */
  | {
      status: 'changed';
      metadata: EgressMetadata;
      process: NonNullable<StoredPublication['process']>;
      changes: EncodingChange[];
      lacks: MediaType[];
    }
  /** The publication cannot adapt and stays unchanged. `why` is a text of the catalog. */
  | { status: 'stuck'; why: string };

export interface UpdatablePublication extends StoredPublication {
  id: string;
  channel: string;
  skills: Skills;
}

const TYPES = ['video', 'audio'] as const;

/** The stream properties that ffmpeg arguments depend on; the size does not matter. */
const essence = (streams: readonly Stream[]) =>
  streams.map(({ type, codec, stream, index }) => [type, codec, stream, index]);

/** Whether the channel's output changes in a way that publications may have to adapt to. */
export const givesOtherwise = (before: ChannelOutput, after: ChannelOutput): boolean =>
  !sameJson(essence(before.streams), essence(after.streams)) ||
  !sameJson(before.feeds, after.feeds) ||
  before.obstacle !== after.obstacle;

/** Whether an operator replaced the input with one outside this channel, so that changes of its feeds do not matter. */
export const readsElsewhere = ({ process, channel }: Pick<UpdatablePublication, 'process' | 'channel'>): boolean =>
  process !== null && process.input.length > 0 && process.input.every(({ address }) => !address.includes(channel));

/** Replaces a feed only if it is gone: a playlist by a playlist, any other by the feed with the least delay. */
export function feedAfter(feed: Feed, { feeds }: ChannelOutput): Feed {
  if (feeds.includes(feed)) return feed;
  return (feed.startsWith('hls') && feeds.find((other) => other.startsWith('hls'))) || feeds[0];
}

/** Video or audio that the operator has switched off stays off. */
function keepCopies(profile: Profile, stored: Profile, { streams }: ChannelOutput): Profile {
  const off = (type: MediaType) =>
    stored[type].encoder.coder === 'none' && streams[stored[type].stream]?.type === type && stored[type].source === 0;
  return {
    ...profile,
    ...(off('video') ? { video: stored.video } : {}),
    ...(off('audio') ? { audio: stored.audio } : {}),
  };
}

/** Unchanged choices keep the stored arguments. */
function withTurnedCodings(stored: Profile, before: Profile, after: Profile): Profile {
  const codingOf = (type: MediaType) => (sameJson(before[type], after[type]) ? stored[type] : after[type]);
  return { ...after, video: codingOf('video'), audio: codingOf('audio') };
}

function contextOf({ id, channel, skills, metadata }: UpdatablePublication, output: ChannelOutput): FormContext {
  const service = egressOf(id)?.service ?? '';
  return {
    ...output,
    channel,
    skills,
    service: serviceOf(service) ?? unknownService(service, metadata, output.streams),
    kept: null,
  };
}

const draftWith = ({ name, settings, control }: EgressMetadata, profile: Profile) => ({
  name,
  settings,
  control,
  profile,
});

const NOTHING: Record<MediaType, string> = { video: msg('No video'), audio: msg('No audio') };

export interface CodedStreams {
  profile: Profile;
  streams: readonly Stream[];
}

/** Returns a text such as "H.264 (libx264)" or "No video". */
function wordOf({ profile, streams }: CodedStreams, type: MediaType) {
  const { encoder, stream } = profile[type];
  const source = streams[stream];
  if (encoder.coder === 'none' || source?.type !== type) return { how: 'none', word: NOTHING[type] } as const;
  if (encoder.coder === 'copy') return { how: 'copied', word: codecName(source.codec) } as const;
  return { how: 'encoded', word: encoderOf(type, encoder.coder)?.name ?? encoder.coder } as const;
}

export const recodings = (before: CodedStreams, after: CodedStreams): EncodingChange[] =>
  TYPES.flatMap((type): EncodingChange[] => {
    const [{ word: from }, { word: to, how: detail }] = [wordOf(before, type), wordOf(after, type)];
    return from === to ? [] : [{ of: type, how: detail, from, to }];
  });

export function followingOf(
  follower: UpdatablePublication,
  before: ChannelOutput,
  after: ChannelOutput,
): UpdateOutcome {
  const { metadata: stored, id } = follower;
  if (!givesOtherwise(before, after) || readsElsewhere(follower)) return { status: 'same' };
  const uuid = egressOf(id)?.uuid ?? '';
  const [profile] = stored.profiles;
  const [previous, current] = [contextOf(follower, before), contextOf(follower, after)];
  const draftBefore = draftWith(stored, profile);
  const feed = feedAfter(stored.control.source.source, after);
  const read = readingFeed(stored, feed);
  const target = after.obstacle === undefined ? read : { ...read, control: withoutHold(read.control) };
  const chosenFor = (context: FormContext) =>
    keepCopies(preselectCoders(profile, context.streams, acceptedCodecs(context), follower.skills), profile, before);
  const chosen = withTurnedCodings(profile, chosenFor(previous), chosenFor(current));
  const draft = draftWith(target, chosen);

  const [fault] = newFaults(publicationFaultsOf(previous, draftBefore), publicationFaultsOf(current, draft));
  if (fault) return { status: 'stuck', why: fault };
  const sent = (context: FormContext, candidate: Profile, type: MediaType) =>
    sentStreams(context, candidate).some((stream) => stream.type === type);
  const lost = TYPES.filter((type) => sent(previous, profile, type) && !sent(current, chosen, type));
  if (lost.some((lost) => after.streams.some(({ type }) => type === lost)))
    return { status: 'stuck', why: msg('No suitable encoder found.') };
  const written = publicationMetadataOf(current, draft, target);
  // Keeps the stored addresses unless they depend on the streams.
  const outputs = sameJson(written.outputs, publicationMetadataOf(previous, draftBefore, stored).outputs)
    ? stored.outputs
    : written.outputs;
  const metadata = { ...written, outputs };
  const process = processOf(current, metadata, uuid);
  const ran = processOf(previous, { ...stored, profiles: [profile] }, uuid);
  if (!process && !ran) return rewiredTo(target, follower);
  if (!process) return { status: 'stuck', why: msg('Nothing would be sent with these settings.') };
  if (sameJson(process, ran)) return { status: 'same' };
  const changes = recodings({ profile, streams: before.streams }, { profile: chosen, streams: after.streams });
  const [sentTo, sendsTo] = [stored.outputs, outputs].map((list) => list.map(({ address }) => address).join(', '));
  const moved: EncodingChange[] =
    sentTo && sendsTo && sentTo !== sendsTo ? [{ of: 'address', from: sentTo, to: sendsTo }] : [];
  const lacks = lost.filter((type) => !current.service.requires[type].includes('none'));
  return {
    status: 'changed',
    metadata,
    process,
    changes: [...changes, ...rereadings(stored.control.source, target.control.source), ...moved],
    lacks,
  };
}

type EgressSource = EgressMetadata['control']['source'];

function rereadings(from: EgressSource, to: EgressSource): EncodingChange[] {
  const feed: EncodingChange[] = from.source === to.source ? [] : [{ of: 'feed', from: from.source, to: to.source }];
  const isLost = readsHold(from) && !readsHold(to);
  return isLost ? [...feed, { of: 'protection', from: msg('Protected'), to: msg('Not protected') }] : feed;
}

/** The stored encoding is unknown, so it is kept, and only the input changes. */
function rewiredTo(
  target: EgressMetadata,
  { metadata, process, channel, skills }: UpdatablePublication,
): UpdateOutcome {
  const [from, to] = [metadata.control.source, target.control.source];
  if (!process || sameJson(from, to)) return { status: 'same' };
  return {
    status: 'changed',
    metadata: target,
    process: replaceInput(process, egressInput(from, channel, skills), egressInput(to, channel, skills)),
    changes: rereadings(from, to),
    lacks: [],
  };
}

type Input = ReturnType<typeof egressInput>;

/** Replaces the input of a process and keeps any additional input options. */
export function replaceInput(process: ProcessConfig, before: Input, after: Input): ProcessConfig {
  const [input, ...others] = process.input;
  if (!input) return process;
  const own = input.options.slice(startsWith(input.options, before.options) ? before.options.length : 0);
  return { ...process, input: [{ ...input, address: after.address, options: [...after.options, ...own] }, ...others] };
}

const startsWith = (options: readonly string[], beginning: readonly string[]) =>
  beginning.every((option, i) => options[i] === option);

const newFaults = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] =>
  Object.entries(after).flatMap(([key, fault]) => (key in before ? [] : [fault]));
