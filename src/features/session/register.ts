import { call, delay, put, select } from 'typed-redux-saga';
import { CoreError } from '../../core/error.ts';
import { msg } from '../../i18n/msg.ts';
import { outside } from '../outside.ts';
import { reasonOf } from '../safely.ts';
import type { registrationRequested } from './actions.ts';
import { enter } from './enter.ts';
import { registrationFailed, restarting, type WithSession } from './slice.ts';
import { rememberToken } from './token.ts';

/** How often a restarting core is asked, once a second (specification 9). */
const TRIES = 61;

/** The first user: stored in the config, which counts only after a restart; then logged in with it. */
export function* register({ payload: { username, password } }: ReturnType<typeof registrationRequested>) {
  const core = yield* outside('core');
  const version = yield* select(({ session }: WithSession) =>
    session.phase === 'registration' ? session.version : null,
  );
  if (version === null) return;
  try {
    yield* call(core.configSet, { body: { version, api: { auth: { enable: true, username, password } } } });
    yield* put(restarting());
    yield* call(core.configReload);
    const tokens = yield* call(loginOnceBack, username, password);
    core.hold({ access: tokens.access_token, refresh: tokens.refresh_token });
    yield* rememberToken(tokens.refresh_token);
    yield* call(enter);
  } catch (error) {
    yield* put(registrationFailed(reasonOf(error)));
  }
}

function* loginOnceBack(username: string, password: string) {
  const core = yield* outside('core');
  for (let tried = 0; tried < TRIES; tried += 1) {
    yield* delay(1000);
    try {
      // Until the restart the route does not exist (404), during it nothing answers.
      return yield* call(core.login, { body: { username, password } });
    } catch (error) {
      if (error instanceof CoreError && error.code === 401) throw error;
    }
  }
  throw new CoreError(-1, msg('The core did not come back within a minute. Reload the page to try again.'));
}
