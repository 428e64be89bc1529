import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, race, select, take } from 'typed-redux-saga';
import { serviceOf } from '../../../catalog/services/index.ts';
import type { PlatformLimits } from '../../../media/limits.ts';
import type { SegmentFigures } from '../../../media/segment/figures.ts';
import { processesFetched } from '../../channel/processes.ts';
import { deliveryIn, type WithChannels } from '../../channel/slice.ts';
import { browser } from '../../host.ts';
import type { WithIngest } from '../../ingest/slice.ts';
import { known } from '../../known.ts';
import { formClosed, type Target } from './slice.ts';

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
export function* seePlatforms({ channel, service }: Target) {
  const load = yield* browser('loadWatching');
  const { platformLimits: limits, sightOf } = yield* call(load);
  yield* put(slice.actions.platformsSeen({ limits, figures: null }));
  const isLimited = limits.some(({ id }) => id === service) || serviceOf(service)?.limits !== undefined;
  if (!isLimited || !(yield* call(isLive, channel))) return;
  const { storage } = yield* select((state: WithChannels) => deliveryIn(state, channel));
  const seen = yield* known(() => sightOf(channel, storage, null));
  // Without it what is set is judged, and the check before going live looks again.
  if (seen) yield* put(slice.actions.platformsSeen({ limits, figures: seen.figures }));
}

/** As soon as that is known; false once the form is closed. */
function* isLive(channel: string) {
  for (;;) {
    const { ingest } = yield* select((state: WithIngest) => state);
    if (ingest.channel === channel && ingest.ingest.status !== 'unknown')
      return ingest.ingest.status === 'present' && ingest.ingest.progress.status === 'connected';
    const { left } = yield* race({ heard: take(processesFetched), left: take(formClosed) });
    if (left) return false;
  }
}
