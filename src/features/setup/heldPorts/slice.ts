import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, takeLatest } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { type HeldPort, portsOfProcesses } from '../../../media/address/listenPort.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';

export function* heldPortsSaga() {
  yield* takeLatest(portsWanted, catchSagaErrors(requestPorts));
}

function* requestPorts() {
  try {
    yield* call(fetchHeldPorts);
  } catch (error) {
    // A probe of the source detects a port conflict, too.
    if (!(error instanceof CoreError)) throw error;
  }
}

export function* fetchHeldPorts() {
  const core = yield* host('core');
  const ports = portsOfProcesses(yield* call(core.processes, { filter: 'config' }));
  yield* put(portsHeard(ports));
  return ports;
}

export interface WithHeldPorts {
  heldPorts: readonly HeldPort[];
}

export const portsWanted = createAction('heldPorts/wanted');

const slice = createSlice({
  name: 'heldPorts',
  initialState: [] as WithHeldPorts['heldPorts'],
  reducers: {
    portsHeard: (_, { payload }: PayloadAction<WithHeldPorts['heldPorts']>) => payload,
  },
});

export const { portsHeard } = slice.actions;
export const heldPorts = slice.reducer;
