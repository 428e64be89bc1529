import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Recording } from '../../../media/stored/recordingFiles.ts';

interface Recordings {
  /** null: not asked, or not answered yet. */
  files: readonly Recording[] | null;
  /** Which publication a recording belongs to: its process, by the part of the names that nobody can guess. */
  owners: Readonly<Record<string, string>>;
}

export interface WithRecordings {
  recordings: Recordings;
}

/** The files of a publication are looked at; `glob`: which they are. */
export const recordingsWanted = createAction<string>('recordings/wanted');
export const recordingsLeft = createAction('recordings/left');
export const recordingDeleted = createAction<string>('recordings/deleted');

const withoutFiles = (state: Recordings): Recordings => ({ ...state, files: null });

const slice = createSlice({
  name: 'recordings',
  initialState: { files: null, owners: {} } as Recordings,
  reducers: {
    recordingsHeard: (state, { payload: files }: PayloadAction<Recordings['files']>): Recordings => ({
      ...state,
      files,
    }),
    recordingGone: (state, { payload: path }: PayloadAction<string>): Recordings => ({
      ...state,
      files: state.files?.filter((file) => file.path !== path) ?? null,
    }),
    ownersFound: (state, { payload: owners }: PayloadAction<Recordings['owners']>): Recordings => ({
      ...state,
      owners,
    }),
  },
  extraReducers: (builder) => builder.addCase(recordingsWanted, withoutFiles).addCase(recordingsLeft, withoutFiles),
});

export const { recordingsHeard, recordingGone, ownersFound } = slice.actions;
export const recordings = slice.reducer;
