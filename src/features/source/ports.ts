import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, takeLatest } from 'typed-redux-saga';
import { CoreError } from '../../api/error.ts';
import { type HeldPort, portsOfProcesses } from '../../media/listenPort.ts';
import { host } from '../host.ts';
import { safely } from '../safely.ts';

export interface WithPorts {
  /** Where stored processes listen, as far as somebody has asked. */
  heldPorts: readonly HeldPort[];
}

/** Somebody enters an address at which ffmpeg is to wait. */
export const portsWanted = createAction('heldPorts/wanted');

const slice = createSlice({
  name: 'heldPorts',
  initialState: [] as WithPorts['heldPorts'],
  reducers: {
    portsHeard: (_, { payload }: PayloadAction<WithPorts['heldPorts']>) => payload,
  },
});

const { portsHeard } = slice.actions;
export const heldPorts = slice.reducer;

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
