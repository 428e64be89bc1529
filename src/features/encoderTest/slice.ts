import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { loggedOut } from '../session/slice.ts';

/** What is tried out just now. */
export interface Trying {
  /** ffmpeg's name of the encoder. */
  id: string;
  /** 0: it is for sound. */
  height: number;
  /** Encoders that are done, and all of them. */
  done: number;
  all: number;
}

export type EncoderTest =
  | { status: 'idle'; problem: string | null }
  /** So many processes run: they may stutter meanwhile. */
  | { status: 'asked'; running: number }
  | ({ status: 'running' } & Trying)
  | { status: 'stopping' };

export interface WithEncoderTest {
  encoderTest: EncoderTest;
}

/** Its screen is shown, or left: then it ends. */
export const testOpened = createAction('encoderTest/opened');
export const testClosed = createAction('encoderTest/closed');
export const testRequested = createAction('encoderTest/requested');
export const testConfirmed = createAction('encoderTest/confirmed');

const left = (test: EncoderTest): EncoderTest =>
  test.status === 'running' || test.status === 'stopping' ? { status: 'stopping' } : { status: 'idle', problem: null };

const slice = createSlice({
  name: 'encoderTest',
  initialState: { status: 'idle', problem: null } as EncoderTest,
  reducers: {
    testAsked: (_, { payload: running }: PayloadAction<number>): EncoderTest => ({ status: 'asked', running }),
    tried: (_, { payload }: PayloadAction<Trying>): EncoderTest => ({ status: 'running', ...payload }),
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
