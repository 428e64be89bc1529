import type { UnknownAction } from '@reduxjs/toolkit';
import { call, delay, fork, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { isRefusal, wasAnswered } from '../../../api/error.ts';
import { catchSagaErrors, reasonOf } from '../host/catchSagaErrors.ts';
import { browser, host } from '../host/host.ts';
import { authLost, coreConfirmed, loginRequested, logoutRequested, sessionStarted, tokenRenewed } from './actions.ts';
import { pauseAfter } from './backoff.ts';
import { bootstrap } from './bootstrap.ts';
import { enterWith } from './bootstrapAfterLogin.ts';
import { loginFailureRemedy } from './loginFailureRemedy.ts';
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
import { followTabs } from './syncBrowserTabs.ts';
import { dropRefused, keepTokenFresh, rememberToken, storedToken } from './tokenStorageAndRenewal.ts';
import { untilLoggedOut } from './untilLoggedOut.ts';

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

/** From nothing to the first screen, however often it takes: whatever is wrong with the line or the core may pass. */
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

/** A link may name any core. Who it is stands on the screen before anything is sent there, in every tab anew. */
function* confirm() {
  const confirmation = yield* host('confirmation');
  const foreign = yield* host('foreign');
  if (!foreign || confirmation.given()) return;
  yield* put(confirmationNeeded());
  yield* take(coreConfirmed);
  confirmation.give();
}

/** Answers whether the core has refused it. */
function* useStoredToken() {
  const core = yield* host('core');
  const refresh = yield* storedToken();
  if (refresh === null) return false;
  core.setTokens({ access: '', refresh });
  // Most likely we are let in: what is needed then comes while the core is asked.
  const loadLive = yield* browser('loadLive');
  loadLive().catch(() => {}); // asked for again when it is needed, and heard there
  try {
    yield* call(core.renew);
  } catch (error) {
    if (isRefusal(error)) {
      yield* dropRefused();
      return true;
    }
    // The token is kept for a core that can renew it again. One whose login was switched off lets us in without.
    const { auths } = yield* call(core.about);
    if (auths.length > 0) throw error;
    core.setTokens({ access: '', refresh: '' });
  }
  return false;
}

function* login({ payload: { username, password } }: ReturnType<typeof loginRequested>) {
  const core = yield* host('core');
  if ((yield* select(statusOf)) !== 'login') return; // a password goes nowhere that did not ask for it
  try {
    const tokens = yield* call(core.login, { body: { username, password } });
    yield* call(enterWith, tokens);
  } catch (error) {
    yield* put(loginFailed(loginFailureRemedy(error)));
  }
}

/** What few cores have comes with the first that has it; who is let in is asked no more. */
function* otherLogins(begun: UnknownAction) {
  const session = yield* select((state: WithSession) => state.session);
  if (session.status !== 'login' || !session.auths.some((auth) => auth.startsWith('auth0'))) return;
  const load = yield* browser('loadTenantLogin');
  const { tenantLogin, identity } = yield* call(load);
  yield* call(tenantLogin, session.auths, identity, begun);
}

function* logout() {
  const core = yield* host('core');
  core.setTokens({ access: '', refresh: '' });
  yield* rememberToken('');
  yield* put(loggedOut());
}

/** The core refused our token and its renewal: the login comes up over the page that is open, nothing on it is lost. */
function* loseAuth() {
  if ((yield* select(statusOf)) !== 'ready') return;
  const core = yield* host('core');
  // Without a token nobody but the core can say that we are out: one odd answer does not.
  if (core.tokens.refresh === '' && (yield* call(letsUsIn))) return;
  yield* dropRefused();
  yield* put(loginInterrupted());
}

function* letsUsIn() {
  const core = yield* host('core');
  try {
    return (yield* call(core.about)).id !== '';
  } catch {
    return true; // nobody said no
  }
}
