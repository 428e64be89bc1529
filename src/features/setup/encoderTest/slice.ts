import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { loggedOut } from '../../gate/session/slice.ts';

/** What is tried out just now: an encoder by ffmpeg's name, or ffmpeg itself; what is done of it, and all. */
export type TestProgress =
  /** `height` 0: it is for sound. */
  | { of: 'encoders'; id: string; height: number; done: number; all: number }
  /** `all` null: nobody knows yet how much there is. */
  | { of: 'ffmpeg'; done: number; all: number | null };

/** One at a time on a core. */
export type EncoderTest =
  | { status: 'idle'; problem: string | null }
  /** So many processes run: they may stutter meanwhile. */
  | { status: 'asked'; of: TestProgress['of']; running: number }
  | ({ status: 'running' } & TestProgress)
  | { status: 'stopping' };

export interface WithEncoderTest {
  encoderTest: EncoderTest;
}

/** Its screen is shown, or left: then it ends. */
export const testOpened = createAction('encoderTest/opened');
export const testClosed = createAction('encoderTest/closed');
/** `confirmed`: also beside what runs. */
export const testRequested = createAction<{ confirmed: boolean }>('encoderTest/requested');
/** The same of ffmpeg itself; what hears it is the room ffmpegTrial. */
export const trialRequested = createAction<{ confirmed: boolean }>('encoderTest/ffmpeg');

const left = (test: EncoderTest): EncoderTest =>
  test.status === 'running' || test.status === 'stopping' ? { status: 'stopping' } : { status: 'idle', problem: null };

const slice = createSlice({
  name: 'encoderTest',
  initialState: { status: 'idle', problem: null } as EncoderTest,
  reducers: {
    testAsked: (_, { payload }: PayloadAction<{ of: TestProgress['of']; running: number }>): EncoderTest => ({
      status: 'asked',
      ...payload,
    }),
    tried: (_, { payload }: PayloadAction<TestProgress>): EncoderTest => ({ status: 'running', ...payload }),
    testStopped: (test): EncoderTest => left(test),
    testEnded: (_, { payload: problem }: PayloadAction<string | null>): EncoderTest => ({ status: 'idle', problem }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(testClosed, (test): EncoderTest => left(test))
      .addCase(loggedOut, (): EncoderTest => ({ status: 'idle', problem: null })),
});

export const { testAsked, tried, testStopped, testEnded } = slice.actions;
export const encoderTest = slice.reducer;
