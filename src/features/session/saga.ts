import { call, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError, codeOf, NETWORK_FAILURE, wasAnswered } from '../../api/error.ts';
import { browser, host } from '../host.ts';
import { reasonOf, safely } from '../safely.ts';
import { authLost, loginRequested, logoutRequested, registrationRequested, started, tokenRenewed } from './actions.ts';
import { askAll } from './ask.ts';
import { bootstrap } from './bootstrap.ts';
import { register } from './register.ts';
import { entered, loggedOut, loginFailed, loginInterrupted, unreached, type WithSession } from './slice.ts';
import { keepTokenFresh, rememberToken, storedToken } from './token.ts';

export function* sessionSaga() {
  yield* takeLeading(started, start);
  yield* takeLeading(loginRequested, login);
  yield* takeLeading(registrationRequested, safely(register));
  yield* takeLeading(logoutRequested, logout);
  yield* takeLeading(authLost, loseAuth);
  yield* takeLatest([entered, tokenRenewed], keepTokenFresh);
}

/** From nothing to the first screen. */
function* start() {
  try {
    yield* call(useStoredToken);
    yield* call(bootstrap);
  } catch (error) {
    yield* put(unreached({ message: reasonOf(error), answered: wasAnswered(error) }));
  }
}

function* useStoredToken() {
  const core = yield* host('core');
  const refresh = yield* storedToken();
  if (refresh === null) return;
  core.setTokens({ access: '', refresh });
  // Most likely we are let in: what is needed then comes while the core is asked.
  const loadFeatures = yield* browser('loadFeatures');
  loadFeatures().catch(() => {}); // asked for again when it is needed, and heard there
  try {
    yield* call(core.renew);
  } catch (error) {
    if (codeOf(error) === NETWORK_FAILURE) throw error;
    core.setTokens({ access: '', refresh: '' });
    yield* rememberToken('');
  }
}

function* login({ payload: { username, password } }: ReturnType<typeof loginRequested>) {
  const core = yield* host('core');
  try {
    const tokens = yield* call(core.login, { body: { username, password } });
    core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
    const asked = askAll(core);
    const { id } = yield* call(core.about);
    if (id === '') throw new CoreError(401, "Couldn't load API details");
    yield* rememberToken(tokens.refresh_token);
    yield* call(bootstrap, asked);
  } catch (error) {
    yield* put(loginFailed(reasonOf(error)));
  }
}

function* logout() {
  const core = yield* host('core');
  core.setTokens({ access: '', refresh: '' });
  yield* rememberToken('');
  yield* put(loggedOut());
}

/** The core refused our token and its renewal: the login comes up over the page that is open, nothing on it is lost. */
function* loseAuth() {
  const ready = yield* select(({ session }: WithSession) => session.status === 'ready');
  if (!ready) return;
  const core = yield* host('core');
  core.setTokens({ access: '', refresh: '' });
  yield* rememberToken('');
  yield* put(loginInterrupted());
}
