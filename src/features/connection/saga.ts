import { eventChannel } from 'redux-saga';
import { call, delay, put, race, select, take, takeLeading } from 'typed-redux-saga';
import type { CoreEvent } from '../../api/client.ts';
import { host } from '../host.ts';
import { reasonOf } from '../safely.ts';
import { authLost, tokenRenewed } from '../session/actions.ts';
import type { WithSession } from '../session/slice.ts';
import { type Connection, connectionHealed, connectionLost, retryRequested } from './slice.ts';

/** Seconds between tries: soon at first, then calm. The last one repeats. */
const TRY_AGAIN_AFTER_S = [1, 2, 4, 8, 10];

export function* connectionSaga() {
  const core = yield* host('core');
  const events = eventChannel<CoreEvent>((emit) => core.listen(emit));
  yield* takeLeading(events, onCoreEvent);
}

function* onCoreEvent(event: CoreEvent) {
  const { session, connection } = yield* select((state: WithSession & { connection: Connection }) => state);
  const ready = session.status === 'ready';
  // A core that restarts on our word refuses this and that, which is no news.
  if (connection.status === 'awaited' && event.type !== 'login') return;
  switch (event.type) {
    case 'network':
      // Before the application is shown, the gate has a screen of its own for this.
      if (ready) yield* call(heal, reasonOf(event.message));
      break;
    case 'auth':
      yield* put(authLost());
      break;
    case 'login':
      yield* put(tokenRenewed());
      break;
  }
}

/** Asks until the core answers. A single failed request is checked at once, before anybody is alarmed. */
function* heal(message: string) {
  const core = yield* host('core');
  const now = yield* host('now');
  for (let tried = 0; ; tried += 1) {
    try {
      yield* call(core.about);
      yield* put(connectionHealed());
      return;
    } catch {
      // Whatever the reason is, the remedy is to ask again; the banner keeps the first message.
    }
    const seconds = TRY_AGAIN_AFTER_S[Math.min(tried, TRY_AGAIN_AFTER_S.length - 1)] ?? 1;
    yield* put(connectionLost({ message, retryAt: now() + seconds * 1000 }));
    yield* race({ waited: delay(seconds * 1000), asked: take(retryRequested) });
  }
}
