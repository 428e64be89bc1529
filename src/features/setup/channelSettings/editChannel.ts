import { call, put, select } from 'typed-redux-saga';
import { ingestId, snapshotId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { type IngestMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import type { storedChanged } from '../../live/channel/channelSync.ts';
import { channelSaved, type WithChannels } from '../../live/channel/slice.ts';
import { progressIn } from '../../live/ingest/selectors.ts';
import type { WithIngest } from '../../live/ingest/slice.ts';
import { publish } from '../../live/viewerPages/saga.ts';
import { leaveEditor, loadEditor, type SharedForm, saveShared, showOthers } from '../../shared/editor/editorSagas.ts';
import { journalFollowUp } from '../../shared/saving/saveJournal.ts';
import { saveMetadata } from '../../shared/saving/saveProcess.ts';
import { type HeldChannel, readChannel } from '../saveChannel/readChannel.ts';
import { networkHere, saveIngest, saveSnapshot } from '../saveChannel/saveIngest.ts';
import { type ChannelDraft, draftOf, faultsOf, INCOMPLETE, metadataWith, writesOf } from './channelDraft.ts';
import {
  channelEditor,
  type channelFormOpened,
  channelFormSaved,
  faultsShown,
  type OpenChannelForm,
  type WithChannelForm,
} from './slice.ts';

function* openForm() {
  const form = yield* select(({ channelSettings: channelForm }: WithChannelForm) => channelForm);
  return form.status === 'open' ? form : null;
}

type ChannelForm = SharedForm<string, HeldChannel, ChannelDraft, never, never>;

const shared: ChannelForm = {
  actions: channelEditor.actions,
  open: openForm,
  find,
  home: (channel) => `/${channel}`,
  alsoCompare: ({ process }) => process,
};

/** Reads the channel; one that does not exist leads back with a word. */
export function* loadChannel({ payload: channel }: ReturnType<typeof channelFormOpened>) {
  yield* loadEditor(channelEditor.actions, channel, find, shared.home);
}

/** Something was saved, perhaps elsewhere. */
export function* followChannel({ payload: ids }: ReturnType<typeof storedChanged>) {
  const form = yield* openForm();
  if (form && ids.includes(ingestId(form.target))) yield* showOthers(shared);
}

function* find(channel: string) {
  const found = yield* call(readChannel, channel);
  if (!found) return { missing: msg('Main channel not found') };
  const name = yield* select(({ channel: { list } }: WithChannels) => list.find(({ id }) => id === channel)?.name);
  return { found, draft: draftOf(found.metadata, name ?? '') };
}

export function* saveChannel() {
  const form = yield* openForm();
  if (!form || form.busy) return;
  const { target: channel, draft, found } = form;
  const network = yield* networkHere(channel);
  const wanted = metadataWith(found.metadata, draft);
  const complete = writesOf({ channel, network, stored: found.metadata, wanted }) !== null;
  if (Object.keys(faultsOf(draft, complete)).length > 0) {
    yield* put(faultsShown());
    return;
  }
  const done = yield* saveShared(shared, form, write, msg('Failed to update ingest process ({{0}})'));
  if (!done) return;
  yield* put(noticed('success', msg('Main channel saved')));
  const { note, metadata } = done.result;
  yield* call(publish, channel, note);
  yield* put(channelFormSaved({ found: { ...found, metadata }, draft }));
  yield* call(leaveEditor, `/${channel}`);
}

/** Texts and license are stored with what runs, which goes on untouched; what it concerns is sent, and nothing else. */
function* write({ target: channel, draft, found }: OpenChannelForm) {
  const { metadata: stored } = found;
  const wanted = metadataWith(stored, draft);
  const writes = writesOf({ channel, network: yield* networkHere(channel), stored, wanted });
  if (!writes) throw new Error(INCOMPLETE);
  const what = writes.ingest || writes.snapshot ? 'ingest' : 'pages';
  const note = yield* journalFollowUp({ channel, what, before: stored });
  if (writes.ingest) yield* call(saveIngest, channel, wanted);
  else {
    yield* saveMetadata(ingestId(channel), parseIngestMetadata, (now) => metadataWith(now, draft));
    if (writes.snapshot) yield* call(saveSnapshot, channel, wanted);
    yield* put(channelSaved({ id: channel, name: wanted.meta.name }));
  }
  if (writes.snapshot) yield* call(startSnapshot, channel, wanted);
  return { note, metadata: wanted };
}

/** One that is new starts by itself only where the ingest does, too. */
function* startSnapshot(channel: string, { control }: IngestMetadata) {
  const running = yield* select((state: WithIngest) => progressIn(state)?.order === 'start');
  if (!running || !control.snapshot.enable) return;
  const core = yield* host('core');
  yield* call(core.processCommand, { id: snapshotId(channel), body: { command: 'start' as const } });
}
