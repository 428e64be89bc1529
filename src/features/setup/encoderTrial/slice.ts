import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type TrialProgress =
  /** `id` is the ffmpeg name; `height` is 0 for audio encoders. */
  | { of: 'encoders'; id: string; height: number; done: number; all: number }
  /** `all` is null until the number is known. */
  | { of: 'ffmpeg'; done: number; all: number | null };
export type TrialKind = TrialProgress['of'];

export type EncoderTrial =
  | { status: 'idle'; problem: string | null }
  /** Needs a confirmation, because this many running processes may stutter. */
  | { status: 'asked'; of: TrialKind; running: number }
  | ({ status: 'running' } & TrialProgress)
  | { status: 'stopping' };

export interface WithEncoderTrial {
  encoderTrial: EncoderTrial;
}

export const trialOpened = createAction('encoderTrial/opened');
export const trialClosed = createAction('encoderTrial/closed');
export const trialRequested = createAction<{ of: TrialKind; confirmed: boolean }>('encoderTrial/requested');

const idle = (problem: string | null = null): EncoderTrial => ({ status: 'idle', problem });
const stopped = (trial: EncoderTrial): EncoderTrial =>
  trial.status === 'running' || trial.status === 'stopping' ? { status: 'stopping' } : idle();

const slice = createSlice({
  name: 'encoderTrial',
  initialState: idle(),
  reducers: {
    trialAsked: (_, { payload }: PayloadAction<{ of: TrialKind; running: number }>): EncoderTrial => ({
      status: 'asked',
      ...payload,
    }),
    trialProgressed: (_, { payload }: PayloadAction<TrialProgress>): EncoderTrial => ({
      status: 'running',
      ...payload,
    }),
    trialStopped: stopped,
    trialEnded: (_, { payload: problem }: PayloadAction<string | null>): EncoderTrial => idle(problem),
  },
  extraReducers: (builder) => builder.addCase(trialClosed, stopped),
});

export const { trialAsked, trialProgressed, trialStopped, trialEnded } = slice.actions;
export const encoderTrial = slice.reducer;
