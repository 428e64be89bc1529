import { fork, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { storedChanged } from '../../channel/channelSync.ts';
import { safely } from '../../runtime/safely.ts';
import { chooseRendition } from './chooseRendition.ts';
import { changeCoder, followStored, loadForm, save } from './edit.ts';
import { recordingsSaga } from './recordings/recordingsSaga.ts';
import { coderChanged, formOpened, renditionChosen, saveAndStartRequested, saveRequested } from './slice.ts';

export function* publicationFormSaga() {
  yield* fork(recordingsSaga);
  yield* takeLatest(formOpened, safely(loadForm));
  yield* takeLatest(storedChanged, safely(followStored));
  yield* takeEvery(coderChanged, safely(changeCoder));
  yield* takeEvery(renditionChosen, safely(chooseRendition));
  yield* takeLeading([saveRequested, saveAndStartRequested], safely(save));
}
