import type { ProcessConfig } from '../../../api/answers/process.ts';
import { egressId, egressOf } from '../../../api/processIds.ts';
import {
  applyDecoder,
  applyEncoder,
  codingFaultsOf,
  faultyCodingField,
  preselectCoders,
} from '../../../catalog/coders/chooseCoders.ts';
import { codecOf, encoderOf } from '../../../catalog/coders/index.ts';
import { proposeEncoderSettings } from '../../../catalog/coders/proposeSettings.ts';
import { applyFilters } from '../../../catalog/filters/filterForm.ts';
import { joinBackup, separateBackup } from '../../../catalog/form/backupOutput.ts';
import type { Output, Service, ServiceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { passthroughTargetOf, serviceCodecs } from '../../../catalog/form/defineCatalogEntry.ts';
import { isShown, missingFieldText } from '../../../catalog/form/evaluateFields.ts';
import type { Field } from '../../../catalog/form/fields.ts';
import { settingsOf, valueAt } from '../../../catalog/form/fieldValues.ts';
import { unknownService } from '../../../catalog/serviceFacts/unknownService.ts';
import { type UnservedReason, unservedReason } from '../../../catalog/serviceFacts/unservedReason.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { msg } from '../../../i18n/msg.ts';
import { ownHosts } from '../../../media/address/channelAddresses.ts';
import { outgoingStreams } from '../../../media/encoding/outputFigures.ts';
import {
  type CoderSettings,
  cleanProfile,
  outputStreams,
  type Profile,
  type StreamCoding,
} from '../../../media/encoding/profile.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import type { MediaType, Stream } from '../../../media/encoding/streams.ts';
import type { StoredHealing } from '../../../media/healing/storeHealing.ts';
import {
  type ChannelObstacle,
  channelObstacle,
  type ProtectionObstacle,
  protectionObstacle,
} from '../../../media/hold/protectionObstacle.ts';
import { saveDiffers } from '../../../media/process/disableStaleTimeout.ts';
import { channelSource, egressProcess } from '../../../media/process/egress.ts';
import { controlFieldsOf } from '../../../media/process/processFields.ts';
import { playbackFault } from '../../../media/proof/playbackInput.ts';
import { isKeyless } from '../../../media/stored/isKeyless.ts';
import type { EgressMetadata, Feed, IngestMetadata, Meta, RenditionMetadata } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { type CoderChange, type CoderOffer, type CodingContext, offerFor } from '../coder/streamCoding.ts';
import { feedsOf } from './egressControlForm.ts';

export interface PublicationDraft {
  name: string;
  settings: CoderSettings;
  control: EgressMetadata['control'];
  profile: Profile;
  /** Rule of the agent for a publication that hangs (see `readHealing`); absent: unknown. */
  healing?: StoredHealing;
}

export interface FormContext {
  channel: string;
  service: Service;
  streams: Stream[];
  meta: { name: string; description: string };
  skills: Skills;
  /** The stored publication of an unknown service, whose untouched settings are kept. */
  kept: StoredPublication | null;
  /** A publication that another program has changed, as read back; it stays as it runs until changed here. */
  readBack?: { draft: PublicationDraft; runs: StoredPublication };
  /** Available feeds of the channel, least delay first. */
  feeds: readonly [Feed, ...Feed[]];
  /** Why its publications cannot be protected; absent: they can. */
  obstacle?: ChannelObstacle | undefined;
  /** Host names of the core; see ServiceContext. */
  ownHosts?: readonly string[];
  /** A publication that was imported without its key or password. */
  keyless?: KeylessPublication;
}

type KeylessPublication = Pick<EgressMetadata, 'missingSecrets'>;

/** A publication as stored on the core; `process` is null before its first save. */
export interface StoredPublication {
  metadata: EgressMetadata;
  process: ProcessConfig | null;
}

/** A publication with all outputs; its metadata covers both. */
export interface PublicationOutputs extends StoredPublication {
  /** Process of the second output; null: none, or deleted elsewhere. */
  backup: StoredPublication | null;
}

/** Joins two outputs into one publication, even if the second is stored as a separate publication. */
export function joinOutputs(
  service: Pick<Service, 'backup'> | null,
  first: StoredPublication,
  backup: StoredPublication | null,
): PublicationOutputs {
  const { metadata } = first;
  if (!service?.backup || metadata.control.backup === undefined) return { ...first, backup: null };
  const settings = joinBackup(service.backup, metadata.settings, backup?.metadata.settings ?? null);
  const outputs = [...metadata.outputs, ...(backup?.metadata.outputs ?? [])];
  return { metadata: { ...metadata, settings, outputs }, process: first.process, backup };
}

interface ChannelContext {
  streams: Stream[];
  meta: Meta;
  control: Pick<IngestMetadata['control'], 'hls' | 'rtmp' | 'srt'>;
}

export interface FoundPublication extends PublicationOutputs {
  channel: ChannelContext;
  /** Form contents read back after another program has changed the process. */
  readBack?: PublicationDraft;
  renditions?: readonly FoundRendition[];
  /** A newer version has stored the standby image of the channel. */
  newerHold?: true;
}

export interface FoundRendition extends Pick<RenditionMetadata, 'name' | 'feed' | 'streams' | 'profile'> {
  uuid: string;
}

/** Returns null without a login. `passesOn`: the rendition that it reads instead of the channel. */
export function formContextOf(
  { session }: WithSession,
  { channel, service: id }: { channel: string; service: string },
  { channel: { streams: own, meta, control }, renditions = [], readBack, newerHold, ...stored }: FoundPublication,
  passesOn = stored.metadata.control.source.rendition,
): FormContext | null {
  const info = coreInfoOf(session);
  if (!info) return null;
  const { skills } = info;
  const rendition = renditions.find(({ uuid }) => uuid === passesOn);
  const streams = rendition?.streams ?? own;
  const found = serviceOf(id);
  const service = found ?? unknownService(id, stored.metadata, streams);
  const network = networkFor(info, channel);
  const feeds: FormContext['feeds'] = rendition ? [rendition.feed] : feedsOf(control, network);
  const obstacle = newerHold ? 'newer' : channelObstacle({ hls: control.hls, streams: own });
  return {
    ...(obstacle && { obstacle }),
    ...(isKeyless(stored.metadata) && { keyless: stored.metadata }),
    ...{ channel, service, skills, streams, meta, feeds, ownHosts: ownHosts(network), kept: found ? null : stored },
    ...(readBack && { readBack: { draft: readBack, runs: stored } }),
  };
}

interface EncodingChoice {
  profile: Profile;
  control: EgressMetadata['control'];
}

const madeOf = ({ profile, control: { source, process } }: EncodingChoice) => [
  profile,
  source.source,
  source.rendition,
  source.hold,
  process.low_delay,
];

/** Keeps the outputs of an unknown service until the operator changes encoding or feed. */
function keptIn({ kept, readBack }: FormContext, draft: EncodingChoice & Pick<PublicationDraft, 'settings'>) {
  if (readBack && sameJson([draft.settings, madeOf(draft)], [readBack.draft.settings, madeOf(readBack.draft)])) {
    return readBack.runs;
  }
  const stored = kept && { profile: kept.metadata.profiles[0], control: kept.metadata.control };
  return stored && sameJson(madeOf(draft), madeOf(stored)) ? kept : null;
}

/** Accepted codecs, best first. 'none' is always allowed. */
export function acceptedCodecs({ service, skills }: Pick<FormContext, 'service' | 'skills'>) {
  const { video, audio } = serviceCodecs(service, skills);
  const target = passthroughTargetOf(service);
  return { video: [...new Set([...video, 'none'])], audio: [...new Set([...audio, 'none'])], target };
}

export const sentStreams = (
  { streams, skills }: Pick<FormContext, 'streams' | 'skills'>,
  profile: Profile,
  before?: readonly Stream[],
): Stream[] => outputStreams([channelSource(streams)], profile, (type, coder) => codecOf(type, coder, skills), before);

/** The outgoing streams, with the size and frame rate after filters and encoders. */
export const leavingStreams = (context: Pick<FormContext, 'streams' | 'skills'>, profile: Profile, before?: Stream[]) =>
  outgoingStreams(sentStreams(context, profile, before), [channelSource(context.streams)], profile);

export const serviceContextOf = (context: FormContext, profile: Profile): ServiceContext => ({
  channel: context.channel,
  meta: context.meta,
  skills: context.skills,
  ...(context.ownHosts && { ownHosts: context.ownHosts }),
  copied: (['video', 'audio'] as const).filter((type) => profile[type].encoder.coder === 'copy'),
  streams: leavingStreams(context, profile),
});

/** The kind of output, which decides whether the standby image applies. */
export const sendsOf = ({ files, sendsStills }: Pick<Service, 'files' | 'sendsStills'>) =>
  files !== undefined ? 'files' : sendsStills ? 'stills' : 'stream';

/** Returns why the publication cannot be protected; null if it can. */
export const obstacleIn = (
  { service, obstacle }: Pick<FormContext, 'service' | 'obstacle'>,
  { control }: Pick<PublicationDraft, 'control'>,
): ProtectionObstacle | null =>
  protectionObstacle({ channel: obstacle ?? null, sends: sendsOf(service), rendition: control.source.rendition });

/** Returns the fields of the service for this channel and core. */
export const fieldsOf = (context: FormContext, { profile }: Pick<PublicationDraft, 'profile'>) =>
  context.service.form(serviceContextOf(context, profile));

/** Codecs of the service, and those that are already passed through. */
function acceptedSoFar(context: FormContext, { profiles: [profile], streams: sent }: EgressMetadata) {
  const { streams } = context;
  const takes = acceptedCodecs(context);
  const passed = (type: MediaType): string[] => {
    const { encoder, source, stream } = profile[type];
    const now = encoder.coder === 'copy' && source === 0 ? streams[stream] : undefined;
    return now && sent.some((old) => old.type === type && old.codec === now.codec) ? [now.codec] : [];
  };
  return { ...takes, video: [...passed('video'), ...takes.video], audio: [...passed('audio'), ...takes.audio] };
}

/** Returns the draft of stored settings. Coders that still fit are kept; others are chosen again. */
export function publicationDraftOf(context: FormContext, stored: EgressMetadata): PublicationDraft {
  const { name, settings, control, profiles } = stored;
  if (context.kept) return { name, settings, control, profile: profiles[0] };
  const profile = preselectCoders(profiles[0], context.streams, acceptedSoFar(context, stored), context.skills);
  const { upgrade = (settings: CoderSettings) => settings } = context.service;
  return { name, settings: settingsOf(fieldsOf(context, { profile }), upgrade(settings)), control, profile };
}

export const outputsOf = (context: FormContext, { settings, profile }: PublicationDraft): Output[] =>
  context.service.outputs(settings, serviceContextOf(context, profile));

/** Hints below valid fields. */
export const notesOf = (context: FormContext, { settings, profile }: PublicationDraft) =>
  context.service.notes(settings, serviceContextOf(context, profile));

/** Fault key of the playback address. */
export const PLAYBACK = 'playback';

/** Prefix of fault keys for coders, such as `profile.video.encoder.bitrate`. */
const CODERS = 'profile.';

export const isEncodingFault = (key: string): boolean => key === '' || key.startsWith(CODERS);

/** Returns the field of a fault; undefined if the fault concerns the whole publication. */
export function faultyFieldOf(context: FormContext, draft: PublicationDraft, key: string): Field | undefined {
  if (!key.startsWith(CODERS)) return fieldsOf(context, draft)[key];
  const at = key.slice(CODERS.length);
  return faultyCodingField('video', draft.profile.video, at) ?? faultyCodingField('audio', draft.profile.audio, at);
}

/** Faults in unchanged stored codings are shown at their fields, but do not block a save. */
function coderFaultsOf({ profile, control }: PublicationDraft, stored: PublicationDraft | null) {
  if (control.source.rendition !== undefined) return {};
  const changed = (['video', 'audio'] as const).filter((type) => !sameJson(profile[type], stored?.profile[type]));
  return Object.fromEntries(
    changed.flatMap((type) =>
      Object.entries(codingFaultsOf(type, profile[type])).map(([key, text]) => [CODERS + key, text]),
    ),
  );
}

/** Returns the visible fields that are as empty as an import without secrets has left them, with texts as faults. */
export function keylessFaultsOf(
  context: FormContext,
  draft: PublicationDraft,
  keyless: KeylessPublication | undefined = context.keyless,
): Readonly<Record<string, string>> {
  const fields = fieldsOf(context, draft);
  return Object.fromEntries(
    Object.entries(keyless?.missingSecrets ?? {}).flatMap(([key, left]) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (!field || !isShown(field, draft.settings) || valueAt(draft.settings, key) !== left) return [];
      return [[key, left === '' ? missingFieldText(field) : msg('The key or password in it is missing. Enter it.')]];
    }),
  );
}

