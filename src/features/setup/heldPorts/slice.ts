import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HeldPort } from '../../../media/address/listenPort.ts';

export interface WithHeldPorts {
  /** The ports of stored processes; empty until requested. */
  heldPorts: readonly HeldPort[];
}

/** Somebody enters an address at which ffmpeg is to wait. */
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
