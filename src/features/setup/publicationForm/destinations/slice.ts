import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SendingPublication } from '../../../../media/stored/duplicateDestinations.ts';
import { formClosed } from '../slice.ts';

export interface WithDestinations {
  /** Publications of all channels; empty until loaded. */
  destinations: readonly SendingPublication[];
}

const slice = createSlice({
  name: 'destinations',
  initialState: [] as WithDestinations['destinations'],
  reducers: {
    sendersFound: (_, { payload }: PayloadAction<WithDestinations['destinations']>) => payload,
  },
  // The addresses contain stream keys.
  extraReducers: (builder) => builder.addCase(formClosed, () => []),
});

export const { sendersFound } = slice.actions;
export const destinations = slice.reducer;
