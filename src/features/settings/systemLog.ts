import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { maskText } from '../../media/mask.ts';
import { sameJson } from '../../media/sameJson.ts';
import { host } from '../host.ts';
import { poll } from '../poll.ts';
import { safely } from '../safely.ts';

const EVERY_MS = 1000;

export interface WithSystemLog {
  /** What the core itself has logged, masked, the newest last; null: not read yet. */
  systemLog: readonly string[] | null;
}

const slice = createSlice({
  name: 'systemLog',
  initialState: null as WithSystemLog['systemLog'],
  reducers: {
    systemLogHeard: (_, { payload }: PayloadAction<readonly string[]>) => payload,
    systemLogClosed: () => null,
  },
});

/** It is on the screen. */
export const systemLogOpened = createAction('systemLog/opened');
export const { systemLogHeard, systemLogClosed } = slice.actions;
export const systemLog = slice.reducer;

export function* systemLogSaga() {
  yield* takeLatest(systemLogOpened, safely(watch));
}

function* watch() {
  const core = yield* host('core');
  yield* race({
    asking: call(poll, EVERY_MS, function* () {
      const lines = (yield* call(core.log)).map(maskText);
      const before = yield* select((state: WithSystemLog) => state.systemLog);
      if (!sameJson(lines, before)) yield* put(systemLogHeard(lines));
    }),
    closed: take(systemLogClosed),
  });
}
