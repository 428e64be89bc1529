import { call, put } from 'typed-redux-saga';
import { CoreError, NETWORK_FAILURE, NOT_AS_EXPECTED } from '../../api/error.ts';
import { msg } from '../../i18n/msg.ts';
import { outside } from '../host.ts';
import { loginNeeded } from './slice.ts';

const APP = 'datarhei-core';

/**
 * Asks the core who it is and whether it lets us in; if so, the rooms behind the gate are opened and decide which screen
 * follows. Throws what the calls throw.
 */
export function* enter() {
  const core = yield* outside('core');
  const about = yield* call(core.about);
  if (about.app !== APP) throw new CoreError(NOT_AS_EXPECTED, msg('There is another application at this address.'));
  if (about.id === '') {
    yield* put(loginNeeded({ auths: about.auths }));
    return;
  }
  const { admit } = yield* call(openRooms);
  yield* call(admit, about);
}

function* openRooms() {
  const rooms = yield* outside('rooms');
  try {
    return yield* call(rooms);
  } catch {
    throw new CoreError(NETWORK_FAILURE, msg('The interface could not be fetched from the core.'));
  }
}
