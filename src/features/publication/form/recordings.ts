import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, race, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import { type Recording, recordingsIn } from '../../../media/recordings.ts';
import { sameJson } from '../../../media/sameJson.ts';
import { host } from '../../host.ts';
import { poll } from '../../poll.ts';
import { safely } from '../../safely.ts';

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

const { recordingsHeard, recordingGone } = slice.actions;
export const recordings = slice.reducer;

const EVERY_MS = 5000;

export function* recordingsSaga() {
  yield* takeLatest(recordingsWanted, safely(watch));
  yield* takeEvery(recordingDeleted, safely(remove));
}

function* watch({ payload: glob }: ReturnType<typeof recordingsWanted>) {
  const core = yield* host('core');
  yield* race({
    asking: call(poll, EVERY_MS, function* () {
      const found = recordingsIn(yield* call(core.diskFiles, { glob }));
      const before = yield* select((state: WithRecordings) => state.recordings);
      if (!sameJson(found, before)) yield* put(recordingsHeard(found));
    }),
    left: take(recordingsLeft),
  });
}

function* remove({ payload: path }: ReturnType<typeof recordingDeleted>) {
  const core = yield* host('core');
  // Only what is listed: the name came from the core.
  const listed = yield* select(({ recordings: list }: WithRecordings) => list?.some((one) => one.path === path));
  if (!listed) return;
  yield* call(core.diskDelete, { path });
  yield* put(recordingGone(path));
}
