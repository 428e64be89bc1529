import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What this browser keeps for whoever sits before it: texts by key of the local storage. No core knows of it. */
export interface WithPreferences {
  preference: Readonly<Record<string, string>>;
}

const initialState: WithPreferences['preference'] = {};

const slice = createSlice({
  name: 'preference',
  initialState,
  reducers: {
    preferencesRead: (state, { payload }: PayloadAction<Record<string, string>>) => ({ ...state, ...payload }),
    /** Counts at once. */
    preferenceChosen: (state, { payload: { key, value } }: PayloadAction<{ key: string; value: string }>) => ({
      ...state,
      [key]: value,
    }),
  },
});

/** A form shows the preferences of these keys. */
export const preferencesOpened = createAction<readonly string[]>('preference/preferencesOpened');
export const { preferencesRead, preferenceChosen } = slice.actions;
export const preference = slice.reducer;
