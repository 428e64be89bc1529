import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { maskText } from '../../../media/masking/mask.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { poll } from '../../shared/polling/poll.ts';

export function* systemLogSaga() {
  yield* takeLatest(systemLogOpened, catchSagaErrors(watch));
}

function* watch() {
  const core = yield* host('core');
  yield* race({
    asking: poll('systemLog', function* () {
      const lines = (yield* call(core.log)).map(maskText);
      const before = yield* select((state: WithSystemLog) => state.systemLog);
      if (!sameJson(lines, before)) yield* put(systemLogHeard(lines));
    }),
    closed: take(systemLogClosed),
  });
}

export interface WithSystemLog {
  /** Newest line last; null: not loaded yet. */
  systemLog: readonly MaskedText[] | null;
}

const slice = createSlice({
  name: 'systemLog',
  initialState: null as WithSystemLog['systemLog'],
  reducers: {
    systemLogHeard: (_, { payload }: PayloadAction<readonly MaskedText[]>) => payload,
    systemLogClosed: () => null,
  },
});

export const systemLogOpened = createAction('systemLog/opened');
export const { systemLogHeard, systemLogClosed } = slice.actions;
export const systemLog = slice.reducer;
