import { createAction } from '@reduxjs/toolkit';
import { call, put, select, take } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import { isRefusal } from '../../../api/error.ts';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { maskNamedSecrets } from '../../../media/masking/maskNamedSecrets.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { type FoundProcess, host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { type registrationRequested, sessionStarted } from '../../gate/session/actions.ts';
import { bootstrap } from '../../gate/session/bootstrap.ts';
import { logIn } from '../../gate/session/sessionToken.ts';
import {
  loginFailed,
  loginNeeded,
  type NewCore,
  registrationFailed,
  restarting,
  reviewNeeded,
  type WithSession,
} from '../../gate/session/slice.ts';
import { waitForRestart } from '../../gate/session/waitForRestart.ts';
import { newPassword } from './generatePassword.ts';

interface FirstUser {
  username: string;
  password: string;
}

/** Returns a config with new secrets and the login as the only way in. Omits fields that the environment sets. */
export function firstUserConfig(
  { version, overrides, memoryUser }: Pick<NewCore, 'version' | 'overrides' | 'memoryUser'>,
  { username, password }: FirstUser,
  secret: () => string,
) {
  const fields: readonly (readonly [field: string, value: string | boolean])[] = [
    ['api.auth.enable', true],
    ['api.auth.username', username],
    ['api.auth.password', password],
    ['api.auth.disable_localhost', false],
    ['api.auth.auth0.enable', false],
    ['api.auth.jwt.secret', `${secret()}-${secret()}`],
    ['storage.memory.auth.enable', true],
    ['storage.memory.auth.username', memoryUser || 'admin'],
    ['storage.memory.auth.password', secret()],
    // Cores report usage to their vendor by default, without consent.
    ['update_check', false],
  ];
  return fields
    .filter(([field]) => !overrides.includes(field))
    .reduce<Patch>((patch, [field, value]) => withField(patch, field.split('.'), value), { version });
}

type Patch = { version: number; [name: string]: unknown };
type Part = { [name: string]: unknown };

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

function withField<P extends Part>(part: P, [name = '', ...rest]: readonly string[], value: unknown): P {
  const inner = part[name];
  return { ...part, [name]: rest.length === 0 ? value : withField(isPart(inner) ? inner : {}, rest, value) };
}

const LONGEST = 200;
const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

/** Returns the name and addresses by which an operator recognizes each process. */
export const foundIn = (processes: readonly Process[]): FoundProcess[] =>
  processes.map(({ id, config, metadata }) => {
    const stored = metadata === UNREAD ? undefined : metadata?.[METADATA_KEY];
    const { input = [], output = [] } = config === UNREAD ? {} : (config ?? {});
    const addresses = [...input, ...output].map(({ address }) => address);
    return {
      id,
      name: cut(parseIngestMetadata(stored).meta.name || parseEgressMetadata(stored).name),
      addresses: addresses.map((address) => cut(maskNamedSecrets(address))),
    };
  });

const LOCAL = ['localjwt'];

export const processesReviewed = createAction<readonly string[]>('session/reviewed');

/** Stores the first user in the config, restarts the core so that it takes effect, and logs in. */
export function* registerFirstUser({ payload: typed }: ReturnType<typeof registrationRequested>) {
  const core = yield* host('core');
  const found = yield* select(({ session }: WithSession) => (session.status === 'registration' ? session.found : null));
  if (found === null) return;
  const user = {
    username: found.fixed.username ?? typed.username,
    password: typed.password,
  };
  try {
    const { id, created_at, auths } = yield* call(core.about);
    // A core that came back too late for the last attempt already has the user.
    if (id !== '') yield* call(claim, found, user, created_at);
    // The password is set on the server, so the page cannot log in with it.
    if (found.fixed.password) {
      yield* put(loginNeeded({ auths: LOCAL }));
      return;
    }
    if (!(yield* call(loggedIn, user, auths))) return;
    yield* call(review);
    yield* call(enter);
  } catch (error) {
    yield* put(registrationFailed(reasonOf(error)));
  }
}

function* claim(found: NewCore, user: FirstUser, createdAt: string) {
  const core = yield* host('core');
  const random = yield* host('random');
  const body = firstUserConfig(found, user, () => newPassword(random));
  yield* call(core.configSet, { body });
  yield* put(restarting());
  yield* call(core.configReload);
  if ((yield* call(waitForRestart, createdAt)) === 'absent') {
    throw new Error(msg('The core did not come back online within a minute. Try again in a moment.'));
  }
}

/** Returns false and shows the login if the core has another user by now. */
function* loggedIn({ username, password }: FirstUser, auths: readonly string[]) {
  try {
    yield* call(logIn, username, password);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    yield* put(loginNeeded({ auths: auths.length > 0 ? auths : LOCAL }));
    yield* put(loginFailed(msg('This server has another user already. Log in with the name and password set there.')));
    return false;
  }
}

/** A failure here may be temporary, so the session starts anyway and retries. */
function* enter() {
  try {
    yield* call(bootstrap);
  } catch {
    yield* put(sessionStarted());
  }
}

/** Existing processes keep running until the operator decides. After the login, nobody without one can add more. */
function* review() {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { filter: 'config,metadata' });
  const found = foundIn(processes).filter(({ id }) => id !== '');
  if (found.length === 0) return;
  yield* put(reviewNeeded(found));
  const { payload: ids } = yield* take(processesReviewed);
  for (const id of ids) {
    try {
      yield* call(core.processDelete, { id });
    } catch (error) {
      yield* put(noticed('error', msg('The process {{0}} could not be deleted: {{1}}'), id, reasonValue(error)));
    }
  }
}
