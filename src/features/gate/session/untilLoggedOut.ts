import { call, race, take } from 'typed-redux-saga';
import { loggedOut } from './slice.ts';

/** Cancels a worker on logout, also in another tab. */
export const untilLoggedOut = <Given extends unknown[]>(worker: (...given: Given) => Generator) =>
  function* (...given: Given) {
    yield* race({ done: call(worker, ...given), left: take(loggedOut) });
  };
