import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Local storage: 'true' or 'false'; nothing: nobody was asked yet, and so nobody outside is (specification 3). */
export const UPDATES_KEY = 'updates';

interface Updates {
  /** The host that is asked for releases; null: this build knows none, so there is nothing to allow. */
  server: string | null;
  /** A release that is newer than ours, e.g. `1.2.3`. */
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
    /** null: ours is the newest, or nobody is asked any more. */
    newerReleaseLearned: (state, { payload }: PayloadAction<string | null>) => ({ ...state, newer: payload }),
  },
});

export const { releaseServerFound, newerReleaseLearned } = slice.actions;
export const updates = slice.reducer;
