import { call, race, take } from 'typed-redux-saga';
import { loggedOut } from './slice.ts';

/** Whatever asks for a while on behalf of who is logged in ends with a logout, also one in another tab. */
export const untilLoggedOut = <Given extends unknown[]>(worker: (...given: Given) => Generator) =>
  function* (...given: Given) {
    yield* race({ done: call(worker, ...given), left: take(loggedOut) });
  };
