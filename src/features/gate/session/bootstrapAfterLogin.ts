import { call } from 'typed-redux-saga';
import { unreadAnswer } from '../../../api/error.ts';
import { host } from '../host/host.ts';
import { bootstrap } from './bootstrap.ts';
import { askAll } from './fetchCoreInfo.ts';
import { rememberToken } from './tokenStorageAndRenewal.ts';

/** In with the tokens of a login, whichever it was. Throws what the calls throw, without a token then. */
export function* enterWith(tokens: { access_token: string; refresh_token: string }) {
  const core = yield* host('core');
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  const asked = askAll(core);
  const { id } = yield* call(core.about);
  if (id === '') {
    core.setTokens({ access: '', refresh: '' });
    throw unreadAnswer('id');
  }
  yield* rememberToken(tokens.refresh_token);
  yield* call(bootstrap, asked);
}
