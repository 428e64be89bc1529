import { call, put, race, take, takeEvery, takeLatest } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { poll } from '../../shared/polling/poll.ts';
import { ruleFormSaga, showRuleHeard } from './ruleForm/saga.ts';
import { changeRulesOrSay, readSchedules } from './scheduleAgent.ts';
import {
  ruleActBegun,
  ruleActEnded,
  ruleDeleteRequested,
  ruleSwitched,
  scheduleClosed,
  scheduleOpened,
  schedulesUnheard,
} from './slice.ts';

export function* scheduleSaga() {
  yield* takeLatest(scheduleOpened, untilLoggedOut(catchSagaErrors(watch)));
  yield* ruleFormSaga();
  yield* takeEvery(ruleSwitched, catchSagaErrors(switchRule));
  yield* takeEvery(ruleDeleteRequested, catchSagaErrors(removeRule));
}

function* watch() {
  yield* race({ asking: poll('schedule', refreshSchedules), left: take(scheduleClosed) });
}

function* refreshSchedules() {
  try {
    yield* readSchedules();
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(schedulesUnheard({ reason: reasonOf(error) }));
    return;
  }
  // Open forms show changes by others at once, or beside their save button.
  yield* showRuleHeard();
}

function* actOn(id: string, work: () => Generator) {
  yield* put(ruleActBegun(id));
  try {
    yield* work();
  } finally {
    yield* put(ruleActEnded(id));
  }
}

function* switchRule({ payload: { id, on } }: ReturnType<typeof ruleSwitched>) {
  yield* call(actOn, id, () =>
    changeRulesOrSay((rules) => rules.map((rule) => (rule.id === id ? { ...rule, isEnabled: on } : rule))),
  );
}

function* removeRule({ payload: id }: ReturnType<typeof ruleDeleteRequested>) {
  yield* call(actOn, id, () => changeRulesOrSay((rules) => rules.filter((rule) => rule.id !== id)));
}
