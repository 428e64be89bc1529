import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type Restart =
  | { status: 'none' }
  /** `offered`: settings wait for a restart; `asked`: an operator wants one. */
  | { status: 'offered' }
  | { status: 'asked' }
  /** `tries`: seconds since the command. `movedTo`: new address of this page. `live`: only the login changes. */
  | { status: 'running'; tries: number; movedTo: string | null; live?: true }
  | { status: 'absent'; tries: number; movedTo: string | null }
  | { status: 'failed'; reason: string };

/** `user`: for the login afterwards. `live`: only the login changes, without a restart. */
export interface Reload {
  user: { username: string; password: string };
  live: boolean;
}

export const restartRequested = createAction<Reload | undefined>('restart/requested');

const newRestart = (movedTo: string | null, live: boolean): Restart => ({
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
    restartBegun: (_, { payload: movedTo }: PayloadAction<string | null>): Restart => newRestart(movedTo, false),
    restartTried: (restart, { payload: tries }: PayloadAction<number>): Restart =>
      restart.status === 'running' ? { ...restart, tries } : restart,
    restartAbsent: (restart): Restart => (restart.status === 'running' ? { ...restart, status: 'absent' } : restart),
    restartFailed: (_, { payload: reason }: PayloadAction<string>): Restart => ({ status: 'failed', reason }),
    restarted: (): Restart => ({ status: 'none' }),
  },
  extraReducers: (builder) =>
    builder.addCase(restartRequested, (_, { payload: options }): Restart => newRestart(null, options?.live === true)),
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
