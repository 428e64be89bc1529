import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * Settings that are stored and not in effect. A core shows what is stored: `shown`: it was so when we asked, so addresses
 * on the screen are those of its next start. `later`: it became so since, and they are still right.
 */
export type Pending = 'none' | 'shown' | 'later';

export interface WithPending {
  pending: Pending;
}

const slice = createSlice({
  name: 'pending',
  initialState: 'none' as Pending,
  reducers: {
    /** The config that everything on the screen is made of. */
    configTaken: (_, { payload: outdated }: PayloadAction<boolean>): Pending => (outdated ? 'shown' : 'none'),
    /** How it is by now. */
    configSeen: (pending, { payload: outdated }: PayloadAction<boolean>): Pending =>
      !outdated ? 'none' : pending === 'none' ? 'later' : pending,
  },
});

export const { configTaken, configSeen } = slice.actions;
export const pending = slice.reducer;
