import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PreflightResult } from '../../../media/preflight/preflightTypes.ts';

export type Preflight =
  | { status: 'idle' }
  /** `judged` is null until the core has responded. `done` of `all` connections were tried. */
  | { status: 'running'; channel: string; judged: PreflightResult | null; done: number; all: number }
  /** `at` in milliseconds since 1970. */
  | { status: 'judged'; channel: string; judged: PreflightResult; at: number }
  | { status: 'failed'; channel: string; reason: string };

export interface WithPreflight {
  preflight: Preflight;
}

export const preflightRequested = createAction<string>('preflight/requested');
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

/** Preference key of the server's upload bandwidth in Mbit/s. */
export const uploadKey = 'upload';

/** Returns kbit/s; null if empty or not a number. */
export function uploadKbit(stated: string | undefined): number | null {
  const megabits = Number((stated ?? '').trim().replace(',', '.'));
  return Number.isFinite(megabits) && megabits > 0 ? megabits * 1000 : null;
}
