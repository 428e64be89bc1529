import { call, delay, fork, takeLeading } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import { CoreError } from '../../../api/error.ts';
import { temporaryProcessOf } from '../../../api/processIds.ts';
import { sentFileOf } from '../../../media/process/abandonedProcess.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { registrationRequested } from '../../gate/session/actions.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { orphanedProcessesFound } from '../channel/channelSync.ts';
import { finishSaga } from './finishInterruptedSaves.ts';

/** The next channel sync finds whatever could not be removed. */
const PAUSE_MS = 60_000;

function* removeOrphanedProcesses({ payload: ids }: ReturnType<typeof orphanedProcessesFound>) {
  try {
    for (const id of ids) yield* call(remove, id);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* delay(PAUSE_MS);
  }
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
