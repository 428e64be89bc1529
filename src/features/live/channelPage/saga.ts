import { put, takeLatest } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { entered } from '../../gate/session/slice.ts';
import { preferencesOpened } from '../../shared/preference/slice.ts';
import { PREVIEW_KEY } from './previewPreference.ts';

export function* channelPageSaga() {
  yield* takeLatest(entered, catchSagaErrors(readPreview));
}

/** Before the first channel page, so that a hidden preview is never loaded. */
function* readPreview() {
  yield* put(preferencesOpened([PREVIEW_KEY]));
}
