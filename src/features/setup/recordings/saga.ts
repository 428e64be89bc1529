import { call, put, race, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import type { Process } from '../../../api/answers/process.ts';
import { recordingsAmong, writtenAmong } from '../../../media/stored/recordingFiles.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { recordingIdsIn, tokenOf } from '../../live/publication/recordedFile/slice.ts';
import { poll } from '../../shared/polling/poll.ts';
import {
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

export function* watch({ payload: glob }: ReturnType<typeof recordingsWanted>) {
  const core = yield* host('core');
  yield* race({
    asking: poll('recordings', function* () {
      const processes = yield* call(fetchRecordings);
      const files = recordingsAmong(yield* call(core.diskFiles, { glob }));
      const tokens = processes.filter(isRunning).flatMap((process) => tokenOf(process) ?? []);
      const owners = processes.flatMap((process) => {
        const token = tokenOf(process);
        return token === null ? [] : [[token, process.id] as const];
      });
      yield* put(recordingsHeard({ files, owners: Object.fromEntries(owners), written: writtenAmong(files, tokens) }));
    }),
    left: take(recordingsLeft),
  });
}

/** The output address of a process names its files. */
function* fetchRecordings() {
  const core = yield* host('core');
  const ids = yield* select(recordingIdsIn);
  return ids.length === 0 ? [] : yield* call(core.processes, { id: ids.join(','), filter: 'config,state' });
}

const isRunning = ({ state }: Process) => state?.exec === 'running' || state?.exec === 'finishing';

function* remove({ payload: path }: ReturnType<typeof recordingDeleted>) {
  const core = yield* host('core');
  const listed = yield* select(
    ({ recordings: { files, written } }: WithRecordings) =>
      files?.some((file) => file.path === path) && !written.includes(path),
  );
  if (!listed) return;
  yield* call(core.diskDelete, { path });
  yield* put(recordingGone(path));
}
