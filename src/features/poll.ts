import { eventChannel } from 'redux-saga';
import { call, delay, select, take } from 'typed-redux-saga';
import { CoreError } from '../core/error.ts';
import { type Connection, connectionHealed } from './connection/slice.ts';
import { outside } from './outside.ts';

/**
 * Does `work` every `everyMs`: one at a time (a slow answer is never overtaken), not in a hidden tab, not while the core
 * is away. A failed round leaves the last good state as it is.
 */
export function* poll(everyMs: number, work: () => Generator) {
  const now = yield* outside('now');
  while (true) {
    yield* call(watched);
    const begun = now();
    try {
      yield* call(work);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
    }
    yield* delay(Math.max(everyMs - (now() - begun), 0));
  }
}

/** Returns when somebody looks at the page and the core answers. */
function* watched() {
  const visibility = yield* outside('visibility');
  while (visibility.hidden()) {
    const changes = eventChannel<true>((emit) => visibility.listen(() => emit(true)));
    yield* take(changes);
    changes.close();
  }
  const lost = yield* select(({ connection }: { connection: Connection }) => connection.state === 'lost');
  if (lost) yield* take(connectionHealed);
}
