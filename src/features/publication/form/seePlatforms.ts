import { call, put, race, select, take } from 'typed-redux-saga';
import { serviceOf } from '../../../catalog/services/index.ts';
import { processesFetched } from '../../channel/processes.ts';
import { deliveryIn, type WithChannels } from '../../channel/slice.ts';
import { browser } from '../../host.ts';
import type { WithIngest } from '../../ingest/slice.ts';
import { nullOnCoreError } from '../../nullOnCoreError.ts';
import { platformsSeen } from './platforms.ts';
import { formClosed, type PublicationTarget } from './slice.ts';

/** The limits at once, and what passes untouched as soon as one look at the stream has told it. */
export function* seePlatforms({ channel, service }: PublicationTarget) {
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
    const { ingest } = yield* select((state: WithIngest) => state);
    if (ingest.channel === channel && ingest.ingest.status !== 'unknown')
      return ingest.ingest.status === 'present' && ingest.ingest.progress.status === 'connected';
    const { left } = yield* race({ heard: take(processesFetched), left: take(formClosed) });
    if (left) return false;
  }
}
