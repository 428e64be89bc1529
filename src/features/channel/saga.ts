import { createAction } from '@reduxjs/toolkit';
import { all, call, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { ingestId, probeId, snapshotId } from '../../api/ids.ts';
import { msg } from '../../i18n/msg.ts';
import { browser, host } from '../host.ts';
import { noticed } from '../notice/slice.ts';
import { poll } from '../poll.ts';
import { reasonValue, safely } from '../safely.ts';
import type { WithSession } from '../session/slice.ts';
import { uuidFrom } from '../uuid.ts';
import { choiceKey, FIRST_CHANNEL } from './discover.ts';
import { fetchProcesses } from './fetchProcesses.ts';
import { channelClosed, channelOpened, statesOpened } from './processes.ts';
import { channelCreated, channelGone, channelSelected, type WithChannels } from './slice.ts';

/** A new channel by name, which is the selected one from then on; it exists on the core once its ingest is saved. */
export const channelWanted = createAction<{ name: string }>('channel/wanted');
/** The operator has confirmed it. No screen offers it yet. */
export const channelDeletionRequested = createAction<string>('channel/deletionRequested');

/** Together with the resources in the footer and what the channel page adds: below two calls a second. */
const STATE_EVERY_MS = 1000;

export function* channelSaga() {
  yield* takeLatest([channelOpened, statesOpened], safely(pollProcesses));
  yield* takeEvery(channelWanted, safely(createChannel));
  yield* takeEvery([channelSelected, channelCreated], safely(rememberChoice));
  yield* takeLeading(channelDeletionRequested, safely(askedDeletion));
}

/** The states of its processes, until another channel is opened or none is shown. */
function* pollProcesses({ payload: channel }: ReturnType<typeof channelOpened>) {
  yield* race([call(poll, STATE_EVERY_MS, () => fetchProcesses(channel)), take(channelClosed)]);
}

function* createChannel({ payload: { name } }: ReturnType<typeof channelWanted>) {
  const random = yield* host('random');
  yield* put(channelCreated({ id: uuidFrom(random), name, available: false, egresses: {} }));
}

function* rememberChoice() {
  const storage = yield* host('storage');
  const { session, channel } = yield* select((state: WithSession & WithChannels) => state);
  if (session.status === 'ready' && channel.current) storage.write(choiceKey(session.about.id), channel.current);
}

function* askedDeletion({ payload: id }: ReturnType<typeof channelDeletionRequested>) {
  const navigate = yield* browser('navigate');
  if (yield* call(deleteChannel, id)) navigate('/', { replace: true });
}

/** Stops and removes everything of a channel. False: the core refused, which a notice says; nothing is forgotten then. */
export function* deleteChannel(id: string) {
  const core = yield* host('core');
  const random = yield* host('random');
  const { channel } = yield* select((state: WithChannels) => state);
  const gone = channel.list.find((candidate) => candidate.id === id);
  if (!gone) return false;
  const egresses = Object.keys(gone.egresses);
  try {
    yield* all(egresses.map((egress) => call(core.processDelete, { id: egress })));
    yield* call(core.processDelete, { id: snapshotId(id) });
    yield* call(core.processDelete, { id: probeId(id) });
    yield* call(core.processDelete, { id: ingestId(id) });
  } catch (error) {
    yield* put(noticed('error', msg('The channel {{0}} could not be deleted ({{1}})'), gone.name, reasonValue(error)));
    return false;
  }
  yield* put(channelGone(id));
  if (channel.list.length === 1) {
    yield* put(channelCreated({ id: uuidFrom(random), name: FIRST_CHANNEL, available: false, egresses: {} }));
  }
  yield* put(noticed('success', msg('The channel {{0}} has been deleted'), gone.name));
  return true;
}