/** Returns faults that block a save, as English texts by field key; '' stands for the encoding. */
export function publicationFaultsOf(
  context: FormContext,
  draft: PublicationDraft,
  stored: PublicationDraft | null = null,
): Readonly<Record<string, string>> {
  const { service } = context;
  if (keptIn(context, draft)) return {};
  const serviceContext = serviceContextOf(context, draft.profile);
  const missing = service.missing(draft.settings, serviceContext);
  const { playback = '' } = draft.control;
  const misplaced = playbackFault(playback, { channel: context.channel, own: context.ownHosts ?? [] });
  const faults = {
    ...(misplaced === null ? {} : { [PLAYBACK]: misplaced }),
    ...service.faults(draft.settings, serviceContext),
    ...keylessFaultsOf(context, draft),
    ...Object.fromEntries(missing.map((key) => [key, msg('This field is required.')])),
    ...coderFaultsOf(draft, stored),
    ...(serviceContext.streams.length > 0 ? {} : { '': msg('Select video or audio, otherwise nothing is sent.') }),
  };
  const isSilent = Object.keys(faults).length === 0 && service.outputs(draft.settings, serviceContext).length === 0;
  return isSilent ? { '': msg('Nothing would be sent with these settings.') } : faults;
}

/** Returns why this core cannot send the publication; null if it can. Copying needs no encoder. */
export function unservedIn(context: FormContext, draft: PublicationDraft): UnservedReason | null {
  const { service, skills } = context;
  if (skills.protocols.output.length === 0) return null;
  const { video, audio, ...others } = service.requires;
  const isEncoded = (type: MediaType) => !['copy', 'none'].includes(draft.profile[type].encoder.coder);
  const requires = { ...others, video: isEncoded('video') ? video : [], audio: isEncoded('audio') ? audio : [] };
  return unservedReason({ id: service.id, requires }, skills, outputsOf(context, draft));
}

