import type { UnknownAction } from '@reduxjs/toolkit';
import { all, call, put, select } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY, renditionId } from '../../../api/processIds.ts';
import type { Service } from '../../../catalog/form/defineCatalogEntry.ts';
import type { Settings } from '../../../catalog/form/fields.ts';
import { publicationName } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { msg } from '../../../i18n/msg.ts';
import { outgoingStreams } from '../../../media/encoding/outputFigures.ts';
import {
  type EgressMetadata,
  parseEgressMetadata,
  parseIngestMetadata,
  storedAs,
} from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { noticed } from '../../gate/notice/slice.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import type { storedChanged } from '../../live/channel/channelSync.ts';
import { egressEntry } from '../../live/channel/discoverChannels.ts';
import { egressSaved } from '../../live/channel/slice.ts';
import { isWell } from '../../live/publication/publicationState.ts';
import { publicationStateOf, type WithPublicationList } from '../../live/publication/selectors.ts';
import { landed, publicationSwitched } from '../../live/publication/slice.ts';
import { failuresForgotten } from '../../live/status/slice.ts';
import { leaveEditor, loadEditor, type SharedForm, saveShared, showOthers } from '../../shared/editor/editorSagas.ts';
import { readableOf, readMetadata, readProcess } from '../../shared/saving/readProcess.ts';
import { saveProcess } from '../../shared/saving/saveProcess.ts';
import { passRendition, readingFeed } from '../egress/egressControlForm.ts';
import { sendersAmong } from '../egress/publicationDestinations.ts';
import {
  draftOf,
  type FoundPublication,
  faultsOf,
  formContextOf,
  type PublicationDraft,
  savedOf,
  withCoder,
} from '../egress/publicationDraft.ts';
import { sendersFound } from './destinations/slice.ts';
import { findRenditions } from './findRenditions.ts';
import { loadPlatformLimits } from './platformLimits/loadPlatformLimits.ts';
import {
  type coderChanged,
  draftChanged,
  faultsShown,
  type formOpened,
  type OpenForm,
  type PublicationTarget,
  publicationEditor,
  saveAndStartRequested,
  saved,
  type WithPublicationForm,
} from './slice.ts';

type PublicationForm = SharedForm<PublicationTarget, FoundPublication, PublicationDraft, never, 'deleting'>;

const shared: PublicationForm = {
  actions: publicationEditor.actions,
  *open() {
    return (yield* openForm())?.form ?? null;
  },
  find,
  home: ({ channel }) => `/${channel}`,
  alsoCompare: ({ process }) => process,
  isNew: ({ uuid }) => uuid === null,
};

/** Reads what the form needs; what does not exist leads back to the channel with a word. */
export function* loadForm({ payload: target }: ReturnType<typeof formOpened>) {
  yield* loadEditor(publicationEditor.actions, target, find, shared.home);
  yield* all([call(readSenders), call(loadPlatformLimits, target)]);
}

/** Something is stored otherwise with these processes. */
export function* followStored({ payload: ids }: ReturnType<typeof storedChanged>) {
  const target = (yield* openForm())?.form.target;
  if (!target?.uuid) return;
  if ([ingestId(target.channel), egressId(target.service, target.uuid)].some((id) => ids.includes(id)))
    yield* showOthers(shared);
}

/** Where the others send to, also those of other channels. */
function* readSenders() {
  const core = yield* host('core');
  try {
    yield* put(sendersFound(sendersAmong(yield* call(core.processes, { filter: 'config,metadata' }))));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error; // the check before going live names them as well
  }
}

function* find(target: PublicationTarget) {
  const { channel: id } = target;
  if (target.uuid === null && !canBeMade(target)) return { missing: msg('Publication service not found') };
  const ingest = readableOf(yield* readMetadata(ingestId(id), parseIngestMetadata));
  if (!ingest) return { missing: msg('Main channel not found') };
  const publication = yield* findPublication(target, uuidFrom(yield* host('random')).replaceAll('-', ''));
  if (!publication) return { missing: msg('Publication service not found') };
  const { sources, profiles, meta, control } = ingest;
  const streams = outgoingStreams(ingest.streams, sources, profiles[0]);
  const { rendition } = publication.metadata.control.source;
  const renditions = yield* findRenditions(id, rendition !== undefined);
  const found = { channel: { streams, meta, control }, ...publication, ...(renditions ? { renditions } : {}) };
  const session = yield* select((state: WithSession) => state);
  const context = formContextOf(session, target, found);
  if (!context) return null;
  const isNew = target.uuid === null && target.from === null;
  const gone = rendition !== undefined && !renditions?.some(({ uuid }) => uuid === rendition);
  const read = isNew ? readingFeed(found.metadata, context.feeds[0]) : found.metadata;
  const metadata = gone ? { ...read, control: passRendition(read.control, context.feeds[0], null) } : read;
  return { found: { ...found, metadata }, draft: draftOf(context, metadata) };
}

/** What looks for a service by its address has found where to send to, and else at least a name. */
function begunWith(typed: string, known: Service | null): Partial<EgressMetadata> {
  if (typed === '') return {};
  const preset = known?.presets?.find(({ name }) => name === typed);
  if (preset) return { name: typed, settings: preset.settings };
  return /^\S+\.\S+[:/]\S*$|:\/\//.test(typed) ? { settings: { address: typed } } : { name: typed };
}

