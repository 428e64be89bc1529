import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PreflightResult } from '../../../media/preflight/preflightTypes.ts';

export type Preflight =
  | { status: 'idle' }
  /** Asking the core; null: nothing is known yet. `done` of `all` connections were tried. */
  | { status: 'running'; channel: string; judged: PreflightResult | null; done: number; all: number }
  /** `at` in ms. */
  | { status: 'judged'; channel: string; judged: PreflightResult; at: number }
  | { status: 'failed'; channel: string; reason: string };

export interface WithPreflight {
  preflight: Preflight;
}

/** Its screen is shown, or the operator asks again. */
export const preflightRequested = createAction<string>('preflight/requested');
/** Its screen is left: what is under way ends. */
export const preflightClosed = createAction('preflight/closed');

const slice = createSlice({
  name: 'preflight',
  initialState: { status: 'idle' } as Preflight,
  reducers: {
    tried: (_, { payload }: PayloadAction<Omit<Extract<Preflight, { status: 'running' }>, 'status'>>): Preflight => ({
      status: 'running',
      ...payload,
    }),
    judgedAll: (
      _,
      { payload }: PayloadAction<{ channel: string; judged: PreflightResult; at: number }>,
    ): Preflight => ({
      status: 'judged',
      ...payload,
    }),
    couldNot: (_, { payload }: PayloadAction<{ channel: string; reason: string }>): Preflight => ({
      status: 'failed',
      ...payload,
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(
        preflightRequested,
        (_, { payload: channel }): Preflight => ({ status: 'running', channel, judged: null, done: 0, all: 0 }),
      )
      .addCase(preflightClosed, (): Preflight => ({ status: 'idle' })),
});

export const { tried, judgedAll, couldNot } = slice.actions;
export const preflight = slice.reducer;

/** Mbit/s that the server can send, as entered by the operator. */
export const uploadKey = 'upload';

/** kbit/s; null: not entered, or not a number. */
export function uploadKbit(stated: string | undefined): number | null {
  const megabits = Number((stated ?? '').trim().replace(',', '.'));
  return Number.isFinite(megabits) && megabits > 0 ? megabits * 1000 : null;
}
