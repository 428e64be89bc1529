import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface WithPreview {
  channelPage: { shown: boolean };
}

const slice = createSlice({
  name: 'channelPage',
  initialState: { shown: true },
  reducers: {
    previewSwitched: (_, { payload: shown }: PayloadAction<boolean>) => ({ shown }),
  },
});

export const { previewSwitched } = slice.actions;
export const preview = slice.reducer;
