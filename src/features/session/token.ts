import { call, delay, put } from 'typed-redux-saga';
import { codeOf, NETWORK_FAILURE } from '../../api/error.ts';
import { lifetimeOf } from '../../api/token.ts';
import { host } from '../host.ts';
import { authLost } from './actions.ts';

/** Local storage: the refresh token, nothing else of the login (specification 3). */
const KEY = 'token';
const RENEW_BEFORE_S = 60;
const TRY_AGAIN_MS = 5_000;

/** A token belongs to the core of this page; another core neither gets it nor leaves one here. */
export function* storedToken() {
  const storage = yield* host('storage');
  const foreign = yield* host('foreign');
  return foreign ? null : storage.read(KEY);
}

/** '' forgets it. */
export function* rememberToken(refresh: string) {
  const storage = yield* host('storage');
  const foreign = yield* host('foreign');
  if (foreign) return;
  if (refresh === '') storage.remove(KEY);
  else storage.write(KEY, refresh);
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
  while (true) {
    try {
      yield* call(core.renew); // its success is told as an event, which starts this anew
      return;
    } catch (error) {
      if (codeOf(error) !== NETWORK_FAILURE) {
        yield* put(authLost());
        return;
      }
    }
    yield* delay(TRY_AGAIN_MS);
  }
}
