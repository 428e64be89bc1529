import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Service } from '../../../../catalog/form/defineCatalogEntry.ts';
import type { Settings } from '../../../../catalog/form/fields.ts';
import type { PlatformLimits } from '../../../../media/encoding/platformLimits.ts';
import type { SegmentFigures } from '../../../../media/hls/segment/segmentFigures.ts';
import { formClosed } from '../slice.ts';

/** Limits of the platforms, and figures of the channel's current stream; null: not live, or unreadable. */
export interface Platforms {
  limits: readonly PlatformLimits[];
  figures: SegmentFigures | null;
}

export interface WithPlatformLimits {
  platformLimits: Platforms;
}

/** Returns the limits of this service for its settings; undefined if it publishes none. */
export const limitsFor = (
  service: Service,
  settings: Settings,
  all: readonly PlatformLimits[],
): PlatformLimits | undefined => service.limits?.(settings) ?? all.find(({ id }) => id === service.id);

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
