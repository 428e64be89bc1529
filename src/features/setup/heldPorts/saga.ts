import { call, put, takeLatest } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { portsOfProcesses } from '../../../media/address/listenPort.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { portsHeard, portsWanted } from './slice.ts';

export function* heldPortsSaga() {
  yield* takeLatest(portsWanted, catchSagaErrors(ask));
}

function* ask() {
  try {
    yield* call(fetchHeldPorts);
  } catch (error) {
    // The probe finds a port that is in use.
    if (!(error instanceof CoreError)) throw error;
  }
}

/** Throws a CoreError. */
export function* fetchHeldPorts() {
  const core = yield* host('core');
  const held = portsOfProcesses(yield* call(core.processes, { filter: 'config' }));
  yield* put(portsHeard(held));
  return held;
}
