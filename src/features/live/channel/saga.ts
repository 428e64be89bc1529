import { createAction } from '@reduxjs/toolkit';
import { all, call, delay, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { wasAnswered } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Channel } from '../../../media/channel/channel.ts';
import { FIRST_CHANNEL } from '../../../media/channel/channelReader.ts';
import { AGED_AFTER_MS } from '../../../media/run/statusAge.ts';
import { catchSagaErrors, reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { entered, type WithSession } from '../../gate/session/slice.ts';
import { poll } from '../../shared/polling/poll.ts';
import { exclusively, write } from '../../shared/saving/exclusively.ts';
import { journalFollowUp } from '../../shared/saving/saveJournal.ts';
import { entriesRestored } from '../../shared/saving/saveRecorded.ts';
import { belongingsOnCore, forgetSettings, removeFiles } from './channelBelongings.ts';
import { type ChannelSync, createChannelSync } from './channelSync.ts';
import { choiceKey } from './discoverChannels.ts';
import { fetchChannelStatus } from './fetchChannelStatus.ts';
import {
  channelClosed,
  channelCreated,
  channelDeletion,
  channelGone,
  channelOpened,
  channelSelected,
  isWatchedFetched,
  processesUnread,
  statesAged,
  statesOpened,
  statesRetried,
  type WithChannels,
} from './slice.ts';

/** Creates and selects a channel. The core has it once its ingest is saved. */
export const channelWanted = createAction<{ name: string }>('channel/wanted');
export const channelDeletionRequested = createAction<string>('channel/deletionRequested');

export function* channelSaga() {
  const sync = createChannelSync();
  yield* takeLatest([channelOpened, statesOpened, statesRetried], catchSagaErrors(pollProcesses), sync);
  yield* takeLatest(entered, catchSagaErrors(followOthers), sync);
  yield* takeEvery(
    entriesRestored,
    catchSagaErrors(() => sync.take(null)),
  );
  yield* takeLatest(isWatchedFetched, age);
  yield* takeEvery(channelWanted, catchSagaErrors(createChannel));
  yield* takeEvery([channelSelected, channelCreated], catchSagaErrors(rememberChoice));
  yield* takeLeading(channelDeletionRequested, catchSagaErrors(askedDeletion));
}

function* pollProcesses(sync: ChannelSync, { payload: channel }: ReturnType<typeof channelOpened>) {
  sync.watch(true);
  try {
    yield* race([poll('channelStates', () => withNotices(channel, observe(sync, channel))), take(channelClosed)]);
  } finally {
    sync.watch(false);
  }
}

function* age() {
  yield* delay(AGED_AFTER_MS);
  yield* put(statesAged());
}

/** Reports the reason if the core rejects a request. The banner covers lost connections. */
function* withNotices(channel: string, round: Generator) {
  try {
    yield* round;
  } catch (error) {
    if (wasAnswered(error)) yield* put(processesUnread({ channel, reason: reasonOf(error) }));
    throw error;
  }
}

/** Every few seconds, the status request covers all channels, which saves a separate request. */
function* observe(sync: ChannelSync, channel: string) {
  if (sync.isDue()) return yield* call(sync.take, channel);
  const { progress } = yield* call(fetchChannelStatus, channel);
  const current = yield* select((state: WithChannels) => state.channel.list.find(({ id }) => id === channel));
  // Detects the deletion of the channel at once instead of at the next sync.
  if (progress === null && current?.available) yield* call(sync.take, null);
}

function* followOthers(sync: ChannelSync) {
  sync.begin();
  yield* poll('allChannels', function* () {
    if (!sync.isWatched() && sync.isDue()) yield* call(sync.take, null);
  });
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
  const { current } = yield* select((state: WithChannels) => state.channel);
  if (!(yield* call(deleteChannel, id)) || current !== id) return;
  yield* delay(0); // lets the page clear its unsaved state, which would prompt before leaving
  navigate('/', { replace: true });
}

/** Returns false after a rejection, with a notice. The journal on the core lets an interrupted deletion be finished. */
export function* deleteChannel(id: string) {
  const random = yield* host('random');
  const { channel } = yield* select((state: WithChannels) => state);
  const deleted = channel.list.find((candidate) => candidate.id === id);
  if (!deleted) return false;
  // The sync would otherwise announce the deletion as made elsewhere.
  yield* put(channelDeletion(id));
  try {
    yield* exclusively(() => deleteProcesses(deleted));
    yield* call(removeFiles, id);
    yield* put(channelGone(id));
  } catch (error) {
    yield* put(
      noticed('error', msg('The channel {{0}} could not be deleted ({{1}})'), deleted.name, reasonValue(error)),
    );
    return false;
  } finally {
    yield* put(channelDeletion());
  }
  if (channel.list.length === 1) {
    yield* put(channelCreated({ id: uuidFrom(random), name: FIRST_CHANNEL, available: false, egresses: {} }));
  }
  yield* put(noticed('saved', msg('The channel {{0}} has been deleted'), deleted.name));
  return true;
}

function* deleteProcesses({ id, egresses }: Channel) {
  yield* journalFollowUp({ channel: id, what: 'gone', before: null });
  // An interruption before this line changes nothing; after it, the rest is finished later.
  yield* write('processDelete', { id: ingestId(id) });
  const belongings = new Set([...Object.keys(egresses), ...(yield* call(belongingsOnCore, id))]);
  yield* all([...belongings].map((process) => call(() => write('processDelete', { id: process }))));
  yield* forgetSettings(id);
}
