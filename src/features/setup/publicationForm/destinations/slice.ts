import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SendingPublication } from '../../../../media/stored/duplicateDestinations.ts';
import { formClosed } from '../slice.ts';

export interface WithSenders {
  /** All publications of the core, also of other channels; none until they were asked for. */
  destinations: readonly SendingPublication[];
}

const slice = createSlice({
  name: 'destinations',
  initialState: [] as WithSenders['destinations'],
  reducers: {
    sendersFound: (_, { payload }: PayloadAction<WithSenders['destinations']>) => payload,
  },
  // They hold keys.
  extraReducers: (builder) => builder.addCase(formClosed, () => []),
});

export const { sendersFound } = slice.actions;
export const senders = slice.reducer;
