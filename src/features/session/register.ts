import { call, put, select } from 'typed-redux-saga';
import { CoreError } from '../../api/error.ts';
import { msg } from '../../i18n/msg.ts';
import { host } from '../host.ts';
import { reasonOf } from '../safely.ts';
import type { registrationRequested } from './actions.ts';
import { bootstrap } from './bootstrap.ts';
import { registrationFailed, restarting, type WithSession } from './slice.ts';
import { logIn } from './token.ts';
import { waitForRestart } from './waitForRestart.ts';

/** The first user: stored in the config, which counts only after a restart; then logged in with it. */
export function* register({ payload: { username, password } }: ReturnType<typeof registrationRequested>) {
  const core = yield* host('core');
  const version = yield* select(({ session }: WithSession) =>
    session.status === 'registration' ? session.version : null,
  );
  if (version === null) return;
  try {
    const { created_at } = yield* call(core.about);
    yield* call(core.configSet, { body: { version, api: { auth: { enable: true, username, password } } } });
    yield* put(restarting());
    yield* call(core.configReload);
    if ((yield* call(waitForRestart, created_at)) === 'absent') {
      throw new CoreError(-1, msg('The core did not come back online within a minute. Reload the page to try again.'));
    }
    yield* call(logIn, username, password);
    yield* call(bootstrap);
  } catch (error) {
    yield* put(registrationFailed(reasonOf(error)));
  }
}