/** Returns the metadata to store, including unknown keys. */
export function publicationMetadataOf(
  context: FormContext,
  draft: PublicationDraft,
  stored: EgressMetadata,
): EgressMetadata {
  if (keptIn(context, draft)) return { ...stored, name: draft.name.trim(), control: draft.control };
  const profile = cleanProfile([channelSource(context.streams)], draft.profile);
  const [, ...others] = stored.profiles;
  const { missingSecrets, ...rest } = stored;
  const lacks = Object.keys(keylessFaultsOf(context, draft, stored)).length > 0;
  return {
    ...rest,
    ...(lacks && { missingSecrets }),
    name: draft.name.trim(),
    control: draft.control,
    outputs: outputsOf(context, draft).map((output, i) =>
      // If an update contains no cleanup rules, the core keeps the old ones, so an empty list is sent.
      output.cleanup === undefined && stored.outputs[i]?.cleanup?.length ? { ...output, cleanup: [] } : output,
    ),
    settings: draft.settings,
    profiles: [profile, ...others],
    streams: sentStreams(context, profile, stored.streams),
  };
}

/** Whether a continuous video stream is sent; only then does the core's progress count show a stall. */
export const sendsPicture = (context: FormContext, { profile }: Pick<PublicationDraft, 'profile'>): boolean =>
  !context.service.sendsStills && sentStreams(context, profile).some(({ type }) => type === 'video');

