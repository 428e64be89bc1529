import { all, call, put, select, takeLatest } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { entered } from '../../gate/session/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { preferenceChosen, preferencesOpened, preferencesRead } from '../../shared/preference/slice.ts';
import { allGuarded } from '../shownChannels/slice.ts';
import { ALARM_KEYS, isAlarmOn } from './alarmChoices.ts';
import { alarmForgotten } from './slice.ts';

export function* alarmSaga() {
  yield* all([
    takeLatest(entered, catchSagaErrors(open)),
    takeLatest(isSwitched, untilLoggedOut(catchSagaErrors(follow))),
  ]);
}

function* open() {
  yield* put(preferencesOpened(ALARM_KEYS));
}

const isSwitched = (action: unknown) =>
  (preferencesRead.match(action) && ALARM_KEYS.some((key) => key in action.payload)) ||
  (preferenceChosen.match(action) && action.payload.key === 'alarm');

function* follow() {
  const on = yield* select(isAlarmOn);
  yield* put(allGuarded(on));
  if (!on) return yield* put(alarmForgotten());
  const { followAlarm } = yield* call(yield* browser('loadWatching'));
  yield* call(followAlarm);
}
