import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { MaskedText } from '../../../media/masking/maskedText.ts';

/** `channel`: the one that is duplicated. */
export type CloneState =
  | { status: 'none' }
  /** Counts files and processes; `share` of the current one, 0 to 1. */
  | { status: 'running'; channel: string; done: number; total: number; share: number; cancelled: boolean }
  /** `isRemoved`: no part of the clone is left. */
  | { status: 'failed'; channel: string; reason: MaskedText; isRemoved: boolean };

type FailedClone = Omit<Extract<CloneState, { status: 'failed' }>, 'status'>;

export interface WithClone {
  clone: CloneState;
}

export const cloneRequested = createAction<{ channel: string; name: string }>('clone/requested');

const slice = createSlice({
  name: 'clone',
  initialState: { status: 'none' } as CloneState,
  reducers: {
    cloneBegan: (_, { payload: channel }: PayloadAction<string>): CloneState => ({
      ...{ status: 'running', channel },
      ...{ done: 0, total: 0, share: 0, cancelled: false },
    }),
    cloneCounted: (state, { payload: total }: PayloadAction<number>): CloneState =>
      state.status === 'running' ? { ...state, total } : state,
    cloneSent: (state, { payload: share }: PayloadAction<number>): CloneState =>
      state.status === 'running' ? { ...state, share } : state,
    clonePartMade: (state): CloneState =>
      state.status === 'running' ? { ...state, done: state.done + 1, share: 0 } : state,
    cloneCancelled: (state): CloneState => (state.status === 'running' ? { ...state, cancelled: true } : state),
    cloneFailed: (_, { payload }: PayloadAction<FailedClone>): CloneState => ({ status: 'failed', ...payload }),
    cloneClosed: (): CloneState => ({ status: 'none' }),
  },
});

export const { cloneBegan, cloneCounted, cloneSent, clonePartMade, cloneCancelled, cloneFailed, cloneClosed } =
  slice.actions;
export const clone = slice.reducer;
