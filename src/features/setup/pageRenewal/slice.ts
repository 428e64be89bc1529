import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Pages that could not be made anew; `channel` and `name` null: the website. */
export interface UnrenewedPage {
  channel: string | null;
  name: string | null;
  reason: string;
}

/** Whether viewers still get pages that another version has made. */
export type Renewal =
  /** Nothing is known of old ones. */
  | { status: 'calm' }
  /** `count`: of channels, the website as one more. `failed`: why the last renewal left some behind. */
  | { status: 'old'; count: number; failed: readonly UnrenewedPage[] }
  | { status: 'renewing'; done: number; total: number };

export interface WithPageRenewal {
  pageRenewal: Renewal;
}

const slice = createSlice({
  name: 'pageRenewal',
  initialState: { status: 'calm' } as Renewal,
  reducers: {
    /** A screen is there that says it. */
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
