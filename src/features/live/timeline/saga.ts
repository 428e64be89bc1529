import { call, select, take, takeLatest } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { coreInfoOf, entered, type WithSession } from '../../gate/session/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { statusFetched } from '../channel/slice.ts';

export function* timelineSaga() {
  yield* takeLatest(entered, catchSagaErrors(followLogin));
}

/** A logout removes the timelines of all operators from the browser. */
function* followLogin() {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  yield* untilLoggedOut(begin)();
  if (!info || (yield* select(({ session }: WithSession) => coreInfoOf(session)))) return;
  const load = yield* browser('loadWatching');
  const { forgetHistories } = yield* call(load);
  yield* forgetHistories(info.about.id);
}

function* begin() {
  yield* take(statusFetched);
  const load = yield* browser('loadWatching');
  const { record } = yield* call(load);
  yield* call(record);
}
