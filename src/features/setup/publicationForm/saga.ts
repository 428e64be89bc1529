import type { UnknownAction } from '@reduxjs/toolkit';
import { all, call, put, race, select, spawn, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError, codeOf, NETWORK_FAILURE } from '../../../api/error.ts';
import { agentKey, egressId, egressOf, ingestId, METADATA_KEY, renditionId } from '../../../api/processIds.ts';
import { preselectCoders } from '../../../catalog/coders/chooseCoders.ts';
import type { Service } from '../../../catalog/form/defineCatalogEntry.ts';
import type { Settings } from '../../../catalog/form/fields.ts';
import { publicationName } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { msg } from '../../../i18n/msg.ts';
import { publicationIdOf } from '../../../media/channel/publicationOutputs.ts';
import { isOn } from '../../../media/channel/publicationState.ts';
import { outgoingStreams } from '../../../media/encoding/outputFigures.ts';
import { emptyProfile } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { healingIn, storeHealing } from '../../../media/healing/storeHealing.ts';
import { holdAsRun, readsHold } from '../../../media/hold/readsHold.ts';
import {
  type EgressMetadata,
  parseEgressMetadata,
  parseIngestMetadata,
  storedAs,
} from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { catchSagaErrors, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { nullOnCoreError } from '../../gate/host/nullOnCoreError.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { noticed } from '../../gate/notice/slice.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import { storedChanged } from '../../live/channel/channelSync.ts';
import { egressEntry } from '../../live/channel/discoverChannels.ts';
import { deliveryIn, egressGone, egressSaved, isWatchedFetched, type WithChannels } from '../../live/channel/slice.ts';
import {
  isWell,
  publicationStateOf,
  publicationsOf,
  renditionsOf,
  type WithPublicationList,
} from '../../live/publication/publicationState.ts';
import {
  landed,
  publicationDeleted,
  publicationSwitched,
  recordingPrepared,
  recordingWanted,
} from '../../live/publication/slice.ts';
import { failuresForgotten, isLiveIn, type WithStatus, watchedStatusIn } from '../../live/status/slice.ts';
import {
  catchWorkErrors,
  finishSave,
  loadEditor,
  type SharedForm,
  saveShared,
  showOthers,
} from '../../shared/editor/editorSagas.ts';
import { write } from '../../shared/saving/exclusively.ts';
import { quietly } from '../../shared/saving/quietly.ts';
import { readableOf, readMetadata, readProcess } from '../../shared/saving/readProcess.ts';
import { NOT_STORED, saveProcess } from '../../shared/saving/saveProcess.ts';
import { passRendition, readingFeed, withPlayback } from '../egress/egressControlForm.ts';
import { withinLimits } from '../egress/fitToPlatform.ts';
import { destinationsAmong } from '../egress/publicationDestinations.ts';
import {
  acceptedCodecs,
  type FoundPublication,
  formContextOf,
  joinOutputs,
  newlyUnserved,
  type PublicationDraft,
  publicationDraftOf,
  type SavedPublication,
  type StoredPublication,
  savedOf,
  withCoder,
  withoutBackup,
} from '../egress/publicationDraft.ts';
import { readBackPublication } from '../egress/readBackPublication.ts';
import { renditionsAmong } from '../egress/renditionsAfterChannelChange.ts';
import { saveOutputs } from '../egress/saveOutputs.ts';
import { missingChannel } from '../saveChannel/missingChannel.ts';
import { readHoldSettings, readHoldToWrite } from '../slate/readHoldSettings.ts';
import { ensureSlate } from '../slate/slateImage.ts';
import { startOnceHeld } from '../slate/startOnceHeld.ts';
import { sendersFound } from './destinations/slice.ts';
import { limitsFor, platformsSeen, type WithPlatformLimits } from './platformLimits/slice.ts';
import {
  formClosed,
  formOpened,
  type OpenForm,
  type PublicationTarget,
  publicationChanged,
  publicationCoderChanged,
  publicationEditor,
  publicationFaultsShown,
  publicationSaveRequested,
  renditionChosen,
  saveAndStartRequested,
  type WithPublicationForm,
} from './slice.ts';
import { formFaultsOf } from './tabs.ts';

/** Shows the limits at once, and figures only while a limited channel is live. */
function* loadPlatformLimits({ channel, service }: PublicationTarget) {
  const load = yield* browser('loadWatching');
  const { platformLimits: limits, observeStream: sightOf } = yield* call(load);
  yield* put(platformsSeen({ limits, figures: null }));
  const isLimited = limits.some(({ id }) => id === service) || serviceOf(service)?.limits !== undefined;
  if (!isLimited || !(yield* call(isLive, channel))) return;
  const { storage } = yield* select((state: WithChannels) => deliveryIn(state, channel));
  const reading = yield* nullOnCoreError(() => sightOf(channel, storage, null));
  // Without figures, only the settings are judged; the preflight check measures again.
  if (reading) yield* put(platformsSeen({ limits, figures: reading.figures }));
}

/** Waits until the status is known; false once the form is closed. */
function* isLive(channel: string) {
  for (;;) {
    const state = yield* select((root: WithStatus) => root);
    if (state.status.watched === channel && watchedStatusIn(state) !== null) return isLiveIn(state);
    const { left } = yield* race({ heard: take(isWatchedFetched), left: take(formClosed) });
    if (left) return false;
  }
}

/** Returns undefined if the channel has no renditions, without a request. */
function* findRenditions(channel: string, needed: boolean) {
  const core = yield* host('core');
  const renditions = yield* select((state: WithChannels) => renditionsOf(state, channel));
  if (!needed && Object.keys(renditions).length === 0) return undefined;
  return renditionsAmong(yield* call(core.processes, { reference: channel, filter: 'metadata' }), channel);
}

type PublicationForm = SharedForm<PublicationTarget, FoundPublication, PublicationDraft, never, 'deleting'>;

const shared: PublicationForm = {
  actions: publicationEditor.actions,
  *state() {
    return yield* select(({ publicationForm }: WithPublicationForm) => publicationForm);
  },
  find,
  home: ({ channel }) => `/${channel}`,
  alsoCompare: ({ process, backup }) => [process, backup?.process ?? null],
  isNew: ({ uuid }) => uuid === null,
};

function* loadForm({ payload: target }: ReturnType<typeof formOpened>) {
  yield* loadEditor(shared, target);
  yield* all([call(readSenders), call(loadPlatformLimits, target)]);
}

function* followStored({ payload: ids }: ReturnType<typeof storedChanged>) {
  const { target, found } = (yield* openForm())?.form ?? {};
  if (!target?.uuid || !found) return;
  const { backup } = found.metadata.control;
  const own = [target.uuid, ...(backup === undefined ? [] : [backup])].map((uuid) => egressId(target.service, uuid));
  if ([ingestId(target.channel), ...own].some((id) => ids.includes(id))) yield* showOthers(shared);
}

function* readSenders() {
  const core = yield* host('core');
  try {
    yield* put(sendersFound(destinationsAmong(yield* call(core.processes, { filter: 'config,metadata' }))));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error; // the preflight check reports shared destinations as well
  }
}

function* find(target: PublicationTarget) {
  const { channel: id } = target;
  if (target.uuid === null && !canBeMade(target)) return { missing: msg('Publication service not found') };
  const ingest = readableOf(yield* readMetadata(ingestId(id), parseIngestMetadata));
  if (!ingest) return yield* missingChannel(id);
  const { sources, profiles, meta, control } = ingest;
  const unguessable = uuidFrom(yield* host('random')).replaceAll('-', '');
  const stored = yield* findPublication(target, meta.name, unguessable);
  if (!stored) return { missing: msg('Publication service not found') };
  const publication = { ...stored, metadata: holdAsRun(stored.metadata, id, stored.process) };
  const streams = outgoingStreams(ingest.streams, sources, profiles[0]);
  const { rendition } = publication.metadata.control.source;
  const renditions = yield* findRenditions(id, rendition !== undefined);
  const hold = yield* nullOnCoreError(() => readHoldSettings(id));
  const found = {
    channel: { streams, meta, control },
    ...publication,
    ...(renditions ? { renditions } : {}),
    ...(hold?.settings === 'newer' ? { newerHold: true as const } : {}),
  };
  const session = yield* select((state: WithSession) => state);
  const context = formContextOf(session, target, found);
  if (!context) return null;
  const own = egressId(target.service, target.uuid ?? '');
  const healing = hold && hold.settings !== 'newer' ? { healing: healingIn(hold.stored, own) } : {};
  const isNew = target.uuid === null && target.from === null;
  const isMissing = rendition !== undefined && !renditions?.some(({ uuid }) => uuid === rendition);
  const read = isNew ? readingFeed(found.metadata, context.feeds[0]) : found.metadata;
  const metadata = isMissing ? { ...read, control: passRendition(read.control, context.feeds[0], null) } : read;
  const isKnown = context.kept === null && found.backup === null;
  const changed = isKnown && found.process ? readBackPublication(context, metadata, found.process) : null;
  if (changed === null)
    return { found: { ...found, metadata }, draft: { ...publicationDraftOf(context, metadata), ...healing } };
  const draft = { ...publicationDraftOf(context, changed), ...healing };
  const { settings, profile } = draft;
  const [, ...others] = changed.profiles;
  const runs: EgressMetadata = { ...changed, settings, profiles: [profile, ...others] };
  return { found: { ...found, metadata: runs, readBack: draft }, draft };
}

/** Specification 9: platforms block clients that reconnect sooner. Stored publications without a delay keep 15 s. */
const NEW_DELAY_S = 30;

/** `a.b:1` or `a.b/c`, or with a protocol. */
function isAddress(typed: string): boolean {
  const dot = typed.indexOf('.', 1);
  return typed.includes('://') || (dot > 0 && !/\s/.test(typed) && /[:/]/.test(typed.slice(dot + 2)));
}

/** Uses a searched address as the destination, and any other search text as the name. */
function begunWith(typed: string, definition: Service | null): Partial<EgressMetadata> {
  if (typed === '') return {};
  const preset = definition?.presets?.find(({ name }) => name === typed);
  if (preset) return { name: typed, settings: preset.settings };
  return isAddress(typed) ? { settings: { address: typed } } : { name: typed };
}

/** Unknown and retired services can only be edited or copied; a new publication uses the current id of its service. */
function canBeMade({ service: id, from }: PublicationTarget): boolean {
  const service = serviceOf(id);
  return service !== null && !service.aliases?.includes(id) && (from !== null || !service.retired);
}

/** The original of a copy may be stored under an earlier id of the service. */
function* findHeld({ service, uuid, from }: PublicationTarget) {
  const ids = uuid === null ? [service, ...(serviceOf(service)?.aliases ?? [])] : [service];
  for (const id of ids) {
    const existing = yield* call(readProcess, egressId(id, uuid ?? from ?? ''));
    if (existing) return { id: egressId(id, uuid ?? from ?? ''), ...existing };
  }
  return null;
}

/** Returns the stored publication, a copy, or defaults; null if it does not exist. */
function* findPublication(target: PublicationTarget, channelName: string, unguessable: string) {
  const { service, uuid, from } = target;
  const definition = serviceOf(service);
  const own = definition?.own?.(unguessable) ?? {};
  if (uuid === null && from === null) {
    const translated = yield* host('translated');
    const name = definition ? translated(definition.name) : '';
    const { control, ...bare } = parseEgressMetadata({});
    const process = { ...control.process, delay: NEW_DELAY_S };
    const settings = { ...definition?.begins?.(channelName), ...own };
    const { settings: typed, ...preset } = begunWith(target.typed ?? '', definition);
    const metadata = {
      ...bare,
      ...{ control: { ...control, process }, name },
      ...preset,
      settings: { ...settings, ...typed },
    };
    return { metadata, process: null, backup: null };
  }
  const existing = yield* findHeld(target);
  const stored = existing && readableOf(storedAs(parseEgressMetadata, existing.metadata[METADATA_KEY]));
  if (!stored) return null;
  const { id } = existing;
  const { isOwn, backup } = yield* findBackup(target.channel, id, stored);
  const metadata = isOwn ? stored : { ...stored, control: withoutBackup(stored.control) };
  const found = joinOutputs(definition, { metadata, process: existing.config }, backup);
  return uuid === null
    ? { metadata: copyOf(found.metadata, publicationName(service, metadata.name), own), process: null, backup: null }
    : found;
}

interface FoundBackup {
  /** false: the named process belongs to another publication, so that no save may touch it. */
  isOwn: boolean;
  /** null: its process is gone. */
  backup: StoredPublication | null;
}

function* findBackup(channel: string, id: string, { control: { backup } }: EgressMetadata) {
  const none: FoundBackup = { isOwn: true, backup: null };
  if (backup === undefined) return none;
  const foreign: FoundBackup = { isOwn: false, backup: null };
  const second = egressId(egressOf(id)?.service ?? '', backup);
  const egresses = yield* select((state: WithChannels) => publicationsOf(state, channel));
  if (second === id || !egressOf(second) || ![second, id].includes(publicationIdOf(egresses, second))) return foreign;
  const stored = yield* call(readProcess, second);
  if (!stored) return none;
  const metadata = readableOf(storedAs(parseEgressMetadata, stored.metadata[METADATA_KEY]));
  if (metadata?.control.backup !== undefined || (stored.config && stored.config.reference !== channel)) return foreign;
  const own: FoundBackup = { isOwn: true, backup: metadata && { metadata, process: stored.config } };
  return own;
}

/** A copy does not start automatically, because it still has the stream key of the original. */
const copyOf = (metadata: EgressMetadata, name: string, own: Settings): EgressMetadata => ({
  ...metadata,
  settings: { ...metadata.settings, ...own },
  name: `${name} 2`,
  control: {
    ...withPlayback(withoutBackup(metadata.control), ''),
    process: { ...metadata.control.process, autostart: false },
  },
});

function* openForm() {
  const state = yield* select((root: WithPublicationForm & WithSession) => root);
  const form = state.publicationForm;
  const context =
    form.status === 'open'
      ? formContextOf(state, form.target, form.found, form.draft.control.source.rendition ?? '')
      : null;
  return form.status === 'open' && context ? { form, context } : null;
}

function* changeCoder({ payload: change }: ReturnType<typeof publicationCoderChanged>) {
  const open = yield* openForm();
  if (!open) return;
  const { context, form } = open;
  const { profile: before, settings } = form.draft;
  const profile = withCoder(context, before, change);
  const begins = 'encoder' in change && change.encoder !== before[change.type].encoder.coder;
  const { limits: all } = yield* select(({ platformLimits }: WithPlatformLimits) => platformLimits);
  const limits = limitsFor(context.service, settings, all);
  yield* put(
    publicationChanged({ profile: begins && limits ? withinLimits(context, profile, limits, change.type) : profile }),
  );
}

function* save({ type }: UnknownAction) {
  const open = yield* openForm();
  if (!open || open.form.busy) return;
  const { context, form } = open;
  const { channel, uuid: existingId } = form.target;
  if (Object.keys(formFaultsOf(context, form)).length > 0 || newlyUnserved(context, form)) {
    yield* put(publicationFaultsShown());
    return;
  }
  const random = yield* host('random');
  const uuid = existingId ?? uuidFrom(random);
  const uuids = { primary: uuid, backup: form.found.metadata.control.backup ?? uuidFrom(random) };
  const words = existingId === null ? creation : change;
  const done = yield* saveShared(shared, form, (open) => writeForm(open, uuids), words.failed);
  if (!done) return;
  const { primary, backup } = done.result;
  yield* showSaved(form, uuids, done.result, words.done);
  yield* put(landed(primary.process.id));
  if (type === saveAndStartRequested.type) yield* put(publicationSwitched({ id: primary.process.id, on: true }));
  const found = { ...form.found, ...joinOutputs(context.service, primary, backup) };
  yield* finishSave(shared, { found }, `/${channel}`);
  const isHeld = readsHold(primary.metadata.control.source) && !readsHold(form.stored.control.source);
  const ids = [primary, ...(backup ? [backup] : [])].map(({ process }) => process.id);
  if (isHeld) yield* spawn(startOnceHeld, channel, ids);
}

interface OutputUuids {
  primary: string;
  backup: string;
}

type WrittenForm = Pick<OpenForm, 'target' | 'found' | 'draft' | 'stored'>;

/** @param text success message, marked with msg() */
function* showSaved(
  { target: { channel, service }, found }: WrittenForm,
  uuids: OutputUuids,
  { primary, backup }: SavedPublication,
  text: string,
) {
  const ids = { primary: egressId(service, uuids.primary), backup: egressId(service, uuids.backup) };
  yield* put(egressSaved({ channel, id: ids.primary, ...egressEntry(channel, service, primary.metadata) }));
  if (backup) yield* put(egressSaved({ channel, id: ids.backup, ...egressEntry(channel, service, backup.metadata) }));
  else yield* put(egressGone({ channel, id: ids.backup }));
  yield* put(noticed('saved', text, publicationName(service, primary.metadata.name)));
  // Earlier failures do not apply to a changed process.
  if (primary.process !== found.process) yield* put(failuresForgotten([ids.primary]));
  if (backup?.process !== found.backup?.process) yield* put(failuresForgotten([ids.backup]));
}

/** Saves and starts a recording with default settings. If that is impossible, the form opens. */
function* recordChannel({ payload: channel }: ReturnType<typeof recordingWanted>) {
  const target: PublicationTarget = { channel, service: 'recording', uuid: null, from: null };
  try {
    const outcome = yield* find(target);
    const context = outcome && 'found' in outcome && formContextOf(yield* select(sessionOf), target, outcome.found);
    if (outcome && 'missing' in outcome) yield* put(noticed('warning', outcome.missing));
    if (!outcome || 'missing' in outcome || !context) return;
    const form = { target, ...outcome, stored: outcome.draft };
    if (Object.keys(formFaultsOf(context, form)).length > 0 || newlyUnserved(context, form)) {
      const navigate = yield* browser('navigate');
      yield* call(navigate, `/${channel}/publication/recording`);
      return;
    }
    const random = yield* host('random');
    const uuids = { primary: uuidFrom(random), backup: uuidFrom(random) };
    const saved = yield* writeForm(form, uuids);
    yield* showSaved(form, uuids, saved, msg('"{{0}}" is starting. Its files are under Recordings.'));
    yield* put(publicationSwitched({ id: saved.primary.process.id, on: true }));
  } catch (error) {
    // The connection banner reports a network failure.
    if (codeOf(error) !== NETWORK_FAILURE) yield* put(noticed('error', creation.failed, reasonValue(error)));
  } finally {
    yield* put(recordingPrepared());
  }
}

const sessionOf = (state: WithSession) => state;

function* writeForm(form: WrittenForm, uuids: OutputUuids) {
  const { target, found } = form;
  const state = yield* select((root: WithSession & WithPublicationList) => root);
  const stateOf = (uuid: string) => publicationStateOf(state, egressId(target.service, uuid));
  const well = { primary: isWell(stateOf(uuids.primary)), backup: isWell(stateOf(uuids.backup)) };
  const context = formContextOf(state, target, found, form.draft.control.source.rendition ?? '');
  const written = context && savedOf(context, form, { well, uuids });
  if (!written) throw new Error(msg('Nothing would be sent with these settings.'));
  const runs = found.process !== null && isOn(stateOf(uuids.primary));
  const { source } = written.primary.metadata.control;
  if (readsHold(source) && !readsHold(form.stored.control.source)) yield* call(ensureSlate, target.channel);
  const wrote = yield* writeHealing(form, uuids);
  try {
    yield* call(saveOutputs, written, { ...found, on: found.process === null ? null : runs });
  } catch (error) {
    if (wrote) yield* call(quietly, () => goOnOver(target));
    throw error;
  }
  yield* call(alongWith, target.channel, written.primary.metadata);
  return written;
}

/** Written first, because it is a complete, separate write. Returns whether anything was written. */
function* writeHealing({ target: { channel, service }, draft: { healing }, stored }: WrittenForm, uuids: OutputUuids) {
  if (healing === undefined || sameJson(healing, stored.healing)) return false;
  const id = egressId(service, uuids.primary);
  const publications = yield* select((state: WithPublicationList) => publicationsOf(state, channel));
  const before = yield* readHoldToWrite(channel);
  const body = storeHealing(before, id, healing, Object.keys(publications));
  yield* write('metadataSet', { key: agentKey(channel), body });
  if (!sameJson((yield* readHoldSettings(channel)).stored, body)) throw new Error(NOT_STORED);
  return true;
}

/** Reloads after a partial save, because its own writes are not changes by others. */
function* goOnOver(target: PublicationTarget) {
  if (target.uuid === null) return;
  const now = yield* find(target);
  if (now === null || 'missing' in now) return;
  yield* put(publicationEditor.actions.conflictFound({ status: 'changed', ...now }));
  yield* put(publicationEditor.actions.keptMine());
}

/** A publication with autostart needs its rendition to start with the core as well. */
function* alongWith(channel: string, { control: { process, source } }: EgressMetadata) {
  if (!process.autostart || source.rendition === undefined) return;
  const rendition = yield* call(readProcess, renditionId(channel, source.rendition));
  if (rendition?.config && !rendition.config.autostart)
    yield* call(saveProcess, { process: { ...rendition.config, autostart: true }, metadata: null });
}

const creation = {
  done: msg('The publication service "{{0}}" has been created'),
  failed: msg('Failed to create publication service ({{0}})'),
};
const change = {
  done: msg('The settings for "{{0}}" have been saved'),
  failed: msg('Failed to store publication service ({{0}})'),
};

function* chooseRendition({ payload: uuid }: ReturnType<typeof renditionChosen>) {
  const open = yield* openForm();
  if (!open) return;
  const { form } = open;
  const { draft, found, target } = form;
  const state = yield* select((root: WithSession) => root);
  const context = formContextOf(state, target, found, uuid ?? '');
  if (!context) return;
  const before = found.renditions?.find((rendition) => rendition.uuid === draft.control.source.rendition);
  const own = before?.profile ?? draft.profile;
  // Video or audio that is switched off stays off in any encoding.
  const isSilent = (type: MediaType) => uuid !== null && draft.profile[type].encoder.coder === 'none';
  const initial = uuid === null ? own : emptyProfile();
  const preselected = preselectCoders(initial, context.streams, acceptedCodecs(context), context.skills);
  const none = emptyProfile();
  const profile = {
    ...preselected,
    ...(isSilent('video') ? { video: none.video } : {}),
    ...(isSilent('audio') ? { audio: none.audio } : {}),
  };
  yield* put(publicationChanged({ profile, control: passRendition(draft.control, context.feeds[0], uuid) }));
}

export function* publicationFormSaga() {
  yield* takeLeading(recordingWanted, catchSagaErrors(recordChannel));
  yield* takeLatest(formOpened, catchSagaErrors(loadForm));
  yield* takeLatest(storedChanged, catchSagaErrors(followStored));
  yield* takeEvery(publicationCoderChanged, catchSagaErrors(changeCoder));
  yield* takeEvery(renditionChosen, catchSagaErrors(chooseRendition));
  yield* takeEvery(publicationDeleted, catchSagaErrors(close));
  yield* takeLeading([publicationSaveRequested, saveAndStartRequested], catchWorkErrors(shared, save));
}

function* close() {
  yield* put(formClosed());
}
