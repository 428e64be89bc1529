import { createAction } from '@reduxjs/toolkit';
import { call, put, race, type SagaGenerator, select, take, takeLeading } from 'typed-redux-saga';
import type { Config } from '../../../api/answers/config.ts';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { isRefusal } from '../../../api/error.ts';
import type { Settings } from '../../../catalog/form/fields.ts';
import { valueAt } from '../../../catalog/form/fieldValues.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { newPassword } from '../../live/admission/generatePassword.ts';
import { needsRestart } from '../../shared/restart/detectRestart.ts';
import { restartRequested } from '../../shared/restart/slice.ts';
import { exclusively, write } from '../../shared/saving/exclusively.ts';
import {
  passwordAsked,
  passwordDismissed,
  passwordDone,
  passwordGiven,
  passwordRefused,
} from '../passwordPrompt/slice.ts';
import { settingsClosed } from './slice.ts';

export const signOutRequested = createAction('settings/signOutRequested');

/** Signs all tokens. If an environment variable fixes it, the other sessions cannot be ended. */
export const SIGNED_WITH = 'api.auth.jwt.secret';

export function* signOutSaga() {
  yield* takeLeading(signOutRequested, catchSagaErrors(signOut));
}

/** Replaces the secret that signs all tokens, so that they become invalid. The restart logs this page in again. */
function* signOut() {
  const core = yield* host('core');
  const random = yield* host('random');
  const answer = yield* call(core.config);
  const { config } = answer;
  const live = yield* changesLive(needsRestart(answer));
  const password = yield* call(() => askPassword('signOut', config, live));
  if (password === null) return;
  const secret = `${newPassword(random)}-${newPassword(random)}`;
  const body = { version: config.version, api: { auth: { jwt: { secret } } } };
  yield* exclusively(() => write('configSet', { body }));
  yield* put(restartRequested({ user: userAfter(config, {}, password), live }));
}

/** Settings that a core with `live-login` applies without a restart. */
export const LOGIN_PATHS = ['api.auth.username', 'api.auth.password', 'api.auth.jwt.secret'];

export const changesLogin = ({ api }: Config, body: Settings): boolean =>
  api?.auth?.enable === true &&
  ['api.auth.username', 'api.auth.password'].some((path) => valueAt(body, path) !== undefined);

const leaves = (body: object, path: string): string[] =>
  Object.entries(body).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? leaves(value, at) : [at];
  });

export const isOnlyLogin = ({ version: _, ...body }: Settings): boolean =>
  leaves(body, '').every((path) => LOGIN_PATHS.includes(path));

/** Whether the core applies a change of the login without a restart, and no other setting waits for one. */
export function* changesLive(waits: boolean) {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  return !waits && info !== null && hasExtension(info.about, 'live-login');
}

/** Asks for the operator's password until the core confirms it; null if cancelled. Throws a CoreError. */
export function* askPassword(task: 'save' | 'signOut', { api }: Config, live: boolean): SagaGenerator<string | null> {
  const core = yield* host('core');
  const username = api?.auth?.username ?? '';
  yield* put(passwordAsked({ what: task, live }));
  try {
    for (;;) {
      const { typed } = yield* race({ typed: take(passwordGiven), no: take([passwordDismissed, settingsClosed]) });
      if (!typed) return null;
      const password = typed.payload;
      try {
        const { access_token: access } = yield* call(core.login, { body: { username, password } });
        // The embedded core accepts this change only with a token from a login, not with a refreshed one.
        core.setTokens({ ...core.tokens, access });
        return password;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        yield* put(passwordRefused());
      }
    }
  } finally {
    yield* put(passwordDone());
  }
}

export const userAfter = ({ api }: Config, body: Settings, password: string) => ({
  username: String(valueAt(body, 'api.auth.username') ?? api?.auth?.username ?? ''),
  password: String(valueAt(body, 'api.auth.password') ?? password),
});
