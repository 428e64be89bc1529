import { combineReducers } from '@reduxjs/toolkit';
import { all, call } from 'typed-redux-saga';
import { connectionSaga } from './connection/saga.ts';
import { connection } from './connection/slice.ts';
import type { RootState } from './features.ts';
import { notice } from './notice/slice.ts';
import { sessionSaga } from './session/saga.ts';
import { session } from './session/slice.ts';

/** What is there from the start. All else is in root.ts, and comes when somebody is let in. */
export const gateReducers = { session, connection, notice };
export const gateReducer = combineReducers(gateReducers);

/** The state of the store: of the rooms behind the gate there is nothing before they are opened. */
export type AppState = ReturnType<typeof gateReducer> & Partial<RootState>;

export function* gateSaga() {
  yield* all([call(connectionSaga), call(sessionSaga)]);
}
