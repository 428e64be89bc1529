import { call, delay, put, takeLatest } from 'typed-redux-saga';
import { newerRelease } from '../../../media/coreInfo/newerRelease.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host, type ReleaseServer } from '../../gate/host/host.ts';
import { entered } from '../../gate/session/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { PACE } from '../polling/pace.ts';
import { preferenceChosen } from '../preference/slice.ts';
import { newerReleaseLearned, releaseServerFound, UPDATES_KEY } from './slice.ts';

const concerns = (action: unknown) =>
  entered.match(action) || (preferenceChosen.match(action) && action.payload.key === UPDATES_KEY);

export function* updatesSaga() {
  yield* takeLatest(concerns, untilLoggedOut(catchSagaErrors(followReleases)));
}

/** The choice belongs to the browser, and another tab may have changed it since the last look. */
function* followReleases() {
  const server = yield* browser('releases');
  if (!server) return;
  yield* put(releaseServerFound(server.name));
  const storage = yield* host('storage');
  for (;;) {
    if (storage.read(UPDATES_KEY) === 'true') yield* call(look, server);
    else yield* put(newerReleaseLearned(null));
    yield* delay(PACE.releases.everyMs);
  }
}

/** A failure is nobody's concern (specification 6): the next hour asks again. */
function* look({ own, ask }: ReleaseServer) {
  try {
    yield* put(newerReleaseLearned(newerRelease(yield* call(ask), own)));
  } catch {
    // offline, or the server is away
  }
}
