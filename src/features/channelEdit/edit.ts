import { call, put, select } from 'typed-redux-saga';
import { UNREAD } from '../../api/answers/fields.ts';
import { CoreError } from '../../api/error.ts';
import { egressOf, ingestId, METADATA_KEY, snapshotId } from '../../api/ids.ts';
import { msg } from '../../i18n/msg.ts';
import { type IngestMetadata, parseIngestMetadata, storedAs } from '../../media/metadata.ts';
import { channelSaved, type WithChannels } from '../channel/slice.ts';
import { leaveEditor, loadEditor, workIn } from '../editing.ts';
import { browser, host } from '../host.ts';
import { networkHere, saveIngest, saveSnapshot } from '../ingest/saveIngest.ts';
import { progressIn } from '../ingest/selectors.ts';
import type { WithIngest } from '../ingest/slice.ts';
import { noticed } from '../notice/slice.ts';
import { updatePlayer } from '../pages/update.ts';
import { readableOf, readProcess } from '../read.ts';
import { saveMetadata } from '../save.ts';
import { draftOf, faultsOf, INCOMPLETE, metadataWith, writesOf } from './decide.ts';
import {
  channelEditor,
  type channelFormOpened,
  channelFormSaved,
  faultsShown,
  type OpenChannelForm,
  type WithChannelForm,
} from './form.ts';

function* openForm() {
  const form = yield* select(({ channelForm }: WithChannelForm) => channelForm);
  return form.status === 'open' ? form : null;
}

/** Reads the channel; one that does not exist leads back with a word. */
export function* loadChannel({ payload: channel }: ReturnType<typeof channelFormOpened>) {
  yield* loadEditor(channelEditor.actions, channel, find);
}

function* find(channel: string) {
  const found = yield* call(readChannel, channel);
  if (found) {
    const name = yield* select(({ channel: { list } }: WithChannels) => list.find(({ id }) => id === channel)?.name);
    return { found, draft: draftOf(found.metadata, name ?? '') };
  }
  const navigate = yield* browser('navigate');
  yield* put(noticed('warning', msg('Main channel not found')));
  yield* call(navigate, `/${channel}`, { replace: true });
  return null;
}

function* readChannel(channel: string) {
  const core = yield* host('core');
  const held = yield* call(readProcess, ingestId(channel));
  const metadata = held && readableOf(storedAs(parseIngestMetadata, held.metadata[METADATA_KEY]));
  if (!metadata) return null;
  const others = yield* call(core.processes, { reference: channel, filter: 'config' });
  const publications = others.flatMap(({ id, config }) =>
    egressOf(id) && config && config !== UNREAD ? [config] : [],
  );
  return { metadata, process: held.config, publications };
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
  const done = yield* workIn(channelEditor.actions, () => write(form), msg('Failed to update ingest process ({{0}})'));
  if (!done) return;
  yield* put(noticed('success', msg('Main channel saved')));
  yield* call(updatePlayer, channel);
  yield* put(channelFormSaved({ found: { ...found, metadata: done.result }, draft }));
  yield* call(leaveEditor, `/${channel}`);
}

/** Texts and license are stored with what runs, which goes on untouched; what it concerns is sent, and nothing else. */
function* write({ target: channel, draft }: OpenChannelForm) {
  const held = yield* call(readProcess, ingestId(channel));
  const stored = held && readableOf(storedAs(parseIngestMetadata, held.metadata[METADATA_KEY]));
  if (!stored) throw new CoreError(404, msg('Main channel not found'));
  const wanted = metadataWith(stored, draft);
  const writes = writesOf({ channel, network: yield* networkHere(channel), stored, wanted });
  if (!writes) throw new Error(INCOMPLETE);
  if (writes.ingest) {
    yield* call(saveIngest, channel, wanted);
  } else {
    yield* saveMetadata(ingestId(channel), parseIngestMetadata, (now) => metadataWith(now, draft));
    if (writes.snapshot) yield* call(saveSnapshot, channel, wanted);
    yield* put(channelSaved({ id: channel, name: wanted.meta.name }));
  }
  if (writes.snapshot) yield* call(startSnapshot, channel, wanted);
  return wanted;
}

/** One that is new starts by itself only where the ingest does, too. */
function* startSnapshot(channel: string, { control }: IngestMetadata) {
  const running = yield* select((state: WithIngest) => progressIn(state)?.order === 'start');
  if (!running || !control.snapshot.enable) return;
  const core = yield* host('core');
  yield* call(core.processCommand, { id: snapshotId(channel), body: { command: 'start' as const } });
}
