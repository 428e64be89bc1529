import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ConfigAnswer } from '../../api/answers/config.ts';
import type { Draft, Typed } from '../../catalog/tabs/define.ts';
import { tabs } from '../../catalog/tabs/index.ts';
import { type Refused, withoutField } from '../../catalog/tabs/refusals.ts';

/** Why the last save came to nothing. */
export interface Problem {
  text: string;
  evidence: string | null;
  refused: Refused;
}

export interface SettingsForm {
  phase: 'open';
  /** As the core has it; read again and again while the form is open. */
  answer: ConfigAnswer;
  /** What was typed since, by config path: it lies over the answer, whichever comes. */
  edits: Draft;
  problem: Problem | null;
  saving: boolean;
  expert: boolean;
}

export type SettingsState =
  | { phase: 'closed' }
  | { phase: 'loading' }
  | { phase: 'unread'; reason: string }
  | SettingsForm;

type Read = { answer: ConfigAnswer; expert: boolean };

const slice = createSlice({
  name: 'settings',
  initialState: { phase: 'closed' } as SettingsState,
  reducers: {
    settingsOpened: (): SettingsState => ({ phase: 'loading' }),
    settingsClosed: (): SettingsState => ({ phase: 'closed' }),
    configRead: (state, { payload: { answer, expert } }: PayloadAction<Read>): SettingsState => {
      if (state.phase === 'closed') return state;
      if (state.phase !== 'open') return { phase: 'open', answer, expert, edits: {}, problem: null, saving: false };
      // It may have been asked for before the save.
      return state.saving ? state : { ...state, answer };
    },
    configUnread: (state, { payload: reason }: PayloadAction<string>): SettingsState =>
      state.phase === 'loading' || state.phase === 'unread' ? { phase: 'unread', reason } : state,
    typed: (state, { payload: { path, value } }: PayloadAction<{ path: string; value: Typed }>): SettingsState => {
      if (state.phase !== 'open') return state;
      const refused = state.problem === null ? {} : withoutField(tabs, state.problem.refused, path);
      return {
        ...state,
        edits: { ...state.edits, [path]: value },
        // What it was about is corrected, or it can be tried again.
        problem: state.problem === null || Object.keys(refused).length === 0 ? null : { ...state.problem, refused },
      };
    },
    saveBegun: (state): SettingsState => (state.phase === 'open' ? { ...state, saving: true, problem: null } : state),
    saveFailed: (state, { payload: problem }: PayloadAction<Problem>): SettingsState =>
      state.phase === 'open' ? { ...state, saving: false, problem } : state,
    /** null: it is stored, but could not be read again yet. */
    saved: (state, { payload: answer }: PayloadAction<ConfigAnswer | null>): SettingsState =>
      state.phase === 'open' ? { ...state, saving: false, ...(answer && { answer, edits: {} }) } : state,
  },
});

export const saveRequested = createAction('settings/saveRequested');
export const { settingsOpened, settingsClosed, configRead, configUnread, typed, saveBegun, saveFailed, saved } =
  slice.actions;
export const settings = slice.reducer;
