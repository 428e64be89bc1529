import type { UnknownAction } from '@reduxjs/toolkit';
import { eventChannel } from 'redux-saga';
import { call, delay, fork, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { codeOf, isRefusal, wasAnswered } from '../../../api/error.ts';
import { isToken } from '../../../api/token.ts';
import { msg } from '../../../i18n/msg.ts';
import { catchSagaErrors, reasonOf } from '../host/catchSagaErrors.ts';
import { browser, host } from '../host/host.ts';
import { authLost, coreConfirmed, loginRequested, logoutRequested, sessionStarted, tokenRenewed } from './actions.ts';
import { bootstrap, bootstrapAfterLogin } from './bootstrap.ts';
import { pauseAfter } from './retryPause.ts';
import { dropRefused, KEY, keepTokenFresh, rememberToken, storedToken } from './sessionToken.ts';
import {
  confirmationNeeded,
  entered,
  loggedOut,
  loginFailed,
  loginInterrupted,
  loginNeeded,
  tokenRefused,
  unreached,
  type WithSession,
} from './slice.ts';
import { untilLoggedOut } from './untilLoggedOut.ts';

interface Change {
  text: string | null;
  before: string | null;
}

/** Tabs of one origin log in and out together. A foreign core is used by a single tab. */
function* followTabs() {
  const storage = yield* host('storage');
  if (yield* host('foreign')) return;
  const changes = eventChannel<Change>((emit) => storage.listen(KEY, (text, before) => emit({ text, before })));
  yield* takeEvery(changes, follow);
}

function* follow({ text, before }: Change) {
  const core = yield* host('core');
  const session = yield* select((state: WithSession) => state.session);
  const { access, refresh } = core.tokens;
  const interrupted = session.status === 'login' && session.interrupted !== null;
  if (text === null) {
    // A valid token is only removed by a logout, or by clearing the storage.
    const left = before === null || isToken(before);
    if (!left || (refresh === '' && !interrupted)) return;
    core.setTokens({ access: '', refresh: '' });
    yield* put(loggedOut({ elsewhere: true }));
  } else if (isToken(text)) {
    if (refresh !== '') core.setTokens({ access, refresh: text });
    else if (session.status === 'login' && !session.busy) yield* call(comeBack, text);
  }
}

/** Uses the token of another tab. If it does not work here, the login stays. */
function* comeBack(refresh: string) {
  const core = yield* host('core');
  core.setTokens({ access: '', refresh });
  try {
    yield* call(core.renew);
    yield* call(bootstrap);
  } catch {
    core.setTokens({ access: '', refresh: '' });
  }
}

const REMEDIES: Readonly<Record<number, string>> = {
  // From the core with too many pending logins, or from a proxy with a rate limit.
  429: msg('Too many login attempts. Try again in a minute.'),
  500: msg('The core failed to carry out the request. Its log shows the reason.'),
};

/** Returns the remedy for a failed login. Only a rejection by the core concerns the password. */
export const loginFailureRemedy = (error: unknown): string =>
  isRefusal(error) ? msg('Check the username and password.') : (REMEDIES[codeOf(error) ?? 0] ?? reasonOf(error));

export function* sessionSaga() {
  yield* fork(followTabs);
  yield* takeLeading(sessionStarted, untilLoggedOut(start));
  yield* takeLeading(loginRequested, untilLoggedOut(login));
  yield* takeLeading(logoutRequested, logout);
  yield* takeLeading(authLost, loseAuth);
  yield* takeLatest([entered, tokenRenewed], keepTokenFresh);
  yield* takeLatest([loginNeeded, loginInterrupted, loggedOut, entered], catchSagaErrors(otherLogins));
}

const statusOf = ({ session }: WithSession) => session.status;

/** Retries until the first screen, because connection problems may pass. */
function* start() {
  yield* call(confirm);
  let refused = false;
  for (let tried = 0; ; tried += 1) {
    try {
      refused = (yield* call(useStoredToken)) || refused;
      yield* call(bootstrap);
      if (refused) yield* put(tokenRefused());
      return;
    } catch (error) {
      yield* put(unreached({ message: reasonOf(error), answered: wasAnswered(error) }));
    }
    yield* race({ waited: delay(pauseAfter(tried)), asked: take(sessionStarted) });
  }
}

/** A link may name any core, so the operator confirms it in each tab before anything is sent. */
function* confirm() {
  const confirmation = yield* host('confirmation');
  const foreign = yield* host('foreign');
  if (!foreign || confirmation.given()) return;
  yield* put(confirmationNeeded());
  yield* take(coreConfirmed);
  confirmation.give();
}

function* useStoredToken() {
  const core = yield* host('core');
  const refresh = yield* storedToken();
  if (refresh === null) return false;
  core.setTokens({ access: '', refresh });
  // Prefetches the live wing, because the token is most likely valid.
  const loadLive = yield* browser('loadLive');
  loadLive().catch(() => {});
  try {
    yield* call(core.renew);
  } catch (error) {
    if (isRefusal(error)) {
      yield* dropRefused();
      return true;
    }
    // Keeps the token for a core that can renew it again, unless its login was switched off.
    const { auths } = yield* call(core.about);
    if (auths.length > 0) throw error;
    core.setTokens({ access: '', refresh: '' });
  }
  return false;
}

function* login({ payload: { username, password } }: ReturnType<typeof loginRequested>) {
  const core = yield* host('core');
  if ((yield* select(statusOf)) !== 'login') return; // the password is sent only while a login is requested
  try {
    const tokens = yield* call(core.login, { body: { username, password } });
    yield* call(bootstrapAfterLogin, tokens);
  } catch (error) {
    yield* put(loginFailed(loginFailureRemedy(error)));
  }
}

function* otherLogins(start: UnknownAction) {
  const session = yield* select((state: WithSession) => state.session);
  if (session.status !== 'login' || !session.auths.some((auth) => auth.startsWith('auth0'))) return;
  const load = yield* browser('loadTenantLogin');
  const { tenantLogin, identity } = yield* call(load);
  yield* call(tenantLogin, session.auths, identity, start);
}

function* logout() {
  const core = yield* host('core');
  core.setTokens({ access: '', refresh: '' });
  yield* rememberToken('');
  yield* put(loggedOut());
}

/** Shows the login over the open page, which stays as it is. */
function* loseAuth() {
  if ((yield* select(statusOf)) !== 'ready') return;
  const core = yield* host('core');
  // Without a token, only the core can decide that we are logged out; a single 401 does not.
  if (core.tokens.refresh === '' && (yield* call(letsUsIn))) return;
  yield* dropRefused();
  yield* put(loginInterrupted());
}

function* letsUsIn() {
  const core = yield* host('core');
  try {
    return (yield* call(core.about)).id !== '';
  } catch {
    return true;
  }
}
