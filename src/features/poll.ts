import { eventChannel } from 'redux-saga';
import { call, delay, select, take } from 'typed-redux-saga';
import { CoreError } from '../api/error.ts';
import type { WithConnection } from './connection/slice.ts';
import { browser, host } from './host.ts';
import type { WithSession } from './session/slice.ts';

/**
 * Does `work` every `everyMs`: one at a time (a slow answer is never overtaken), not in a hidden tab, not while the core
 * is away. A failed round leaves the last good state as it is. Where a screen asks for more than usual, `halved` says
 * that half as often will do here.
 */
export function* poll<State = object>(
  everyMs: number,
  work: () => Generator,
  halved: (state: State) => boolean = () => false,
) {
  const now = yield* host('now');
  while (true) {
    yield* call(worthAsking);
    const begun = now();
    try {
      yield* call(work);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
    }
    const pace = (yield* select(halved)) ? 2 : 1;
    yield* delay(Math.max(everyMs * pace - (now() - begun), 0));
  }
}

type Known = WithSession & WithConnection;

const canAsk = ({ connection, session }: Known) => connection.status === 'alive' && session.status === 'ready';

/** Returns when somebody looks at the page, the core answers, and we are logged in, in whatever order that came. */
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
    yield* take(changes);
    changes.close();
  }
}
