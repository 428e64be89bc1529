import { call, select, take, takeLatest } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { entered } from '../../gate/session/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { statusFetched } from '../channel/slice.ts';
import type { WithStatus } from '../status/slice.ts';
import { isHoldReadIn } from './slice.ts';

export function* holdSaga() {
  yield* takeLatest(entered, catchSagaErrors(untilLoggedOut(follow)));
}

const isAnyRead = (state: WithStatus) => Object.keys(state.status.channels).some((id) => isHoldReadIn(state, id));

/** Loads nothing and sends no requests until a process reads a hold. */
function* follow() {
  while (!(yield* select(isAnyRead))) yield* take(statusFetched);
  const { followHolds } = yield* call(yield* browser('loadWatching'));
  yield* call(followHolds);
}
