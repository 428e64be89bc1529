import { call, put, race, select, take } from 'typed-redux-saga';
import type { Config } from '../../../api/answers/config.ts';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { isRefusal } from '../../../api/error.ts';
import type { Settings } from '../../../catalog/form/fields.ts';
import { valueAt } from '../../../catalog/form/fieldValues.ts';
import { host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import {
  passwordAsked,
  passwordDismissed,
  passwordDone,
  passwordGiven,
  passwordRefused,
} from '../passwordPrompt/slice.ts';
import { settingsClosed } from './slice.ts';

/** Of these alone a core that can do it makes a change without a restart. */
export const LOGIN_PATHS = ['api.auth.username', 'api.auth.password', 'api.auth.jwt.secret'];

/** Whether somebody who is logged in with a password would have another login afterwards. */
export const changesLogin = ({ api }: Config, body: Settings): boolean =>
  api?.auth?.enable === true &&
  ['api.auth.username', 'api.auth.password'].some((path) => valueAt(body, path) !== undefined);

const leaves = (body: object, path: string): string[] =>
  Object.entries(body).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? leaves(value, at) : [at];
  });

/** Whether nothing else would change. */
export const isOnlyLogin = ({ version: _, ...body }: Settings): boolean =>
  leaves(body, '').every((path) => LOGIN_PATHS.includes(path));

/** Whether a change of the login interrupts nothing on this core, as long as no other setting waits for a restart. */
export function* changesLive(waits: boolean) {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  return !waits && info !== null && hasExtension(info.about, 'live-login');
}

/** The password of the operator, which the core has confirmed; null: it was not given. Throws a CoreError. */
export function* askPassword(what: 'save' | 'signOut', { api }: Config, live: boolean) {
  const core = yield* host('core');
  const username = api?.auth?.username ?? '';
  yield* put(passwordAsked({ what, live }));
  try {
    for (;;) {
      const { given } = yield* race({ given: take(passwordGiven), no: take([passwordDismissed, settingsClosed]) });
      if (!given) return null;
      const password = given.payload;
      try {
        const { access_token: access } = yield* call(core.login, { body: { username, password } });
        // The embedded core takes such a change only with a token of a login: one that was refreshed is not enough.
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

/** The login after the change. */
export const userAfter = ({ api }: Config, body: Settings, password: string) => ({
  username: String(valueAt(body, 'api.auth.username') ?? api?.auth?.username ?? ''),
  password: String(valueAt(body, 'api.auth.password') ?? password),
});
