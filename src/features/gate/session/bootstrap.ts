import { call, put } from 'typed-redux-saga';
import { CoreError, NETWORK_FAILURE, NOT_AS_EXPECTED } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { browser, host, type PendingAnswers } from '../host/host.ts';
import { askAll } from './fetchCoreInfo.ts';
import { loginNeeded } from './slice.ts';

const APP = 'datarhei-core';

/**
 * Asks the core who it is and whether it lets us in; if so, the wings behind the gate are opened and decide which screen
 * follows. Throws what the calls throw.
 */
export function* bootstrap(asked?: PendingAnswers) {
  const core = yield* host('core');
  // A token is most likely valid, so its requests start at once. Without one, they wait for the core's description.
  const early = asked ?? (core.tokens.access === '' ? null : askAll(core));
  const about = yield* call(core.about);
  if (about.app !== APP)
    throw new CoreError(NOT_AS_EXPECTED, msg('A different application is running at this address.'));
  if (about.id === '') {
    yield* put(loginNeeded({ auths: about.auths }));
    return;
  }
  const { openSession } = yield* call(openLive);
  yield* call(openSession, about, early ?? askAll(core));
}

function* openLive() {
  const loadLive = yield* browser('loadLive');
  try {
    return yield* call(loadLive);
  } catch {
    throw new CoreError(NETWORK_FAILURE, msg('The interface could not be loaded from the core.'));
  }
}
