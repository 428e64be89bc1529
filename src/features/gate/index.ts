import { combineReducers } from '@reduxjs/toolkit';
import { all, call } from 'typed-redux-saga';
import { connectionSaga } from './connection/saga.ts';
import { connection } from './connection/slice.ts';
import { notice } from './notice/slice.ts';
import { sessionSaga } from './session/saga.ts';
import { session } from './session/slice.ts';

/** What is there from the start. All else is in sessionFeatures.ts, and comes when somebody is let in. */
export const gateReducers = { session, connection, notice };
export const gateReducer = combineReducers(gateReducers);

export function* gateSaga() {
  yield* all([call(connectionSaga), call(sessionSaga)]);
}
