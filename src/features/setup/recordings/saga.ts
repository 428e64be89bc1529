import { call, put, race, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import { ALL_RECORDINGS, recordingsAmong } from '../../../media/stored/recordingFiles.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { recordingIdsIn, tokenOf } from '../../live/publication/recordedFile/slice.ts';
import { poll } from '../../shared/polling/poll.ts';
import {
  ownersFound,
  recordingDeleted,
  recordingGone,
  recordingsHeard,
  recordingsLeft,
  recordingsWanted,
  type WithRecordings,
} from './slice.ts';

export function* recordingsSaga() {
  yield* takeLatest(recordingsWanted, catchSagaErrors(watch));
  yield* takeEvery(recordingDeleted, catchSagaErrors(remove));
}

/** Files of a recording that is looked at; also where it is the first that was opened. */
export function* watch({ payload: glob }: ReturnType<typeof recordingsWanted>) {
  const core = yield* host('core');
  if (glob === ALL_RECORDINGS) yield* call(findOwners);
  yield* race({
    asking: poll('recordings', function* () {
      const found = recordingsAmong(yield* call(core.diskFiles, { glob }));
      const before = yield* select((state: WithRecordings) => state.recordings.files);
      if (!sameJson(found, before)) yield* put(recordingsHeard(found));
    }),
    left: take(recordingsLeft),
  });
}

/** The address that it writes to names its files. */
function* findOwners() {
  const core = yield* host('core');
  const ids = yield* select(recordingIdsIn);
  const processes = ids.length === 0 ? [] : yield* call(core.processes, { id: ids.join(','), filter: 'config' });
  const owners = processes.flatMap((one) => {
    const token = tokenOf(one);
    return token === null ? [] : [[token, one.id] as const];
  });
  yield* put(ownersFound(Object.fromEntries(owners)));
}

function* remove({ payload: path }: ReturnType<typeof recordingDeleted>) {
  const core = yield* host('core');
  const listed = yield* select(({ recordings: { files } }: WithRecordings) =>
    files?.some((file) => file.path === path),
  );
  if (!listed) return;
  yield* call(core.diskDelete, { path });
  yield* put(recordingGone(path));
}
