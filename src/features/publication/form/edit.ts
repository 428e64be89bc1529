import { call, delay, put, select } from 'typed-redux-saga';
import { CoreError, codeOf, NETWORK_FAILURE } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY } from '../../../api/ids.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { msg } from '../../../i18n/msg.ts';
import { type EgressMetadata, parseEgressMetadata, parseIngestMetadata } from '../../../media/metadata.ts';
import { egressSaved } from '../../channel/slice.ts';
import { browser, host } from '../../host.ts';
import { noticed } from '../../notice/slice.ts';
import { reasonOf, reasonValue } from '../../safely.ts';
import type { WithSession } from '../../session/slice.ts';
import { keepMetadata, keepOthers, type Others, upsertProcess } from '../../upsert.ts';
import { uuidFrom } from '../../uuid.ts';
import { formContextOf } from './context.ts';
import { draftOf, type FormContext, faultsOf, metadataOf, processOf, withCoder } from './decide.ts';
import {
  type coderChanged,
  draftChanged,
  faultsShown,
  formFailed,
  formLoaded,
  type formOpened,
  saved,
  saving,
  type Target,
  type WithPublicationForm,
  workFailed,
} from './slice.ts';

/** Reads what the form needs; what does not exist leads back to the channel with a word. */
export function* loadForm({ payload: target }: ReturnType<typeof formOpened>) {
  const { channel } = target;
  if (!serviceOf(target.service)) return yield* call(leave, channel, msg('Publication service not found'));
  try {
    const ingest = yield* call(metadataOn, ingestId(channel));
    if (ingest === null) return yield* call(leave, channel, msg('Main channel not found'));
    const { streams, meta } = parseIngestMetadata(ingest.metadata);
    const stored = yield* call(storedOf, target);
    if (stored === null) return yield* call(leave, channel, msg('Publication service not found'));
    const given = { streams, meta };
    const session = yield* select((state: WithSession) => state);
    const context = formContextOf(session, target, given);
    if (context) yield* put(formLoaded({ target, channel: given, stored, draft: draftOf(context, stored) }));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(formFailed(reasonOf(error)));
  }
}

function* leave(channel: string, why: string) {
  const navigate = yield* browser('navigate');
  yield* put(noticed('warning', why));
  navigate(`/${channel}`, { replace: true });
}

/** What is stored with a process; null: there is no such process. Throws a CoreError. */
function* metadataOn(id: string) {
  const core = yield* host('core');
  try {
    const { metadata } = yield* call(core.process, { id, filter: 'metadata' });
    return { metadata: metadata?.[METADATA_KEY] };
  } catch (error) {
    if (codeOf(error) === 404) return null;
    throw error;
  }
}

/** The publication itself, a copy of another, or defaults; null: it does not exist. */
function* storedOf({ service, uuid, from }: Target) {
  const origin = uuid ?? from;
  if (origin === null) return { ...parseEgressMetadata({}), name: serviceOf(service)?.name ?? '' };
  const found = yield* call(metadataOn, egressId(service, origin));
  if (!found) return null;
  const stored = parseEgressMetadata(found.metadata);
  return uuid === null ? { ...stored, name: `${stored.name} 2` } : stored;
}

function* openForm() {
  const state = yield* select((known: WithPublicationForm & WithSession) => known);
  const form = state.publicationForm;
  const context = form.status === 'open' ? formContextOf(state, form.target, form.channel) : null;
  return form.status === 'open' && context ? { form, context } : null;
}

export function* changeCoder({ payload: change }: ReturnType<typeof coderChanged>) {
  const open = yield* openForm();
  if (open) yield* put(draftChanged({ profile: withCoder(open.context, open.form.draft.profile, change) }));
}

export function* save() {
  const open = yield* openForm();
  if (!open || open.form.busy) return;
  const {
    context,
    form: { draft, target, stored },
  } = open;
  if (Object.keys(faultsOf(context, draft)).length > 0) {
    yield* put(faultsShown());
    return;
  }
  yield* put(saving());
  const random = yield* host('random');
  const navigate = yield* browser('navigate');
  const metadata = metadataOf(context, draft, stored);
  const uuid = target.uuid ?? uuidFrom(random);
  try {
    yield* call(write, { context, target, uuid, metadata, stored });
  } catch (error) {
    yield* put(workFailed());
    if (codeOf(error) === NETWORK_FAILURE) throw error;
    const text =
      target.uuid === null
        ? msg('Failed to create publication service ({{0}})')
        : msg('Failed to store publication service ({{0}})');
    yield* put(noticed('error', text, reasonValue(error)));
    return;
  }
  const { channel, service } = target;
  const name = metadata.name || context.service.name;
  yield* put(saved());
  yield* put(egressSaved({ channel, id: egressId(service, uuid), service, name }));
  const text =
    target.uuid === null
      ? msg('The publication service "{{0}}" has been created')
      : msg('The settings for "{{0}}" have been saved');
  yield* put(noticed('success', text, name));
  yield* delay(0); // the page learns that nothing is unsaved any more, else it would ask whether to leave
  navigate(`/${channel}`);
}

interface Written {
  context: FormContext;
  target: Target;
  uuid: string;
  metadata: EgressMetadata;
  stored: EgressMetadata;
}

function* write(written: Written) {
  const process = processOf(written.context, written.metadata, written.uuid);
  if (!process) throw new Error(msg('Nothing would be sent with these settings.'));
  const others = yield* call(upsertProcess, process);
  try {
    yield* call(keepMetadata, process.id, written.metadata, msg('The core did not store the settings'));
    yield* call(keepOthers, process.id, others);
  } catch (error) {
    yield* call(undo, process.id, written, others);
    throw error;
  }
}

/** A process without its settings is no publication: a new one goes again, an old one is what it was. */
function* undo(id: string, { context, target, uuid, stored }: Written, others: Others) {
  const core = yield* host('core');
  const before = processOf(context, stored, uuid);
  try {
    if (target.uuid === null) yield* call(core.processDelete, { id });
    else if (before) yield* call(upsertProcess, before);
    if (target.uuid === null) return;
    yield* call(keepMetadata, id, stored, '');
    yield* call(keepOthers, id, others);
  } catch {
    // What failed before fails again, e.g. because the core is away; the first reason is the one to be told.
  }
}
