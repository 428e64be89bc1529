import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * The core reports stored settings: `shown` means that addresses on the screen are those after the restart, `later`
 * that they are still valid.
 */
export type PendingRestart = 'none' | 'shown' | 'later';

export interface WithPendingRestart {
  pendingRestart: PendingRestart;
}

const slice = createSlice({
  name: 'pendingRestart',
  initialState: 'none' as PendingRestart,
  reducers: {
    configTaken: (_, { payload: outdated }: PayloadAction<boolean>): PendingRestart => (outdated ? 'shown' : 'none'),
    configSeen: (pending, { payload: outdated }: PayloadAction<boolean>): PendingRestart =>
      !outdated ? 'none' : pending === 'none' ? 'later' : pending,
  },
});

export const { configTaken, configSeen } = slice.actions;
export const pendingRestart = slice.reducer;
