import { call, delay } from 'typed-redux-saga';
import { isToken, lifetimeOf } from '../../../api/token.ts';
import { host } from '../host/host.ts';

export const KEY = 'token';
const RENEW_BEFORE_S = 60;

/** Returns null for a foreign core, which never gets the token. Drops an invalid one. */
export function* storedToken() {
  const storage = yield* host('storage');
  if (yield* host('foreign')) return null;
  const text = storage.read(KEY);
  if (text === null || isToken(text)) return text;
  storage.remove(KEY);
  return null;
}

/** '' removes it. */
export function* rememberToken(refresh: string) {
  const storage = yield* host('storage');
  const foreign = yield* host('foreign');
  if (foreign) return;
  if (refresh === '') storage.remove(KEY);
  else storage.write(KEY, refresh);
}

/**
 * Stores an invalid text first, so that other tabs ignore it instead of logging out. Keeps a newer token of another
 * tab.
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

/** Throws the error of the login request. */
export function* logIn(username: string, password: string) {
  const core = yield* host('core');
  const tokens = yield* call(core.login, { body: { username, password } });
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  yield* rememberToken(tokens.refresh_token);
}

/** Returns the seconds until a token is renewed: 60 s before it expires, or on expiry if it lives shorter. */
export const renewAfterS = (lifetimeS: number) => (lifetimeS > RENEW_BEFORE_S ? lifetimeS - RENEW_BEFORE_S : lifetimeS);

export function* keepTokenFresh() {
  const core = yield* host('core');
  const lifetimeS = lifetimeOf(core.tokens.access);
  if (lifetimeS === null) return;
  yield* delay(renewAfterS(lifetimeS) * 1000);
  if (core.tokens.refresh === '') return;
  try {
    yield* call(core.renew);
  } catch {
    // Failures are dispatched as events too: the connection retries, or the login appears.
  }
}
