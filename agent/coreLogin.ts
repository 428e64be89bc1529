import { createHash } from 'node:crypto';
import type { Core } from '../src/api/client.ts';
import { CoreError, isRefusal } from '../src/api/error.ts';
import type { Credentials } from './agentSettings.ts';

/** A rejected password is retried after this time or when it changes: the core may have been wrong. */
const REFUSED_S = 300;
const LOGIN_EVERY_S = 12 * 3600;

/** Resolves to one line with the reason why the core cannot be used yet, or null. */
type Login = () => Promise<string | null>;

/** Logs in to the core as its operator and renews the login. Call it repeatedly. `now`: monotonic seconds. */
export function createCoreLogin(core: Core, read: () => Credentials | null, now: () => number): Login {
  let isIn = false;
  let loggedInAt = 0;
  let refused: { mark: string; at: number } | null = null;
  core.listen(({ type }) => {
    if (type === 'auth') isIn = false;
  });

  async function isOpen(): Promise<boolean> {
    if (core.tokens.access !== '') return false;
    return (await core.about()).id !== '';
  }

  async function logIn(): Promise<string | null> {
    if (await isOpen()) return null;
    const credentials = read();
    if (credentials === null) return 'The core wants a login, and there is none in its config';
    const mark = createHash('sha256').update(JSON.stringify(credentials)).digest('hex');
    if (refused?.mark === mark && now() - refused.at < REFUSED_S) return REFUSED;
    try {
      const { access_token: access, refresh_token: refresh } = await core.login({ body: credentials });
      core.setTokens({ access, refresh });
      loggedInAt = now();
      refused = null;
      return null;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused = { mark, at: now() };
      return REFUSED;
    }
  }

  return async () => {
    if (isIn && (core.tokens.access === '' || now() - loggedInAt < LOGIN_EVERY_S)) return null;
    try {
      const reason = await logIn();
      isIn = reason === null;
      return reason;
    } catch (error) {
      if (error instanceof CoreError || error instanceof Error) return error.message;
      throw error;
    }
  };
}

const REFUSED = 'The core refuses the user name or password';
