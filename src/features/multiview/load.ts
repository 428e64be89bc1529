import { call, race, take, takeLatest } from 'typed-redux-saga';
import { browser } from '../runtime/host.ts';
import { safely } from '../runtime/safely.ts';
import { levelsLeft, levelsWanted } from './levels.ts';

/** What listens comes with what looks into a stream. */
export function* levelsSaga() {
  yield* takeLatest(levelsWanted, safely(listen));
}

export function* listen() {
  const load = yield* browser('loadWatching');
  const { listenToAll } = yield* call(load);
  yield* race([call(listenToAll), take(levelsLeft)]);
}
