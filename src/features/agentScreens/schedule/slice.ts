import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Schedules } from '../../../api/agentEndpoints.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';

export type RuleResult = Schedules['last'][string];

interface ScheduleState {
  known: Schedules | null;
  /** Failure of the last poll. */
  trouble: { reason: MaskedText } | null;
  /** Ids of rules with a change in flight. */
  busy: readonly string[];
  stored: string | null;
}

export interface WithSchedule {
  schedule: ScheduleState;
}

export const scheduleOpened = createAction('schedule/opened');
export const scheduleClosed = createAction('schedule/closed');
export const ruleSwitched = createAction<{ id: string; on: boolean }>('schedule/ruleSwitched');
export const ruleDeleteRequested = createAction<string>('schedule/ruleDeleted');

const initialState: ScheduleState = { known: null, trouble: null, busy: [], stored: null };

const slice = createSlice({
  name: 'schedule',
  initialState,
  reducers: {
    schedulesHeard: (state, { payload: schedules }: PayloadAction<Schedules>): ScheduleState => ({
      ...state,
      trouble: null,
      known: sameJson(schedules, state.known) ? state.known : schedules,
    }),
    schedulesUnheard: (state, { payload: trouble }: PayloadAction<ScheduleState['trouble']>): ScheduleState => ({
      ...state,
      trouble: sameJson(state.trouble, trouble) ? state.trouble : trouble,
    }),
    ruleActBegun: (state, { payload: id }: PayloadAction<string>): ScheduleState => ({
      ...state,
      busy: [...state.busy, id],
    }),
    ruleActEnded: (state, { payload: id }: PayloadAction<string>): ScheduleState => ({
      ...state,
      busy: state.busy.filter((other) => other !== id),
    }),
    ruleStored: (state, { payload: stored }: PayloadAction<string>): ScheduleState => ({ ...state, stored }),
  },
  extraReducers: (builder) => builder.addCase(scheduleClosed, (state): ScheduleState => ({ ...state, stored: null })),
});

export const { schedulesHeard, schedulesUnheard, ruleActBegun, ruleActEnded, ruleStored } = slice.actions;
export const schedule = slice.reducer;

export const schedulesIn = ({ schedule: { known: schedules } }: WithSchedule): Schedules | null => schedules;
