import { call, cancelled, put, select, takeLeading } from 'typed-redux-saga';
import type { Config } from '../../../api/answers/config.ts';
import { msg } from '../../../i18n/msg.ts';
import { connectionAwaited, connectionHealed } from '../../gate/connection/slice.ts';
import { reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { authLost } from '../../gate/session/actions.ts';
import { bootstrap } from '../../gate/session/bootstrap.ts';
import { logIn } from '../../gate/session/sessionToken.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { waitForRestart } from '../../gate/session/waitForRestart.ts';
import { lookForRestart, movedAddress, needsRestart } from './detectRestart.ts';
import {
  type Reload,
  restartAbsent,
  restartBegun,
  restarted,
  restartFailed,
  restartRequested,
  restartTried,
} from './slice.ts';

export function* restartSaga() {
  yield* takeLeading(restartRequested, untilLoggedOut(restart));
  yield* takeLeading(connectionHealed, untilLoggedOut(lookForRestart));
}

function* restart({ payload: options }: ReturnType<typeof restartRequested>) {
  const core = yield* host('core');
  const live = options?.live === true;
  try {
    const { config } = yield* call(core.config);
    const { created_at } = yield* call(core.about);
    if (!live) yield* put(restartBegun(yield* call(newAddress, config)));
    yield* put(connectionAwaited());
    yield* call(core.configReload);
    const back = yield* call(waitForRestart, created_at, tried);
    if (back === 'absent') {
      yield* put(restartAbsent());
      return;
    }
    if (back === 'stranger' && !(yield* call(loggedInAs, options?.user))) {
      yield* put(restarted());
      yield* put(authLost());
      return;
    }
    yield* call(bootstrap);
    // A core that cannot use the new settings keeps the old ones.
    const outdated = needsRestart(yield* call(core.config));
    yield* put(restarted());
    yield* put(
      outdated
        ? noticed(
            'warning',
            msg('The core restarted with its old settings because it could not apply the new ones. Its log says why.'),
          )
        : noticed(
            'success',
            live ? msg('The login has changed. All streams kept running.') : msg('The core has restarted.'),
          ),
    );
  } catch (error) {
    yield* put(restartFailed(reasonOf(error)));
  } finally {
    if (yield* cancelled()) yield* put(restarted());
    yield* put(connectionHealed());
  }
}

function* tried(tries: number) {
  yield* put(restartTried(tries));
}

function* newAddress(after: Config) {
  const before = yield* select(({ session }: WithSession) => coreInfoOf(session)?.config);
  if (!before) return null;
  const core = yield* host('core');
  const page = yield* host('page');
  const foreign = yield* host('foreign');
  return movedAddress({ before, after, core: new URL(core.address), page, foreign });
}

/** A change of user or password invalidates the tokens. Returns false if the login must be shown. */
function* loggedInAs(user: Reload['user'] | undefined) {
  if (!user) return false;
  try {
    yield* call(logIn, user.username, user.password);
    return true;
  } catch {
    return false;
  }
}
