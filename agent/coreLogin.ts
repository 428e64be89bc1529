import { createHash } from 'node:crypto';
import type { Core } from '../src/api/client.ts';
import { CoreError, isRefusal } from '../src/api/error.ts';
import type { Credentials } from './agentSettings.ts';

/** A password that was refused is tried again when it is another one, or after so long: a core may have been wrong. */
const REFUSED_S = 300;
/** The refresh token of a core lives for 24 h. */
const LOGIN_EVERY_S = 12 * 3600;

/** Why the core cannot be used yet, as one line; null: it can. */
type Login = () => Promise<string | null>;

/**
 * Logs in at a core as its operator, and again before the tokens end. Call it again and again.
 * @param now seconds of a monotonic clock
 */
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
      const why = await logIn();
      isIn = why === null;
      return why;
    } catch (error) {
      if (error instanceof CoreError || error instanceof Error) return error.message;
      throw error;
    }
  };
}

const REFUSED = 'The core refuses the user name or password';
