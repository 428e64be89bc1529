import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Process } from '../../../api/answers/process.ts';
import type { AnalyzedRuns } from '../../../media/diagnosis/diagnoseFailure.ts';

export const detailsOpened = createAction<string>('processDetails/detailsOpened');
export const detailsClosed = createAction('processDetails/detailsClosed');
/** `output`: which of two outputs the process sends; null: it is the only one. */
export const reportRequested = createAction<{ id: string; output: string | null }>('processDetails/reportRequested');

const initialState: {
  open: boolean;
  details: Process | null;
  /** Analysis of its log lines; null until finished. */
  examined: AnalyzedRuns | null;
  report: string | null;
  /** Separate reasons, because the details are polled and the report is not. */
  failed: string | null;
  reportFailed: string | null;
} = { open: false, details: null, examined: null, report: null, failed: null, reportFailed: null };

export interface WithProcess {
  processDetails: typeof initialState;
}

const slice = createSlice({
  name: 'processDetails',
  initialState,
  reducers: {
    detailsSeen: (state, { payload: details }: PayloadAction<Process>) => ({ ...state, details, failed: null }),
    detailsExamined: (state, { payload: examined }: PayloadAction<AnalyzedRuns>) => ({ ...state, examined }),
    reportMade: (state, { payload: report }: PayloadAction<string>) => ({ ...state, report, reportFailed: null }),
    detailsFailed: (state, { payload: failed }: PayloadAction<string>) => ({ ...state, failed }),
    reportFailed: (state, { payload: reportFailed }: PayloadAction<string>) => ({ ...state, reportFailed }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(detailsOpened, (state) => ({ ...state, open: true, details: null, examined: null, failed: null }))
      .addCase(detailsClosed, (state) => ({ ...state, open: false }))
      .addCase(reportRequested, (state) => ({ ...state, report: null, reportFailed: null })),
});

export const { detailsExamined, detailsSeen, reportMade, detailsFailed, reportFailed } = slice.actions;
export const process = slice.reducer;
