import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AlarmIncidents, HistoryAnswer, JournalEvents } from '../../../api/agentEndpoints.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import type { HistoryRequest, SpanChoice } from '../../../media/series/historySpan.ts';

export interface WantedHistory {
  /** `core`, or the id of a process. */
  subject: string;
  choice: SpanChoice;
  /** First day of the week: 1 is Monday, 7 is Sunday. */
  weekday: number;
}

/** `away`: the agent is unavailable. `unknown`: it has no data on the subject. */
type HistoryProblem = 'away' | 'unknown';

export interface HistoryFailure {
  problem: HistoryProblem;
  reason: MaskedText;
}

export interface ReadHistory {
  request: HistoryRequest;
  answer: HistoryAnswer;
}

export interface ToldEvents {
  /** Oldest first. */
  events: JournalEvents['events'];
  incidents: AlarmIncidents['incidents'];
  /** Milliseconds since 1970. */
  askedAt: number;
}

export type HistoryView =
  | { status: 'closed' }
  | { status: 'loading'; wanted: WantedHistory }
  | { status: 'shown'; wanted: WantedHistory; read: ReadHistory; failure: HistoryFailure | null }
  | ({ status: 'failed'; wanted: WantedHistory } & HistoryFailure);

/** `ready`: the browser has not downloaded the file yet. */
export type HistoryFile = { status: 'none' } | { status: 'asked' } | { status: 'ready'; name: string; text: string };

export interface AgentHistory {
  view: HistoryView;
  file: HistoryFile;
  /** Kept across subjects and spans while the screen is open. */
  told: ToldEvents;
}

export interface WithAgentHistory {
  agentHistory: AgentHistory;
}

export const historyWanted = createAction<WantedHistory>('agentHistory/wanted');
export const historyLeft = createAction('agentHistory/left');
export const historyFileRequested = createAction<{ name: string; request: HistoryRequest }>(
  'agentHistory/fileRequested',
);

const initialState: AgentHistory = {
  view: { status: 'closed' },
  file: { status: 'none' },
  told: { events: [], incidents: [], askedAt: Number.NEGATIVE_INFINITY },
};

const slice = createSlice({
  name: 'agentHistory',
  initialState,
  reducers: {
    historyRead: (state, { payload: read }: PayloadAction<ReadHistory>): AgentHistory => ({
      ...state,
      view:
        state.view.status === 'closed'
          ? state.view
          : { status: 'shown', wanted: state.view.wanted, read, failure: null },
    }),
    historyFailed: (state, { payload: failure }: PayloadAction<HistoryFailure>): AgentHistory => ({
      ...state,
      view: failedView(state.view, failure),
    }),
    eventsRead: (state, { payload: told }: PayloadAction<ToldEvents>): AgentHistory => ({ ...state, told }),
    historyFileRead: (state, { payload }: PayloadAction<{ name: string; text: string }>): AgentHistory => ({
      ...state,
      file: { status: 'ready', ...payload },
    }),
    historyFileDone: (state): AgentHistory => ({ ...state, file: { status: 'none' } }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(
        historyWanted,
        (state, { payload: wanted }): AgentHistory => ({ ...state, view: { status: 'loading', wanted } }),
      )
      .addCase(historyLeft, (): AgentHistory => initialState)
      .addCase(historyFileRequested, (state): AgentHistory => ({ ...state, file: { status: 'asked' } })),
});

function failedView(view: HistoryView, failure: HistoryFailure): HistoryView {
  switch (view.status) {
    case 'closed':
      return view;
    case 'shown':
      return { ...view, failure };
    case 'loading':
    case 'failed':
      return { status: 'failed', wanted: view.wanted, ...failure };
  }
}

export const { historyRead, historyFailed, eventsRead, historyFileRead, historyFileDone } = slice.actions;
export const agentHistory = slice.reducer;
