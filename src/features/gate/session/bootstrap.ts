import { call, put } from 'typed-redux-saga';
import { CoreError, NETWORK_FAILURE, NOT_AS_EXPECTED } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { browser, host } from '../host/host.ts';
import { askAll, type PendingAnswers } from './fetchCoreInfo.ts';
import { loginNeeded } from './slice.ts';

const APP = 'datarhei-core';

/**
 * Asks the core who it is and whether it lets us in; if so, the features behind the gate are opened and decide which
 * screen follows. Throws what the calls throw.
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
  const { openSession } = yield* call(openFeatures);
  yield* call(openSession, about, early ?? askAll(core));
}

function* openFeatures() {
  const loadFeatures = yield* browser('loadFeatures');
  try {
    return yield* call(loadFeatures);
  } catch {
    throw new CoreError(NETWORK_FAILURE, msg('The interface could not be loaded from the core.'));
  }
}
