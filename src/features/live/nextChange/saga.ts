import { call, takeLatest } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { scheduleNoticed } from './slice.ts';

export function* nextChangeSaga() {
  yield* takeLatest(scheduleNoticed, untilLoggedOut(catchSagaErrors(follow)));
}

/** Loads nothing and sends no requests if the schedule is empty. */
function* follow({ payload: isScheduled }: ReturnType<typeof scheduleNoticed>) {
  if (!isScheduled) return;
  const { followSchedule } = yield* call(yield* browser('loadWatching'));
  yield* call(followSchedule);
}
