import { call, put, takeLatest } from 'typed-redux-saga';
import { CoreError } from '../../api/error.ts';
import { portsOfProcesses } from '../../media/address/listenPort.ts';
import { host } from '../runtime/host.ts';
import { safely } from '../runtime/safely.ts';
import { portsHeard, portsWanted } from './ports.ts';

export function* portsSaga() {
  yield* takeLatest(portsWanted, safely(ask));
}

function* ask() {
  try {
    yield* call(askPorts);
  } catch (error) {
    // What cannot be told is found by the probe.
    if (!(error instanceof CoreError)) throw error;
  }
}

/** Throws a CoreError. */
export function* askPorts() {
  const core = yield* host('core');
  const held = portsOfProcesses(yield* call(core.processes, { filter: 'config' }));
  yield* put(portsHeard(held));
  return held;
}
