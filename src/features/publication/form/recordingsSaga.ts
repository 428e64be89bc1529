import { call, put, race, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import { recordingsIn } from '../../../media/recordings.ts';
import { sameJson } from '../../../media/sameJson.ts';
import { host } from '../../host.ts';
import { poll } from '../../poll.ts';
import { safely } from '../../safely.ts';
import {
  recordingDeleted,
  recordingGone,
  recordingsHeard,
  recordingsLeft,
  recordingsWanted,
  type WithRecordings,
} from './recordings.ts';

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
