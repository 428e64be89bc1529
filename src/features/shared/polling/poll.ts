import { eventChannel } from 'redux-saga';
import { call, delay, put, race, select, take } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import type { WithConnection } from '../../gate/connection/slice.ts';
import { browser } from '../../gate/host/host.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import { intervalOf, PACE, type Pace, type PaceName } from './pace.ts';
import { pollBegun, pollEnded, type WithRunningPolls } from './slice.ts';

/** Runs one round at a time. Pauses in a hidden tab and without a connection. A failed round changes nothing. */
export const poll = (name: PaceName, work: () => Generator) => call(pollWhileShown, name, work);

function* pollWhileShown(name: PaceName, work: () => Generator) {
  yield* put(pollBegun(name));
  try {
    yield* call(repeat, name, work);
  } finally {
    yield* put(pollEnded(name));
  }
}

const intervalIn =
  (name: PaceName) =>
  ({ polling: runningPolls }: WithRunningPolls) =>
    intervalOf(name, runningPolls);

function* repeat(name: PaceName, work: () => Generator) {
  const { checkMs, everyMs }: Pace = PACE[name];
  while (true) {
    yield* call(worthAsking);
    const startedAt = performance.now();
    const isOff = (yield* select(intervalIn(name))) === null;
    if (!isOff) yield* call(unlessRefused, work);
    const intervalMs = checkMs ?? (yield* select(intervalIn(name))) ?? everyMs;
    yield* delay(Math.max(intervalMs - (performance.now() - startedAt), 0));
  }
}

function* unlessRefused(work: () => Generator) {
  try {
    yield* call(work);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}

/** Runs only in a hidden tab and while `isNeeded`: at once, then at its pace. */
export const pollHidden = <State>(name: PaceName, work: () => Generator, isNeeded: (state: State) => boolean) =>
  call(pollWhileHidden<State>, name, work, isNeeded);

function* pollWhileHidden<State>(name: PaceName, work: () => Generator, isNeeded: (state: State) => boolean) {
  const visibility = yield* browser('visibility');
  const wait = yield* browser('waitHidden');
  const changes = eventChannel<true>((emit) => visibility.listen(() => emit(true)));
  try {
    while (true) {
      if (visibility.hidden() && (yield* select(isNeeded))) {
        if (yield* select(canAsk)) yield* call(unlessRefused, work);
        yield* race([call(wait, PACE[name].everyMs), take(changes)]);
      } else yield* take(changes);
    }
  } finally {
    changes.close();
  }
}

type PollState = WithSession & WithConnection;

const canAsk = ({ connection, session }: PollState) => connection.status === 'alive' && session.status === 'ready';

/** Returns once the page is visible, the core is reachable and the operator is logged in, in any order. */
function* worthAsking() {
  while (true) {
    yield* call(inView);
    if (yield* select(canAsk)) return;
    yield* take('*');
  }
}

function* inView() {
  const visibility = yield* browser('visibility');
  while (visibility.hidden()) {
    const changes = eventChannel<true>((emit) => visibility.listen(() => emit(true)));
    try {
      yield* take(changes);
    } finally {
      changes.close();
    }
  }
}
