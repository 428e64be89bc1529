import { call, fork, takeLeading } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { registrationRequested } from '../../gate/session/actions.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { orphanedProcessesFound } from '../channel/channelSync.ts';
import { finishSaga } from './finishInterruptedSaves.ts';
import { removeOrphanedProcesses } from './removeOrphanedTemporaryProcesses.ts';

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
