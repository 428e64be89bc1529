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

/** Tabs of one origin share a login: they leave together, and come back together. A foreign core has one tab only. */
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
    // Only a logout takes a good token away, or somebody who clears the storage.
    const left = before === null || isToken(before);
    if (!left || (refresh === '' && !interrupted)) return;
    core.setTokens({ access: '', refresh: '' });
    yield* put(loggedOut({ elsewhere: true }));
  } else if (isToken(text)) {
    if (refresh !== '') core.setTokens({ access, refresh: text });
    else if (session.status === 'login' && !session.busy) yield* call(comeBack, text);
  }
}

/** Somebody has logged in beside us. If that does not help here, the login stays as it is. */
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
  // Of the core where too many wait at the same time, of a proxy where too many were tried within a minute
  429: msg('Too many login attempts. Try again in a minute.'),
  500: msg('The core failed to carry out the request. Its log shows the reason.'),
};

/** What to do after a login that failed. Only the core's own refusal is about the username and the password. */
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
    yield* call(bootstrapAfterLogin, tokens);
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
