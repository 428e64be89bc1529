import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Recording } from '../../../media/recordings.ts';

export interface WithRecordings {
  /** null: not asked, or not answered yet. */
  recordings: readonly Recording[] | null;
}

/** Somebody looks at the files of a publication; `glob`: which they are. */
export const recordingsWanted = createAction<string>('recordings/wanted');
export const recordingsLeft = createAction('recordings/left');
export const recordingDeleted = createAction<string>('recordings/deleted');

const slice = createSlice({
  name: 'recordings',
  initialState: null as WithRecordings['recordings'],
  reducers: {
    recordingsHeard: (_, { payload }: PayloadAction<WithRecordings['recordings']>) => payload,
    recordingGone: (list, { payload: path }: PayloadAction<string>) => list?.filter((one) => one.path !== path) ?? null,
  },
  extraReducers: (builder) => builder.addCase(recordingsWanted, () => null).addCase(recordingsLeft, () => null),
});

export const { recordingsHeard, recordingGone } = slice.actions;
export const recordings = slice.reducer;
