import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PlatformLimits } from '../../../../media/encoding/platformLimits.ts';
import type { SegmentFigures } from '../../../../media/hls/segment/segmentFigures.ts';
import { formClosed } from '../slice.ts';

/** What the platforms take, and what the channel sends right now; figures null: nothing, or it cannot be read. */
export interface Platforms {
  limits: readonly PlatformLimits[];
  figures: SegmentFigures | null;
}

export interface WithPlatformLimits {
  platformLimits: Platforms;
}

const nothing: Platforms = { limits: [], figures: null };

const slice = createSlice({
  name: 'platformLimits',
  initialState: nothing,
  reducers: {
    platformsSeen: (_, { payload }: PayloadAction<Platforms>) => payload,
  },
  extraReducers: (builder) => builder.addCase(formClosed, () => nothing),
});

export const { platformsSeen } = slice.actions;
export const platformLimits = slice.reducer;
