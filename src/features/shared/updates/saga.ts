import { call, delay, put, takeLatest } from 'typed-redux-saga';
import { newerRelease } from '../../../media/coreInfo/newerRelease.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
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

/** Another tab may have changed the choice, so it is read before each check. */
function* followReleases() {
  const { address } = yield* browser('releases');
  if (address === null) return;
  yield* put(releaseServerFound(new URL(address).host));
  const storage = yield* host('storage');
  for (;;) {
    if (storage.read(UPDATES_KEY) === 'true') yield* call(checkRelease, address);
    else yield* put(newerReleaseLearned(null));
    yield* delay(PACE.releases.everyMs);
  }
}

/** A failure is ignored; the next check follows in an hour. */
function* checkRelease(address: string) {
  const { own, ask: request } = yield* browser('releases');
  try {
    yield* put(newerReleaseLearned(newerRelease(yield* call(request, address), own)));
  } catch {
    // offline, or the server is unavailable
  }
}
