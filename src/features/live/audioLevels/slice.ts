import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** How a channel sounded when it was listened to last. */
export type HeardLevel =
  | { status: 'none' }
  | { status: 'silent' }
  /** `dbfs` of the louder side; `share` of what a bar of it is filled, from 0 to 1. */
  | { status: 'loud'; dbfs: number; share: number };

export interface WithLevels {
  /** By channel; of those that cannot be heard here, or not yet, nothing. */
  audioLevels: Readonly<Record<string, HeardLevel>>;
}

export const levelsWanted = createAction('audioLevels/wanted');
export const levelsLeft = createAction('audioLevels/left');

const initialState: WithLevels['audioLevels'] = {};

const slice = createSlice({
  name: 'audioLevels',
  initialState,
  reducers: {
    /** null: nothing is known of it any more. */
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
