import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { MaskedText } from '../../../media/masking/maskedText.ts';

export interface WithSystemLog {
  /** The log of the core, the newest line last; null: not read yet. */
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

/** It is on the screen. */
export const systemLogOpened = createAction('systemLog/opened');
export const { systemLogHeard, systemLogClosed } = slice.actions;
export const systemLog = slice.reducer;
