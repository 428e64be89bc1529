import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Recording } from '../../../media/stored/recordingFiles.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';

interface Recordings {
  /** null: not loaded yet. */
  files: readonly Recording[] | null;
  /** Process ids of publications by the random part of their file names. */
  owners: Readonly<Record<string, string>>;
  /** Paths of the files that are being written. */
  written: readonly string[];
}

export interface WithRecordings {
  recordings: Recordings;
}

/** `glob` selects the files of one publication. */
export const recordingsWanted = createAction<string>('recordings/wanted');
export const recordingsLeft = createAction('recordings/left');
export const recordingDeleted = createAction<string>('recordings/deleted');

const withoutFiles = (state: Recordings): Recordings => ({ ...state, files: null, written: [] });

const slice = createSlice({
  name: 'recordings',
  initialState: { files: null, owners: {}, written: [] } as Recordings,
  reducers: {
    recordingsHeard: (state, { payload }: PayloadAction<Recordings>): Recordings =>
      sameJson(state, payload) ? state : payload,
    recordingGone: (state, { payload: path }: PayloadAction<string>): Recordings => ({
      ...state,
      files: state.files?.filter((file) => file.path !== path) ?? null,
    }),
  },
  extraReducers: (builder) => builder.addCase(recordingsWanted, withoutFiles).addCase(recordingsLeft, withoutFiles),
});

export const { recordingsHeard, recordingGone } = slice.actions;
export const recordings = slice.reducer;
