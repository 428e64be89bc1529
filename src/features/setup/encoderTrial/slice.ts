import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The progress of a trial of encoders, or of all ffmpeg options that this interface writes. */
export type TrialProgress =
  /** `id` is the name in ffmpeg; `height` 0: it encodes sound. */
  | { of: 'encoders'; id: string; height: number; done: number; all: number }
  /** `all` null: it is not known yet. */
  | { of: 'ffmpeg'; done: number; all: number | null };
export type TrialKind = TrialProgress['of'];

/** One at a time on a core. */
export type EncoderTrial =
  | { status: 'idle'; problem: string | null }
  /** So many processes run: they may stutter meanwhile. */
  | { status: 'asked'; of: TrialKind; running: number }
  | ({ status: 'running' } & TrialProgress)
  | { status: 'stopping' };

export interface WithEncoderTrial {
  encoderTrial: EncoderTrial;
}

/** Its screen is shown, or left: then the trial ends. */
export const trialOpened = createAction('encoderTrial/opened');
export const trialClosed = createAction('encoderTrial/closed');
/** `confirmed`: also beside other processes. */
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
