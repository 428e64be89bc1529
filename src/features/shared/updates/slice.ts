import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Releases } from '../../../media/coreInfo/newerRelease.ts';

/** Local storage: 'true' or 'false'; nothing: nobody was asked yet, and so nobody outside is (specification 3). */
export const UPDATES_KEY = 'updates';

export interface WithUpdates {
  updates: Releases;
}

const initialState: Releases = { newer: null, service: false };

const slice = createSlice({
  name: 'updates',
  initialState,
  reducers: {
    releasesLearned: (_, { payload }: PayloadAction<Releases>) => payload,
    /** Nobody is asked any more: what was said may no longer be so. */
    releasesForgotten: () => initialState,
  },
});

export const { releasesLearned, releasesForgotten } = slice.actions;
export const updates = slice.reducer;
