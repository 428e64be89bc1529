import { call, put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { ingestId, snapshotId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { type IngestMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { storedChanged } from '../../live/channel/channelSync.ts';
import { channelGone, channelSaved, type WithChannels } from '../../live/channel/slice.ts';
import { progressIn } from '../../live/ingest/selectors.ts';
import type { WithIngest } from '../../live/ingest/slice.ts';
import { publish } from '../../live/publishPages/saga.ts';
import {
  catchWorkErrors,
  finishSave,
  loadEditor,
  openIn,
  type SharedForm,
  saveShared,
  showOthers,
} from '../../shared/editor/editorSagas.ts';
import { journalFollowUp } from '../../shared/saving/saveJournal.ts';
import { saveMetadata } from '../../shared/saving/saveProcess.ts';
import { missingChannel } from '../saveChannel/missingChannel.ts';
import { type HeldChannel, readChannel } from '../saveChannel/readChannel.ts';
import { networkHere, saveIngest, saveSnapshot } from '../saveChannel/saveIngest.ts';
import {
  type ChannelDraft,
  channelDraftOf,
  channelFaultsOf,
  INCOMPLETE,
  metadataWith,
  writesOf,
} from './channelDraft.ts';
import {
  channelEditor,
  channelFaultsShown,
  channelFormClosed,
  channelFormOpened,
  channelSaveRequested,
  type OpenChannelForm,
  type WithChannelSettings,
} from './slice.ts';

function* state() {
  return yield* select(({ channelSettings }: WithChannelSettings) => channelSettings);
}

type ChannelForm = SharedForm<string, HeldChannel, ChannelDraft, never, never>;

const shared: ChannelForm = {
  actions: channelEditor.actions,
  state,
  find,
  home: (channel) => `/${channel}`,
  alsoCompare: ({ process }) => process,
};

function* loadChannel({ payload: channel }: ReturnType<typeof channelFormOpened>) {
  yield* loadEditor(shared, channel);
}

function* followChannel({ payload: ids }: ReturnType<typeof storedChanged>) {
  const form = yield* openIn(shared);
  if (form && ids.includes(ingestId(form.target))) yield* showOthers(shared);
}

function* find(channel: string) {
  const found = yield* call(readChannel, channel);
  if (!found) return yield* missingChannel(channel);
  const name = yield* select(({ channel: { list } }: WithChannels) => list.find(({ id }) => id === channel)?.name);
  return { found, draft: channelDraftOf(found.metadata, name ?? '') };
}

function* saveChannel() {
  const form = yield* openIn(shared);
  if (!form || form.busy) return;
  const { target: channel, draft, found } = form;
  const network = yield* networkHere(channel);
  const wanted = metadataWith(found.metadata, draft);
  const complete = writesOf({ channel, network, stored: found.metadata, wanted }) !== null;
  if (Object.keys(channelFaultsOf(draft, complete)).length > 0) {
    yield* put(channelFaultsShown());
    return;
  }
  const done = yield* saveShared(shared, form, write, msg('Failed to update ingest process ({{0}})'));
  if (!done) return;
  const { note, metadata } = done.result;
  yield* put(noticed('saved', msg('Channel "{{0}}" saved'), metadata.meta.name));
  yield* call(publish, channel, note);
  yield* finishSave(shared, { found: { ...found, metadata } }, `/${channel}`);
}

/** Writes texts and license into the metadata of the running process; only processes that change are replaced. */
function* write({ target: channel, draft, found }: OpenChannelForm) {
  const { metadata: stored } = found;
  const wanted = metadataWith(stored, draft);
  const writes = writesOf({ channel, network: yield* networkHere(channel), stored, wanted });
  if (!writes) throw new Error(INCOMPLETE);
  const scope = writes.ingest || writes.snapshot ? 'ingest' : 'pages';
  const note = yield* journalFollowUp({ channel, what: scope, before: stored });
  if (writes.ingest) yield* call(saveIngest, channel, wanted);
  else {
    yield* saveMetadata(ingestId(channel), parseIngestMetadata, (now) => metadataWith(now, draft));
    if (writes.snapshot) yield* call(saveSnapshot, channel, wanted);
    yield* put(channelSaved({ id: channel, name: wanted.meta.name }));
  }
  if (writes.snapshot) yield* call(startSnapshot, channel, wanted);
  return { note, metadata: wanted };
}

function* startSnapshot(channel: string, { control }: IngestMetadata) {
  const running = yield* select((state: WithIngest) => progressIn(state)?.order === 'start');
  if (!running || !control.snapshot.enable) return;
  const core = yield* host('core');
  yield* call(core.processCommand, { id: snapshotId(channel), body: { command: 'start' as const } });
}

/** A deleted channel needs no warning about unsaved changes. */
function* forget({ payload: channel }: ReturnType<typeof channelGone>) {
  const form = yield* state();
  if (form.status !== 'closed' && form.target === channel) yield* put(channelFormClosed());
}

export function* channelSettingsSaga() {
  yield* takeLatest(channelFormOpened, catchSagaErrors(loadChannel));
  yield* takeLatest(storedChanged, catchSagaErrors(followChannel));
  yield* takeLeading(channelSaveRequested, catchWorkErrors(shared, saveChannel));
  yield* takeEvery(channelGone, catchSagaErrors(forget));
}
