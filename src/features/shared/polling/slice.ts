import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PaceName, RunningPolls } from './pace.ts';

export interface WithRunningPolls {
  polling: RunningPolls;
}

const initialState: RunningPolls = {};

const slice = createSlice({
  name: 'polling',
  initialState,
  reducers: {
    pollBegun: (running, { payload: name }: PayloadAction<PaceName>): RunningPolls => ({
      ...running,
      [name]: (running[name] ?? 0) + 1,
    }),
    pollEnded: (running, { payload: name }: PayloadAction<PaceName>): RunningPolls => ({
      ...running,
      [name]: Math.max(0, (running[name] ?? 0) - 1),
    }),
  },
});

export const { pollBegun, pollEnded } = slice.actions;
export const runningPolls = slice.reducer;