/** Returns the process of stored settings; null if it has no output. */
export function processOf(context: FormContext, metadata: EgressMetadata, uuid: string): ProcessConfig | null {
  const { channel, service, streams, skills } = context;
  const { settings, profiles, control } = metadata;
  const unchanged = keptIn(context, { settings, profile: profiles[0], control })?.process;
  if (unchanged) return { ...unchanged, ...controlFieldsOf(metadata.control) };
  const process = egressProcess({ channel, service: service.id, uuid, metadata, streams, skills });
  const picture = metadata.streams.some(({ type }) => type === 'video');
  // The core counts only frames as progress, so it would kill audio-only or slow still-image outputs as stale.
  return process && (!picture || service.sendsStills) ? { ...process, stale_timeout_seconds: 0 } : process;
}

export const publicationCodingContext = (context: Pick<FormContext, 'skills' | 'service'>): CodingContext => ({
  skills: context.skills,
  accepted: acceptedCodecs(context),
});

/** Choices for video or audio; without encoders, the channel has no such stream. */
export interface Offer extends CoderOffer {
  stream: Stream | null;
}

export function offerOf(context: FormContext, type: MediaType, coding: StreamCoding): Offer {
  const { streams, service, skills } = context;
  const chosen = streams[coding.stream];
  const stream = (chosen?.type === type && chosen) || streams.find((candidate) => candidate.type === type) || null;
  if (!stream) return { stream: null, encoders: [], lacking: [], decoders: [], stuck: false };
  // 'none' is not accepted for a stream that the service requires.
  const { stuck } = offerFor(type, coding, stream, {
    ...publicationCodingContext(context),
    accepted: serviceCodecs(service, skills),
  });
  return { stream, ...offerFor(type, coding, stream, publicationCodingContext(context)), stuck };
}

