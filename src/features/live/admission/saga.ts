import { call, delay, fork, takeLeading } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import { CoreError } from '../../../api/error.ts';
import { renditionOf, temporaryProcessOf } from '../../../api/processIds.ts';
import { orphanedAmong, sentFileOf } from '../../../media/process/abandonedProcess.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { registrationRequested } from '../../gate/session/actions.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { exclusively, SaveConflict, write } from '../../shared/saving/exclusively.ts';
import { orphanedProcessesFound } from '../channel/channelSync.ts';
import { finishSaga } from './finishInterruptedSaves.ts';

/** The next channel sync finds whatever could not be removed. */
const PAUSE_MS = 60_000;

function* removeOrphanedProcesses({ payload: ids }: ReturnType<typeof orphanedProcessesFound>) {
  try {
    for (const id of ids) if (temporaryProcessOf(id) !== null) yield* call(remove, id);
    if (ids.some((id) => renditionOf(id) !== null)) yield* exclusively(removeOrphanedRenditions, 'none');
  } catch (error) {
    if (!(error instanceof CoreError || error instanceof SaveConflict)) throw error;
    yield* delay(PAUSE_MS);
  }
}

/** A save may have written a rendition before its channel. While the lock is held, none is in progress. */
function* removeOrphanedRenditions() {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { filter: 'state' });
  for (const id of orphanedAmong(processes)) yield* write('processDelete', { id });
}

function* remove(id: string) {
  const core = yield* host('core');
  const file = temporaryProcessOf(id) === 'upload' ? yield* call(fileOf, id) : null;
  yield* call(core.processDelete, { id });
  if (file !== null) yield* call(core.diskDelete, { path: file });
}

function* fileOf(id: string) {
  const core = yield* host('core');
  const { config } = yield* call(core.process, { id, filter: 'config' });
  return config && config !== UNREAD ? sentFileOf(config.input) : null;
}

export function* admissionSaga() {
  yield* fork(finishSaga);
  yield* takeLeading(orphanedProcessesFound, untilLoggedOut(catchSagaErrors(removeOrphanedProcesses)));
  yield* takeLeading(registrationRequested, untilLoggedOut(catchSagaErrors(begin)));
}

function* begin(requested: ReturnType<typeof registrationRequested>) {
  const loadRegistration = yield* browser('loadRegistration');
  const { registerFirstUser } = yield* call(loadRegistration);
  yield* call(registerFirstUser, requested);
}
