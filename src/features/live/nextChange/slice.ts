import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ScheduleNext } from '../../../api/agentEndpoints.ts';

export type ScheduledChange = ScheduleNext['channels'][string];

interface NextChanges {
  isScheduled: boolean;
  /** Keyed by channel id; null until an agent has answered. */
  channels: Readonly<Record<string, ScheduledChange>> | null;
}

export interface WithNextChange {
  nextChange: NextChanges;
}

const initialState: NextChanges = { isScheduled: false, channels: null };

const slice = createSlice({
  name: 'nextChange',
  initialState,
  reducers: {
    scheduleNoticed: (state, { payload: isScheduled }: PayloadAction<boolean>): NextChanges =>
      state.isScheduled === isScheduled ? state : { isScheduled, channels: null },
    nextChangesHeard: (state, { payload: channels }: PayloadAction<NextChanges['channels']>): NextChanges => ({
      ...state,
      channels,
    }),
  },
});

export const { scheduleNoticed, nextChangesHeard } = slice.actions;
export const nextChange = slice.reducer;