/** Of a service that is not known here, or has ended, only what is stored can be edited; new ones have its newest id. */
function canBeMade({ service: id, from }: PublicationTarget): boolean {
  const service = serviceOf(id);
  return service !== null && !service.aliases?.includes(id) && (from !== null || !service.retired);
}

/** What is copied may be stored under an earlier id of the service. */
function* findHeld({ service, uuid, from }: PublicationTarget) {
  const ids = uuid === null ? [service, ...(serviceOf(service)?.aliases ?? [])] : [service];
  for (const id of ids) {
    const held = yield* call(readProcess, egressId(id, uuid ?? from ?? ''));
    if (held) return held;
  }
  return null;
}

/** The publication itself, a copy of another, or defaults; null: it does not exist. */
function* findPublication(target: PublicationTarget, unguessable: string) {
  const { service, uuid, from } = target;
  const known = serviceOf(service);
  const own = known?.own?.(unguessable) ?? {};
  if (uuid === null && from === null) {
    const translated = yield* host('translated');
    const name = known ? translated(known.name) : '';
    const begun = { ...parseEgressMetadata({}), name, settings: own };
    return { metadata: { ...begun, ...begunWith(target.typed ?? '', known) }, process: null };
  }
  const held = yield* findHeld(target);
  const metadata = held && readableOf(storedAs(parseEgressMetadata, held.metadata[METADATA_KEY]));
  if (!metadata) return null;
  return uuid === null
    ? { metadata: copyOf(metadata, publicationName(service, metadata.name), own), process: null }
    : { metadata, process: held.config };
}

/** It goes to the same key until another one is entered: it does not start by itself. */
const copyOf = (metadata: EgressMetadata, name: string, own: Settings): EgressMetadata => ({
  ...metadata,
  settings: { ...metadata.settings, ...own },
  name: `${name} 2`,
  control: { ...metadata.control, process: { ...metadata.control.process, autostart: false } },
});

export function* openForm() {
  const state = yield* select((known: WithPublicationForm & WithSession) => known);
  const form = state.publicationForm;
  const context =
    form.status === 'open'
      ? formContextOf(state, form.target, form.found, form.draft.control.source.rendition ?? '')
      : null;
  return form.status === 'open' && context ? { form, context } : null;
}

export function* changeCoder({ payload: change }: ReturnType<typeof coderChanged>) {
  const open = yield* openForm();
  if (open) yield* put(draftChanged({ profile: withCoder(open.context, open.form.draft.profile, change) }));
}

export function* save({ type }: UnknownAction) {
  const open = yield* openForm();
  if (!open || open.form.busy) return;
  const { context, form } = open;
  const { channel, service, uuid: known } = form.target;
  if (Object.keys(faultsOf(context, form.draft)).length > 0) {
    yield* put(faultsShown());
    return;
  }
  const random = yield* host('random');
  const uuid = known ?? uuidFrom(random);
  const words = known === null ? creation : change;
  const done = yield* saveShared(shared, form, (open) => write(open, uuid), words.failed);
  if (!done) return;
  const name = publicationName(service, done.result.metadata.name);
  yield* put(saved({ found: { ...form.found, ...done.result } }));
  yield* put(
    egressSaved({ channel, id: egressId(service, uuid), ...egressEntry(channel, service, done.result.metadata) }),
  );
  yield* put(noticed('heard', words.done, name));
  // Why it failed before is no word about what is sent from now on.
  if (done.result.process !== form.found.process) yield* put(failuresForgotten([egressId(service, uuid)]));
  yield* put(landed(egressId(service, uuid)));
  if (type === saveAndStartRequested.type) yield* put(publicationSwitched({ id: egressId(service, uuid), on: true }));
  yield* call(leaveEditor, `/${channel}`);
}

function* write(form: OpenForm, uuid: string) {
  const { target, found } = form;
  const state = yield* select((known: WithSession & WithPublicationList) => known);
  const well = isWell(publicationStateOf(state, egressId(target.service, uuid)));
  const context = formContextOf(state, target, found, form.draft.control.source.rendition ?? '');
  const written = context && savedOf(context, form, well, uuid);
  if (!written) throw new Error(msg('Nothing would be sent with these settings.'));
  yield* call(saveProcess, written);
  yield* call(alongWith, target.channel, written.metadata);
  return written;
}

/** What starts with the core needs what it passes on. */
function* alongWith(channel: string, { control: { process, source } }: EgressMetadata) {
  if (!process.autostart || source.rendition === undefined) return;
  const held = yield* call(readProcess, renditionId(channel, source.rendition));
  if (held?.config && !held.config.autostart)
    yield* call(saveProcess, { process: { ...held.config, autostart: true }, metadata: null });
}

const creation = {
  done: msg('The publication service "{{0}}" has been created'),
  failed: msg('Failed to create publication service ({{0}})'),
};
const change = {
  done: msg('The settings for "{{0}}" have been saved'),
  failed: msg('Failed to store publication service ({{0}})'),
};
