import { call, put, race, select, take } from 'typed-redux-saga';
import { serviceOf } from '../../../../catalog/services/index.ts';
import { browser } from '../../../gate/host/host.ts';
import { nullOnCoreError } from '../../../gate/host/nullOnCoreError.ts';
import { deliveryIn, isWatchedFetched, type WithChannels } from '../../../live/channel/slice.ts';
import type { WithStatus } from '../../../live/status/slice.ts';
import { isLiveIn, watchedStatusIn } from '../../../live/status/slice.ts';
import { formClosed, type PublicationTarget } from '../slice.ts';
import { platformsSeen } from './slice.ts';

/** The limits at once, and what passes untouched as soon as one look at the stream has told it. */
export function* loadPlatformLimits({ channel, service }: PublicationTarget) {
  const load = yield* browser('loadWatching');
  const { platformLimits: limits, sightOf } = yield* call(load);
  yield* put(platformsSeen({ limits, figures: null }));
  const isLimited = limits.some(({ id }) => id === service) || serviceOf(service)?.limits !== undefined;
  if (!isLimited || !(yield* call(isLive, channel))) return;
  const { storage } = yield* select((state: WithChannels) => deliveryIn(state, channel));
  const seen = yield* nullOnCoreError(() => sightOf(channel, storage, null));
  // Without it what is set is judged, and the check before going live looks again.
  if (seen) yield* put(platformsSeen({ limits, figures: seen.figures }));
}

/** As soon as that is known; false once the form is closed. */
function* isLive(channel: string) {
  for (;;) {
    const state = yield* select((known: WithStatus) => known);
    if (state.status.watched === channel && watchedStatusIn(state) !== null) return isLiveIn(state);
    const { left } = yield* race({ heard: take(isWatchedFetched), left: take(formClosed) });
    if (left) return false;
  }
}
