import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Storage key: 'true', 'false', or absent until the operator has decided, when nothing is requested. */
export const UPDATES_KEY = 'updates';

interface Updates {
  /** Host of the update server; null if this build has none. */
  server: string | null;
  newer: string | null;
}

export interface WithUpdates {
  updates: Updates;
}

const initialState: Updates = { server: null, newer: null };

const slice = createSlice({
  name: 'updates',
  initialState,
  reducers: {
    releaseServerFound: (state, { payload }: PayloadAction<string>) => ({ ...state, server: payload }),
    /** null: ours is the newest, or checks are off. */
    newerReleaseLearned: (state, { payload }: PayloadAction<string | null>) => ({ ...state, newer: payload }),
  },
});

export const { releaseServerFound, newerReleaseLearned } = slice.actions;
export const updates = slice.reducer;