export function withCoder(context: FormContext, profile: Profile, change: CoderChange): Profile {
  const { type } = change;
  const coding = profile[type];
  const { streams, skills } = context;
  if ('stream' in change) {
    const moved = { ...profile, [type]: { ...coding, source: 0, stream: change.stream } };
    return preselectCoders(moved, streams, acceptedCodecs(context), skills);
  }
  const stream = streams[coding.stream];
  if (!stream) return profile;
  if ('filters' in change) return { ...profile, [type]: applyFilters(type, coding, change.filters, skills.ffmpeg) };
  if ('encoder' in change) {
    const other = change.encoder === coding.encoder.coder ? null : encoderOf(type, change.encoder);
    const settings = other ? { ...proposeEncoderSettings(other, stream), ...change.settings } : change.settings;
    const encoded = applyEncoder(type, coding, { encoder: change.encoder, settings }, stream, skills.ffmpeg);
    return encoded ? { ...profile, [type]: encoded } : profile;
  }
  const decoder = applyDecoder(type, change.decoder, change.settings, stream, skills.ffmpeg);
  return decoder ? { ...profile, [type]: { ...coding, decoder } } : profile;
}

interface UnservedEdit {
  target: { uuid: string | null };
  draft: PublicationDraft;
  stored: PublicationDraft;
}

/** Whether a save would newly store a publication that this core cannot send; a stored one can still be renamed. */
export function newlyUnserved(context: FormContext, { target, draft, stored }: UnservedEdit): boolean {
  const reason = unservedIn(context, draft);
  return reason !== null && (target.uuid === null || !sameJson(reason, unservedIn(context, stored)));
}

interface PublicationEdit {
  draft: PublicationDraft;
  stored: PublicationDraft;
  found: PublicationOutputs;
}

interface PublicationProcesses {
  well: { primary: boolean; backup: boolean };
  uuids: { primary: string; backup: string };
}

export interface PublicationWrite {
  metadata: EgressMetadata;
  process: ProcessConfig;
}

export interface SavedPublication {
  primary: PublicationWrite;
  backup: PublicationWrite | null;
}

/** Name of the second process in other interfaces, which list every process as a publication. */
const backupName = (name: string) => `${name.trim()} (Backup)`;

/** The control settings of a publication without a second process. */
export function withoutBackup<Control extends EgressMetadata['control']>({ backup: _, ...control }: Control) {
  return control;
}

