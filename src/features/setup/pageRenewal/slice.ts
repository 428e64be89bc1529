import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** A page whose renewal failed; `channel` and `name` are null for the website. */
export interface UnrenewedPage {
  channel: string | null;
  name: string | null;
  reason: string;
}

export type Renewal =
  /** No old pages, or unknown. */
  | { status: 'calm' }
  /** `count` includes the website as one. `failed`: failures of the last renewal. */
  | { status: 'old'; count: number; failed: readonly UnrenewedPage[] }
  | { status: 'renewing'; done: number; total: number };

export interface WithPageRenewal {
  pageRenewal: Renewal;
}

const slice = createSlice({
  name: 'pageRenewal',
  initialState: { status: 'calm' } as Renewal,
  reducers: {
    pagesWatched: (state) => state,
    renewalRequested: (state) => state,
    pagesSeen: (_, { payload: old }: PayloadAction<{ count: number; failed: readonly UnrenewedPage[] }>): Renewal =>
      old.count === 0 ? { status: 'calm' } : { status: 'old', ...old },
    renewed: (_, { payload }: PayloadAction<{ done: number; total: number }>): Renewal => ({
      status: 'renewing',
      ...payload,
    }),
  },
});

export const { pagesWatched, renewalRequested, pagesSeen, renewed } = slice.actions;
export const pageRenewal = slice.reducer;
