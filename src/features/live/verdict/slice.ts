import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ShownVerdict } from '../../../media/verdict/holdVerdict.ts';

/** The sentence of each channel and since when it is shown: bar, header, list, multiview and alarm read it here. */
export type ShownVerdicts = Readonly<Record<string, ShownVerdict>>;

export interface WithVerdicts {
  verdict: ShownVerdicts;
}

const slice = createSlice({
  name: 'verdict',
  initialState: {} as ShownVerdicts,
  reducers: {
    /** Of all channels that something is known of. */
    verdictsChanged: (_, { payload }: PayloadAction<ShownVerdicts>): ShownVerdicts => payload,
  },
});

export const { verdictsChanged } = slice.actions;
export const verdict = slice.reducer;
