import { TOKEN_PREFIX } from '../../src/api/tokenScopes.ts';

const BEARER = 'Bearer ';
const TOKEN = /^\S+$/;

/** Returns an agent token from an Authorization header, unverified; null if there is none. */
export function agentTokenIn(header: string | undefined): string | null {
  const token = header?.startsWith(BEARER) ? header.slice(BEARER.length) : '';
  return token.startsWith(TOKEN_PREFIX) && TOKEN.test(token) ? token : null;
}
