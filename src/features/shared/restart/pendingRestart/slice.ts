import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * Settings that are stored and not in effect. A core shows what is stored: `shown`: it was so when we asked, so addresses
 * on the screen are those of its next start. `later`: it became so since, and they are still right.
 */
export type PendingRestart = 'none' | 'shown' | 'later';

export interface WithPendingRestart {
  pendingRestart: PendingRestart;
}

const slice = createSlice({
  name: 'pendingRestart',
  initialState: 'none' as PendingRestart,
  reducers: {
    /** The config that everything on the screen is made of. */
    configTaken: (_, { payload: outdated }: PayloadAction<boolean>): PendingRestart => (outdated ? 'shown' : 'none'),
    /** How it is by now. */
    configSeen: (pending, { payload: outdated }: PayloadAction<boolean>): PendingRestart =>
      !outdated ? 'none' : pending === 'none' ? 'later' : pending,
  },
});

export const { configTaken, configSeen } = slice.actions;
export const pendingRestart = slice.reducer;
