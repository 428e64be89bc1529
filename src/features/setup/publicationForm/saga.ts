import { put, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { storedChanged } from '../../live/channel/channelSync.ts';
import { publicationDeleted } from '../../live/publication/slice.ts';
import { chooseRendition } from './chooseRendition.ts';
import { changeCoder, followStored, loadForm, save } from './editPublication.ts';
import {
  coderChanged,
  formClosed,
  formOpened,
  renditionChosen,
  saveAndStartRequested,
  saveRequested,
} from './slice.ts';

export function* publicationFormSaga() {
  yield* takeLatest(formOpened, catchSagaErrors(loadForm));
  yield* takeLatest(storedChanged, catchSagaErrors(followStored));
  yield* takeEvery(coderChanged, catchSagaErrors(changeCoder));
  yield* takeEvery(renditionChosen, catchSagaErrors(chooseRendition));
  yield* takeEvery(publicationDeleted, catchSagaErrors(close));
  yield* takeLeading([saveRequested, saveAndStartRequested], catchSagaErrors(save));
}

/** Changes in the form of a deleted publication are not worth a warning. */
function* close() {
  yield* put(formClosed());
}
