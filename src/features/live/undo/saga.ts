import { call, delay, put, takeEvery, takeLatest } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { undoOffered, undoRequested } from '../../gate/notice/slice.ts';
import { saveRecorded } from '../../shared/saving/saveRecorded.ts';

/** A slow core ends the save long after it has stored the revision. Later notices are about something else. */
const REPORTED_MS = 20_000;

export function* undoSaga() {
  yield* takeLatest(saveRecorded, offerUndo);
  yield* takeEvery(undoRequested, catchSagaErrors(undo));
}

function* offerUndo({ payload }: ReturnType<typeof saveRecorded>) {
  yield* put(undoOffered(payload));
  yield* delay(REPORTED_MS);
  yield* put(undoOffered());
}

/** Restoring needs the names of the catalog, which load with the forms. */
function* undo({ payload }: ReturnType<typeof undoRequested>) {
  const load = yield* browser('loadVersions');
  const { undoSave } = yield* call(load);
  yield* undoSave(payload);
}
