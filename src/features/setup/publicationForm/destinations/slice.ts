import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SendingPublication } from '../../../../media/stored/duplicateDestinations.ts';
import { formClosed } from '../slice.ts';

export interface WithSenders {
  /** All publications of the core, also of other channels; none until they were asked for. */
  senders: readonly SendingPublication[];
}

const slice = createSlice({
  name: 'senders',
  initialState: [] as WithSenders['senders'],
  reducers: {
    sendersFound: (_, { payload }: PayloadAction<WithSenders['senders']>) => payload,
  },
  // They hold keys.
  extraReducers: (builder) => builder.addCase(formClosed, () => []),
});

export const { sendersFound } = slice.actions;
export const senders = slice.reducer;
