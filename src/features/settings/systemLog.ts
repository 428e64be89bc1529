import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

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
