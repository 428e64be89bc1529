import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** A restart of the core, from the offer to the core that is back. */
export type Restart =
  | { status: 'none' }
  /** Settings wait for it; or somebody wants it, without a reason that we know. */
  | { status: 'offered' }
  | { status: 'asked' }
  /**
   * `tries`: seconds since the order; `movedTo`: the new address of this page when the port changes; `live`: only the login
   * changes, and nothing stops.
   */
  | { status: 'running'; tries: number; movedTo: string | null; live?: true }
  /** It did not come back within this many tries. */
  | { status: 'absent'; tries: number; movedTo: string | null }
  | { status: 'failed'; reason: string };

/** `user`: who logs in afterwards; without one the login comes up. `live`: the login is all that changes, and nothing stops. */
export interface Reload {
  user: { username: string; password: string };
  live: boolean;
}

export const restartRequested = createAction<Reload | undefined>('restart/requested');

const begun = (movedTo: string | null, live: boolean): Restart => ({
  status: 'running',
  tries: 0,
  movedTo,
  ...(live ? { live } : {}),
});

const slice = createSlice({
  name: 'restart',
  initialState: { status: 'none' } as Restart,
  reducers: {
    restartOffered: (): Restart => ({ status: 'offered' }),
    restartAsked: (): Restart => ({ status: 'asked' }),
    restartDismissed: (): Restart => ({ status: 'none' }),
    restartBegun: (_, { payload: movedTo }: PayloadAction<string | null>): Restart => begun(movedTo, false),
    restartTried: (restart, { payload: tries }: PayloadAction<number>): Restart =>
      restart.status === 'running' ? { ...restart, tries } : restart,
    restartAbsent: (restart): Restart => (restart.status === 'running' ? { ...restart, status: 'absent' } : restart),
    restartFailed: (_, { payload: reason }: PayloadAction<string>): Restart => ({ status: 'failed', reason }),
    /** The core is back, and everything of it was read anew. */
    restarted: (): Restart => ({ status: 'none' }),
  },
  extraReducers: (builder) =>
    builder.addCase(restartRequested, (_, { payload: asked }): Restart => begun(null, asked?.live === true)),
});

export const {
  restartOffered,
  restartAsked,
  restartDismissed,
  restartBegun,
  restartTried,
  restartAbsent,
  restartFailed,
  restarted,
} = slice.actions;
export const restart = slice.reducer;
