import { call, race, take } from 'typed-redux-saga';
import { loggedOut } from './slice.ts';

/** Cancels a worker on logout, also in another tab. */
export const untilLoggedOut = <Given extends unknown[]>(worker: (...args: Given) => Generator) =>
  function* (...args: Given) {
    yield* race({ done: call(worker, ...args), left: take(loggedOut) });
  };
