import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ScheduleNext } from '../../../api/agentEndpoints.ts';

/** The next change of a channel by the schedule. */
export type ScheduledChange = ScheduleNext['channels'][string];

interface NextChanges {
  /** The core has rules stored: as long as it has none, nobody is asked. */
  isScheduled: boolean;
  /** By channel; null: no agent has told. */
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
    /** What the core has stored, or a screen of the schedule has heard. */
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
