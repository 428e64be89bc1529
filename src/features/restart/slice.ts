import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** A restart of the core, from the offer to the core that is back. */
export type Restart =
  | { step: 'none' }
  | { step: 'offered' }
  /** `tries`: seconds since the order; `movedTo`: the new address of this page when the port changes. */
  | { step: 'running'; tries: number; movedTo: string | null }
  /** It did not come back within this many tries. */
  | { step: 'absent'; tries: number; movedTo: string | null }
  | { step: 'failed'; reason: string };

const slice = createSlice({
  name: 'restart',
  initialState: { step: 'none' } as Restart,
  reducers: {
    restartOffered: (): Restart => ({ step: 'offered' }),
    restartDismissed: (): Restart => ({ step: 'none' }),
    restartBegun: (_, { payload: movedTo }: PayloadAction<string | null>): Restart => ({
      step: 'running',
      tries: 0,
      movedTo,
    }),
    restartTried: (restart, { payload: tries }: PayloadAction<number>): Restart =>
      restart.step === 'running' ? { ...restart, tries } : restart,
    restartAbsent: (restart): Restart => (restart.step === 'running' ? { ...restart, step: 'absent' } : restart),
    restartFailed: (_, { payload: reason }: PayloadAction<string>): Restart => ({ step: 'failed', reason }),
    /** The core is back, and everything of it was read anew. */
    restarted: (): Restart => ({ step: 'none' }),
  },
});

export const restartRequested = createAction('restart/requested');
export const { restartOffered, restartDismissed, restartBegun, restartTried, restartAbsent, restartFailed, restarted } =
  slice.actions;
export const restart = slice.reducer;
