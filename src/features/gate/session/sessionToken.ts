import { call, delay } from 'typed-redux-saga';
import { isToken, lifetimeOf } from '../../../api/token.ts';
import { host } from '../host/host.ts';

/** Local storage: the refresh token, nothing else of the login (specification 3). */
export const KEY = 'token';
const RENEW_BEFORE_S = 60;

/** A token belongs to the core of this page; another core neither gets it nor leaves one here. What is none is dropped. */
export function* storedToken() {
  const storage = yield* host('storage');
  if (yield* host('foreign')) return null;
  const text = storage.read(KEY);
  if (text === null || isToken(text)) return text;
  storage.remove(KEY);
  return null;
}

/** '' forgets it. */
export function* rememberToken(refresh: string) {
  const storage = yield* host('storage');
  const foreign = yield* host('foreign');
  if (foreign) return;
  if (refresh === '') storage.remove(KEY);
  else storage.write(KEY, refresh);
}

/**
 * The core refused our token. To other tabs it is not a logout: the text before the last is none of a login, and they
 * keep what is on their screens. A newer token of another tab stays.
 */
export function* dropRefused() {
  const core = yield* host('core');
  const storage = yield* host('storage');
  const { refresh } = core.tokens;
  core.setTokens({ access: '', refresh: '' });
  if ((yield* storedToken()) !== refresh) return;
  storage.write(KEY, '');
  storage.remove(KEY);
}

/** Takes the tokens of a user; throws what the login throws. */
export function* logIn(username: string, password: string) {
  const core = yield* host('core');
  const tokens = yield* call(core.login, { body: { username, password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  yield* rememberToken(tokens.refresh_token);
}

/** Seconds to wait before a token of this lifetime is renewed: 60 s before its end, or at its end if it lives shorter. */
export const renewAfterS = (lifetimeS: number) => (lifetimeS > RENEW_BEFORE_S ? lifetimeS - RENEW_BEFORE_S : lifetimeS);

/** Renews the access token in time. Started again (takeLatest) with each new token. */
export function* keepTokenFresh() {
  const core = yield* host('core');
  const lifetimeS = lifetimeOf(core.tokens.access);
  if (lifetimeS === null) return;
  yield* delay(renewAfterS(lifetimeS) * 1000);
  if (core.tokens.refresh === '') return; // logged out meanwhile
  try {
    yield* call(core.renew); // its success is told as an event, which starts this anew
  } catch {
    // Told as an event as well: the connection tries again, or the login comes up.
  }
}
