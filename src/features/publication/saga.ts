import { all, call, put, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { channelOpened, isWatchedFetched } from '../channel/processes.ts';
import { publicationsWanted } from '../ingest/slice.ts';
import { safely } from '../runtime/safely.ts';
import { formClosed } from './form/slice.ts';
import { guardRecordings } from './guardRecordings.ts';
import { deletePublication, runReconnect, runSwitch, startWithStream, switchAll } from './list/command.ts';
import { watchRecorded } from './list/recorded.ts';
import { retryWhenSourceReturns } from './list/retryWhenSourceReturns.ts';
import {
  allSwitched,
  publicationDeleted,
  publicationDeletionConfirmed,
  publicationReconnectRequested,
  publicationSwitched,
} from './list/slice.ts';
import { startStopRenditions } from './list/startStopRenditions.ts';
import { syncPublications } from './list/sync.ts';

/** Its form, if that is on screen: what was changed in it is nobody's loss any more. */
function* close() {
  yield* put(formClosed());
}

export function* publicationSaga() {
  yield* takeEvery(publicationSwitched, safely(runSwitch));
  yield* takeEvery(publicationReconnectRequested, safely(runReconnect));
  yield* takeEvery(publicationsWanted, safely(startWithStream));
  yield* takeLatest(allSwitched, safely(switchAll));
  yield* takeLatest(channelOpened, safely(watchRecorded));
  yield* takeLeading(publicationDeletionConfirmed, safely(deletePublication));
  yield* takeEvery(publicationDeleted, safely(close));
  yield* takeLeading(isWatchedFetched, safely(syncPublications));
  yield* all([call(retryWhenSourceReturns), call(startStopRenditions), call(guardRecordings)]);
}
