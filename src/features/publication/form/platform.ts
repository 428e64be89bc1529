import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, select } from 'typed-redux-saga';
import type { PlatformLimits } from '../../../media/limits.ts';
import type { SegmentFigures } from '../../../media/segment/figures.ts';
import { deliveryIn, type WithChannels } from '../../channel/slice.ts';
import { browser } from '../../host.ts';
import { known } from '../../known.ts';
import { formClosed } from './slice.ts';

/** What the platforms take, and what the channel sends right now; figures null: nothing, or it cannot be read. */
export interface Platforms {
  limits: readonly PlatformLimits[];
  figures: SegmentFigures | null;
}

export interface WithPlatforms {
  platforms: Platforms;
}

const nothing: Platforms = { limits: [], figures: null };

const slice = createSlice({
  name: 'platforms',
  initialState: nothing,
  reducers: {
    platformsSeen: (_, { payload }: PayloadAction<Platforms>) => payload,
  },
  extraReducers: (builder) => builder.addCase(formClosed, () => nothing),
});

export const platforms = slice.reducer;

/** The limits at once, and what passes untouched as soon as one look at the stream has told it. */
export function* seePlatforms(channel: string) {
  const load = yield* browser('loadWatching');
  const { platformLimits: limits, sightOf } = yield* call(load);
  yield* put(slice.actions.platformsSeen({ limits, figures: null }));
  const { storage } = yield* select((state: WithChannels) => deliveryIn(state, channel));
  const seen = yield* known(() => sightOf(channel, storage, null));
  // Without it what is set is judged, and the check before going live looks again.
  if (seen) yield* put(slice.actions.platformsSeen({ limits, figures: seen.figures }));
}
