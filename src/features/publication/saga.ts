import { all, call, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { channelOpened, isWatchedFetched } from '../channel/channelStatusActions.ts';
import { publicationsWanted } from '../ingest/slice.ts';
import { catchSagaErrors } from '../runtime/catchSagaErrors.ts';
import { watchRecorded } from './list/recordedFileSlice.ts';
import { retryWhenSourceReturns } from './list/retryWhenSourceReturns.ts';
import {
  deletePublication,
  runReconnect,
  runSwitch,
  startWithStream,
  switchAll,
} from './list/runPublicationCommand.ts';
import {
  allSwitched,
  publicationDeletionConfirmed,
  publicationReconnectRequested,
  publicationSwitched,
} from './list/slice.ts';
import { startStopRenditions } from './list/startStopRenditions.ts';
import { syncPublicationList } from './list/syncPublicationList.ts';
import { stopRecordingsOnFullDisk } from './stopRecordingsOnFullDisk.ts';

export function* publicationSaga() {
  yield* takeEvery(publicationSwitched, catchSagaErrors(runSwitch));
  yield* takeEvery(publicationReconnectRequested, catchSagaErrors(runReconnect));
  yield* takeEvery(publicationsWanted, catchSagaErrors(startWithStream));
  yield* takeLatest(allSwitched, catchSagaErrors(switchAll));
  yield* takeLatest(channelOpened, catchSagaErrors(watchRecorded));
  yield* takeLeading(publicationDeletionConfirmed, catchSagaErrors(deletePublication));
  yield* takeLeading(isWatchedFetched, catchSagaErrors(syncPublicationList));
  yield* all([call(retryWhenSourceReturns), call(startStopRenditions), call(stopRecordingsOnFullDisk)]);
}
