import { fork, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { storedChanged } from '../../channel/channelSync.ts';
import { catchSagaErrors } from '../../runtime/catchSagaErrors.ts';
import { chooseRendition } from './chooseRendition.ts';
import { changeCoder, followStored, loadForm, save } from './editPublication.ts';
import { recordingsSaga } from './recordings/recordingsSaga.ts';
import { coderChanged, formOpened, renditionChosen, saveAndStartRequested, saveRequested } from './slice.ts';

export function* publicationFormSaga() {
  yield* fork(recordingsSaga);
  yield* takeLatest(formOpened, catchSagaErrors(loadForm));
  yield* takeLatest(storedChanged, catchSagaErrors(followStored));
  yield* takeEvery(coderChanged, catchSagaErrors(changeCoder));
  yield* takeEvery(renditionChosen, catchSagaErrors(chooseRendition));
  yield* takeLeading([saveRequested, saveAndStartRequested], catchSagaErrors(save));
}
