import { createAction } from '@reduxjs/toolkit';
import { call, put, takeLeading } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { newPassword } from '../../live/admission/generatePassword.ts';
import { needsRestart } from '../../shared/restart/detectRestart.ts';
import { restartRequested } from '../../shared/restart/slice.ts';
import { askPassword, changesLive, userAfter } from './loginChange.ts';

/** Every login there is ends. */
export const signOutRequested = createAction('settings/signOutRequested');

/** The environment of the core has fixed what tokens are signed with. */
export const SIGNED_WITH = 'api.auth.jwt.secret';

export function* signOutSaga() {
  yield* takeLeading(signOutRequested, catchSagaErrors(signOut));
}

/** Tokens are signed with a secret of the config: with another one none of them counts. The restart logs this page in again. */
function* signOut() {
  const core = yield* host('core');
  const random = yield* host('random');
  const answer = yield* call(core.config);
  const { config } = answer;
  const live = yield* changesLive(needsRestart(answer));
  const password = yield* askPassword('signOut', config, live);
  if (password === null) return;
  const secret = `${newPassword(random)}-${newPassword(random)}`;
  yield* call(core.configSet, { body: { version: config.version, api: { auth: { jwt: { secret } } } } });
  yield* put(restartRequested({ user: userAfter(config, {}, password), live }));
}
