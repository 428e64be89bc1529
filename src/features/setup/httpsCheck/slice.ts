import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HttpsResult } from '../../../media/preflight/httpsCheck.ts';

export type HttpsCheck =
  | { status: 'idle' }
  | { status: 'running' }
  | { status: 'judged'; findings: readonly HttpsResult[] }
  | { status: 'failed'; reason: string };

export interface WithHttpsCheck {
  httpsCheck: HttpsCheck;
}

export const httpsCheckOpened = createAction('httpsCheck/opened');
export const httpsCheckRequested = createAction('httpsCheck/requested');
export const httpsCheckClosed = createAction('httpsCheck/closed');

const slice = createSlice({
  name: 'httpsCheck',
  initialState: { status: 'idle' } as HttpsCheck,
  reducers: {
    httpsJudged: (_, { payload: findings }: PayloadAction<readonly HttpsResult[]>): HttpsCheck => ({
      status: 'judged',
      findings,
    }),
    httpsCheckFailed: (_, { payload: reason }: PayloadAction<string>): HttpsCheck => ({ status: 'failed', reason }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(httpsCheckRequested, (): HttpsCheck => ({ status: 'running' }))
      .addCase(httpsCheckClosed, (): HttpsCheck => ({ status: 'idle' })),
});

export const { httpsJudged, httpsCheckFailed } = slice.actions;
export const httpsCheck = slice.reducer;
