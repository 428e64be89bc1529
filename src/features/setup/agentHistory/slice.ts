import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AlarmIncidents, HistoryAnswer, JournalEvents } from '../../../api/agentEndpoints.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import type { HistoryRequest, SpanChoice } from '../../../media/series/historySpan.ts';

/** Of whom, and when. */
export interface WantedHistory {
  /** `core`, or the id of a process. */
  subject: string;
  choice: SpanChoice;
  /** The first of a week: 1 is Monday, 7 Sunday. */
  weekday: number;
}

/** `away`: the agent does not answer. `unknown`: it has nothing of the subject. */
type HistoryProblem = 'away' | 'unknown';

export interface HistoryFailure {
  problem: HistoryProblem;
  reason: MaskedText;
}

export interface ReadHistory {
  request: HistoryRequest;
  answer: HistoryAnswer;
}

/** What is marked on the axis of time: the newest that the agent told. */
export interface ToldEvents {
  /** Oldest first. */
  events: JournalEvents['events'];
  incidents: AlarmIncidents['incidents'];
  /** When the agent was asked last (ms). */
  askedAt: number;
}

/** `read` stays while the agent does not answer. */
export type HistoryView =
  | { status: 'closed' }
  | { status: 'loading'; wanted: WantedHistory }
  | { status: 'shown'; wanted: WantedHistory; read: ReadHistory; failure: HistoryFailure | null }
  | ({ status: 'failed'; wanted: WantedHistory } & HistoryFailure);

/** `ready`: the browser has not taken it yet. */
export type HistoryFile = { status: 'none' } | { status: 'asked' } | { status: 'ready'; name: string; text: string };

export interface AgentHistory {
  view: HistoryView;
  file: HistoryFile;
  /** While the screen is open, whatever it shows. */
  told: ToldEvents;
}

export interface WithAgentHistory {
  agentHistory: AgentHistory;
}

export const historyWanted = createAction<WantedHistory>('agentHistory/wanted');
export const historyLeft = createAction('agentHistory/left');
/** What is on the screen, as a file of this name. */
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
    /** Also when it cannot be had. */
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
