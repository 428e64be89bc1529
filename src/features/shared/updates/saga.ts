import { call, delay, put, takeLatest } from 'typed-redux-saga';
import { releasesIn } from '../../../media/coreInfo/newerRelease.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { entered } from '../../gate/session/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { PACE } from '../polling/pace.ts';
import { preferenceChosen } from '../preference/slice.ts';
import { releasesForgotten, releasesLearned, UPDATES_KEY } from './slice.ts';

const concerns = (action: unknown) =>
  entered.match(action) || (preferenceChosen.match(action) && action.payload.key === UPDATES_KEY);

export function* updatesSaga() {
  yield* takeLatest(concerns, untilLoggedOut(catchSagaErrors(followReleases)));
}

function* followReleases() {
  const storage = yield* host('storage');
  if (storage.read(UPDATES_KEY) !== 'true') {
    yield* put(releasesForgotten());
    return;
  }
  for (;;) {
    yield* call(look);
    yield* delay(PACE.releases.everyMs);
  }
}

/** A failure is nobody's concern (specification 6): the next hour asks again. */
function* look() {
  const releases = yield* browser('releases');
  try {
    yield* put(releasesLearned(releasesIn(yield* call(releases.ask), releases.own)));
  } catch {
    // offline, or the server is away
  }
}
