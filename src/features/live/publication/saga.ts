import { all, call, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { channelOpened, isWatchedFetched } from '../channel/channelStatusActions.ts';
import { publicationsWanted } from '../ingest/slice.ts';
import { watchRecorded } from './recordedFile/slice.ts';
import { retryWhenSourceReturns } from './retryWhenSourceReturns.ts';
import { deletePublication, runReconnect, runSwitch, startWithStream, switchAll } from './runPublicationCommand.ts';
import {
  allSwitched,
  publicationDeletionConfirmed,
  publicationReconnectRequested,
  publicationSwitched,
} from './slice.ts';
import { startStopRenditions } from './startStopRenditions.ts';
import { stopRecordingsOnFullDisk } from './stopRecordingsOnFullDisk.ts';
import { syncPublicationList } from './syncPublicationList.ts';

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
