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
import { belongingsOnCore, removeFiles } from './channelBelongings.ts';
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

/** A new channel by name, which is the selected one from then on; it exists on the core once its ingest is saved. */
export const channelWanted = createAction<{ name: string }>('channel/wanted');
export const channelDeletionRequested = createAction<string>('channel/deletionRequested');

export function* channelSaga() {
  const sync = createChannelSync();
  yield* takeLatest([channelOpened, statesOpened, statesRetried], catchSagaErrors(pollProcesses), sync);
  yield* takeLatest(entered, catchSagaErrors(followOthers), sync);
  yield* takeLatest(isWatchedFetched, age);
  yield* takeEvery(channelWanted, catchSagaErrors(createChannel));
  yield* takeEvery([channelSelected, channelCreated], catchSagaErrors(rememberChoice));
  yield* takeLeading(channelDeletionRequested, catchSagaErrors(askedDeletion));
}

function* pollProcesses(sync: ChannelSync, { payload: channel }: ReturnType<typeof channelOpened>) {
  sync.watch(true);
  try {
    yield* race([poll('channelStates', () => told(channel, look(sync, channel))), take(channelClosed)]);
  } finally {
    sync.watch(false);
  }
}

/** A core that takes so long for an answer, or a page that nobody saw meanwhile. */
function* age() {
  yield* delay(AGED_AFTER_MS);
  yield* put(statesAged());
}

/** Nobody waits for an answer that does not come. What never got through is said by the banner. */
function* told(channel: string, round: Generator) {
  try {
    yield* round;
  } catch (error) {
    if (wasAnswered(error)) yield* put(processesUnread({ channel, reason: reasonOf(error) }));
    throw error;
  }
}

/** Now and then the same question is asked for all channels: that costs no request of its own. */
function* look(sync: ChannelSync, channel: string) {
  if (sync.isDue()) return yield* call(sync.take, channel);
  const { progress } = yield* call(fetchChannelStatus, channel);
  const known = yield* select((state: WithChannels) => state.channel.list.find(({ id }) => id === channel));
  // The page of a deleted channel need not wait for the next answer.
  if (progress === null && known?.available) yield* call(sync.take, null);
}

/** Where nobody looks at one channel, whose states it comes with. */
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
  yield* delay(0); // the page learns that nothing is unsaved any more, else it would ask whether to leave
  navigate('/', { replace: true });
}

/**
 * Stops and removes everything of a channel; what is left when it is cut off is noted on the core. False: the core
 * refused, which a notice says; nothing is forgotten then.
 */
export function* deleteChannel(id: string) {
  const random = yield* host('random');
  const { channel } = yield* select((state: WithChannels) => state);
  const gone = channel.list.find((candidate) => candidate.id === id);
  if (!gone) return false;
  // It is seen to go meanwhile, and nobody else did it.
  yield* put(channelDeletion(id));
  try {
    yield* exclusively(() => deleteProcesses(gone));
    yield* call(removeFiles, id);
  } catch (error) {
    yield* put(noticed('error', msg('The channel {{0}} could not be deleted ({{1}})'), gone.name, reasonValue(error)));
    return false;
  } finally {
    yield* put(channelDeletion());
  }
  yield* put(channelGone(id));
  if (channel.list.length === 1) {
    yield* put(channelCreated({ id: uuidFrom(random), name: FIRST_CHANNEL, available: false, egresses: {} }));
  }
  yield* put(noticed('success', msg('The channel {{0}} has been deleted'), gone.name));
  return true;
}

function* deleteProcesses({ id, egresses }: Channel) {
  const core = yield* host('core');
  yield* journalFollowUp({ channel: id, what: 'gone', before: null });
  // An interruption before this line changes nothing; after it, the rest is finished later.
  yield* write(() => core.processDelete({ id: ingestId(id) }));
  const belongings = new Set([...Object.keys(egresses), ...(yield* call(belongingsOnCore, id))]);
  yield* all([...belongings].map((one) => call(write, () => core.processDelete({ id: one }))));
}
