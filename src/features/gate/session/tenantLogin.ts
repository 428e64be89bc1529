import type { UnknownAction } from '@reduxjs/toolkit';
import { call, put, select, takeLeading } from 'typed-redux-saga';
import { codeOf } from '../../../api/error.ts';
import { reasonOf } from '../host/catchSagaErrors.ts';
import { host, type Identity, type Tenant } from '../host/host.ts';
import { tenantChosen } from './actions.ts';
import { tenantsIn } from './auth0Tenants.ts';
import { bootstrapAfterLogin } from './bootstrap.ts';
import { loggedOut, loginFailed, loginNeeded, loginTried, type WithSession } from './slice.ts';

/**
 * Never automatic on a foreign core: a link may name any core, and each can claim another one's provider. `start`: the
 * action that led to the login.
 */
export function* tenantLogin(auths: readonly string[], identity: Identity, start: UnknownAction) {
  const tenants = tenantsIn(auths);
  if (tenants.length === 0) return;
  if (loggedOut.match(start) && !start.payload?.elsewhere) yield* call(identity.end, tenants);
  yield* takeLeading(tenantChosen, enter, tenants, identity);
  if (identity.isBack()) yield* put(tenantChosen(null));
  else if (loginNeeded.match(start) && !(yield* host('foreign'))) yield* call(quietly, identity, tenants);
}

/** Fails silently, because the operator has not requested it. */
function* quietly(identity: Identity, tenants: readonly Tenant[]) {
  yield* put(loginTried());
  try {
    yield* call(identity.leaveSilently, tenants);
  } catch {}
  yield* put(loginFailed(null));
}

function* enter(tenants: readonly Tenant[], identity: Identity, { payload }: ReturnType<typeof tenantChosen>) {
  const core = yield* host('core');
  try {
    const token = yield* tokenFor(tenants, identity, payload);
    if (token === null) {
      if (payload === null) yield* put(loginFailed(null));
      return;
    }
    core.setTokens({ access: '', refresh: token });
    const tokens = yield* call(core.loginWithToken);
    identity.askNext(false);
    yield* call(bootstrapAfterLogin, tokens);
  } catch (error) {
    // Otherwise the provider would return the same user again.
    if (codeOf(error) === 401 || codeOf(error) === 403) identity.askNext(true);
    core.setTokens({ access: '', refresh: '' });
    yield* put(loginFailed(`Auth0: ${reasonOf(error)}`));
  }
}

function* tokenFor(tenants: readonly Tenant[], identity: Identity, chosen: string | null) {
  if (chosen === null) return yield* call(identity.arrive, tenants);
  const tenant = tenants.find(({ id }) => id === chosen);
  if (!tenant) throw new Error('Unknown tenant');
  // An open page stays, so the provider opens in a window.
  const atWork = yield* select(
    ({ session }: WithSession) => session.status === 'login' && session.interrupted !== null,
  );
  if (atWork) return yield* call(identity.ask, tenant);
  yield* call(identity.leave, tenant);
  return null;
}