/** Creates one process per output, so that the failure of one does not end the other. */
function outputsMadeOf(
  context: FormContext,
  draft: PublicationDraft,
  found: PublicationOutputs,
  { primary, backup }: PublicationProcesses['uuids'],
): SavedPublication | null {
  const write = (from: PublicationDraft, stored: EgressMetadata, uuid: string) => {
    const metadata = publicationMetadataOf(context, from, stored);
    const process = processOf(context, metadata, uuid);
    return process && { metadata, process };
  };
  const control = withoutBackup(draft.control);
  const { backup: keys } = context.service;
  if (!keys || keptIn(context, draft) || outputsOf(context, draft).length < 2) {
    const single = write({ ...draft, control }, found.metadata, primary);
    return single && { primary: single, backup: null };
  }
  const settings = separateBackup(keys, draft.settings);
  const first = write(
    { ...draft, settings: settings.primary, control: { ...control, backup } },
    found.metadata,
    primary,
  );
  const other = { ...draft, name: backupName(draft.name), settings: settings.backup, control };
  const second = write(other, found.backup?.metadata ?? { ...found.metadata, control }, backup);
  return first && { primary: first, backup: second };
}

/** Takes the service's backup keys, and the uuid for a new second process. */
export function separateOutputs(
  keys: Service['backup'],
  { metadata, process }: PublicationWrite,
  uuid: string,
): SavedPublication {
  const service = egressOf(process.id)?.service;
  const [first, second, ...others] = process.output;
  const [to, toSecond] = metadata.outputs;
  if (!keys || service === undefined || !first || !second || others.length > 0 || !to || !toSecond)
    return { primary: { metadata, process }, backup: null };
  const control = withoutBackup(metadata.control);
  const { backup = uuid } = metadata.control;
  const settings = separateBackup(keys, metadata.settings);
  return {
    primary: {
      metadata: { ...metadata, settings: settings.primary, control: { ...control, backup }, outputs: [to] },
      process: { ...process, output: [first] },
    },
    backup: {
      metadata: {
        ...metadata,
        name: backupName(metadata.name),
        settings: settings.backup,
        control,
        outputs: [toSecond],
      },
      process: { ...process, id: egressId(service, backup), output: [{ ...second, id: first.id }] },
    },
  };
}

const addressesOf = ({ output }: ProcessConfig) => output.map(({ address }) => address);

/** Returns the processes to write; null without an output. Unchanged ones are not interrupted. */
export function savedOf(
  context: FormContext,
  { draft, stored, found }: PublicationEdit,
  { well, uuids }: PublicationProcesses,
): SavedPublication | null {
  const next = outputsMadeOf(context, draft, found, uuids);
  if (!next) return null;
  const before = outputsMadeOf(context, stored, found, uuids);
  const runs = found.backup?.process ?? null;
  const follows =
    runs !== null && next.backup !== null && sameJson(addressesOf(runs), addressesOf(next.backup.process));
  return {
    primary: well.primary ? asItRuns(found, before?.primary, next.primary) : next.primary,
    // The backup is written after the primary, so an interrupted save may have left it outdated.
    backup: next.backup && well.backup && follows ? asItRuns(found.backup, before?.backup, next.backup) : next.backup,
  };
}

function asItRuns(
  runs: StoredPublication | null,
  before: PublicationWrite | null | undefined,
  write: PublicationWrite,
): PublicationWrite {
  const { process } = runs ?? {};
  if (!runs || !process || !before || process.output.length > write.process.output.length) return write;
  const outputs = runs.metadata.outputs.slice(0, process.output.length);
  return sameJson(before.process, write.process) ? { metadata: { ...write.metadata, outputs }, process } : write;
}

export interface SaveEffects {
  primary: boolean;
  backup: boolean;
  /** A process with two outputs is split. */
  separates: boolean;
}

const NO_EFFECTS: SaveEffects = { primary: false, backup: false, separates: false };

/** Whether a save changes and therefore interrupts a running process. */
export function interrupts(
  context: FormContext,
  form: PublicationEdit,
  well: PublicationProcesses['well'],
): SaveEffects {
  const { process, backup, metadata } = form.found;
  const primary = process && egressOf(process.id)?.uuid;
  if (!process || !primary) return NO_EFFECTS;
  const target = savedOf(context, form, { well, uuids: { primary, backup: metadata.control.backup ?? '' } });
  if (!target) return NO_EFFECTS;
  const differs = (now: ProcessConfig, next: PublicationWrite) => saveDiffers(now, next.process, context.skills.ffmpeg);
  return {
    primary: differs(process, target.primary),
    backup: Boolean(backup?.process && (!target.backup || differs(backup.process, target.backup))),
    separates: target.backup !== null && process.output.length > target.primary.process.output.length,
  };
}
