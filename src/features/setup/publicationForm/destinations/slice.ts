import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SendingPublication } from '../../../../media/stored/duplicateDestinations.ts';
import { formClosed } from '../slice.ts';

export interface WithDestinations {
  /** All publications of the core, also of other channels; none until they were asked for. */
  destinations: readonly SendingPublication[];
}

const slice = createSlice({
  name: 'destinations',
  initialState: [] as WithDestinations['destinations'],
  reducers: {
    sendersFound: (_, { payload }: PayloadAction<WithDestinations['destinations']>) => payload,
  },
  // They hold keys.
  extraReducers: (builder) => builder.addCase(formClosed, () => []),
});

export const { sendersFound } = slice.actions;
export const destinations = slice.reducer;
