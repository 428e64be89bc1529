import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Recording } from '../../../media/stored/recordingFiles.ts';

export interface WithRecordings {
  /** null: not asked, or not answered yet. */
  recordings: readonly Recording[] | null;
}

/** Which publication a recording belongs to: its process, by the part of the names that nobody can guess. */
export interface WithRecordingOwners {
  recordingOwners: Readonly<Record<string, string>>;
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

const owners = createSlice({
  name: 'recordingOwners',
  initialState: {} as WithRecordingOwners['recordingOwners'],
  reducers: {
    ownersFound: (_, { payload }: PayloadAction<WithRecordingOwners['recordingOwners']>) => payload,
  },
});

export const { ownersFound } = owners.actions;
export const recordingOwners = owners.reducer;
