import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Changing the login requires the password, so that an unattended page does not give the core away. */
export type PasswordPrompt =
  | { status: 'none' }
  /** `live`: saving needs no restart. `wrong`: the last password was wrong. */
  | { status: 'asked'; what: 'save' | 'signOut'; live: boolean; busy: boolean; wrong: boolean };

export interface WithPasswordPrompt {
  passwordPrompt: PasswordPrompt;
}

/** The password is never stored in the state. */
export const passwordGiven = createAction<string>('passwordPrompt/given');
export const passwordDismissed = createAction('passwordPrompt/dismissed');

const slice = createSlice({
  name: 'passwordPrompt',
  initialState: { status: 'none' } as PasswordPrompt,
  reducers: {
    passwordAsked: (_, { payload }: PayloadAction<{ what: 'save' | 'signOut'; live: boolean }>): PasswordPrompt => ({
      status: 'asked',
      ...payload,
      busy: false,
      wrong: false,
    }),
    passwordRefused: (prompt): PasswordPrompt =>
      prompt.status === 'asked' ? { ...prompt, busy: false, wrong: true } : prompt,
    passwordDone: (): PasswordPrompt => ({ status: 'none' }),
  },
  extraReducers: (builder) =>
    builder.addCase(
      passwordGiven,
      (prompt): PasswordPrompt => (prompt.status === 'asked' ? { ...prompt, busy: true, wrong: false } : prompt),
    ),
});

export const { passwordAsked, passwordRefused, passwordDone } = slice.actions;
export const passwordPrompt = slice.reducer;
