import { call, race, take, takeLatest } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { levelsLeft, levelsWanted } from './slice.ts';

export function* levelsSaga() {
  yield* takeLatest(levelsWanted, catchSagaErrors(listen));
}

export function* listen() {
  const load = yield* browser('loadWatching');
  const { listenToAll } = yield* call(load);
  yield* race([call(listenToAll), take(levelsLeft)]);
}
