import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type HeardLevel =
  | { status: 'none' }
  | { status: 'silent' }
  /** `dbfs` of the loudest channel; `share` of the level bar, from 0 to 1. */
  | { status: 'loud'; dbfs: number; share: number };

export interface WithLevels {
  /** Keyed by channel id; no entry if unknown or not decodable here. */
  audioLevels: Readonly<Record<string, HeardLevel>>;
}

export const levelsWanted = createAction('audioLevels/wanted');
export const levelsLeft = createAction('audioLevels/left');

const initialState: WithLevels['audioLevels'] = {};

const slice = createSlice({
  name: 'audioLevels',
  initialState,
  reducers: {
    levelHeard: (
      levels,
      { payload: { channel, level } }: PayloadAction<{ channel: string; level: HeardLevel | null }>,
    ) => {
      const others = Object.entries(levels).filter(([id]) => id !== channel);
      return Object.fromEntries(level === null ? others : [...others, [channel, level]]);
    },
  },
  extraReducers: (builder) => builder.addCase(levelsLeft, () => ({})),
});

export const { levelHeard } = slice.actions;
export const levels = slice.reducer;
