import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Preferences of this browser by storage key. They are not stored on the core. */
export interface WithPreferences {
  preference: Readonly<Record<string, string>>;
}

const initialState: WithPreferences['preference'] = {};

const slice = createSlice({
  name: 'preference',
  initialState,
  reducers: {
    preferencesRead: (state, { payload }: PayloadAction<Record<string, string>>) => ({ ...state, ...payload }),
    preferenceChosen: (state, { payload: { key, value } }: PayloadAction<{ key: string; value: string }>) => ({
      ...state,
      [key]: value,
    }),
  },
});

export const preferencesOpened = createAction<readonly string[]>('preference/preferencesOpened');
export const { preferencesRead, preferenceChosen } = slice.actions;
export const preference = slice.reducer;
