import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** `preview`: whether the operator wants to see the stream while he works; until the page is left. */
const slice = createSlice({
  name: 'player',
  initialState: { preview: true },
  reducers: {
    previewSwitched: (_, { payload: preview }: PayloadAction<boolean>) => ({ preview }),
  },
});

export const { previewSwitched } = slice.actions;
export const player = slice.reducer;
