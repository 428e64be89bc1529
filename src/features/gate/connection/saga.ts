import { eventChannel } from 'redux-saga';
import { call, delay, put, race, select, take, takeEvery, takeLeading } from 'typed-redux-saga';
import type { CoreEvent } from '../../../api/client.ts';
import { reasonOf } from '../host/catchSagaErrors.ts';
import { host } from '../host/host.ts';
import { authLost, tokenRenewed } from '../session/actions.ts';
import { pauseAfter } from '../session/retryPause.ts';
import type { WithSession } from '../session/slice.ts';
import { type Connection, connectionHealed, connectionLost, retryRequested } from './slice.ts';

export function* connectionSaga() {
  const core = yield* host('core');
  const events = (...types: CoreEvent['type'][]) =>
    eventChannel<CoreEvent>((emit) => core.listen((event) => types.includes(event.type) && emit(event)));
  yield* takeLeading(events('network', 'renewal'), onTrouble);
  // A separate watcher, because a token may be renewed or rejected while the connection recovers.
  yield* takeEvery(events('auth', 'login'), onAnswer);
}

const isAwaited = ({ connection }: { connection: Connection }) => connection.status === 'awaited';
const isReady = ({ session }: WithSession) => session.status === 'ready';

function* onTrouble({ type, message }: CoreEvent) {
  // A core that restarts on our command rejects some requests, which is expected.
  if (yield* select(isAwaited)) return;
  // Before the login, the gate has a screen for this.
  if (yield* select(isReady)) yield* call(heal, type === 'renewal', reasonOf(message));
}

function* onAnswer({ type }: CoreEvent) {
  if (type === 'login') yield* put(tokenRenewed());
  else if (!(yield* select(isAwaited))) yield* put(authLost());
}

/** Polls until the core accepts the token. Verifies a single failed request before the banner appears. */
function* heal(renewal: boolean, message: string) {
  const now = yield* host('now');
  const random = yield* host('random');
  for (let tried = 0; ; tried += 1) {
    try {
      yield* call(requestAbout, renewal);
      break;
    } catch {
      // The banner keeps the first message, because every retry may fail differently.
    }
    // The login is shown after a rejection, or after a logout in another tab.
    if (!(yield* select(isReady))) break;
    const pause = Math.round(pauseAfter(tried, random(1)[0]));
    yield* put(connectionLost({ renewal, message, retryAt: now() + pause }));
    yield* race({ waited: delay(pause), asked: take(retryRequested) });
  }
  yield* put(connectionHealed());
}

function* requestAbout(renewal: boolean) {
  const core = yield* host('core');
  const { id, auths } = yield* call(core.about);
  const due = renewal || id === '';
  // Without a token, or on a core without a login, there is nothing to renew.
  if (due && auths.length > 0 && core.tokens.refresh !== '') yield* call(core.renew);
}
