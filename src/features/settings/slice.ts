import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ConfigAnswer } from '../../api/answers/config.ts';
import type { SettingsDraft, Typed } from '../../catalog/tabs/define.ts';
import { tabs } from '../../catalog/tabs/index.ts';
import { type Refused, withoutField } from '../../catalog/tabs/refusals.ts';

/** Why the last save came to nothing. */
export interface Problem {
  text: string;
  evidence: string | null;
  refused: Refused;
}

export interface SettingsForm {
  status: 'open';
  /** As the core has it; read again and again while the form is open. */
  answer: ConfigAnswer;
  /** What was typed since, by config path: it lies over the answer, whichever comes. */
  edits: SettingsDraft;
  problem: Problem | null;
  saving: boolean;
  expert: boolean;
}

export type SettingsState =
  | { status: 'closed' }
  | { status: 'loading' }
  | { status: 'unread'; reason: string }
  | SettingsForm;

type Read = { answer: ConfigAnswer; expert: boolean };

const slice = createSlice({
  name: 'settings',
  initialState: { status: 'closed' } as SettingsState,
  reducers: {
    settingsOpened: (): SettingsState => ({ status: 'loading' }),
    settingsClosed: (): SettingsState => ({ status: 'closed' }),
    configRead: (state, { payload: { answer, expert } }: PayloadAction<Read>): SettingsState => {
      if (state.status === 'closed') return state;
      if (state.status !== 'open') return { status: 'open', answer, expert, edits: {}, problem: null, saving: false };
      // It may have been asked for before the save.
      return state.saving ? state : { ...state, answer };
    },
    configUnread: (state, { payload: reason }: PayloadAction<string>): SettingsState =>
      state.status === 'loading' || state.status === 'unread' ? { status: 'unread', reason } : state,
    typed: (state, { payload: { path, value } }: PayloadAction<{ path: string; value: Typed }>): SettingsState => {
      if (state.status !== 'open') return state;
      const refused = state.problem === null ? {} : withoutField(tabs, state.problem.refused, path);
      return {
        ...state,
        edits: { ...state.edits, [path]: value },
        // What it was about is corrected, or it can be tried again.
        problem: state.problem === null || Object.keys(refused).length === 0 ? null : { ...state.problem, refused },
      };
    },
    saveBegun: (state): SettingsState => (state.status === 'open' ? { ...state, saving: true, problem: null } : state),
    saveFailed: (state, { payload: problem }: PayloadAction<Problem>): SettingsState =>
      state.status === 'open' ? { ...state, saving: false, problem } : state,
    /** null: it is stored, but could not be read again yet. */
    saved: (state, { payload: answer }: PayloadAction<ConfigAnswer | null>): SettingsState =>
      state.status === 'open' ? { ...state, saving: false, ...(answer && { answer, edits: {} }) } : state,
  },
});

export const saveRequested = createAction('settings/saveRequested');
export const { settingsOpened, settingsClosed, configRead, configUnread, typed, saveBegun, saveFailed, saved } =
  slice.actions;
export const settings = slice.reducer;
